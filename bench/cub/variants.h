/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file variants.h
 * CUB's forms of the operations, behind plain C. Each operation has tables of variants; the benchmark runs
 * all that apply to a problem and reports the fastest.
 */
#ifndef TCU_BENCH_CUB_VARIANTS_H
#define TCU_BENCH_CUB_VARIANTS_H

#include <stddef.h>

#include "bench/problems/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/** As CUB has it: with `temp` NULL sets `*temp_bytes`, else runs. Returns a cudaError_t. */
typedef int (*bench_cub_run)(const bench_problem *problem, void *temp, size_t *temp_bytes, void *stream);

typedef struct bench_cub_variant {
    bench_op op;
    bench_form form;
    tcu_type in_type, out_type;
    int half_sums;    /**< sums, or bins found, in half precision: as a user gets it, but far outside the error bound */
    const char *name; /**< in the output */
    bench_cub_run run;
    int rejects_reversed; /**< partitions: those without a flag stand in reversed order, as CUB has it */
    int overwrites_input; /**< begins where bring_input() puts the input */
} bench_cub_variant;

/** Tables, each ended by a variant without `run`: bench_cub_NAME, in the order in which forms are tried. */
#define BENCH_CUB_TABLES(M)                                                                                            \
    M(reduce)                                                                                                          \
    M(segmented_reduce)                                                                                                \
    M(scan_inclusive)                                                                                                  \
    M(scan_exclusive)                                                                                                  \
    M(scan_tuned)                                                                                                      \
    M(segmented_scan_inclusive)                                                                                        \
    M(segmented_scan_exclusive)                                                                                        \
    M(compact)                                                                                                         \
    M(compact_bits)                                                                                                    \
    M(compact_if)                                                                                                      \
    M(compact_tuned)                                                                                                   \
    M(compact_indices)                                                                                                 \
    M(compact_columns)                                                                                                 \
    M(partition)                                                                                                       \
    M(unique)                                                                                                          \
    M(histogram_integers)                                                                                              \
    M(histogram_reals)                                                                                                 \
    M(histogram_range)                                                                                                 \
    M(histogram_multi)                                                                                                 \
    M(histogram_weighted)                                                                                              \
    M(sort_bytes)                                                                                                      \
    M(sort_halves)                                                                                                     \
    M(sort_words)                                                                                                      \
    M(sort_doubles)                                                                                                    \
    M(sort_pairs)                                                                                                      \
    M(segmented_sort)                                                                                                  \
    M(polynomial_one)                                                                                                  \
    M(polynomial_many)                                                                                                 \
    M(polynomial_picked)                                                                                               \
    M(difference)                                                                                                      \
    M(stencil)
#define BENCH_CUB_DECLARE(name) extern const bench_cub_variant bench_cub_##name[];
BENCH_CUB_TABLES(BENCH_CUB_DECLARE)

/** Fills `found` with at most `capacity` variants that apply; returns their number. */
int bench_cub_find(const bench_problem *problem, const bench_cub_variant **found, int capacity);

/** CUB_VERSION of what was compiled: major * 100000 + minor * 100 + patch. */
int bench_cub_version(void);

#ifdef __cplusplus
}
#endif

#endif
