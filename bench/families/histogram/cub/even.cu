/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/histogram/cub/histogram.cuh"

const bench_cub_variant bench_cub_histogram_integers[] = {BENCH_EVEN(U8, U32, int32_t, int64_t, 0, ""),
                                                          BENCH_EVEN(U8, U64, int32_t, int64_t, 0, ""),
                                                          BENCH_EVEN(U16, U32, int32_t, int32_t, 0, ""),
                                                          BENCH_EVEN(I32, U32, int32_t, int32_t, 0, ""),
                                                          BENCH_EVEN(I32, U64, int32_t, int32_t, 0, ""),
                                                          BENCH_EVEN(U32, U32, uint32_t, int32_t, 0, ""),
                                                          {}};

/*
 * CUB finds even bins of reals by a rounded product in the common type of samples and levels; so f16 gets levels of its
 * own type, as a user would write it, and of f32. Not so bf16: of levels of bf16 CUB 3.5 stores a reciprocal and
 * divides by a range that it has not stored (kernel_histogram.cuh, ScaleTransform), and counts anywhere in memory.
 * Whatever the levels, the agent converts a bin to the samples' type on its way out, which has no odd numbers beyond
 * 2048 (f16) or 256 (bf16): the last count may so land behind the output, where the benchmark has room.
 */
const bench_cub_variant bench_cub_histogram_reals[] = {BENCH_EVEN(F16, U32, bench::f16, int32_t, 1, " (half levels)"),
                                                       BENCH_EVEN(F16, U32, float, int32_t, 0, " (f32 levels)"),
                                                       BENCH_EVEN(BF16, U32, float, int32_t, 0, " (f32 levels)"),
                                                       BENCH_EVEN(F32, U32, float, int32_t, 0, ""),
                                                       BENCH_EVEN(F64, U32, double, int32_t, 0, ""),
                                                       {}};
