/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CUB's radix sort of keys and of pairs, in its two forms: from one array to another, and between two arrays that are both
 * written. The kernels are the same. And its two sorts of segments: of keys alone nobody sees whether a sort is stable, so
 * the faster, unstable form takes part.
 */
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_segmented_radix_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>

#include "bench/cub/common.cuh"

namespace bench
{
namespace
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

template <bench_op op, class Key>
int by_size(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSegmentedSort::SortKeys(temp, *bytes, input<Key>(p), output<Key>(p), (int64_t)p->n,
                                              (int64_t)p->num_segments, begins<op>(p, 0), begins<op>(p, 1), on(stream));
}
template <bench_op op, class Key>
int by_radix(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSegmentedRadixSort::SortKeys(temp, *bytes, input<Key>(p), output<Key>(p), (int64_t)p->n,
                                                   (int64_t)p->num_segments, begins<op>(p, 0), begins<op>(p, 1), 0,
                                                   int(8 * sizeof(Key)), on(stream));
}

// Between two arrays: what it overwrites is brought back.
#define BETWEEN(OP, FORM, key, value, name, ...)                                                                       \
    CubVariant                                                                                                         \
    {                                                                                                                  \
        BENCH_##OP, BENCH_##FORM, TCU_TYPE_##key, TCU_TYPE_##value, 0, name, __VA_ARGS__, 0, 1                         \
    }
#define KEYS(type)                                                                                                     \
    BENCH_CUB(SORT, NO_FORM, type, type, 0, "DeviceRadixSort::SortKeys", sort_keys<BENCH_T(type)>),                    \
        BENCH_CUB(SORT, NO_FORM, type, type, 0, "DeviceRadixSort::SortKeys (64-bit count)",                            \
                  sort_keys<BENCH_T(type), uint64_t>),                                                                 \
        BETWEEN(SORT, NO_FORM, type, type, "DeviceRadixSort::SortKeys (DoubleBuffer)",                                 \
                sort_key_buffers<BENCH_T(type)>),                                                                      \
        BETWEEN(SORT, BUFFERS, type, type, "DeviceRadixSort::SortKeys (DoubleBuffer)",                                 \
                sort_key_buffers<BENCH_T(type)>)
#define PAIRS(key, value)                                                                                              \
    BENCH_CUB(SORT_PAIRS, NO_FORM, key, value, 0, "DeviceRadixSort::SortPairs",                                        \
              sort_pairs<BENCH_T(key), BENCH_T(value)>),                                                               \
        BENCH_CUB(SORT_PAIRS, NO_FORM, key, value, 0, "DeviceRadixSort::SortPairs (64-bit count)",                     \
                  sort_pairs<BENCH_T(key), BENCH_T(value), uint64_t>),                                                 \
        BETWEEN(SORT_PAIRS, NO_FORM, key, value, "DeviceRadixSort::SortPairs (DoubleBuffer)",                          \
                sort_pair_buffers<BENCH_T(key), BENCH_T(value)>),                                                      \
        BETWEEN(SORT_PAIRS, BUFFERS, key, value, "DeviceRadixSort::SortPairs (DoubleBuffer)",                          \
                sort_pair_buffers<BENCH_T(key), BENCH_T(value)>)
#define SEGMENTS(OP, type)                                                                                             \
    BENCH_CUB(OP, NO_FORM, type, type, 0, "DeviceSegmentedSort::SortKeys", by_size<BENCH_##OP, BENCH_T(type)>),        \
        BENCH_CUB(OP, NO_FORM, type, type, 0, "DeviceSegmentedRadixSort::SortKeys",                                    \
                  by_radix<BENCH_##OP, BENCH_T(type)>)

const CubVariant kVariants[] = {KEYS(U8),
                                KEYS(I8),
                                KEYS(U16),
                                KEYS(I16),
                                KEYS(F16),
                                KEYS(BF16),
                                KEYS(U32),
                                KEYS(I32),
                                KEYS(F32),
                                KEYS(U64),
                                KEYS(F64),
                                PAIRS(U32, U32),
                                PAIRS(U64, U64),
                                PAIRS(U32, B128),
                                PAIRS(U64, B128),
                                BENCH_CUB(ARGSORT, NO_FORM, U32, U32, 0,
                                          "DeviceRadixSort::SortPairs of positions made before",
                                          sort_positions<uint32_t, uint32_t>),
                                SEGMENTS(SEGMENTED_SORT, U32),
                                SEGMENTS(SEGMENTED_SORT, U64),
                                SEGMENTS(SEGMENTED_SORT_OFFSETS, U32)};
} // namespace

CubTable sort_cub()
{
    return table_of(kVariants, false);
}
} // namespace bench
