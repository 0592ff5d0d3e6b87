/* SPDX-License-Identifier: Apache-2.0 */
/* The code paths by which the CUDA backend evaluates polynomials; paths.cu chooses. */
#ifndef TCUI_POLYNOMIAL_CUDA_PATHS_H
#define TCUI_POLYNOMIAL_CUDA_PATHS_H

#include "algorithms/polynomial/backend.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of what a type is evaluated in. */
static inline size_t tcui_polynomial_computed_bytes(tcu_type type)
{
    return type == TCU_TYPE_F64 ? 8 : 4;
}

/* A plan's memory and coefficients (prepare.cu). */
tcu_status tcui_polynomial_cuda_allocate(tcu_context *context, size_t bytes, void **pointer);
tcu_status tcui_polynomial_cuda_wait(tcu_context *context);
void tcui_polynomial_cuda_release(int device, void *pointer);
tcu_status tcui_polynomial_cuda_prepare(tcu_context *context, const tcui_polynomial_source *source,
                                        const tcui_polynomials *polynomials, void *to);

/* Horner's scheme (plain/kernel.cuh): every form but INDEXED and SPLINE. */
bool tcui_polynomial_plain_applies(const tcu_context *context, const tcui_polynomial_task *task);
tcu_status tcui_polynomial_plain_reserve(tcu_context *context, const tcui_polynomial_task *task, tcui_layout *layout);
tcu_status tcui_polynomial_plain_execute(tcu_context *context, const tcui_polynomial_task *task, void *workspace);

/* All values that 16-bit points have, looked up (values/kernel.cuh): GRID and BATCHED. */
bool tcui_polynomial_values_applies(const tcu_context *context, const tcui_polynomial_task *task);
bool tcui_polynomial_values_pays(const tcu_context *context, const tcui_polynomial_task *task);
tcu_status tcui_polynomial_values_reserve(tcu_context *context, const tcui_polynomial_task *task, tcui_layout *layout);
tcu_status tcui_polynomial_values_execute(tcu_context *context, const tcui_polynomial_task *task, void *workspace);

/* A polynomial for each point (table/kernel.cuh): INDEXED, SPLINE and BATCHED. */
bool tcui_polynomial_table_applies(const tcu_context *context, const tcui_polynomial_task *task);
bool tcui_polynomial_table_pays(const tcu_context *context, const tcui_polynomial_task *task);
tcu_status tcui_polynomial_table_execute(tcu_context *context, const tcui_polynomial_task *task, void *workspace);

/* Products of 16 polynomials' coefficients and powers of 8 points (grid/kernel.cuh): GRID and REDUCE. */
bool tcui_polynomial_grid_applies(const tcu_context *context, const tcui_polynomial_task *task);
bool tcui_polynomial_grid_pays(const tcu_context *context, const tcui_polynomial_task *task);
tcu_status tcui_polynomial_grid_reserve(tcu_context *context, const tcui_polynomial_task *task, tcui_layout *layout);
tcu_status tcui_polynomial_grid_execute(tcu_context *context, const tcui_polynomial_task *task, void *workspace);

/* Products of 16 points' powers and coefficients of 8 giant steps (giant/kernel.cuh): GRID and BATCHED. */
bool tcui_polynomial_giant_applies(const tcu_context *context, const tcui_polynomial_task *task);
bool tcui_polynomial_giant_pays(const tcu_context *context, const tcui_polynomial_task *task);
tcu_status tcui_polynomial_giant_execute(tcu_context *context, const tcui_polynomial_task *task, void *workspace);
tcu_status tcui_polynomial_giant_f64(tcu_context *context, const tcui_polynomial_task *task);
tcu_status tcui_polynomial_giant_f16(tcu_context *context, const tcui_polynomial_task *task);
tcu_status tcui_polynomial_giant_bf16(tcu_context *context, const tcui_polynomial_task *task);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_POLYNOMIAL_CUDA_PATHS_H */
