/* SPDX-License-Identifier: Apache-2.0 */
/* Passes of several steps: one function for each kind of grid and type, and what chooses among them. */
#ifndef TCUI_STENCIL_FUSED_H
#define TCUI_STENCIL_FUSED_H

#include "algorithms/stencil/backend.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One pass of so many steps, a power of 2, from sweep->in to sweep->out. */
typedef tcu_status tcui_fused_pass(tcu_context *context, const tcui_stencil_task *sweep, int steps);

/*
 * Whether a kind of kernel can make steps of a stencil, whether it is worth it, and how many steps a pass makes at most, a
 * power of 2. Stencils along the last axis (line/kernel.cuh):
 */
bool tcui_fused_line_fits(const tcui_stencil *stencil);
bool tcui_fused_line_pays(const tcui_stencil *stencil);
int tcui_fused_line_steps(const tcui_stencil *stencil);
tcui_fused_pass tcui_fused_line_f64, tcui_fused_line_f32, tcui_fused_line_f16, tcui_fused_line_bf16;

/* Stencils of radius 1 on planes (plane/kernel.cuh): */
bool tcui_fused_plane_fits(const tcui_stencil *stencil);
bool tcui_fused_plane_pays(const tcui_stencil *stencil);
int tcui_fused_plane_steps(const tcui_stencil *stencil);

/* Stars of radius 1 in space (space/kernel.cuh): */
bool tcui_fused_space_fits(const tcui_stencil *stencil);
bool tcui_fused_space_pays(const tcui_stencil *stencil);
int tcui_fused_space_steps(const tcui_stencil *stencil);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_STENCIL_FUSED_H */
