/* SPDX-License-Identifier: Apache-2.0 */
/* The code paths by which the CUDA backend executes stencils; paths.cu chooses. */
#ifndef TCUI_STENCIL_CUDA_PATHS_H
#define TCUI_STENCIL_CUDA_PATHS_H

#include "algorithms/stencil/backend.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A plan's memory (prepare.cu). */
tcu_status tcui_stencil_cuda_prepare(tcu_context *context, tcui_stencil *stencil, void **memory);
void tcui_stencil_cuda_release(int device, void *memory);

/* Any taps (general/kernel.cuh): every SWEEP. */
bool tcui_stencil_general_applies(const tcu_context *context, const tcui_stencil_task *task);
tcu_status tcui_stencil_general_execute(tcu_context *context, const tcui_stencil_task *task, void *workspace);

/* Small boxes and stars, line by line (sliding/kernel.cuh): SWEEP. */
bool tcui_stencil_sliding_applies(const tcu_context *context, const tcui_stencil_task *task);
bool tcui_stencil_sliding_pays(const tcu_context *context, const tcui_stencil_task *task);
tcu_status tcui_stencil_sliding_execute(tcu_context *context, const tcui_stencil_task *task, void *workspace);

/* The same with an addend to each result, `weight` times the same point of another field, which has the strides of `in`,
 * or of `out` as it was: from == out then. No boxes larger than 3 x 3 (x 3), no u8. */
typedef struct tcui_stencil_addend {
    const void *from; /* its point 0 */
    bool is_of_out;
    double weight;
} tcui_stencil_addend;

bool tcui_stencil_sliding_applies_onto(const tcu_context *context, const tcui_stencil_task *task);
tcu_status tcui_stencil_sliding_execute_onto(tcu_context *context, const tcui_stencil_task *task,
                                             const tcui_stencil_addend *addend);

/* Taps along the last axis alone (lines/kernel.cuh): SWEEP. */
bool tcui_stencil_lines_applies(const tcu_context *context, const tcui_stencil_task *task);
bool tcui_stencil_lines_pays(const tcu_context *context, const tcui_stencil_task *task);
tcu_status tcui_stencil_lines_execute(tcu_context *context, const tcui_stencil_task *task, void *workspace);

/* Boxes in a plane, products and dense ones (strips/kernel.cuh): SWEEP. */
bool tcui_stencil_separable_applies(const tcu_context *context, const tcui_stencil_task *task);
bool tcui_stencil_separable_pays(const tcu_context *context, const tcui_stencil_task *task);
tcu_status tcui_stencil_separable_execute(tcu_context *context, const tcui_stencil_task *task, void *workspace);
bool tcui_stencil_boxes_applies(const tcu_context *context, const tcui_stencil_task *task);
bool tcui_stencil_boxes_pays(const tcu_context *context, const tcui_stencil_task *task);
tcu_status tcui_stencil_boxes_execute(tcu_context *context, const tcui_stencil_task *task, void *workspace);

/* Boxes on images of bytes, on the matrix unit (images/kernel.cuh): SWEEP. */
bool tcui_stencil_images_applies(const tcu_context *context, const tcui_stencil_task *task);
bool tcui_stencil_images_pays(const tcu_context *context, const tcui_stencil_task *task);
tcu_status tcui_stencil_images_execute(tcu_context *context, const tcui_stencil_task *task, void *workspace);

/* Band matrices on the matrix unit (matrix/bands.h): SWEEPs of boxes, f16 and bf16. */
bool tcui_stencil_matrix_applies(const tcu_context *context, const tcui_stencil_task *task);
bool tcui_stencil_matrix_pays(const tcu_context *context, const tcui_stencil_task *task);
tcu_status tcui_stencil_matrix_execute(tcu_context *context, const tcui_stencil_task *task, void *workspace);

/* Several fields by passes over single ones (fields/passes.h): SWEEP. */
bool tcui_stencil_fields_applies(const tcu_context *context, const tcui_stencil_task *task);
bool tcui_stencil_fields_pays(const tcu_context *context, const tcui_stencil_task *task);
tcu_status tcui_stencil_fields_execute(tcu_context *context, const tcui_stencil_task *task, void *workspace);

/* ITERATE of several fields of which some are copies of others (fields/exchange.cu). */
bool tcui_stencil_exchange_applies(const tcu_context *context, const tcui_stencil_task *task);
bool tcui_stencil_exchange_pays(const tcu_context *context, const tcui_stencil_task *task);
tcu_status tcui_stencil_exchange_execute(tcu_context *context, const tcui_stencil_task *task, void *workspace);

/* ITERATE as so many SWEEPs (sweeps.cu). */
bool tcui_stencil_sweeps_applies(const tcu_context *context, const tcui_stencil_task *task);
tcu_status tcui_stencil_sweeps_reserve(tcu_context *context, const tcui_stencil_task *task, tcui_layout *layout);
tcu_status tcui_stencil_sweeps_execute(tcu_context *context, const tcui_stencil_task *task, void *workspace);

/* Differences of neighbours (difference/kernel.cuh): every DIFFERENCE. */
bool tcui_stencil_difference_applies(const tcu_context *context, const tcui_stencil_task *task);
tcu_status tcui_stencil_difference_reserve(tcu_context *context, const tcui_stencil_task *task, tcui_layout *layout);
tcu_status tcui_stencil_difference_execute(tcu_context *context, const tcui_stencil_task *task, void *workspace);

/* ITERATE by passes of several steps each (fused/path.cu). */
bool tcui_stencil_fused_applies(const tcu_context *context, const tcui_stencil_task *task);
bool tcui_stencil_fused_pays(const tcu_context *context, const tcui_stencil_task *task);
tcu_status tcui_stencil_fused_reserve(tcu_context *context, const tcui_stencil_task *task, tcui_layout *layout);
tcu_status tcui_stencil_fused_execute(tcu_context *context, const tcui_stencil_task *task, void *workspace);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_STENCIL_CUDA_PATHS_H */
