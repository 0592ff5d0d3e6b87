/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DeviceBatchedTopK, where the release has it (CCCL 3.5 and newer), whose results, in any order, are then sorted row by row.
 * Before, a block sorts each row in registers and shared memory (BlockRadixSort) and writes the first keys, which is less
 * work than a sort of all rows in the device's memory. The size of rows is known to the compiler.
 */
#include "problem.h"

#include <cub/block/block_radix_sort.cuh>
#include <cuda/std/limits>
#if __has_include(<cub/device/device_batched_topk.cuh>)
#define CUB_DISABLE_TOPK_UNSUPPORTED_ARCH_ASSERT // (of long rows it needs clusters, which a GPU before sm_90 has not)
#include <cub/device/device_batched_topk.cuh>
#include <cuda/__execution/determinism.h>
#include <cuda/__execution/output_ordering.h>
#include <cuda/__execution/require.h>
#include <cuda/stream_ref>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#define HAS_BATCHED_TOP_K 1
#else
#define HAS_BATCHED_TOP_K 0
#endif

namespace
{
struct side {
    top_rows p;
    cudaStream_t stream;
    float *unsorted;
    void *workspace;
    size_t workspace_bytes;
};

/* Sorts each row of Size keys, and writes the first of them. `out` may be `in` where all are written. */
template <int Size, int Threads, int Items>
__global__ void __launch_bounds__(Threads) sort_rows(const float *in, float *out)
{
    static_assert(Threads * Items >= Size, "a block holds a row");
    using sort = cub::BlockRadixSort<float, Threads, Items>;
    extern __shared__ __align__(16) unsigned char memory[];
    const float *const row = in + uint64_t(blockIdx.x) * Size;
    float keys[Items];
#pragma unroll
    for (int i = 0; i < Items; i++) { // (a sort takes them in any order)
        const int k = i * Threads + int(threadIdx.x);
        keys[i] = k < Size ? row[k] : -::cuda::std::numeric_limits<float>::infinity();
    }
    sort(*reinterpret_cast<typename sort::TempStorage *>(memory)).SortDescendingBlockedToStriped(keys);
#pragma unroll
    for (int i = 0; i < Items; i++) {
        const int k = i * Threads + int(threadIdx.x);
        if (k < TOP_ROWS_RESULTS) {
            out[uint64_t(blockIdx.x) * TOP_ROWS_RESULTS + k] = keys[i];
        }
    }
}

template <int Size, int Threads, int Items>
cudaError_t launch_sort(const side &s, const float *in)
{
    const auto kernel = sort_rows<Size, Threads, Items>;
    const int bytes = int(sizeof(typename cub::BlockRadixSort<float, Threads, Items>::TempStorage));
    const cudaError_t error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (error != cudaSuccess) {
        return error;
    }
    kernel<<<unsigned(s.p.num_rows), Threads, bytes, s.stream>>>(in, s.p.best);
    return cudaGetLastError();
}

#if HAS_BATCHED_TOP_K
template <class Key>
struct row_of {
    Key *keys;
    int64_t size;
    __host__ __device__ Key *operator()(int64_t row) const { return keys + row * size; }
};

template <class Key>
auto rows_of(Key *keys, int64_t size)
{
    return thrust::make_transform_iterator(thrust::make_counting_iterator<int64_t>(0), row_of<Key>{keys, size});
}

cudaError_t select(const side &s, void *workspace, size_t &bytes)
{
    namespace execution = ::cuda::execution;
    constexpr int64_t size = TOP_ROWS_SIZE, results = TOP_ROWS_RESULTS;
    const auto environment = ::cuda::std::execution::env{::cuda::stream_ref{s.stream},
                                                         execution::require(execution::determinism::not_guaranteed,
                                                                            execution::tie_break::unspecified,
                                                                            execution::output_ordering::unsorted)};
    return cub::DeviceBatchedTopK::MaxKeys(workspace, bytes, rows_of(s.p.scores, size), rows_of(s.unsorted, results),
                                           ::cuda::args::immediate{size, ::cuda::args::bounds<size, size>()},
                                           ::cuda::args::immediate{results, ::cuda::args::bounds<results, results>()},
                                           int64_t(s.p.num_rows), environment);
}
#endif

void *open_side(const void *problem, cudaStream_t stream)
{
    side *const s = new side{*static_cast<const top_rows *>(problem), stream, nullptr, nullptr, 0};
#if HAS_BATCHED_TOP_K
    s->unsorted = static_cast<float *>(app_allocate(s->p.num_rows * TOP_ROWS_RESULTS * sizeof(float)));
    APP_CUDA(select(*s, nullptr, s->workspace_bytes));
    s->workspace = app_allocate(s->workspace_bytes);
#endif
    return s;
}

void enqueue_frame(void *state)
{
    side *const s = static_cast<side *>(state);
#if HAS_BATCHED_TOP_K
    APP_CUDA(select(*s, s->workspace, s->workspace_bytes));
    APP_CUDA((launch_sort<TOP_ROWS_RESULTS, 32, 4>(*s, s->unsorted)));
#else
    APP_CUDA((launch_sort<TOP_ROWS_SIZE, 512, 20>(*s, s->p.scores)));
#endif
}

void close_side(void *state)
{
    side *const s = static_cast<side *>(state);
    APP_CUDA(cudaFree(s->unsorted));
    APP_CUDA(cudaFree(s->workspace));
    delete s;
}
} // namespace

const app_side top_rows_cub = {open_side, enqueue_frame, close_side};
