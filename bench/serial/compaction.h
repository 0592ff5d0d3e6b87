/* SPDX-License-Identifier: Apache-2.0 */
/** @file compaction.h The loops that everybody would write for compactions, one thread, one pass. */
#ifndef TCU_BENCH_SERIAL_COMPACTION_H
#define TCU_BENCH_SERIAL_COMPACTION_H

#include "bench/problems/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Returns 0, or 1 for a type that it has no predicate for. */
int bench_serial_compaction(const bench_problem *problem);

/** Without branches on the data; it may write behind what it keeps. Returns 0 or 1 likewise. */
int bench_branchless_compaction(const bench_problem *problem);

#ifdef __cplusplus
}
#endif

#endif
