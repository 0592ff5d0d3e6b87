/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file yardsticks.h
 * The loop that everybody would write for sums, and algorithms of the C++ library. Each returns 0, or 1 without a result for
 * operations and types that it does not have.
 */
#ifndef TCU_BENCH_FAMILIES_SUMS_YARDSTICKS_H
#define TCU_BENCH_FAMILIES_SUMS_YARDSTICKS_H

#include "bench/families/sums/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One thread, one pass, sums in the accumulator type of the operation's table. */
int bench_serial_sums(const bench_problem *problem);

#ifdef __cplusplus
} // extern "C"

namespace bench
{
int standard_reduce(const bench_problem *problem);     // std::reduce; std::transform_reduce to wider types
int standard_accumulate(const bench_problem *problem); // std::accumulate
int standard_scan(const bench_problem *problem);       // std::inclusive_scan, std::exclusive_scan
} // namespace bench
#endif

#endif
