/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which pieces of a spline points are in, by binary search, and where in these. The searches of a block of points take
 * their steps together, as all have the same number of them: none waits for another one's loads, and no branch depends
 * on a point. (Points in a random order in 1024 pieces: 7 to 11 ns each, by a loop of searches 17.)
 */
#ifndef TCUI_POLYNOMIAL_HOST_PIECE_H
#define TCUI_POLYNOMIAL_HOST_PIECE_H

#include <math.h>

#include "horner.h"

/* The last pieces of `count` that begin at x[i] or before, 0 <= i < n <= 32; the first one if there is none. */
TCUI_ALWAYS_INLINE void tcui_spline_find(tcu_type type, const void *breakpoints, uint64_t count, const double *x, int n,
                                         uint64_t *piece)
{
    double begin[TCUI_HORNER_LANES];
    for (int i = 0; i < n; i++) {
        piece[i] = 0;
    }
    /* The piece is one of `left` from piece[i] on. */
    for (uint64_t left = count; left > 1; left -= left / 2) {
        const uint64_t half = left / 2;
        for (int i = 0; i < n; i++) {
            begin[i] = tcui_element_load_f64(type, breakpoints, piece[i] + half);
        }
        for (int i = 0; i < n; i++) {
            piece[i] += half & tcui_mask_u64(begin[i] <= x[i]); /* (by masks: see half.h) */
        }
    }
}

/* x - breakpoints[p], rounded to f32 but for f64. */
TCUI_ALWAYS_INLINE double tcui_spline_offset(tcu_type type, const void *breakpoints, uint64_t p, double x)
{
    const double difference = x - tcui_element_load_f64(type, breakpoints, p);
    /* (A difference of two f32 that f64 rounds, rounded again, is as rounded once: 53 bits are 2 * 24 + 2 or more.) */
    return type == TCU_TYPE_F64 ? difference : (double)(float)difference;
}

/* Where a spline has values: from `lower` to `upper`; at no NaN. */
typedef struct tcui_spline_range {
    double lower, upper;
} tcui_spline_range;

TCUI_ALWAYS_INLINE tcui_spline_range tcui_spline_range_of(tcu_type type, const void *breakpoints, uint64_t count,
                                                          tcu_spline_outside outside)
{
    if (outside == TCU_SPLINE_EXTRAPOLATE) {
        return (tcui_spline_range){-INFINITY, INFINITY};
    }
    return (tcui_spline_range){tcui_element_load_f64(type, breakpoints, 0),
                               tcui_element_load_f64(type, breakpoints, count)};
}

/* Pieces of x[i], 0 <= i < n, places in them, `t`, and masks of those that have a value. Returns whether all have one. */
TCUI_ALWAYS_INLINE bool tcui_spline_places(const tcui_polynomial_task *task, tcu_type type, const double *x, int n,
                                           uint64_t *piece, double *t, uint64_t *valid)
{
    const uint64_t count = task->polynomials.count;
    const tcui_spline_range range = tcui_spline_range_of(type, task->breakpoints, count, task->outside);
    tcui_spline_find(type, task->breakpoints, count, x, n, piece);
    uint64_t all_valid = ~UINT64_C(0);
    for (int i = 0; i < n; i++) {
        valid[i] = tcui_mask_u64(range.lower <= x[i]) & tcui_mask_u64(x[i] <= range.upper);
        t[i] = tcui_spline_offset(type, task->breakpoints, piece[i], x[i]);
        all_valid &= valid[i];
    }
    return all_valid != 0;
}

#endif /* TCUI_POLYNOMIAL_HOST_PIECE_H */
