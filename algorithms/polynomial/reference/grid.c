/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All polynomials at all points, a tile of 16 polynomials x 16 points after the other: written, or reduced over the
 * polynomials. Three polynomials at the points 0, infinity and 1:
 *
 *     p = 0:  2 + 5 x   |  2  inf  7 |     largest  |  4 NaN  7 |  of p = | 1 1 0 |
 *     p = 1:  4 + 0 x   |  4  NaN  4 |     smallest |  2 NaN  4 |         | 0 1 1 |
 *     p = 2:  4 +   x   |  4  inf  5 |     sum      | 10 NaN 16 |
 *
 * Of equal values the first one counts; a NaN is both larger and smaller than any number, and 0 times infinity is one.
 * Derivative j of polynomial p is row j P + p; each j is a plane, which is reduced by itself.
 */
#include <math.h>

#include "internal.h"

enum { EDGE = TCUI_REFERENCE_EDGE };

/* 16 points and rows first ... first + rows - 1. */
typedef struct part {
    uint64_t point, points;
    uint64_t first, rows;
} part;

static uint64_t at_most_16(uint64_t left)
{
    return left < EDGE ? left : EDGE;
}

static tcui_reference_tile tile_of(const tcui_series *s, const part *at, const tcui_series_powers *powers,
                                   bool by_steps)
{
    if (by_steps) {
        return tcui_series_tile(s, at->first, at->rows, powers);
    }
    tcui_reference_tile C = {{{0}}};
    for (uint64_t r = 0; r < at->rows; r++) {
        for (uint64_t i = 0; i < at->points; i++) {
            C.at[r][i] = tcui_series_value(s, at->first + r, powers->t[i]);
        }
    }
    return C;
}

static void write_tile(const tcui_polynomial_task *task, const part *at, const tcui_reference_tile *C)
{
    for (uint64_t r = 0; r < at->rows; r++) {
        for (uint64_t i = 0; i < at->points; i++) {
            const uint64_t row = at->first + r, column = at->point + i;
            const uint64_t element =
                task->order == TCU_ORDER_ROW_MAJOR ? row * task->out_stride + column : column * task->out_stride + row;
            tcui_reference_store(task->out_type, task->out, element, C->at[r][i]);
        }
    }
}

/* What a plane comes to at 16 points. */
typedef struct reduced {
    double value[EDGE];
    uint64_t which[EDGE];
} reduced;

static reduced reduced_from_nothing(tcu_polynomial_reduction reduction)
{
    reduced nothing = {{0}, {0}};
    for (int i = 0; i < EDGE && reduction != TCU_POLYNOMIAL_SUM; i++) {
        nothing.value[i] = reduction == TCU_POLYNOMIAL_MAX ? -INFINITY : INFINITY;
    }
    return nothing;
}

/* The tile's rows are polynomials p, p + 1, ... */
static void reduce_tile(tcu_polynomial_reduction reduction, const part *at, uint64_t p, const tcui_reference_tile *C,
                        reduced *so_far)
{
    for (uint64_t r = 0; r < at->rows; r++) {
        for (uint64_t i = 0; i < at->points; i++) {
            const double value = C->at[r][i], before = so_far->value[i];
            if (reduction == TCU_POLYNOMIAL_SUM) {
                so_far->value[i] = before + value;
                continue;
            }
            const bool is_better = reduction == TCU_POLYNOMIAL_MAX ? value > before : value < before;
            if (is_better || (isnan(value) && !isnan(before))) {
                so_far->value[i] = value;
                so_far->which[i] = p + r;
            }
        }
    }
}

static void write_reduced(const tcui_polynomial_task *task, const part *at, uint64_t plane, const reduced *result)
{
    for (uint64_t i = 0; i < at->points; i++) {
        const uint64_t element = plane * task->out_stride + at->point + i;
        if (task->out != NULL) {
            tcui_reference_store(task->out_type, task->out, element, result->value[i]);
        }
        if (task->which != NULL) {
            task->which[element] = result->which[i];
        }
    }
}

/* Of no polynomials points are not read, and may be NULL. */
static tcui_series_powers load_points(const tcui_polynomial_task *task, const part *at)
{
    double t[EDGE] = {0};
    for (uint64_t i = 0; i < at->points && task->polynomials.count > 0; i++) {
        t[i] =
            tcui_polynomial_variable(&task->polynomials, tcui_reference_load(task->type, task->points, at->point + i));
    }
    return tcui_series_powers_of(t);
}

void tcui_polynomial_reference_grid(const tcui_polynomial_task *task, bool by_steps)
{
    const tcui_series s = tcui_series_of(task);
    const uint64_t count = task->polynomials.count;
    const bool reduces = task->form == TCUI_POLYNOMIAL_REDUCE;
    for (uint64_t point = 0; point < task->n; point += EDGE) {
        part at = {.point = point, .points = at_most_16(task->n - point)};
        const tcui_series_powers powers = load_points(task, &at);
        for (uint64_t plane = 0; plane < task->polynomials.planes; plane++) {
            reduced result = reduced_from_nothing(task->reduction);
            for (uint64_t p = 0; p < count; p += EDGE) {
                at.first = plane * count + p;
                at.rows = at_most_16(count - p);
                const tcui_reference_tile C = tile_of(&s, &at, &powers, by_steps);
                if (reduces) {
                    reduce_tile(task->reduction, &at, p, &C, &result);
                } else {
                    write_tile(task, &at, &C);
                }
            }
            if (reduces) {
                write_reduced(task, &at, plane, &result);
            }
        }
    }
}
