/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two forms, products made as they are summed. Where rows are alike, groups of lanes take a row each (CSR-vector, N. Bell,
 * M. Garland: "Implementing Sparse Matrix-Vector Multiplication on Throughput-Oriented Processors", SC 2009; WarpReduce).
 * Where some are long, a reduction by key whose blocks all have as much to do; its keys, the row of each value, are made
 * once with the matrix. (No row is empty, so each key is a row.) Which is faster is measured when the side is opened.
 */
#include "problem.h"

#include <cub/device/device_reduce.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace
{
constexpr int kThreads = 256;

template <int Lanes>
__global__ void __launch_bounds__(kThreads) multiply_rows(spmv p)
{
    using reduce = cub::WarpReduce<float, Lanes>;
    __shared__ typename reduce::TempStorage memory[kThreads / Lanes];
    const uint64_t row = (uint64_t(blockIdx.x) * kThreads + threadIdx.x) / Lanes;
    const int lane = int(threadIdx.x) % Lanes;
    const int64_t end = row < p.num_rows ? p.offsets[row + 1] : 0;
    float sum = 0;
    for (int64_t i = row < p.num_rows ? p.offsets[row] + lane : 0; i < end; i += Lanes) {
        sum += p.values[i] * __ldg(p.x + p.columns[i]);
    }
    sum = reduce(memory[threadIdx.x / Lanes]).Sum(sum);
    if (lane == 0 && row < p.num_rows) {
        p.y[row] = sum;
    }
}

__global__ void number_rows(spmv p, uint32_t *rows)
{
    const uint64_t row = uint64_t(blockIdx.x) * (kThreads / 32) + threadIdx.x / 32;
    for (int64_t i = row < p.num_rows ? p.offsets[row] + threadIdx.x % 32 : 0;
         row < p.num_rows && i < p.offsets[row + 1]; i += 32) {
        rows[i] = uint32_t(row);
    }
}

struct product {
    const float *values, *x;
    const uint32_t *columns;
    __device__ float operator()(uint32_t i) const { return values[i] * __ldg(x + columns[i]); }
};

struct side {
    spmv p;
    cudaStream_t stream;
    uint32_t *rows;
    uint64_t *num_rows;
    void *workspace;
    size_t workspace_bytes;
    int form; // lanes of a row; 0: by key
};

cudaError_t reduce_by_key(const side &s, void *workspace, size_t &bytes)
{
    const auto products = thrust::make_transform_iterator(thrust::make_counting_iterator<uint32_t>(0),
                                                          product{s.p.values, s.p.x, s.p.columns});
    return cub::DeviceReduce::ReduceByKey(workspace, bytes, s.rows, thrust::make_discard_iterator(), products, s.p.y,
                                          s.num_rows, ::cuda::std::plus<>{}, uint32_t(s.p.num_values), s.stream);
}

template <int Lanes>
void launch_rows(const side &s)
{
    constexpr uint64_t rows = kThreads / Lanes;
    multiply_rows<Lanes><<<unsigned((s.p.num_rows + rows - 1) / rows), kThreads, 0, s.stream>>>(s.p);
}

void enqueue_frame(void *state)
{
    side *const s = static_cast<side *>(state);
    switch (s->form) {
    case 4:
        launch_rows<4>(*s);
        break;
    case 8:
        launch_rows<8>(*s);
        break;
    case 16:
        launch_rows<16>(*s);
        break;
    case 32:
        launch_rows<32>(*s);
        break;
    default:
        APP_CUDA(reduce_by_key(*s, s->workspace, s->workspace_bytes));
    }
    APP_CUDA(cudaGetLastError());
}

void *open_side(const void *problem, cudaStream_t stream)
{
    side *const s = new side{*static_cast<const spmv *>(problem), stream, nullptr, nullptr, nullptr, 0, 0};
    s->rows = static_cast<uint32_t *>(app_allocate(s->p.num_values * sizeof(uint32_t)));
    s->num_rows = static_cast<uint64_t *>(app_allocate(sizeof(uint64_t)));
    number_rows<<<unsigned((s->p.num_rows * 32 + kThreads - 1) / kThreads), kThreads, 0, stream>>>(s->p, s->rows);
    APP_CUDA(reduce_by_key(*s, nullptr, s->workspace_bytes));
    s->workspace = app_allocate(s->workspace_bytes);
    double least = app_time_frame(enqueue_frame, s, stream);
    int best = s->form;
    for (s->form = 4; s->form <= 32; s->form *= 2) {
        const double elapsed = app_time_frame(enqueue_frame, s, stream);
        best = elapsed < least ? s->form : best;
        least = elapsed < least ? elapsed : least;
    }
    s->form = best;
    return s;
}

void close_side(void *state)
{
    side *const s = static_cast<side *>(state);
    APP_CUDA(cudaFree(s->rows));
    APP_CUDA(cudaFree(s->num_rows));
    APP_CUDA(cudaFree(s->workspace));
    delete s;
}
} // namespace

const app_side spmv_cub = {open_side, enqueue_frame, close_side};
