/* SPDX-License-Identifier: Apache-2.0 */
/* What memory allows: flat grids of 16-byte accesses, the fastest form that was found on an H200. */
#include <cuda_runtime.h>

#include "bench/gpu/contestants.h"
#include "bench/result.h"

namespace bench
{
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

__global__ void empty_kernel() {}

unsigned blocks(uint64_t vectors, int per_thread)
{
    const uint64_t per_block = (uint64_t)kThreads * per_thread;
    return (unsigned)((vectors + per_block - 1) / per_block);
}
} // namespace

std::vector<Contestant> GpuRoofs::of(const std::string &roof, double wanted)
{
    const uint64_t bytes = (uint64_t(wanted) + 31) / 32 * 32, vectors = bytes / sizeof(uint4);
    char *memory = static_cast<char *>(memory_.ensure(bytes));
    const cudaStream_t stream = stream_;
    const uint4 *from = reinterpret_cast<const uint4 *>(memory);
    if (roof == "copy") {
        char *to = memory + bytes / 2;
        return {
            {Role::roof, "kernel",
             [=] {
                 copy_kernel<<<blocks(vectors / 2, kVectors), kThreads, 0, stream>>>(from, (uint4 *)to, vectors / 2);
                 cuda_check(cudaGetLastError(), "roof");
             }},
            {Role::roof, "cudaMemcpyAsync",
             [=] { cuda_check(cudaMemcpyAsync(to, memory, bytes / 2, cudaMemcpyDeviceToDevice, stream), "roof"); }}};
    }
    if (roof == "read") {
        unsigned *sink = static_cast<unsigned *>(sink_.ensure(256));
        return {{Role::roof, "kernel", [=] {
                     read_kernel<<<blocks(vectors, 2 * kVectors), kThreads, 0, stream>>>(from, vectors, sink);
                     cuda_check(cudaGetLastError(), "roof");
                 }}};
    }
    return {{Role::roof, "kernel",
             [=] {
                 write_kernel<<<blocks(vectors, kVectors), kThreads, 0, stream>>>((uint4 *)memory, vectors);
                 cuda_check(cudaGetLastError(), "roof");
             }},
            {Role::roof, "cudaMemsetAsync", [=] { cuda_check(cudaMemsetAsync(memory, 0, bytes, stream), "roof"); }}};
}

double GpuRoofs::gigabytes_per_second(const std::string &roof)
{
    constexpr double bytes = 2.0 * (1u << 30);
    double best = 0;
    Stopwatch watch(stream_);
    for (const Contestant &form : of(roof, bytes)) {
        std::vector<double> samples;
        for (int run = 0; run < 9; run++) {
            form.launch(); // warms up, and gives the host its lead
            watch.start();
            form.launch();
            watch.stop();
            samples.push_back(watch.milliseconds());
        }
        best = std::max(best, bytes / Times::of(samples).median * 1e-6);
    }
    return best;
}

// What a launch costs by itself.
void launch_empty(cudaStream_t stream)
{
    cuda_check(cudaLaunchKernel((const void *)empty_kernel, dim3(1), dim3(32), nullptr, 0, stream), "empty kernel");
}
} // namespace bench
