/* SPDX-License-Identifier: Apache-2.0 */
/* The two ways in which the CUDA backend reduces; reduce_cuda.cu chooses. Each plans and executes like a backend. */
#ifndef TCUI_REDUCE_CUDA_H
#define TCUI_REDUCE_CUDA_H

#include "reduce_backend.h"

/* Whole arrays: slices of vectors, then the slices' sums (reduce_flat_cuda.cu). */
tcu_status tcui_reduce_flat_plan(tcu_context *context, const tcui_reduce_task *task, tcui_layout *layout);
tcu_status tcui_reduce_flat_execute(tcu_context *context, const tcui_reduce_task *task, void *workspace);

/* Every kind of segment, by tiles (reduce_tiles_cuda.cu). */
tcu_status tcui_reduce_tiles_plan(tcu_context *context, const tcui_reduce_task *task, tcui_layout *layout);
tcu_status tcui_reduce_tiles_execute(tcu_context *context, const tcui_reduce_task *task, void *workspace);

#endif /* TCUI_REDUCE_CUDA_H */
