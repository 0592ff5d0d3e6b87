/* SPDX-License-Identifier: Apache-2.0 */
/** @file problem.h What a problem of sorts is. */
#ifndef TCU_BENCH_FAMILIES_SORT_PROBLEM_H
#define TCU_BENCH_FAMILIES_SORT_PROBLEM_H

#include "bench/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of a value that moves with its key; 0 without values. */
BENCH_INLINE uint64_t bench_value_bytes(const bench_problem *problem)
{
    return problem->op == BENCH_SORT_PAIRS ? bench_size(problem->out_type) : 0;
}
/** Where a sort between two arrays finds its input, so that after a pass each 8 bits its result lies in `out`. */
BENCH_INLINE int bench_begins_in_spare(const bench_problem *problem)
{
    return bench_size(problem->in_type) % 2 != 0;
}
/** Bytes of `out`. */
BENCH_INLINE uint64_t bench_sort_out_bytes(const bench_problem *problem)
{
    return problem->n * bench_size(problem->op == BENCH_SORT_PAIRS ? problem->in_type : problem->out_type);
}

#ifdef __cplusplus
}
#endif

#endif
