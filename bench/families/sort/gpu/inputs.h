/* SPDX-License-Identifier: Apache-2.0 */
/** @file inputs.h Inputs of sorts. */
#ifndef TCU_BENCH_FAMILIES_SORT_GPU_INPUTS_H
#define TCU_BENCH_FAMILIES_SORT_GPU_INPUTS_H

#include "bench/device/device.h"
#include "bench/families/sort/keys.h"
#include "bench/families/sort/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/** n keys of the sampler's type. */
int bench_make_sort_keys(const bench_key_sampler *sampler, void *keys, uint64_t seed, void *stream);
/** 0, 1, 2, ... of U32 or U64. */
int bench_make_positions(void *positions, tcu_type type, uint64_t n, void *stream);

#ifdef __cplusplus
}
#endif

#endif
