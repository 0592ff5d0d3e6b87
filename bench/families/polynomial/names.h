/* SPDX-License-Identifier: Apache-2.0 */
/** @file names.h Polynomials: their operations and forms (registry.h). */
#ifndef TCU_BENCH_FAMILIES_POLYNOMIAL_NAMES_H
#define TCU_BENCH_FAMILIES_POLYNOMIAL_NAMES_H

#define BENCH_POLYNOMIAL_OPS(M) M(polynomial, POLYNOMIAL, "polynomial", WHOLE)

#define BENCH_POLYNOMIAL_FORMS(M)                                                                                      \
    M(GRID, "grid", "polynomials")       /* all of them at all points */                                               \
    M(MAX, "reduce", "polynomials")      /* the largest value of all of them at each point */                          \
    M(ARGMAX, "argmax", "polynomials")   /* and which of them has it */                                                \
    M(SUM, "sum", "polynomials")         /* the sum of their values */                                                 \
    M(ONE, "one", "polynomials")         /* one polynomial */                                                          \
    M(OWN, "own", "polynomials")         /* each at as many points of its own */                                       \
    M(TABLE, "table", "polynomials")     /* at each point the piece of a spline, by breakpoints */                     \
    M(INDEXED, "indexed", "polynomials") /* at each point the one that its index names */

#define BENCH_POLYNOMIAL_CUB(M)                                                                                        \
    M(polynomial_one, 0)                                                                                               \
    M(polynomial_many, 0)                                                                                              \
    M(polynomial_picked, 0)

#endif
