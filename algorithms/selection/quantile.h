/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The arithmetic of quantiles, which is the same on the host and in kernels (selection.h): the places of the order that
 * one is made of, and what it is between them. Where kernels are compiled products and sums would be contracted, which
 * rounds differently, so each is rounded by itself.
 */
#ifndef TCUI_QUANTILE_H
#define TCUI_QUANTILE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "tcu/selection.h"

#ifdef __CUDACC__
#define TCUI_QUANTILE_FUNCTION static __host__ __device__ inline
#else
#define TCUI_QUANTILE_FUNCTION static inline
#endif

/* A quantile lies between the keys of two ranks, t of the way. If t is 0 it is the key of rank `low`. */
typedef struct tcui_quantile_place {
    uint64_t low, high;
    double t;
} tcui_quantile_place;

TCUI_QUANTILE_FUNCTION double tcui_quantile_times(double a, double b)
{
#ifdef __CUDA_ARCH__
    return __dmul_rn(a, b);
#else
    return a * b;
#endif
}

TCUI_QUANTILE_FUNCTION double tcui_quantile_plus(double a, double b)
{
#ifdef __CUDA_ARCH__
    return __dadd_rn(a, b);
#else
    return a + b;
#endif
}

/* Of m elements, 1 or more. (m - 1 may be rounded up, so places are held against it.) */
TCUI_QUANTILE_FUNCTION tcui_quantile_place tcui_quantile_place_of(double q, uint64_t m, tcu_quantile_method method)
{
    const uint64_t last = m - 1;
    const double h = tcui_quantile_times(q, (double)last), floor_h = floor(h);
    tcui_quantile_place place;
    place.low = floor_h < (double)last ? (uint64_t)floor_h : last;
    place.t = place.low < last ? h - floor_h : 0;
    place.high = place.t > 0 ? place.low + 1 : place.low;
    switch (method) {
    case TCU_QUANTILE_LINEAR:
        return place;
    case TCU_QUANTILE_MIDPOINT:
        place.t = place.t > 0 ? 0.5 : 0;
        return place;
    case TCU_QUANTILE_HIGHER:
        place.low = place.high;
        break;
    case TCU_QUANTILE_NEAREST:
        if (place.t > 0.5 || (place.t == 0.5 && place.low % 2 == 1)) {
            place.low = place.high;
        }
        break;
    default:
        break;
    }
    place.high = place.low;
    place.t = 0;
    return place;
}

/* Between the keys a <= b of a place, 0 < t < 1. */
TCUI_QUANTILE_FUNCTION double tcui_quantile_between(double a, double b, double t)
{
    const double difference = tcui_quantile_plus(b, -a), rest = tcui_quantile_plus(1, -t);
    if (a == b) {
        return a;
    }
    if (!(difference <= 1.7976931348623157e308)) {
        return tcui_quantile_plus(tcui_quantile_times(a, rest), tcui_quantile_times(b, t));
    }
    return t < 0.5 ? tcui_quantile_plus(a, tcui_quantile_times(difference, t))
                   : tcui_quantile_plus(b, -tcui_quantile_times(difference, rest));
}

#endif /* TCUI_QUANTILE_H */
