/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the reference's polynomials share. */
#ifndef TCUI_POLYNOMIAL_REFERENCE_INTERNAL_H
#define TCUI_POLYNOMIAL_REFERENCE_INTERNAL_H

#include "algorithms/polynomial/backend.h"
#include "primitives/tile/reference/tile.h"

/* Ready polynomials, whose coefficients are f64 or f32. */
typedef struct tcui_series {
    const tcui_polynomials *polynomials;
    tcu_type type;
} tcui_series;

static inline tcui_series tcui_series_of(const tcui_polynomial_task *task)
{
    return (tcui_series){&task->polynomials, task->type == TCU_TYPE_F64 ? TCU_TYPE_F64 : TCU_TYPE_F32};
}

/* c_k of a row; 0 behind the last one. */
static inline double tcui_series_coefficient(const tcui_series *s, uint64_t row, uint64_t k)
{
    const tcui_polynomials *p = s->polynomials;
    return k <= p->degree ? tcui_reference_load(s->type, p->coefficients, row * p->stride + k) : 0;
}

/* horner.c: a row at t, by the scheme of the basis. */
double tcui_series_value(const tcui_series *s, uint64_t row, double t);

/* steps.c: t^15 ... t^0 of 16 points as rows of B, and y = t^16 as a sum of two numbers. */
typedef struct tcui_series_powers {
    double t[TCUI_REFERENCE_EDGE];
    tcui_reference_tile B;
    double y[TCUI_REFERENCE_EDGE], y_low[TCUI_REFERENCE_EDGE];
} tcui_series_powers;

tcui_series_powers tcui_series_powers_of(const double t[TCUI_REFERENCE_EDGE]);

/* C[r][i]: row first + r, r < num_rows <= 16, at point i. */
tcui_reference_tile tcui_series_tile(const tcui_series *s, uint64_t first, uint64_t num_rows,
                                     const tcui_series_powers *powers);

/* grid.c: GRID and REDUCE, by steps or by the scheme of the basis. own.c: BATCHED, INDEXED and SPLINE. */
void tcui_polynomial_reference_grid(const tcui_polynomial_task *task, bool by_steps);
void tcui_polynomial_reference_own(const tcui_polynomial_task *task);

/* derivatives.c: of tcui_polynomial_functions. */
tcu_status tcui_polynomial_reference_prepare(tcu_context *context, const tcui_polynomial_source *source,
                                             const tcui_polynomials *polynomials, void *to);

#endif /* TCUI_POLYNOMIAL_REFERENCE_INTERNAL_H */
