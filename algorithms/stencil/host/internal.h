/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the host's stencils share. */
#ifndef TCUI_STENCIL_HOST_INTERNAL_H
#define TCUI_STENCIL_HOST_INTERNAL_H

#include "work.h"

/* out = the stencil of in. */
void tcui_stencil_host_sweep(const tcui_stencil_work *work, const void *in, void *out);

/* The points of `in` become those of `out`. */
void tcui_stencil_host_copy(const tcui_stencil *stencil, const void *in, void *out);

/* Of neighbours. */
void tcui_stencil_host_reserve_difference(const tcu_context *context, const tcui_stencil_task *task,
                                          tcui_layout *layout);
void tcui_stencil_host_difference(const tcu_context *context, const tcui_stencil_task *task, void *workspace);

/* Of tcui_stencil_functions. */
tcu_status tcui_stencil_host_prepare(tcu_context *context, tcui_stencil *stencil, void **memory);
void tcui_stencil_host_release(int device, void *memory);

#endif /* TCUI_STENCIL_HOST_INTERNAL_H */
