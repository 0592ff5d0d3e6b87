/* SPDX-License-Identifier: Apache-2.0 */
/* The code paths by which the CUDA backend forms moments; paths.cu chooses. Each reserves and executes like a backend. */
#ifndef TCUI_MOMENTS_CUDA_PATHS_H
#define TCUI_MOMENTS_CUDA_PATHS_H

#include "algorithms/moments/backend.h"

/* Reproducible moments of all segments (reproducible.cu). */
tcu_status tcui_moments_reproducible_reserve(tcu_context *context, const tcui_moments_task *task, tcui_layout *layout);
tcu_status tcui_moments_reproducible_execute(tcu_context *context, const tcui_moments_task *task, void *workspace);

/* Segments of one size: a few lanes or a warp for each (warps.cu); blocks for chunks of each, then the chunks' parts
 * (chunks.cu). */
tcu_status tcui_moments_warps_execute(tcu_context *context, const tcui_moments_task *task, void *);
tcu_status tcui_moments_chunks_reserve(tcu_context *context, const tcui_moments_task *task, tcui_layout *layout);
tcu_status tcui_moments_chunks_execute(tcu_context *context, const tcui_moments_task *task, void *workspace);

/* Segments by offsets: a few lanes or a warp for each, and blocks for tiles of those that are longer (offsets.cu). The
 * first is a part of the second: segments of up to `longest` elements, by warps.cu. */
tcu_status tcui_moments_warps_by_offsets(tcu_context *context, const tcui_moments_task *task, uint64_t longest);
tcu_status tcui_moments_offsets_reserve(tcu_context *context, const tcui_moments_task *task, tcui_layout *layout);
tcu_status tcui_moments_offsets_execute(tcu_context *context, const tcui_moments_task *task, void *workspace);

/* Columns of a matrix (columns.cu). */
tcu_status tcui_moments_columns_reserve(tcu_context *context, const tcui_moments_task *task, tcui_layout *layout);
tcu_status tcui_moments_columns_execute(tcu_context *context, const tcui_moments_task *task, void *workspace);

#endif /* TCUI_MOMENTS_CUDA_PATHS_H */
