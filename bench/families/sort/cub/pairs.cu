/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/sort/cub/sort.cuh"

#define PAIRS(type)                                                                                                    \
    BENCH_SORT_VARIANT(BENCH_SORT_PAIRS, BENCH_NO_FORM, type, type, "DeviceRadixSort::SortPairs", 0,                   \
                       bench::sort_pairs<bench::TypeOf<TCU_TYPE_##type>::T, bench::TypeOf<TCU_TYPE_##type>::T>),       \
        BENCH_SORT_VARIANT(                                                                                            \
            BENCH_SORT_PAIRS, BENCH_NO_FORM, type, type, "DeviceRadixSort::SortPairs (64-bit count)", 0,               \
            (bench::sort_pairs<bench::TypeOf<TCU_TYPE_##type>::T, bench::TypeOf<TCU_TYPE_##type>::T, uint64_t>)),      \
        BENCH_SORT_VARIANT(                                                                                            \
            BENCH_SORT_PAIRS, BENCH_NO_FORM, type, type, "DeviceRadixSort::SortPairs (DoubleBuffer)", 1,               \
            bench::sort_pair_buffers<bench::TypeOf<TCU_TYPE_##type>::T, bench::TypeOf<TCU_TYPE_##type>::T>),           \
        BENCH_SORT_VARIANT(                                                                                            \
            BENCH_SORT_PAIRS, BENCH_BUFFERS, type, type, "DeviceRadixSort::SortPairs (DoubleBuffer)", 1,               \
            bench::sort_pair_buffers<bench::TypeOf<TCU_TYPE_##type>::T, bench::TypeOf<TCU_TYPE_##type>::T>)

const bench_cub_variant bench_cub_sort_pairs[] = {
    PAIRS(U32),
    PAIRS(U64),
    BENCH_SORT_VARIANT(BENCH_ARGSORT, BENCH_NO_FORM, U32, U32, "DeviceRadixSort::SortPairs of positions made before", 0,
                       bench::sort_positions<uint32_t, uint32_t>),
    {}};
