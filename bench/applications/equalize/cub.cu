/* SPDX-License-Identifier: Apache-2.0 */
/* For each picture a histogram (DeviceHistogram), and a kernel whose blocks all make the prefix sum of its 256 counts anew
 * (BlockScan), which is faster than a kernel for it, and apply the table. */
#include "problem.h"

#include <cub/block/block_scan.cuh>
#include <cub/device/device_histogram.cuh>

namespace
{
constexpr int kThreads = EQUALIZE_LEVELS;

__global__ void __launch_bounds__(kThreads)
    apply(const uint4 *in, uint4 *out, uint32_t n, const uint32_t *counts, uint32_t pixels)
{
    using scan = cub::BlockScan<uint32_t, kThreads>;
    __shared__ typename scan::TempStorage memory;
    __shared__ unsigned char table[EQUALIZE_LEVELS];
    __shared__ uint32_t darkest;
    const uint32_t count = counts[threadIdx.x];
    uint32_t c;
    scan(memory).InclusiveSum(count, c);
    if (count > 0 && c == count) {
        darkest = c; // (one thread)
    }
    __syncthreads();
    table[threadIdx.x] = equalized(c, darkest, pixels);
    __syncthreads();
    for (uint32_t i = blockIdx.x * kThreads + threadIdx.x; i < n; i += gridDim.x * kThreads) {
        out[i] = equalized(in[i], table);
    }
}

struct side {
    equalize p;
    cudaStream_t stream;
    uint32_t *counts;
    void *workspace;
    size_t workspace_bytes;
    unsigned blocks;
};

cudaError_t count_levels(const side &s, uint64_t picture, void *workspace, size_t &bytes)
{
    return cub::DeviceHistogram::HistogramEven(workspace, bytes, s.p.pictures + picture * s.p.pixels, s.counts,
                                               EQUALIZE_LEVELS + 1, 0, int(EQUALIZE_LEVELS), int(s.p.pixels), s.stream);
}

void *open_side(const void *problem, cudaStream_t stream)
{
    side *const s = new side{*static_cast<const equalize *>(problem), stream, nullptr, nullptr, 0, 0};
    int device, multiprocessors;
    APP_CUDA(cudaGetDevice(&device));
    APP_CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    s->counts = static_cast<uint32_t *>(app_allocate(EQUALIZE_LEVELS * sizeof(uint32_t)));
    APP_CUDA(count_levels(*s, 0, nullptr, s->workspace_bytes));
    s->workspace = app_allocate(s->workspace_bytes);
    s->blocks = unsigned(multiprocessors) * (2048 / kThreads);
    return s;
}

void enqueue_frame(void *state)
{
    side *const s = static_cast<side *>(state);
    const uint64_t n = s->p.pixels;
    for (uint64_t picture = 0; picture < s->p.num_pictures; picture++) {
        APP_CUDA(count_levels(*s, picture, s->workspace, s->workspace_bytes));
        apply<<<s->blocks, kThreads, 0, s->stream>>>(reinterpret_cast<const uint4 *>(s->p.pictures + picture * n),
                                                     reinterpret_cast<uint4 *>(s->p.equalized + picture * n),
                                                     uint32_t(n / sizeof(uint4)), s->counts, uint32_t(n));
        APP_CUDA(cudaGetLastError());
    }
}

void close_side(void *state)
{
    side *const s = static_cast<side *>(state);
    APP_CUDA(cudaFree(s->workspace));
    APP_CUDA(cudaFree(s->counts));
    delete s;
}
} // namespace

const app_side equalize_cub = {open_side, enqueue_frame, close_side};
