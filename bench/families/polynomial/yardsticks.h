/* SPDX-License-Identifier: Apache-2.0 */
/** @file yardsticks.h The loop that everybody would write for polynomials: Horner's scheme, one thread, vectorised. */
#ifndef TCU_BENCH_FAMILIES_POLYNOMIAL_YARDSTICKS_H
#define TCU_BENCH_FAMILIES_POLYNOMIAL_YARDSTICKS_H

#include "bench/families/polynomial/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * `is_wide`: for processors with AVX2 and FMA. Returns 0, or 1 for types that it does not have, on other processors, or
 * if there is no memory for the coefficients of halves.
 */
int bench_serial_polynomial(const bench_problem *problem, int is_wide);

#ifdef __cplusplus
}
#endif

#endif
