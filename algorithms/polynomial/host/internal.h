/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the host's polynomials share. */
#ifndef TCUI_POLYNOMIAL_HOST_INTERNAL_H
#define TCUI_POLYNOMIAL_HOST_INTERNAL_H

#include "algorithms/polynomial/backend.h"
#include "primitives/threads/share.h"

static inline int tcui_polynomial_host_threads(const tcu_context *context, const tcui_polynomial_task *task,
                                               uint64_t results)
{
    const double searched = task->form == TCUI_POLYNOMIAL_SPLINE ? TCUI_PS_POLYNOMIAL_SEARCH : 0;
    const double steps = (double)(task->polynomials.degree + 1);
    const double ps = TCUI_PS_POLYNOMIAL_STEP * steps + TCUI_PS_POLYNOMIAL_RESULT + searched;
    return tcui_threads_for_work(context, ps * (double)results);
}

/* GRID and REDUCE. */
void tcui_polynomial_host_grid(const tcu_context *context, const tcui_polynomial_task *task);

/* BATCHED, INDEXED and SPLINE. */
void tcui_polynomial_host_own(const tcu_context *context, const tcui_polynomial_task *task);

/* Of tcui_polynomial_functions. */
tcu_status tcui_polynomial_host_prepare(tcu_context *context, const tcui_polynomial_source *source,
                                        const tcui_polynomials *polynomials, void *to);

#endif /* TCUI_POLYNOMIAL_HOST_INTERNAL_H */
