/* SPDX-License-Identifier: Apache-2.0 */
/* The code paths by which the CUDA backend computes convolution layers; paths.cu chooses. */
#ifndef TCUI_CONVOLUTION_LAYER_CUDA_PATHS_H
#define TCUI_CONVOLUTION_LAYER_CUDA_PATHS_H

#include "algorithms/convolution_layer/backend.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Products of 16 filters and 8 windows (matrix/kernel.cuh): f16 and bf16. */
bool tcui_convolution_layer_matrix_applies(const tcu_context *context, const tcui_convolution_layer_task *task);
bool tcui_convolution_layer_matrix_pays(const tcu_context *context, const tcui_convolution_layer_task *task);
tcu_status tcui_convolution_layer_matrix_reserve(tcu_context *context, const tcui_convolution_layer_task *task,
                                                 tcui_layout *layout);
tcu_status tcui_convolution_layer_matrix_execute(tcu_context *context, const tcui_convolution_layer_task *task,
                                                 void *workspace);

/* Multiply-adds of f32 (plain/kernel.cuh): all types. */
tcu_status tcui_convolution_layer_plain_execute(tcu_context *context, const tcui_convolution_layer_task *task,
                                                void *workspace);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_CONVOLUTION_LAYER_CUDA_PATHS_H */
