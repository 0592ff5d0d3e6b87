/* SPDX-License-Identifier: Apache-2.0 */
/* Keys alone. One file for all types: its headers take longer to compile than its kernels. */
#include "bench/families/sort/cub/sort.cuh"

const bench_cub_variant bench_cub_sort_bytes[] = {BENCH_SORT_KEYS(U8), BENCH_SORT_KEYS(I8), {}};

const bench_cub_variant bench_cub_sort_halves[] = {
    BENCH_SORT_KEYS(U16), BENCH_SORT_KEYS(I16), BENCH_SORT_KEYS(F16), BENCH_SORT_KEYS(BF16), {}};

const bench_cub_variant bench_cub_sort_words[] = {BENCH_SORT_KEYS(U32), BENCH_SORT_KEYS(I32), BENCH_SORT_KEYS(F32), {}};

const bench_cub_variant bench_cub_sort_doubles[] = {BENCH_SORT_KEYS(U64), BENCH_SORT_KEYS(F64), {}};
