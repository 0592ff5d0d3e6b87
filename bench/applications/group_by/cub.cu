/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A radix sort of the rows by their keys, and reductions by key: one that makes both results of a group in one pass, as a
 * pair, or one for each result, whichever is faster when the side is opened. All 32 bits are sorted: nothing is known of
 * the keys. The input has to stay, so the sort goes back and forth between its output and a buffer of its own.
 */
#include "problem.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cuda/functional>
#include <cuda/std/functional>
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
    bool in_one_pass;
};

cudaError_t sort_rows(const side &s, void *workspace, size_t &bytes)
{
    return cub::DeviceRadixSort::SortPairs(workspace, bytes, s.p.keys, s.keys, s.p.values, s.values,
                                           uint32_t(s.p.num_rows), 0, 32, s.stream);
}

cudaError_t reduce_pairs(const side &s, void *workspace, size_t &bytes)
{
    const auto values = thrust::make_transform_iterator(static_cast<const float *>(s.values), of_value{});
    const auto results =
        thrust::make_transform_output_iterator(thrust::make_zip_iterator(s.p.sums, s.p.maxima), to_columns{});
    return cub::DeviceReduce::ReduceByKey(workspace, bytes, s.keys, s.p.group_keys, values, results, s.p.num_groups,
                                          of_both{}, uint32_t(s.p.num_rows), s.stream);
}

template <class Operator>
cudaError_t reduce_column(const side &s, float *results, Operator op, void *workspace, size_t &bytes)
{
    return cub::DeviceReduce::ReduceByKey(workspace, bytes, s.keys, s.p.group_keys, s.values, results, s.p.num_groups,
                                          op, uint32_t(s.p.num_rows), s.stream);
}

cudaError_t sum_groups(const side &s, void *workspace, size_t &bytes)
{
    return reduce_column(s, s.p.sums, ::cuda::std::plus<>{}, workspace, bytes);
}

cudaError_t maximize_groups(const side &s, void *workspace, size_t &bytes)
{
    return reduce_column(s, s.p.maxima, ::cuda::maximum<>{}, workspace, bytes);
}

void enqueue_frame(void *state)
{
    side *const s = static_cast<side *>(state);
    APP_CUDA(sort_rows(*s, s->workspace, s->workspace_bytes));
    if (s->in_one_pass) {
        APP_CUDA(reduce_pairs(*s, s->workspace, s->workspace_bytes));
    } else {
        APP_CUDA(sum_groups(*s, s->workspace, s->workspace_bytes));
        APP_CUDA(maximize_groups(*s, s->workspace, s->workspace_bytes));
    }
}

void *open_side(const void *problem, cudaStream_t stream)
{
    side *const s = new side{*static_cast<const group_by *>(problem), stream, nullptr, nullptr, nullptr, 0, false};
    s->keys = static_cast<uint32_t *>(app_allocate(s->p.num_rows * sizeof(uint32_t)));
    s->values = static_cast<float *>(app_allocate(s->p.num_rows * sizeof(float)));
    for (const auto call : {sort_rows, reduce_pairs, sum_groups, maximize_groups}) {
        size_t bytes = 0;
        APP_CUDA(call(*s, nullptr, bytes));
        s->workspace_bytes = bytes > s->workspace_bytes ? bytes : s->workspace_bytes;
    }
    s->workspace = app_allocate(s->workspace_bytes);
    const double in_two = app_time_frame(enqueue_frame, s, stream);
    s->in_one_pass = true;
    s->in_one_pass = app_time_frame(enqueue_frame, s, stream) < in_two;
    return s;
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
