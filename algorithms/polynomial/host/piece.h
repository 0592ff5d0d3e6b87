/* SPDX-License-Identifier: Apache-2.0 */
/* Which piece of a spline a point is in, by binary search, and where in the piece. */
#ifndef TCUI_POLYNOMIAL_HOST_PIECE_H
#define TCUI_POLYNOMIAL_HOST_PIECE_H

#include <math.h>

#include "points.h"

/* The last piece of `count` that begins at x or before; the first one if there is none. */
TCUI_ALWAYS_INLINE uint64_t tcui_spline_piece(tcu_type type, const void *breakpoints, uint64_t count, double x)
{
    uint64_t first = 0; /* pieces 1 ... first begin at x or before, those from first + left + 1 on do not */
    uint64_t left = count - 1;
    while (left > 0) {
        const uint64_t half = left / 2;
        const bool begins = tcui_element_load_f64(type, breakpoints, first + half + 1) <= x;
        first = begins ? first + half + 1 : first;
        left = begins ? left - half - 1 : half;
    }
    return first;
}

/* x - breakpoints[p], rounded to f32 but for f64. */
TCUI_ALWAYS_INLINE double tcui_spline_offset(tcu_type type, const void *breakpoints, uint64_t p, double x)
{
    const double difference = x - tcui_element_load_f64(type, breakpoints, p);
    /* (A difference of two f32 that f64 rounds, rounded again, is as rounded once: 53 bits are 2 * 24 + 2 or more.) */
    return type == TCU_TYPE_F64 ? difference : (double)(float)difference;
}

/* Whether a spline has a value at x: not at a NaN, nor outside if the caller says so. */
TCUI_ALWAYS_INLINE bool tcui_spline_has_value(tcu_type type, const void *breakpoints, uint64_t count, double x,
                                              tcu_spline_outside outside)
{
    if (outside == TCU_SPLINE_EXTRAPOLATE) {
        return x == x;
    }
    return tcui_element_load_f64(type, breakpoints, 0) <= x && x <= tcui_element_load_f64(type, breakpoints, count);
}

#endif /* TCUI_POLYNOMIAL_HOST_PIECE_H */
