/* SPDX-License-Identifier: Apache-2.0 */
/* The code paths by which the CUDA backend reduces; paths.cu chooses. Each reserves and executes like a backend. */
#ifndef TCUI_REDUCE_CUDA_PATHS_H
#define TCUI_REDUCE_CUDA_PATHS_H

#include "primitives/reduce/backend.h"

/* Segments of one size: a thread for each (threads.cu), a few lanes (lanes.cu), or a warp for each or for a run of
 * them (warps.cu). They need no workspace. */
tcu_status tcui_reduce_threads_execute(tcu_context *context, const tcui_reduce_task *task, void *);
tcu_status tcui_reduce_lanes_execute(tcu_context *context, const tcui_reduce_task *task, void *);
tcu_status tcui_reduce_warps_execute(tcu_context *context, const tcui_reduce_task *task, void *);

/* Blocks for chunks of each, then the chunks' sums; whole arrays too (chunks.cu). Their workspace is enough for
 * tcui_reduce_array_execute() too. */
tcu_status tcui_reduce_chunks_reserve(tcu_context *context, const tcui_reduce_task *task, tcui_layout *layout);
tcu_status tcui_reduce_chunks_execute(tcu_context *context, const tcui_reduce_task *task, void *workspace);

/* Whole arrays of up to some MB, with plain adds: a block, a cluster, or a grid of chunks (array.cu); and whether a
 * task is one. */
bool tcui_reduce_array_takes(const tcu_context *context, const tcui_reduce_task *task);
/* Whether one block or one cluster sums it, wherever it lies; else chunks' workspace is enough. */
bool tcui_reduce_array_needs_no_workspace(const tcu_context *context, const tcui_reduce_task *task);
tcu_status tcui_reduce_array_execute(tcu_context *context, const tcui_reduce_task *task, void *workspace);

/* Segments by offsets: blocks for tiles, then the parts of segments that cross tiles (offsets.cu). */
tcu_status tcui_reduce_offsets_reserve(tcu_context *context, const tcui_reduce_task *task, tcui_layout *layout);
tcu_status tcui_reduce_offsets_execute(tcu_context *context, const tcui_reduce_task *task, void *workspace);

/* Reproducible sums, of all segments (reproducible.cu). */
tcu_status tcui_reduce_reproducible_reserve(tcu_context *context, const tcui_reduce_task *task, tcui_layout *layout);
tcu_status tcui_reduce_reproducible_execute(tcu_context *context, const tcui_reduce_task *task, void *workspace);

/* See tcui_reduce_extension (results.cu). */
tcu_status tcui_reduce_write_results(tcu_context *context, void *to, const void *from, uint64_t element,
                                     size_t element_bytes, const tcui_segments *segments);

#endif /* TCUI_REDUCE_CUDA_PATHS_H */
