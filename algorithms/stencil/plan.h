/* SPDX-License-Identifier: Apache-2.0 */
/* Plans: what a tcu_stencil holds. */
#ifndef TCUI_STENCIL_PLAN_H
#define TCUI_STENCIL_PLAN_H

#include "backend.h"
#include "primitives/context/handle.h"

struct tcu_stencil {
    tcui_handle handle;
    tcui_stencil stencil;
    uint64_t in_elements, out_elements; /* that `in` and `out` extend over */
    tcui_tap *taps;                     /* the stencil's */
    void *memory;                       /* the backend's; NULL if there is none */
};

/* The stencil is a plan of the context's backend and device, and alive. */
tcu_status tcui_stencil_check_plan(tcu_context *context, const tcu_stencil *stencil);

/* tcu_stencil_create() after tcui_begin(). */
tcu_status tcui_stencil_create_plan(tcu_context *context, const tcu_stencil_desc *desc, tcu_stencil **stencil);

#endif /* TCUI_STENCIL_PLAN_H */
