/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations by key on any backend, from operations that it has:
 *
 *     1. a compaction of the keys that begin runs: their keys, their places and how long the runs are
 *     2. the places, and n behind the last, are the offsets of segments
 *     3. a reduction or a scan of these segments
 *
 * How many segments there are is in the context's memory, and so may be how many elements there are. The host reads it
 * there; on CUDA devices kernels do, and grids are for the most that there can be, n.
 */
#ifndef TCUI_BY_KEY_RUNS_H
#define TCUI_BY_KEY_RUNS_H

#include "backend.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The reserve() and execute() of a path (primitives/context/path.h); tasks are tcui_by_key_task. */
tcu_status tcui_by_key_runs_reserve(tcu_context *context, const void *task, tcui_layout *layout);
tcu_status tcui_by_key_runs_execute(tcu_context *context, const void *task, void *workspace);

/* Segments that begin at `offsets`, *count of them; of n elements. */
tcui_segments tcui_segments_of_runs(const tcu_context *context, uint64_t n, const int64_t *offsets,
                                    const uint64_t *count);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_BY_KEY_RUNS_H */
