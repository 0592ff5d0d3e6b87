/* SPDX-License-Identifier: Apache-2.0 */
/** @file problem.h What a problem of polynomials is. */
#ifndef TCU_BENCH_FAMILIES_POLYNOMIAL_PROBLEM_H
#define TCU_BENCH_FAMILIES_POLYNOMIAL_PROBLEM_H

#include "bench/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Forms that evaluate all polynomials at each point. */
BENCH_INLINE int bench_evaluates_all(bench_form form)
{
    return form >= BENCH_GRID && form <= BENCH_SUM;
}
BENCH_INLINE int bench_reduces_polynomials(bench_form form)
{
    return form >= BENCH_MAX && form <= BENCH_SUM;
}
/** Elements of coefficients. */
BENCH_INLINE uint64_t bench_coefficient_count(const bench_problem *problem)
{
    return problem->num_polynomials * (problem->degree + 1);
}
/** Values in `out`. */
BENCH_INLINE uint64_t bench_polynomial_out_count(const bench_problem *problem)
{
    return problem->form == BENCH_GRID ? problem->num_polynomials * problem->n : problem->n;
}

#ifdef __cplusplus
}
#endif

#endif
