/* SPDX-License-Identifier: Apache-2.0 */
/** @file inputs.h Inputs of polynomials. */
#ifndef TCU_BENCH_FAMILIES_POLYNOMIAL_GPU_INPUTS_H
#define TCU_BENCH_FAMILIES_POLYNOMIAL_GPU_INPUTS_H

#include "bench/device/device.h"
#include "bench/families/polynomial/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/** n random integers below `bound`. */
int bench_make_indices(uint32_t *indices, uint32_t bound, uint64_t n, uint64_t seed, void *stream);

#ifdef __cplusplus
}
#endif

#endif
