/* SPDX-License-Identifier: Apache-2.0 */
/* CUB's forms by key; for groups its sort of pairs and behind that its reduction by key, in one piece of memory. */
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include "bench/cub/common.cuh"

namespace bench
{
namespace
{
template <class Key, class Value>
int reduce_runs(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceReduce::ReduceByKey(temp, *bytes, input<Key>(p), static_cast<Key *>(p->values_out),
                                          static_cast<const Value *>(p->values_in), output<Value>(p), p->count,
                                          ::cuda::std::plus<>{}, (int64_t)p->n, on(stream));
}

template <class Key, class Value>
int scan_runs(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceScan::InclusiveSumByKey(temp, *bytes, input<Key>(p), static_cast<const Value *>(p->values_in),
                                              output<Value>(p), (int64_t)p->n, ::cuda::std::equal_to<>{}, on(stream));
}

template <class Key, class Value>
int first_of_runs(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSelect::UniqueByKey(temp, *bytes, input<Key>(p), static_cast<const Value *>(p->values_in),
                                          static_cast<Key *>(p->values_out), output<Value>(p), p->count, (int64_t)p->n,
                                          on(stream));
}

// The sorted pairs, then what either call needs.
template <class Key, class Value>
int sort_and_reduce(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    const auto round = [](size_t size) { return (size + 255) / 256 * 256; };
    const size_t key_bytes = round(p->n * sizeof(Key)), value_bytes = round(p->n * sizeof(Value));
    Key *const keys = static_cast<Key *>(temp);
    Value *const values = reinterpret_cast<Value *>(static_cast<char *>(temp) + key_bytes);
    void *const rest = temp == nullptr ? nullptr : static_cast<char *>(temp) + key_bytes + value_bytes;
    size_t of_sort = 0, of_reduction = 0;
    const auto sort = [&](void *memory, size_t &need) {
        return cub::DeviceRadixSort::SortPairs(memory, need, input<Key>(p), keys,
                                               static_cast<const Value *>(p->values_in), values, (int64_t)p->n, 0,
                                               (int)(8 * sizeof(Key)), on(stream));
    };
    const auto reduce = [&](void *memory, size_t &need) {
        return cub::DeviceReduce::ReduceByKey(memory, need, keys, static_cast<Key *>(p->values_out), values,
                                              output<Value>(p), p->count, ::cuda::std::plus<>{}, (int64_t)p->n,
                                              on(stream));
    };
    cudaError_t error = sort(nullptr, of_sort);
    if (error == cudaSuccess) {
        error = reduce(nullptr, of_reduction);
    }
    if (error != cudaSuccess || temp == nullptr) {
        *bytes = key_bytes + value_bytes + (of_sort > of_reduction ? of_sort : of_reduction);
        return error;
    }
    error = sort(rest, of_sort);
    return error != cudaSuccess ? error : reduce(rest, of_reduction);
}

const CubVariant kVariants[] = {
    BENCH_CUB(REDUCE_BY_KEY, SUM, U32, F32, 0, "DeviceReduce::ReduceByKey", reduce_runs<uint32_t, float>),
    BENCH_CUB(SCAN_BY_KEY, INCLUSIVE, U32, F32, 0, "DeviceScan::InclusiveSumByKey", scan_runs<uint32_t, float>),
    BENCH_CUB(UNIQUE_BY_KEY, NO_FORM, U32, F32, 0, "DeviceSelect::UniqueByKey", first_of_runs<uint32_t, float>),
    BENCH_CUB(GROUP_BY, SUM, U32, F32, 0, "DeviceRadixSort::SortPairs, DeviceReduce::ReduceByKey",
              sort_and_reduce<uint32_t, float>)};
} // namespace

CubTable by_key_cub()
{
    return table_of(kVariants, false);
}
} // namespace bench
