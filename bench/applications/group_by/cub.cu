/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A radix sort of the rows by their keys, and one reduction by key that makes both results of a group in one pass, as a
 * pair. All 32 bits are sorted: nothing is known of the keys. The input has to stay, so the sort goes back and forth
 * between its output and a buffer of its own.
 */
#include "problem.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cuda/std/tuple>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>

namespace
{
struct aggregates {
    float sum, maximum;
};

struct of_value {
    __host__ __device__ aggregates operator()(float value) const { return {value, value}; }
};

struct of_both {
    __host__ __device__ aggregates operator()(const aggregates &a, const aggregates &b) const
    {
        return {a.sum + b.sum, fmaxf(a.maximum, b.maximum)};
    }
};

struct to_columns {
    __host__ __device__ ::cuda::std::tuple<float, float> operator()(const aggregates &a) const
    {
        return {a.sum, a.maximum};
    }
};

struct side {
    group_by p;
    cudaStream_t stream;
    uint32_t *keys;
    float *values;
    void *workspace;
    size_t workspace_bytes;
};

cudaError_t sort_rows(const side &s, void *workspace, size_t &bytes)
{
    return cub::DeviceRadixSort::SortPairs(workspace, bytes, s.p.keys, s.keys, s.p.values, s.values,
                                           uint32_t(s.p.num_rows), 0, 32, s.stream);
}

cudaError_t reduce_groups(const side &s, void *workspace, size_t &bytes)
{
    const auto values = thrust::make_transform_iterator(static_cast<const float *>(s.values), of_value{});
    const auto results =
        thrust::make_transform_output_iterator(thrust::make_zip_iterator(s.p.sums, s.p.maxima), to_columns{});
    return cub::DeviceReduce::ReduceByKey(workspace, bytes, s.keys, s.p.group_keys, values, results, s.p.num_groups,
                                          of_both{}, uint32_t(s.p.num_rows), s.stream);
}

void *open_side(const void *problem, cudaStream_t stream)
{
    side *const s = new side{*static_cast<const group_by *>(problem), stream, nullptr, nullptr, nullptr, 0};
    s->keys = static_cast<uint32_t *>(app_allocate(s->p.num_rows * sizeof(uint32_t)));
    s->values = static_cast<float *>(app_allocate(s->p.num_rows * sizeof(float)));
    size_t of_sort = 0, of_reduction = 0;
    APP_CUDA(sort_rows(*s, nullptr, of_sort));
    APP_CUDA(reduce_groups(*s, nullptr, of_reduction));
    s->workspace_bytes = of_sort > of_reduction ? of_sort : of_reduction;
    s->workspace = app_allocate(s->workspace_bytes);
    return s;
}

void enqueue_frame(void *state)
{
    side *const s = static_cast<side *>(state);
    APP_CUDA(sort_rows(*s, s->workspace, s->workspace_bytes));
    APP_CUDA(reduce_groups(*s, s->workspace, s->workspace_bytes));
}

void close_side(void *state)
{
    side *const s = static_cast<side *>(state);
    APP_CUDA(cudaFree(s->keys));
    APP_CUDA(cudaFree(s->values));
    APP_CUDA(cudaFree(s->workspace));
    delete s;
}
} // namespace

const app_side group_by_cub = {open_side, enqueue_frame, close_side};
