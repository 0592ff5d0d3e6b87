/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of strips, by type (instances/). */
#ifndef TCUI_STENCIL_STRIPS_INSTANCES_H
#define TCUI_STENCIL_STRIPS_INSTANCES_H

#include "algorithms/stencil/backend.h"

#ifdef __cplusplus
extern "C" {
#endif

tcu_status tcui_stencil_strips_f64(tcu_context *context, const tcui_stencil_task *task, bool is_product);
tcu_status tcui_stencil_strips_f32(tcu_context *context, const tcui_stencil_task *task, bool is_product);
tcu_status tcui_stencil_strips_f16(tcu_context *context, const tcui_stencil_task *task, bool is_product);
tcu_status tcui_stencil_strips_bf16(tcu_context *context, const tcui_stencil_task *task, bool is_product);
tcu_status tcui_stencil_strips_u8(tcu_context *context, const tcui_stencil_task *task, bool is_product);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_STENCIL_STRIPS_INSTANCES_H */
