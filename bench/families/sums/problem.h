/* SPDX-License-Identifier: Apache-2.0 */
/** @file problem.h What a problem of reductions or scans is. */
#ifndef TCU_BENCH_FAMILIES_SUMS_PROBLEM_H
#define TCU_BENCH_FAMILIES_SUMS_PROBLEM_H

#include "bench/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

BENCH_INLINE int bench_is_scan(bench_op op)
{
    return op >= BENCH_SCAN && op <= BENCH_SEGMENTED_SCAN_OFFSETS;
}
/** Elements that `out` has room for. */
BENCH_INLINE uint64_t bench_sums_out_count(const bench_problem *problem)
{
    return bench_is_scan(problem->op) ? problem->n : problem->num_segments;
}

#ifdef __cplusplus
}
#endif

#endif
