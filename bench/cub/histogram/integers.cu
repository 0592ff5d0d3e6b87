/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/cub/histogram/histogram.cuh"

const bench_cub_variant bench_cub_histogram_integers[] = {BENCH_EVEN(U8, U32, int32_t, int64_t, 0, ""),
                                                          BENCH_EVEN(U8, U64, int32_t, int64_t, 0, ""),
                                                          BENCH_EVEN(U16, U32, int32_t, int32_t, 0, ""),
                                                          BENCH_EVEN(I32, U32, int32_t, int32_t, 0, ""),
                                                          BENCH_EVEN(I32, U64, int32_t, int32_t, 0, ""),
                                                          BENCH_EVEN(U32, U32, uint32_t, int32_t, 0, ""),
                                                          {}};
