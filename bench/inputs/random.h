/* SPDX-License-Identifier: Apache-2.0 */
/** @file random.h Random inputs: element i is made of a hash of i and a seed; for the host and for the device. */
#ifndef TCU_BENCH_INPUTS_RANDOM_H
#define TCU_BENCH_INPUTS_RANDOM_H

#include <math.h>
#include <string.h>

#include "bench/problem.h"

/** Of the seeds of all inputs the first one. */
#define BENCH_SEED 20260u

BENCH_INLINE uint64_t bench_hash(uint64_t x) /* splitmix64 */
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}
BENCH_INLINE double bench_unit(uint64_t bits) /* [0, 1) */
{
    return (double)(bits >> 11) * 0x1p-53;
}

/** Factor i of a product, of a random sign: 1, but where i = 256 j it is 2^(e(j + 1) - e(j)), e(j) from 0 to 3. So
 * products of neighbours are exact, whatever their number, and show whether one is missing; so are those of any 8192
 * neighbours in any order, within the range of f32. */
BENCH_INLINE float bench_factor(uint64_t i, uint64_t seed)
{
    const uint64_t j = i / 256, here = bench_hash(j ^ ~seed), next = bench_hash((j + 1) ^ ~seed);
    const float magnitude = i % 256 != 0 ? 1.0f : (float)(1u << (next % 4)) / (float)(1u << (here % 4));
    return bench_hash(i ^ seed) >> 63 ? -magnitude : magnitude;
}

/** Which items a compaction keeps, given the fraction of them. */
typedef enum bench_pattern {
    BENCH_PATTERN_UNIFORM,    /**< each with that probability */
    BENCH_PATTERN_CLUSTERED,  /**< blocks of 4096, each with that probability */
    BENCH_PATTERN_ALTERNATING /**< item i if floor((i + 1) * fraction) > floor(i * fraction) */
} bench_pattern;

static inline bench_pattern bench_pattern_named(const char *name)
{
    return strcmp(name, "clustered") == 0     ? BENCH_PATTERN_CLUSTERED
           : strcmp(name, "alternating") == 0 ? BENCH_PATTERN_ALTERNATING
                                              : BENCH_PATTERN_UNIFORM;
}

BENCH_INLINE int bench_draw_flag(bench_pattern pattern, double fraction, uint64_t i, uint64_t seed)
{
    switch (pattern) {
    case BENCH_PATTERN_CLUSTERED:
        return bench_unit(bench_hash(i / 4096 ^ seed)) < fraction;
    case BENCH_PATTERN_ALTERNATING:
        return floor((double)(i + 1) * fraction) > floor((double)i * fraction);
    default:
        return bench_unit(bench_hash(i ^ seed)) < fraction;
    }
}
/** Byte b of flags in bytes or bits; of bits those behind the last item too, which mean nothing. */
BENCH_INLINE uint8_t bench_draw_flags(bench_pattern pattern, double fraction, bench_form form, uint64_t b,
                                      uint64_t seed)
{
    unsigned byte = 0;
    if (form == BENCH_BYTES) {
        return (uint8_t)bench_draw_flag(pattern, fraction, b, seed);
    }
    for (unsigned bit = 0; bit < 8; bit++) {
        byte |= (unsigned)bench_draw_flag(pattern, fraction, 8 * b + bit, seed) << bit;
    }
    return (uint8_t)byte;
}

/** Whether item i begins a run of equal items, which then are bench_hash(i ^ ~seed). */
BENCH_INLINE int bench_begins_run(double mean, uint64_t i, uint64_t seed)
{
    return i == 0 || bench_unit(bench_hash(i ^ seed)) * mean < 1;
}

#endif
