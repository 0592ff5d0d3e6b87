/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Even bins of integers: floor(d * B / w) for every 0 <= d < w < 2^64, by multiplications (after T. Granlund and
 * P. L. Montgomery: "Division by Invariant Integers using Multiplication", PLDI 1994).
 *
 * With B = q * w + r the bin is q * d + floor(d * r / w); q is 0 unless there are more bins than values. For
 * M = ceil(r * 2^128 / w) = (r * 2^128 + e) / w, 0 <= e < w,
 *
 *     d * M / 2^128 = d * r / w + (d * e / 2^128) / w,
 *
 * and as d * e < w * w < 2^128 the error is less than 1 / w, the least that d * r / w is below the next integer. So
 * floor(d * M / 2^128) is exact. M has 128 bits, since r < w.
 *
 * Where w <= 2^32 the same holds with 2^64 in place of 2^128. The products of 32 bits that make up d * M are what
 * vector units have, and in most histograms q is 0 besides: the narrow multiplier.
 */
#ifndef TCUI_HISTOGRAM_BINS_INTEGERS_H
#define TCUI_HISTOGRAM_BINS_INTEGERS_H

#include "algorithms/histogram/backend.h"
#include "wide.h"

typedef struct tcui_multiplier {
    uint64_t quotient;  /* q */
    uint64_t high, low; /* M */
    uint64_t narrow;    /* M for w <= 2^32, where is_narrow */
    bool is_narrow;
} tcui_multiplier;

static inline tcui_multiplier tcui_multiplier_of(uint64_t num_bins, uint64_t width)
{
    tcui_multiplier m;
    m.quotient = num_bins / width;
    tcui_u128 rest = (tcui_u128)(num_bins % width) << 64; /* long division, 64 bits a step */
    m.high = (uint64_t)(rest / width);
    m.is_narrow = m.quotient == 0 && width <= UINT64_C(1) << 32;
    m.narrow = m.high + (rest % width != 0);
    rest = rest % width << 64;
    m.low = (uint64_t)(rest / width);
    if (rest % width != 0) {
        m.low++;
        m.high += m.low == 0;
    }
    return m;
}

TCUI_ON_DEVICE_TOO static inline uint64_t tcui_integer_bin(const tcui_multiplier *m, uint64_t distance)
{
    const tcui_u128 upper = (tcui_u128)distance * m->high + tcui_multiply_high(distance, m->low);
    return distance * m->quotient + (uint64_t)(upper >> 64);
}

static inline uint32_t tcui_narrow_bin(const tcui_multiplier *m, uint32_t distance)
{
    const uint64_t d = distance, high = m->narrow >> 32, low = m->narrow & UINT32_MAX;
    return (uint32_t)((d * high + (d * low >> 32)) >> 32);
}

#endif /* TCUI_HISTOGRAM_BINS_INTEGERS_H */
