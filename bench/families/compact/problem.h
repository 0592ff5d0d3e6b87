/* SPDX-License-Identifier: Apache-2.0 */
/** @file problem.h What a problem of compactions is. */
#ifndef TCU_BENCH_FAMILIES_COMPACT_PROBLEM_H
#define TCU_BENCH_FAMILIES_COMPACT_PROBLEM_H

#include "bench/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The columns of compact_columns, side by side in `in` and `out`, n items each. */
#define BENCH_COLUMNS 4

BENCH_INLINE int bench_has_flags(bench_op op)
{
    return op == BENCH_COMPACT || op == BENCH_COMPACT_INDICES || op == BENCH_COMPACT_COLUMNS || op == BENCH_PARTITION;
}
BENCH_INLINE int bench_has_predicate(bench_op op)
{
    return op == BENCH_COMPACT_IF || op == BENCH_PARTITION_IF;
}
BENCH_INLINE int bench_is_partition(bench_op op)
{
    return op == BENCH_PARTITION || op == BENCH_PARTITION_IF;
}
BENCH_INLINE uint64_t bench_columns(bench_op op)
{
    return op == BENCH_COMPACT_COLUMNS ? BENCH_COLUMNS : 1;
}
/** Bytes of n flags. */
BENCH_INLINE uint64_t bench_flag_bytes(bench_form form, uint64_t n)
{
    return form == BENCH_BITS ? n / 8 + (n % 8 != 0) : n;
}
/** Items that `out` has room for. */
BENCH_INLINE uint64_t bench_compact_out_count(const bench_problem *problem)
{
    return problem->n * bench_columns(problem->op);
}

#ifdef __cplusplus
}
#endif

#endif
