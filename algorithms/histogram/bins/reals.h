/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Even bins of reals: floor((x - lower) * B / (upper - lower)) for doubles lower <= x < upper, exactly.
 *
 * The estimate y = (x - lower) * scale, scale = B / (upper - lower), has four roundings, so |y - exact| < B * 2^-50.
 * Where no integer is so near to y, floor(y) is the bin. Otherwise let r be that integer: x is at or above the edge
 * between the bins r - 1 and r if
 *
 *     B * x + (r - B) * lower - r * upper >= 0,
 *
 * a sum of three products of a double and an integer of 32 bits, whose sign is found in integer arithmetic. Data that
 * lie on edges are common (numbers 0 to 255 in bins of width 1), and in nearly all of them x, lower and upper are
 * multiples of a unit, 2^-61 of the power of two above lower and upper: then (x - lower) * B >= r * (upper - lower) in
 * such units.
 */
#ifndef TCUI_HISTOGRAM_BINS_REALS_H
#define TCUI_HISTOGRAM_BINS_REALS_H

#include <float.h>
#include <math.h>
#include <string.h>

#include "algorithms/histogram/backend.h"
#include "wide.h"

typedef struct tcui_real_bins {
    double lower, upper;
    double scale, margin; /* margin < 0: no estimate is near an edge, all are exact */
    int64_t num_bins;
    bool estimated; /* false: the scale is beyond the range of normal doubles, and all is done exactly */
    bool in_units;  /* lower and upper are multiples of the unit */
    double units;   /* of 1 */
    int64_t lower_units, width_units;
} tcui_real_bins;

enum { TCUI_UNIT_BITS = 61 };

/* x as a number of units, |x| < 2^61 of them; false if it is no multiple. The product is one by a power of two, exact
 * unless it underflows, and then 0 or no integer. */
TCUI_ON_DEVICE_TOO static inline bool tcui_to_units(double units, double x, int64_t *count)
{
    const double product = x * units;
    *count = (int64_t)product;
    return (double)*count == product && (*count != 0 || x == 0);
}

static inline tcui_real_bins tcui_real_bins_of(const tcui_even_reals *reals, uint64_t num_bins)
{
    tcui_real_bins bins;
    bins.lower = reals->lower;
    bins.upper = reals->upper;
    bins.num_bins = (int64_t)num_bins;
    bins.lower_units = 0;
    const double width = reals->upper - reals->lower; /* infinite where it is more than DBL_MAX: then scale is 0 */
    bins.scale = (double)num_bins / width;
    bins.margin = (double)num_bins * 0x1p-50;
    bins.estimated = bins.scale >= DBL_MIN && bins.scale <= DBL_MAX;

    /* From 0 on and with a power of two as the scale nothing is rounded. (The scale was not, either: doubles beside
     * B / 2^k are too far from it for their quotients to be rounded to 2^k.) */
    int exponent;
    if (reals->lower == 0 && frexp(bins.scale, &exponent) == 0.5) {
        bins.margin = -1;
    }

    frexp(fmax(fabs(reals->lower), fabs(reals->upper)), &exponent);
    bins.units = ldexp(1, TCUI_UNIT_BITS - exponent);
    int64_t upper_units = 0;
    bins.in_units = bins.units <= DBL_MAX && tcui_to_units(bins.units, reals->lower, &bins.lower_units) &&
                    tcui_to_units(bins.units, reals->upper, &upper_units);
    bins.width_units = upper_units - bins.lower_units;
    return bins;
}

/* digits * 2^exponent; 2^119 <= |digits| < 2^120, or digits is 0. */
typedef struct tcui_term {
    tcui_i128 digits;
    int exponent;
} tcui_term;

enum { TCUI_TERM_DIGITS = 120 };

/* Leading zeros of a number that is not 0. */
TCUI_ON_DEVICE_TOO static inline int tcui_leading_zeros(tcui_u128 x)
{
    int zeros = 0;
    for (int half = 64; half > 0; half /= 2) {
        if (x >> (128 - half) == 0) {
            x <<= half;
            zeros += half;
        }
    }
    return zeros;
}

/* x * factor, |factor| < 2^32, exactly. */
TCUI_ON_DEVICE_TOO static inline tcui_term tcui_term_of(double x, int64_t factor)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int stored = (int)(bits >> 52 & 0x7ff);
    const uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    const uint64_t mantissa = stored > 0 ? fraction | UINT64_C(1) << 52 : fraction;
    tcui_term term = {0, (stored > 0 ? stored : 1) - 1075};
    const bool negative = (bits >> 63 != 0) != (factor < 0);
    const tcui_u128 magnitude = (tcui_u128)mantissa * (uint64_t)(factor < 0 ? -factor : factor);
    if (magnitude != 0) {
        const int shift = tcui_leading_zeros(magnitude) - (128 - TCUI_TERM_DIGITS);
        const tcui_i128 digits = (tcui_i128)(magnitude << shift);
        term.digits = negative ? -digits : digits;
        term.exponent -= shift;
    }
    return term;
}

/* Whether `a` comes before `b` when terms are sorted by exponent, zeros last. */
TCUI_ON_DEVICE_TOO static inline bool tcui_term_is_larger(const tcui_term *a, const tcui_term *b)
{
    return a->digits != 0 && (b->digits == 0 || a->exponent > b->exponent);
}

TCUI_ON_DEVICE_TOO static inline void tcui_terms_order(tcui_term *a, tcui_term *b)
{
    if (tcui_term_is_larger(b, a)) {
        const tcui_term swapped = *a;
        *a = *b;
        *b = swapped;
    }
}

/* Whether a + b + c >= 0. */
TCUI_ON_DEVICE_TOO static inline bool tcui_terms_sum_is_positive(tcui_term a, tcui_term b, tcui_term c)
{
    tcui_terms_order(&a, &b);
    tcui_terms_order(&b, &c);
    tcui_terms_order(&a, &b);
    /* |b| + |c| < 2 * 2^120 * 2^b.exponent: from a difference of exponents of 2 on, that is at most |a|. */
    if (b.digits == 0 || a.exponent - b.exponent >= 2) {
        return a.digits >= 0;
    }
    const tcui_i128 sum = a.digits * ((tcui_i128)1 << (a.exponent - b.exponent)) + b.digits;
    if (sum == 0 || c.digits == 0) {
        return sum + c.digits >= 0;
    }
    /* sum is an integer in units of 2^b.exponent, so of c only its floor in these units matters; of a c that is less
     * than one of them nothing does. */
    const int shift = b.exponent - c.exponent;
    return shift < TCUI_TERM_DIGITS ? sum + (c.digits >> shift) >= 0 : sum > 0;
}

/* Whether lower <= x < upper is at or above the edge between the bins edge - 1 and edge, 0 <= edge <= num_bins. */
TCUI_ON_DEVICE_TOO static inline bool tcui_is_above_edge(const tcui_real_bins *bins, double x, int64_t edge)
{
    int64_t units;
    if (bins->in_units && tcui_to_units(bins->units, x, &units)) {
        return (tcui_i128)(units - bins->lower_units) * bins->num_bins >= (tcui_i128)edge * bins->width_units;
    }
    return tcui_terms_sum_is_positive(tcui_term_of(x, bins->num_bins), tcui_term_of(bins->lower, edge - bins->num_bins),
                                      tcui_term_of(bins->upper, -edge));
}

/* By bisection between edges. */
TCUI_ON_DEVICE_TOO static inline uint32_t tcui_real_bin_exact(const tcui_real_bins *bins, double x)
{
    int64_t bin = 0, end = bins->num_bins;
    while (end - bin > 1) {
        const int64_t middle = bin + (end - bin) / 2;
        if (tcui_is_above_edge(bins, x, middle)) {
            bin = middle;
        } else {
            end = middle;
        }
    }
    return (uint32_t)bin;
}

/* The bin of lower <= x < upper whose estimate, y = bin + past, is as near to an edge as `margin`. */
TCUI_ON_DEVICE_TOO static inline uint32_t tcui_real_bin_near_edge(const tcui_real_bins *bins, double x, int32_t bin,
                                                                  double past)
{
    const int64_t edge = bin + (int64_t)(past > 0.5);
    if (edge == 0) {
        return 0;
    }
    return (uint32_t)(edge - !tcui_is_above_edge(bins, x, edge));
}

#endif /* TCUI_HISTOGRAM_BINS_REALS_H */
