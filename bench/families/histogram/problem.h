/* SPDX-License-Identifier: Apache-2.0 */
/** @file problem.h What a problem of histograms is. */
#ifndef TCU_BENCH_FAMILIES_HISTOGRAM_PROBLEM_H
#define TCU_BENCH_FAMILIES_HISTOGRAM_PROBLEM_H

#include "bench/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The channels of histogram_multi, one behind the other in `out`; of each pixel the first so many are counted. */
#define BENCH_CHANNELS        4
#define BENCH_ACTIVE_CHANNELS 3

BENCH_INLINE uint64_t bench_channels(bench_op op)
{
    return op == BENCH_HISTOGRAM_MULTI ? BENCH_CHANNELS : 1;
}
BENCH_INLINE uint64_t bench_active_channels(bench_op op)
{
    return op == BENCH_HISTOGRAM_MULTI ? BENCH_ACTIVE_CHANNELS : 1;
}
/** Counts or sums of all channels. */
BENCH_INLINE uint64_t bench_histogram_out_count(const bench_problem *problem)
{
    return problem->num_bins * bench_active_channels(problem->op);
}

#ifdef __cplusplus
}
#endif

#endif
