/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One polynomial for each point: that of its batch, the one that its index names, or the piece of a spline where it is.
 * No two points need share a polynomial, so there is no product of matrices. A spline of 4 pieces, one of them empty:
 *
 *     breakpoints   0    1    1    3    6             x = 0.5  is in piece 0, at 0.5 - 0
 *     pieces          0    1    2    3                x = 1    in piece 2, the last one that begins there, at 0
 *                                                     x = 4    in piece 3, at 4 - 3
 *                                                     x = 6    in piece 3, at 3; x = 7 too, at 4, or NaN
 */
#include <math.h>

#include "internal.h"

/* A value and its derivatives that are to be written. */
typedef struct evaluation {
    uint64_t p;     /* the polynomial */
    double x;       /* the point, from the breakpoint where there are breakpoints */
    uint64_t at;    /* the element of the value; of the derivatives: */
    uint64_t plane; /* so many elements further each */
    bool is_nan;    /* whatever the polynomial */
} evaluation;

static evaluation of_batch(const tcui_polynomial_task *task, uint64_t p, uint64_t i)
{
    return (evaluation){.p = p,
                        .x = tcui_reference_load(task->type, task->points, p * task->point_stride + i),
                        .at = p * task->out_stride + i,
                        .plane = task->polynomials.count * task->out_stride};
}

/* A negative index is 2^63 or more without its sign: beyond the last polynomial. */
static uint64_t index_at(tcu_type type, const void *indices, uint64_t i)
{
    switch (type) {
    case TCU_TYPE_I32:
        return (uint64_t)((const int32_t *)indices)[i];
    case TCU_TYPE_U32:
        return ((const uint32_t *)indices)[i];
    default:
        return ((const uint64_t *)indices)[i];
    }
}

static evaluation of_index(const tcui_polynomial_task *task, uint64_t i)
{
    const uint64_t p = index_at(task->index_type, task->indices, i);
    return (evaluation){.p = p,
                        .x = tcui_reference_load(task->type, task->points, i),
                        .at = i,
                        .plane = task->out_stride,
                        .is_nan = p >= task->polynomials.count};
}

/* The last piece that begins at x or before it; the first one if there is none. */
static uint64_t piece_of(const tcui_polynomial_task *task, double x)
{
    uint64_t piece = 0, end = task->polynomials.count; /* it is piece, ... or end - 1 */
    while (end - piece > 1) {
        const uint64_t middle = piece + (end - piece) / 2;
        if (tcui_reference_load(task->type, task->breakpoints, middle) <= x) {
            piece = middle;
        } else {
            end = middle;
        }
    }
    return piece;
}

static evaluation of_spline(const tcui_polynomial_task *task, uint64_t i)
{
    const double x = tcui_reference_load(task->type, task->points, i);
    const double first = tcui_reference_load(task->type, task->breakpoints, 0);
    const double last = tcui_reference_load(task->type, task->breakpoints, task->polynomials.count);
    const uint64_t piece = piece_of(task, x);
    const double offset = x - tcui_reference_load(task->type, task->breakpoints, piece);
    return (evaluation){.p = piece,
                        .x = task->type == TCU_TYPE_F64 ? offset : (double)(float)offset,
                        .at = i,
                        .plane = task->out_stride,
                        .is_nan = isnan(x) || (task->outside == TCU_SPLINE_NAN && !(first <= x && x <= last))};
}

static void evaluate(const tcui_polynomial_task *task, const evaluation *e)
{
    const tcui_series s = tcui_series_of(task);
    const double t = tcui_polynomial_variable(&task->polynomials, e->x);
    for (uint64_t j = 0; j < task->polynomials.planes; j++) {
        const double value = e->is_nan ? (double)NAN : tcui_series_value(&s, j * task->polynomials.count + e->p, t);
        tcui_reference_store(task->out_type, task->out, e->at + j * e->plane, value);
    }
}

void tcui_polynomial_reference_own(const tcui_polynomial_task *task)
{
    const uint64_t batches = task->form == TCUI_POLYNOMIAL_BATCHED ? task->polynomials.count : 1;
    for (uint64_t p = 0; p < batches; p++) {
        for (uint64_t i = 0; i < task->n; i++) {
            const evaluation e = task->form == TCUI_POLYNOMIAL_BATCHED   ? of_batch(task, p, i)
                                 : task->form == TCUI_POLYNOMIAL_INDEXED ? of_index(task, i)
                                                                         : of_spline(task, i);
            evaluate(task, &e);
        }
    }
}
