/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/cub/sort/sort.cuh"

const bench_cub_variant bench_cub_sort_bytes[] = {BENCH_SORT_KEYS(U8), BENCH_SORT_KEYS(I8), {}};
