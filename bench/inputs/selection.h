/* SPDX-License-Identifier: Apache-2.0 */
/** @file selection.h Keys of which some are selected, and quantiles, drawn alike on the host and on the device. */
#ifndef TCU_BENCH_INPUTS_SELECTION_H
#define TCU_BENCH_INPUTS_SELECTION_H

#include "bench/inputs/keys.h"

/** The rank of key i, uniform. */
BENCH_INLINE uint64_t bench_selection_rank(const bench_problem *p, uint64_t i)
{
    const bench_key_sampler sampler = {p->in_type, BENCH_KEYS_UNIFORM, p->n};
    return bench_draw_rank(&sampler, i, bench_hash(i ^ BENCH_SEED));
}

/** Results of segments of this size: a few of short ones. */
BENCH_INLINE uint64_t bench_selected_of(uint64_t segment_size)
{
    return segment_size < 1000 ? segment_size / 16 : segment_size / 100;
}

/** Quantile j of so many: evenly spaced, without the ends. */
BENCH_INLINE double bench_quantile(uint64_t j, uint64_t quantiles)
{
    return (double)(j + 1) / (double)(quantiles + 1);
}

/** Places of the keys between which it lies. */
BENCH_INLINE double bench_quantile_place(const bench_problem *p, uint64_t j)
{
    return bench_quantile(j, p->num_results) * (double)(p->n - 1);
}

#endif
