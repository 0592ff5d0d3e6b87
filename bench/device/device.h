/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file device.h
 * What the benchmark does on the GPU besides the contestants: inputs, the reference, the roofs. Every function returns
 * 0 or a cudaError_t; streams are cudaStream_t as `void *`.
 */
#ifndef TCU_BENCH_DEVICE_DEVICE_H
#define TCU_BENCH_DEVICE_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#include "bench/problems/keys.h"
#include "bench/problems/problem.h"
#include "bench/problems/samples.h"

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

/** So many random samples of the sampler's type. */
int bench_make_samples(const bench_sampler *sampler, void *samples, uint64_t count, uint64_t seed, void *stream);

/** n keys of the sampler's type. */
int bench_make_sort_keys(const bench_key_sampler *sampler, void *keys, uint64_t seed, void *stream);
/** 0, 1, 2, ... of U32 or U64. */
int bench_make_positions(void *positions, tcu_type type, uint64_t n, void *stream);

/** Naive sums of one problem, in f64 for reals and modulo 2^64 for integers, to hold any number of outputs against. */
typedef struct bench_reference bench_reference;

typedef struct bench_verdict {
    double max_error; /**< largest |error| / sum |x| of a finite output; integers: 0, or 1 if one is wrong; counts: what
                         part of the samples is counted elsewhere or not at all */
    uint64_t wrong;   /**< outputs outside the bound of reduce.h; integers: outputs that differ */
} bench_verdict;

int bench_reference_create(bench_reference **reference, const bench_problem *problem, void *stream);
/** Compares `problem->out`; blocks. */
int bench_reference_check(const bench_reference *reference, const void *out, bench_verdict *verdict, void *stream);
void bench_reference_destroy(bench_reference *reference);

/** Where each item of a compaction has to go, found item by item; n < 2^32. */
typedef struct bench_order bench_order;

/** Behind `out` lie so many bytes that no contestant may write. */
#define BENCH_GUARD_BYTES 256

/** `kept` receives the number of items that are kept. Blocks. */
int bench_order_create(bench_order **order, const bench_problem *problem, uint64_t *kept, void *stream);
/** Overwrites all outputs of the problem and the guard behind `out`. */
int bench_order_poison(const bench_problem *problem, void *stream);
/**
 * Compares all outputs after bench_order_poison() and a run: what is kept, the count, and that nothing else was
 * written; with `rejects_reversed` a partition's other items as CUB writes them. max_error is 1 if anything is wrong.
 * Blocks.
 */
int bench_order_check(const bench_order *order, int rejects_reversed, bench_verdict *verdict, void *stream);
void bench_order_destroy(bench_order *order);

/** The counts of a histogram, or its sums of f32 weights in f64; n < 2^32, no 64-bit integers. */
typedef struct bench_counts bench_counts;

int bench_counts_create(bench_counts **counts, const bench_problem *problem, void *stream);
/** Overwrites the output and the guard behind it. */
int bench_counts_poison(const bench_problem *problem, void *stream);
/** Compares `problem->out` and the guard after bench_counts_poison() and a run; sums with the bound of reduce.h.
 * Blocks.
 */
int bench_counts_check(const bench_counts *counts, bench_verdict *verdict, void *stream);
void bench_counts_destroy(bench_counts *counts);

/** What tells whether a result is the sorted input. */
typedef struct bench_sorted bench_sorted;

/** Looks at the input; blocks. */
int bench_sorted_create(bench_sorted **sorted, const bench_problem *problem, void *stream);
/** Overwrites the outputs and the guards behind them. */
int bench_sorted_poison(const bench_problem *problem, void *stream);
/** Looks at all outputs and the guards after bench_sorted_poison() and a run; max_error is 1 if anything is wrong.
 * Blocks. */
int bench_sorted_check(const bench_sorted *sorted, bench_verdict *verdict, void *stream);
void bench_sorted_destroy(bench_sorted *sorted);

/** n random integers below `bound`. */
int bench_make_indices(uint32_t *indices, uint32_t bound, uint64_t n, uint64_t seed, void *stream);
/** Overwrites the outputs of a problem of polynomials and the guard behind `out`. */
int bench_polynomial_poison(const bench_problem *problem, void *stream);
/**
 * After bench_polynomial_poison() and a run: that everything was written and nothing behind it, and a sample of the
 * outputs against compensated Horner schemes in f64. max_error is the largest |error| / S, S the sum of |c_k| |t|^k
 * (of reductions the largest of the polynomials', of sums their sum); `wrong` counts outputs outside the bound of
 * polynomial.h. Blocks.
 */
int bench_polynomial_check(const bench_problem *problem, bench_verdict *verdict, void *stream);

/** What stencils, convolutions and layers have to become; of iterations an array of f64, of the others nothing. */
typedef struct bench_swept bench_swept;

/** Makes all time steps of an iteration; blocks. */
int bench_swept_create(bench_swept **swept, const bench_problem *problem, void *stream);
/** Overwrites the output and the guard behind it; of iterations brings the input to the output. */
int bench_swept_poison(const bench_problem *problem, void *stream);
/**
 * Compares all outputs after bench_swept_poison() and a run, and the guard. max_error is the largest |error| / S, S the sum
 * of the terms' magnitudes (of iterations 1); `wrong` counts outputs outside the bound of stencil.h. Blocks.
 */
int bench_swept_check(const bench_swept *swept, bench_verdict *verdict, void *stream);
void bench_swept_destroy(bench_swept *swept);

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
