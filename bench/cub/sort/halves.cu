/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/cub/sort/sort.cuh"

const bench_cub_variant bench_cub_sort_halves[] = {
    BENCH_SORT_KEYS(U16), BENCH_SORT_KEYS(I16), BENCH_SORT_KEYS(F16), BENCH_SORT_KEYS(BF16), {}};
