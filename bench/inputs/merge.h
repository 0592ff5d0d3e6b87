/* SPDX-License-Identifier: Apache-2.0 */
/** @file merge.h Sorted arrays that are merged or searched, and values, drawn alike on the host and on the device. */
#ifndef TCU_BENCH_INPUTS_MERGE_H
#define TCU_BENCH_INPUTS_MERGE_H

#include "bench/inputs/keys.h"

/** Keys of the first array of a merge; the other ones are the second's. */
BENCH_INLINE uint64_t bench_first_half(uint64_t n)
{
    return n / 2;
}

/** The rank of element i of a sorted array of n, or of one in any order. */
BENCH_INLINE uint64_t bench_array_rank(tcu_type type, uint64_t n, int is_sorted, uint64_t seed, uint64_t i)
{
    const bench_key_sampler sampler = {type, is_sorted ? BENCH_KEYS_SORTED : BENCH_KEYS_UNIFORM, n};
    return bench_draw_rank(&sampler, i, bench_hash(i ^ seed));
}

/** The rank of element i of a row's `in`: two halves of a merge, or the values of a search. */
BENCH_INLINE uint64_t bench_merge_rank(const bench_problem *p, uint64_t i)
{
    const uint64_t first = p->op == BENCH_MERGE ? bench_first_half(p->n) : p->n;
    return i < first
               ? bench_array_rank(p->in_type, first, p->op == BENCH_MERGE || p->form == BENCH_ORDERED, BENCH_SEED, i)
               : bench_array_rank(p->in_type, p->n - first, 1, BENCH_SEED + 1, i - first);
}

/** Of the sorted array of a search. */
BENCH_INLINE uint64_t bench_searched_rank(const bench_problem *p, uint64_t i)
{
    return bench_array_rank(p->in_type, p->searched_keys, 1, BENCH_SEED + 2, i);
}

#endif
