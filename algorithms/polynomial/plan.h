/* SPDX-License-Identifier: Apache-2.0 */
/* Plans: what a tcu_polynomial holds. */
#ifndef TCUI_POLYNOMIAL_PLAN_H
#define TCUI_POLYNOMIAL_PLAN_H

#include "backend.h"
#include "primitives/context/handle.h"

struct tcu_polynomial {
    tcui_handle handle;
    tcui_polynomial_source source; /* as the caller's coefficients lie; of which the plan keeps no pointer */
    tcui_polynomials polynomials;
    void *memory; /* the polynomials' coefficients; NULL if there are none */
};

/* The polynomials are a plan of the context's backend and device, and alive. */
tcu_status tcui_polynomial_check_plan(tcu_context *context, const tcu_polynomial *polynomial);

/* The task by the context's backend; where the host can read the count, of the points that there are. */
tcu_status tcui_polynomial_execute(tcu_context *context, const tcui_polynomial_task *task, void *workspace);

/* What else the context's backend does for polynomials. */
const tcui_polynomial_functions *tcui_polynomial_functions_of(const tcui_backend *backend);

#endif /* TCUI_POLYNOMIAL_PLAN_H */
