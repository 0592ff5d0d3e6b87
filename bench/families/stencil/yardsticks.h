/* SPDX-License-Identifier: Apache-2.0 */
/** @file yardsticks.h The loops that everybody would write for stencils and convolutions: one thread, vectorised. */
#ifndef TCU_BENCH_FAMILIES_STENCIL_YARDSTICKS_H
#define TCU_BENCH_FAMILIES_STENCIL_YARDSTICKS_H

#include "bench/families/stencil/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * In blocks of neighbouring results; of all types. `is_wide`: for processors with AVX2 and FMA. Returns 0, or 1 on other
 * processors, or if there is no memory for widened elements.
 */
int bench_serial_stencil(const bench_problem *problem, int is_wide);

/** Point by point; differences too. Returns 0, or 1 for types and shapes that it does not have. */
int bench_plain_stencil(const bench_problem *problem);

/**
 * The coordinate on an axis of n points that stands for one from outside of it; -1 where there is 0. (Of KEEP none is asked
 * for.)
 */
int64_t bench_boundary_point(tcu_boundary boundary, int64_t at, uint64_t n);

#ifdef __cplusplus
} // extern "C"

namespace bench
{
int standard_difference(const bench_problem *problem); // std::adjacent_difference
} // namespace bench
#endif

#endif
