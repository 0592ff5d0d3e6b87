/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file variants.h
 * CUB's forms of the operations, behind plain C. Each operation has tables of variants; the benchmark runs
 * all that apply to a problem and reports the fastest.
 */
#ifndef TCU_BENCH_CUB_VARIANTS_H
#define TCU_BENCH_CUB_VARIANTS_H

#include <stddef.h>

#include "bench/problem.h"

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

/** Tables of BENCH_CUB_TABLES(), each ended by a variant without `run`. */
#define BENCH_CUB_DECLARE(table, ignores_sign) extern const bench_cub_variant bench_cub_##table[];
BENCH_CUB_TABLES(BENCH_CUB_DECLARE)

/** Fills `found` with at most `capacity` variants that apply; returns their number. */
int bench_cub_find(const bench_problem *problem, const bench_cub_variant **found, int capacity);

/** CUB_VERSION of what was compiled: major * 100000 + minor * 100 + patch. */
int bench_cub_version(void);

#ifdef __cplusplus
}
#endif

#endif
