/* SPDX-License-Identifier: Apache-2.0 */
/* What memory allows: flat grids of 16-byte accesses, the fastest form that was found on an H200. */
#include <cuda_runtime.h>

#include "bench/device/device.h"

namespace
{
constexpr int kThreads = 256;
constexpr int kVectors = 4; // 16-byte vectors in flight per thread

__global__ void __launch_bounds__(kThreads) copy_kernel(const uint4 *from, uint4 *to, uint64_t vectors)
{
    const uint64_t first = (uint64_t)blockIdx.x * (kThreads * kVectors) + threadIdx.x;
    uint4 value[kVectors];
#pragma unroll
    for (int v = 0; v < kVectors; v++) {
        if (first + v * kThreads < vectors) {
            value[v] = from[first + v * kThreads];
        }
    }
#pragma unroll
    for (int v = 0; v < kVectors; v++) {
        if (first + v * kThreads < vectors) {
            to[first + v * kThreads] = value[v];
        }
    }
}

__global__ void __launch_bounds__(kThreads) read_kernel(const uint4 *from, uint64_t vectors, unsigned *sink)
{
    constexpr int depth = 2 * kVectors;
    const uint64_t first = (uint64_t)blockIdx.x * (kThreads * depth) + threadIdx.x;
    uint4 value[depth];
#pragma unroll
    for (int v = 0; v < depth; v++) {
        value[v] = first + v * kThreads < vectors ? from[first + v * kThreads] : make_uint4(0, 0, 0, 0);
    }
    unsigned all = 0;
#pragma unroll
    for (int v = 0; v < depth; v++) {
        all |= (value[v].x ^ 0x9e3779b9u) & (value[v].y ^ 0x85ebca6bu) & value[v].z & value[v].w;
    }
    // Keeps the loads; practically never true.
    if (all == 0xffffffffu) {
        *sink = all;
    }
}

__global__ void __launch_bounds__(kThreads) write_kernel(uint4 *to, uint64_t vectors)
{
    const uint64_t first = (uint64_t)blockIdx.x * (kThreads * kVectors) + threadIdx.x;
#pragma unroll
    for (int v = 0; v < kVectors; v++) {
        if (first + v * kThreads < vectors) {
            to[first + v * kThreads] = make_uint4(0, 0, 0, 0);
        }
    }
}

unsigned blocks(uint64_t vectors, int per_thread)
{
    const uint64_t per_block = (uint64_t)kThreads * per_thread;
    return (unsigned)((vectors + per_block - 1) / per_block);
}
} // namespace

int bench_roof_copy(void *to, const void *from, uint64_t bytes, void *stream)
{
    const uint64_t vectors = bytes / 2 / sizeof(uint4);
    copy_kernel<<<blocks(vectors, kVectors), kThreads, 0, (cudaStream_t)stream>>>((const uint4 *)from, (uint4 *)to,
                                                                                  vectors);
    return cudaGetLastError();
}

int bench_roof_read(const void *from, uint64_t bytes, void *sink, void *stream)
{
    const uint64_t vectors = bytes / sizeof(uint4);
    read_kernel<<<blocks(vectors, 2 * kVectors), kThreads, 0, (cudaStream_t)stream>>>((const uint4 *)from, vectors,
                                                                                      (unsigned *)sink);
    return cudaGetLastError();
}

int bench_roof_write(void *to, uint64_t bytes, void *stream)
{
    const uint64_t vectors = bytes / sizeof(uint4);
    write_kernel<<<blocks(vectors, kVectors), kThreads, 0, (cudaStream_t)stream>>>((uint4 *)to, vectors);
    return cudaGetLastError();
}
