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
 * Where w <= 2^32 there is a narrow multiplier too, whose products of 32 bits vector units have. Let 2^k > B / w be the
 * least such power, s = 32 - k and N = ceil(B * 2^(32 + s) / w), which is less than 2^64 and has q in it. As above
 * floor(d * N / 2^(32 + s)) is exact, since w * w <= 2^(32 + s): if k > 0, then w * w * 2^k <= 2 * w * B < 2^62.
 */
#ifndef TCUI_HISTOGRAM_BINS_INTEGERS_H
#define TCUI_HISTOGRAM_BINS_INTEGERS_H

#include "algorithms/histogram/backend.h"
#include "wide.h"

typedef struct tcui_multiplier {
    uint64_t quotient;  /* q */
    uint64_t high, low; /* M */
    uint64_t narrow;    /* N */
    int narrow_shift;   /* s, or less than 0 where there is no narrow multiplier */
} tcui_multiplier;

static inline tcui_multiplier tcui_multiplier_of(uint64_t num_bins, uint64_t width)
{
    tcui_multiplier m;
    m.quotient = num_bins / width;
    tcui_u128 rest = (tcui_u128)(num_bins % width) << 64; /* long division, 64 bits a step */
    m.high = m.low = 0;
    if (rest != 0) {
        m.high = (uint64_t)(rest / width);
        rest = rest % width << 64;
        m.low = (uint64_t)(rest / width);
        if (rest % width != 0) {
            m.low++;
            m.high += m.low == 0;
        }
    }
    m.narrow = 0;
    m.narrow_shift = width <= UINT64_C(1) << 32 ? 32 : -1;
    while (m.narrow_shift > 0 && m.quotient >> (32 - m.narrow_shift) != 0) {
        m.narrow_shift--;
    }
    if (m.narrow_shift >= 0) {
        /* (Without a rest, as where each value has a bin, no division of 128 bits.) */
        m.narrow = num_bins % width == 0
                       ? (uint64_t)((tcui_u128)m.quotient << (32 + m.narrow_shift))
                       : (uint64_t)((((tcui_u128)num_bins << (32 + m.narrow_shift)) + width - 1) / width);
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
    return (uint32_t)((d * high + (d * low >> 32)) >> m->narrow_shift);
}

#endif /* TCUI_HISTOGRAM_BINS_INTEGERS_H */
