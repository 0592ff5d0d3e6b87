/* SPDX-License-Identifier: Apache-2.0 */
/** @file yardsticks.h The loops that everybody would write for compactions, one thread, one pass. */
#ifndef TCU_BENCH_FAMILIES_COMPACT_YARDSTICKS_H
#define TCU_BENCH_FAMILIES_COMPACT_YARDSTICKS_H

#include "bench/families/compact/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Returns 0, or 1 for a type that it has no predicate for. */
int bench_serial_compaction(const bench_problem *problem);

/** Without branches on the data; it may write behind what it keeps. Returns 0 or 1 likewise. */
int bench_branchless_compaction(const bench_problem *problem);

#ifdef __cplusplus
} // extern "C"

namespace bench
{
int standard_copy_if(const bench_problem *problem);
// The others into memory of its own, from there behind the kept.
int standard_partition_copy(const bench_problem *problem);
int standard_stable_partition(const bench_problem *problem);
int standard_unique_copy(const bench_problem *problem);
} // namespace bench
#endif

#endif
