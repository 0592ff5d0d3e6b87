/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file device.h
 * What the benchmark does on the GPU besides the contestants: inputs, the form of checks, the roofs. Every function returns
 * 0 or a cudaError_t; streams are cudaStream_t as `void *`.
 */
#ifndef TCU_BENCH_DEVICE_DEVICE_H
#define TCU_BENCH_DEVICE_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#include "bench/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Random elements: reals uniform in [-1, 1], integers over their whole range. */
int bench_fill(void *data, tcu_type type, uint64_t n, uint64_t seed, void *stream);

/** How segment lengths are drawn. */
typedef enum bench_lengths {
    BENCH_LENGTHS_UNIFORM,  /**< uniform in 0 ... 2 * mean */
    BENCH_LENGTHS_POWERLAW, /**< 8 * u^(-1/1.2) - 1 (Pareto, exponent 1.2), at most 10^7 */
    BENCH_LENGTHS_GIANT,    /**< segment 1000 holds half of the elements, the others uniform in 0 ... 128 */
    BENCH_LENGTHS_EMPTY     /**< three of four are empty, the others uniform in 1 ... 127 */
} bench_lengths;

/** Offsets (capacity values at `offsets`) from 0 to n; blocks until the number of segments is known. */
int bench_make_offsets(bench_lengths lengths, uint64_t mean, uint64_t n, uint64_t seed, int64_t *offsets,
                       uint64_t capacity, uint64_t *num_segments, void *stream);
/** The number of offsets that is always enough for bench_make_offsets(). */
uint64_t bench_offsets_capacity(bench_lengths lengths, uint64_t mean, uint64_t n);
/** keys[i] = the segment of element i. */
int bench_make_keys(const bench_problem *problem, uint32_t *keys, void *stream);

/** Behind `out` lie so many bytes that no contestant may write. */
#define BENCH_GUARD_BYTES 256

typedef struct bench_verdict {
    double max_error; /**< Result::max_error; 0 or 1 where results are right or wrong */
    uint64_t wrong;   /**< outputs outside the bound of the operation's header; of exact results those that differ */
} bench_verdict;

/** What the results of a family are held against: code of its own, which shares nothing with the library's kernels. */
typedef struct bench_check {
    /** Makes what is looked at for every contestant, and completes the problem: `kept`. May be NULL. Blocks. */
    int (*create)(void **reference, bench_problem *problem, void *stream);
    /** Overwrites all outputs and the guard behind them; brings the input where a call changes it. */
    int (*poison)(const bench_problem *problem, void *stream);
    /**
     * Looks at all outputs and the guard after poison() and a call; `rejects_reversed`: see bench_cub_variant. Blocks.
     */
    int (*check)(const void *reference, const bench_problem *problem, int rejects_reversed, bench_verdict *verdict,
                 void *stream);
    void (*destroy)(void *reference); /**< NULL with create() */
} bench_check;

/** bench_FAMILY_check of each family, in its gpu/check.cu. */
#define BENCH_DECLARE_CHECK(family, FAMILY, A) extern const bench_check bench_##family##_check;
BENCH_FAMILIES(BENCH_DECLARE_CHECK, )

/** The roofs. `bytes` is what is moved: a copy reads half of it and writes half of it. Multiples of 16. */
int bench_roof_copy(void *to, const void *from, uint64_t bytes, void *stream);
int bench_roof_read(const void *from, uint64_t bytes, void *sink, void *stream);
int bench_roof_write(void *to, uint64_t bytes, void *stream);

/** Launches a kernel of one warp that does nothing. */
int bench_launch_empty(void *stream);

#ifdef __cplusplus
}
#endif

#endif
