/* SPDX-License-Identifier: Apache-2.0 */
/** @file yardsticks.h Sorts of the C++ library. They return 0, or 1 without a result for types that they do not have. */
#ifndef TCU_BENCH_FAMILIES_SORT_YARDSTICKS_H
#define TCU_BENCH_FAMILIES_SORT_YARDSTICKS_H

#include "bench/families/sort/problem.h"

namespace bench
{
int standard_sort(const bench_problem *problem); // of pairs by key and position; argsort, segments too
int standard_stable_sort(const bench_problem *problem);
} // namespace bench

#endif
