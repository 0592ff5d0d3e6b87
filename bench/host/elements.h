/* SPDX-License-Identifier: Apache-2.0 */
/** @file elements.h Arrays of any type on the host: random elements, segments, single values. */
#ifndef TCU_BENCH_HOST_ELEMENTS_H
#define TCU_BENCH_HOST_ELEMENTS_H

#include "bench/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Memory for free(): in huge pages from 4 MiB on, as that of NumPy and of tcu_allocate(), so that times tell contestants
 * apart, and not where their arrays come from. NULL if there is none left.
 */
void *bench_allocate(size_t bytes);

/** Random elements: reals uniform in [-1, 1], integers over their whole range. */
void bench_serial_fill(void *data, tcu_type type, uint64_t n, uint64_t seed);

/** The elements of segment k, of one size or by offsets. */
void bench_segment(const bench_problem *problem, uint64_t k, uint64_t *begin, uint64_t *end);

/** Element i of an array of reals, or of integers (sign-extended). */
double bench_real(tcu_type type, const void *data, uint64_t i);
uint64_t bench_integer(tcu_type type, const void *data, uint64_t i);

#ifdef __cplusplus
}
#endif

#endif
