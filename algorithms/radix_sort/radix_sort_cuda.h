/* SPDX-License-Identifier: Apache-2.0 */
/* The ways in which the CUDA backend sorts; radix_sort_cuda.cu chooses. They plan and execute like a backend. */
#ifndef TCUI_RADIX_SORT_CUDA_H
#define TCUI_RADIX_SORT_CUDA_H

#include "radix_sort_backend.h"

#ifdef __cplusplus
extern "C" {
#endif
extern const tcui_radix_sort_backend tcui_radix_sort_cuda;
#ifdef __cplusplus
}
#endif

/* -------------------------------------------------------------------------------------------------- by counts --- */

/* Whole arrays of bare keys of 8 or 16 bits: a histogram, and each value as often as it was counted. */
bool tcui_sort_is_counted(const tcu_context *context, const tcui_radix_sort_task *task);
tcu_status tcui_sort_counted_plan(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout);
tcu_status tcui_sort_counted_execute(tcu_context *context, const tcui_radix_sort_task *task, void *workspace);

/* -------------------------------------------------------------------------------------------------- in blocks --- */

/*
 * Segments that one block (or a warp of it) holds: all passes in its shared memory, one read and one write. Longer
 * segments of the task, whose lengths only the device may know, are left as they are and listed as runs.
 */
bool tcui_sort_fits_blocks(const tcu_context *context, const tcui_radix_sort_task *task); /* each segment, for sure */
tcu_status tcui_sort_blocks_plan(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout);
tcu_status tcui_sort_blocks_execute(tcu_context *context, const tcui_radix_sort_task *task, void *workspace);

/* ------------------------------------------------------------------------------------------------- in passes --- */

/*
 * Runs are the long segments of a task: disjoint, in any order, each of more than tcui_sort_block_items() elements (the
 * whole array may be shorter). Where there is a list, it is in device memory and so is how many there are.
 */
typedef struct tcui_sort_runs {
    uint64_t most;          /* there may be */
    const uint64_t *begins; /* positions; NULL: the whole array is the one run */
    const uint64_t *ends;   /* positions behind them */
    const uint32_t *count;  /* how many there are */
} tcui_sort_runs;

/* The most elements of a segment that the way in blocks takes, for the task's keys and payload. */
uint64_t tcui_sort_block_items(const tcu_context *context, const tcui_radix_sort_task *task);

/* A digit a pass, least significant first, each with one read and one write of all keys. */
tcu_status tcui_sort_passes_plan(tcu_context *context, const tcui_radix_sort_task *task, uint64_t most_runs,
                                 tcui_layout *layout);
tcu_status tcui_sort_passes_execute(tcu_context *context, const tcui_radix_sort_task *task, const tcui_sort_runs *runs,
                                    void *workspace);

#endif /* TCUI_RADIX_SORT_CUDA_H */
