/* SPDX-License-Identifier: Apache-2.0 */
/** @file sort.h What everybody would write for sorts: qsort(), one thread. */
#ifndef TCU_BENCH_SERIAL_SORT_H
#define TCU_BENCH_SERIAL_SORT_H

#include "bench/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Of keys alone the array itself is sorted; with values or positions, structures of a key and its value, of which equal
 * ones are told apart by their values, which are positions: qsort() need not be stable. Returns 0, or 1 if there is no
 * memory for these.
 */
int bench_serial_sort(const bench_problem *problem);

#ifdef __cplusplus
}
#endif

#endif
