/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/cub/sort/sort.cuh"

const bench_cub_variant bench_cub_sort_words[] = {BENCH_SORT_KEYS(U32), BENCH_SORT_KEYS(I32), BENCH_SORT_KEYS(F32), {}};
