/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CUB's radix sort of keys and of pairs, in its two forms: from one array to another, and between two arrays that are
 * both written. The kernels are the same.
 */
#ifndef TCU_BENCH_FAMILIES_SORT_CUB_SORT_CUH
#define TCU_BENCH_FAMILIES_SORT_CUB_SORT_CUH

#include <cub/device/device_radix_sort.cuh>

#include "bench/cub/common.cuh"
#include "bench/families/sort/problem.h"

namespace bench
{
// Count: its kernels are others for counts of 64 bits, and sometimes faster.
template <class Key, class Count = uint32_t>
int sort_keys(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceRadixSort::SortKeys(temp, *bytes, input<Key>(p), output<Key>(p), Count(p->n), 0,
                                          int(8 * sizeof(Key)), on(stream));
}

// Shorter arrays are timed in trains of calls, in which nothing can bring the input back.
inline bool between_arrays(const bench_problem *p)
{
    return p->form == BENCH_BUFFERS || 2 * p->n * (bench_size(p->in_type) + bench_value_bytes(p)) >= BENCH_TRAIN_BYTES;
}
template <class T>
cub::DoubleBuffer<T> both(const bench_problem *p, void *out, void *spare)
{
    const bool swap = bench_begins_in_spare(p);
    return cub::DoubleBuffer<T>(static_cast<T *>(swap ? spare : out), static_cast<T *>(swap ? out : spare));
}

template <class Key>
int sort_key_buffers(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    cub::DoubleBuffer<Key> keys = both<Key>(p, p->out, p->spare);
    if (!between_arrays(p)) {
        return cudaErrorNotSupported;
    }
    const cudaError_t error =
        cub::DeviceRadixSort::SortKeys(temp, *bytes, keys, count(p), 0, int(8 * sizeof(Key)), on(stream));
    return error == cudaSuccess && temp != nullptr && keys.Current() != p->out ? cudaErrorNotSupported : error;
}

template <class Key, class Value, class Count = uint32_t>
int sort_pairs(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceRadixSort::SortPairs(
        temp, *bytes, input<Key>(p), output<Key>(p), static_cast<const Value *>(p->values_in),
        static_cast<Value *>(p->values_out), Count(p->n), 0, int(8 * sizeof(Key)), on(stream));
}

template <class Key, class Value>
int sort_pair_buffers(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    cub::DoubleBuffer<Key> keys = both<Key>(p, p->out, p->spare);
    cub::DoubleBuffer<Value> values = both<Value>(p, p->values_out, p->spare_values);
    if (!between_arrays(p)) {
        return cudaErrorNotSupported;
    }
    const cudaError_t error =
        cub::DeviceRadixSort::SortPairs(temp, *bytes, keys, values, count(p), 0, int(8 * sizeof(Key)), on(stream));
    return error == cudaSuccess && temp != nullptr && keys.Current() != p->out ? cudaErrorNotSupported : error;
}

// The positions are there already, and the keys' order is written too, as CUB has it.
template <class Key, class Index>
int sort_positions(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceRadixSort::SortPairs(temp, *bytes, input<Key>(p), static_cast<Key *>(p->spare),
                                           static_cast<const Index *>(p->values_in), output<Index>(p), count(p), 0,
                                           int(8 * sizeof(Key)), on(stream));
}
} // namespace bench

#define BENCH_SORT_VARIANT(op, form, in, out, name, overwrites, ...)                                                   \
    {                                                                                                                  \
        op, form, TCU_TYPE_##in, TCU_TYPE_##out, 0, name, __VA_ARGS__, 0, overwrites                                   \
    }
#define BENCH_SORT_KEYS(type)                                                                                          \
    BENCH_SORT_VARIANT(BENCH_SORT, BENCH_NO_FORM, type, type, "DeviceRadixSort::SortKeys", 0,                          \
                       bench::sort_keys<bench::TypeOf<TCU_TYPE_##type>::T>),                                           \
        BENCH_SORT_VARIANT(BENCH_SORT, BENCH_NO_FORM, type, type, "DeviceRadixSort::SortKeys (64-bit count)", 0,       \
                           (bench::sort_keys<bench::TypeOf<TCU_TYPE_##type>::T, uint64_t>)),                           \
        BENCH_SORT_VARIANT(BENCH_SORT, BENCH_NO_FORM, type, type, "DeviceRadixSort::SortKeys (DoubleBuffer)", 1,       \
                           bench::sort_key_buffers<bench::TypeOf<TCU_TYPE_##type>::T>),                                \
        BENCH_SORT_VARIANT(BENCH_SORT, BENCH_BUFFERS, type, type, "DeviceRadixSort::SortKeys (DoubleBuffer)", 1,       \
                           bench::sort_key_buffers<bench::TypeOf<TCU_TYPE_##type>::T>)

#endif
