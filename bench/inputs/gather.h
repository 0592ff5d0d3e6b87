/* SPDX-License-Identifier: Apache-2.0 */
/** @file gather.h Permutations, and lengths of runs; for the host and for the device. */
#ifndef TCU_BENCH_INPUTS_GATHER_H
#define TCU_BENCH_INPUTS_GATHER_H

#include "bench/inputs/random.h"

/** Index i of a permutation of n, a power of two, as random as a sort's positions: products with odd numbers, and shifts,
 * modulo n, of which each has an inverse. */
BENCH_INLINE uint32_t bench_place(uint64_t i, uint64_t n)
{
    int bits = 0;
    while (n >> bits > 1) {
        bits++;
    }
    for (int round = 0; round < 3 && bits > 1; round++) {
        i = (i * 0x9e3779b97f4a7c15u + BENCH_SEED) & (n - 1);
        i ^= i >> (bits + 1) / 2;
    }
    return (uint32_t)i;
}

/** Runs come in pairs, of 2 * mean elements together: the first of pair `pair` has so many of them. */
BENCH_INLINE uint64_t bench_first_length(uint64_t pair, uint64_t mean)
{
    return bench_hash(pair ^ BENCH_SEED) % (2 * mean + 1);
}

/** The length of run k. */
BENCH_INLINE uint32_t bench_run_length(uint64_t k, uint64_t mean)
{
    const uint64_t first = bench_first_length(k / 2, mean);
    return (uint32_t)(k % 2 == 0 ? first : 2 * mean - first);
}

/** The run of element j. */
BENCH_INLINE uint64_t bench_run_of(uint64_t j, uint64_t mean)
{
    const uint64_t pair = j / (2 * mean);
    return 2 * pair + (j % (2 * mean) >= bench_first_length(pair, mean));
}

#endif
