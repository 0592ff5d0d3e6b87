/* SPDX-License-Identifier: Apache-2.0 */
/* The code paths by which the CUDA backend sorts; paths.cu chooses. They reserve and execute like a backend. */
#ifndef TCUI_RADIX_SORT_CUDA_PATHS_H
#define TCUI_RADIX_SORT_CUDA_PATHS_H

#include "algorithms/radix_sort/backend.h"

/* -------------------------------------------------------------------------------------------------- by counts --- */

/* Whole arrays of bare keys of 8 or 16 bits: a histogram, and each value as often as it was counted. */
bool tcui_sort_is_counted(const tcu_context *context, const tcui_radix_sort_task *task);
tcu_status tcui_sort_counted_reserve(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout);
tcu_status tcui_sort_counted_execute(tcu_context *context, const tcui_radix_sort_task *task, void *workspace);

/* ---------------------------------------------------------------------------------------------- by comparisons --- */

/* Whole arrays that a multiprocessor's shared memory holds: how many keys go before each, found by all of them. */
bool tcui_sort_is_by_comparisons(const tcu_context *context, const tcui_radix_sort_task *task);
tcu_status tcui_sort_comparisons_reserve(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout);
tcu_status tcui_sort_comparisons_execute(tcu_context *context, const tcui_radix_sort_task *task, void *workspace);

/* The most elements of an array, for the task's keys. */
uint64_t tcui_sort_comparisons_items(const tcu_context *context, const tcui_radix_sort_task *task);

/* TCUI_SORT_BUFFERS: as swaps_buffers() of a backend. */
bool tcui_sort_comparisons_swaps(const tcu_context *context, const tcui_radix_sort_task *task);

/* -------------------------------------------------------------------------------------------------- in blocks --- */

/*
 * Tasks each of whose segments some lanes or a block hold, as the host knows: sorting networks in registers, or digits
 * in shared memory, one read and one write. All of a segment is read before any of it is written, so keys_out may be
 * keys_in.
 */
bool tcui_sort_fits_blocks(const tcu_context *context, const tcui_radix_sort_task *task);
tcu_status tcui_sort_blocks_execute(tcu_context *context, const tcui_radix_sort_task *task, void *workspace);

/* ----------------------------------------------------------------------------------------------- by segments --- */

/*
 * Segments of which some may be longer: those that blocks hold are sorted there, the longer ones are left as they are
 * and listed as runs, and the list goes to tcui_sort_passes_execute(), whose workspace is part of this one's.
 */
tcu_status tcui_sort_segments_reserve(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout);
tcu_status tcui_sort_segments_execute(tcu_context *context, const tcui_radix_sort_task *task, void *workspace);

/* Long arrays of segments, of keys that are compared by more than 16 bits: long segments are cut into parts that blocks
 * hold. */
bool tcui_sort_is_divided(const tcu_context *context, const tcui_radix_sort_task *task);
bool tcui_sort_divided_pays(const tcu_context *context, const tcui_radix_sort_task *task);
tcu_status tcui_sort_divided_reserve(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout);
tcu_status tcui_sort_divided_execute(tcu_context *context, const tcui_radix_sort_task *task, void *workspace);

/* The most elements of a segment that blocks take, for the task's keys and payload. */
uint64_t tcui_sort_block_items(const tcu_context *context, const tcui_radix_sort_task *task);

/* ------------------------------------------------------------------- two passes, the rest in shared memory --- */

/* Long whole arrays of keys that are compared by more than 16 bits. */
bool tcui_sort_is_hybrid(const tcu_context *context, const tcui_radix_sort_task *task);
bool tcui_sort_hybrid_pays(const tcu_context *context, const tcui_radix_sort_task *task);

/* The most elements of an array. */
uint64_t tcui_sort_hybrid_items(const tcu_context *context, const tcui_radix_sort_task *task);

/*
 * A sort of indices of 4 bytes may move values of 16 bytes before, so that those which the indices name are near each
 * other when they are fetched (hybrid/leading.cuh). Whether that pays is seen on the device.
 */
typedef struct tcui_sort_moving {
    const void *values;
    void *moved_values;  /* n values, apart from all else */
    uint32_t *has_moved; /* in device memory: not 0 if indices are positions in moved_values; else they are in values */
} tcui_sort_moving;

bool tcui_sort_hybrid_can_move(const tcu_context *context, const tcui_radix_sort_task *task);

/* `moving` is NULL unless reserve() was told that values may move. */
tcu_status tcui_sort_hybrid_reserve(tcu_context *context, const tcui_radix_sort_task *task, bool may_move,
                                    tcui_layout *layout);
tcu_status tcui_sort_hybrid_execute(tcu_context *context, const tcui_radix_sort_task *task,
                                    const tcui_sort_moving *moving, void *workspace);

/* ------------------------------------------------------------------------------------------------ by index --- */

/* Long whole arrays with values of 16 bytes, which are fetched when the places of all keys are known. */
bool tcui_sort_is_by_index(const tcu_context *context, const tcui_radix_sort_task *task);
bool tcui_sort_by_index_pays(const tcu_context *context, const tcui_radix_sort_task *task);
tcu_status tcui_sort_by_index_reserve(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout);
tcu_status tcui_sort_by_index_execute(tcu_context *context, const tcui_radix_sort_task *task, void *workspace);

/* ------------------------------------------------------------------------------------------------- in passes --- */

/*
 * Runs are the long segments of a task, long parts of these, or the digits of a leading pass: disjoint, in any order;
 * they may be empty. The list is in device memory, and so is how many there are. Nothing outside them is written, but in
 * what is between two passes.
 */
typedef struct tcui_sort_runs {
    uint64_t most;          /* there may be */
    const uint64_t *begins; /* positions */
    const uint64_t *ends;   /* positions behind them; all at most n */
    const uint32_t *count;  /* how many there are; more than `most`: they overlap, and none is sorted (hybrid: there is
                             * no room for them, and all of the array is sorted) */
} tcui_sort_runs;

/*
 * A digit a pass, least significant first, each with one read and one write of all keys: of the whole array, or of
 * runs. `most_runs` is 0, and `runs` NULL, where the whole array is sorted. reserve() reserves at the layout's end, so
 * that callers may have arrays of their own before it: `workspace` is where what it reserved begins.
 */
tcu_status tcui_sort_passes_reserve(tcu_context *context, const tcui_radix_sort_task *task, uint64_t most_runs,
                                    tcui_layout *layout);
tcu_status tcui_sort_passes_execute(tcu_context *context, const tcui_radix_sort_task *task, const tcui_sort_runs *runs,
                                    void *workspace);

/* TCUI_SORT_BUFFERS: as swaps_buffers() of a backend. */
bool tcui_sort_passes_swap(const tcu_context *context, const tcui_radix_sort_task *task);

#endif /* TCUI_RADIX_SORT_CUDA_PATHS_H */
