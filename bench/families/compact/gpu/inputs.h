/* SPDX-License-Identifier: Apache-2.0 */
/** @file inputs.h Inputs of compactions. */
#ifndef TCU_BENCH_FAMILIES_COMPACT_GPU_INPUTS_H
#define TCU_BENCH_FAMILIES_COMPACT_GPU_INPUTS_H

#include "bench/device/device.h"
#include "bench/families/compact/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Which items a compaction keeps, given the fraction of them. */
typedef enum bench_pattern {
    BENCH_PATTERN_UNIFORM,    /**< each with that probability */
    BENCH_PATTERN_CLUSTERED,  /**< blocks of 4096, each with that probability */
    BENCH_PATTERN_ALTERNATING /**< item i if floor((i + 1) * fraction) > floor(i * fraction) */
} bench_pattern;

/** n flags of 0 and 1. */
int bench_make_flags(bench_pattern pattern, double fraction, bench_form form, uint64_t n, uint64_t seed, void *flags,
                     void *stream);
/** Runs of equal items, each random; an item begins one with probability 1 / mean. */
int bench_make_runs(double mean, void *data, tcu_type type, uint64_t n, uint64_t seed, void *stream);

#ifdef __cplusplus
}
#endif

#endif
