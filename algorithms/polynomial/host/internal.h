/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the host's polynomials share. */
#ifndef TCUI_POLYNOMIAL_HOST_INTERNAL_H
#define TCUI_POLYNOMIAL_HOST_INTERNAL_H

#include "algorithms/polynomial/backend.h"

/*
 * Threads that are worth their start: one for calls of less than 2^16 steps of Horner's scheme, some 20 us of one
 * thread, which is what it takes to wake the others.
 */
static inline int tcui_polynomial_host_threads(const tcu_context *context, const tcui_polynomial_task *task,
                                               uint64_t results)
{
    const uint64_t few_steps = UINT64_C(1) << 16;
    return results < few_steps / (task->polynomials.degree + 1) ? 1 : context->properties.multiprocessors;
}

/* GRID and REDUCE. */
void tcui_polynomial_host_grid(const tcu_context *context, const tcui_polynomial_task *task);

/* BATCHED, INDEXED and SPLINE. */
void tcui_polynomial_host_own(const tcu_context *context, const tcui_polynomial_task *task);

/* Of tcui_polynomial_functions. */
tcu_status tcui_polynomial_host_allocate(tcu_context *context, size_t bytes, void **pointer);
void tcui_polynomial_host_release(int device, void *pointer);
tcu_status tcui_polynomial_host_prepare(tcu_context *context, const tcui_polynomial_source *source,
                                        const tcui_polynomials *polynomials, void *to);

#endif /* TCUI_POLYNOMIAL_HOST_INTERNAL_H */
