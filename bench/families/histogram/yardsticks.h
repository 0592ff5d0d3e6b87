/* SPDX-License-Identifier: Apache-2.0 */
/** @file yardsticks.h The loops that everybody would write for histograms, one thread, one pass. */
#ifndef TCU_BENCH_FAMILIES_HISTOGRAM_YARDSTICKS_H
#define TCU_BENCH_FAMILIES_HISTOGRAM_YARDSTICKS_H

#include "bench/families/histogram/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Bins of reals are found by a rounded product in f64, so samples at the edges of bins may be counted beside their bin.
 * Returns 0, or 1 for types that it does not have.
 */
int bench_serial_histogram(const bench_problem *problem);

#ifdef __cplusplus
}
#endif

#endif
