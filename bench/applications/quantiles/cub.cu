/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Histogram and refinement: three passes over the column count the digits, of 11, 11 and 10 bits from the top, of the keys
 * that share the digits found so far with a quantile; a block for each quantile finds by a prefix sum (BlockScan) the digit
 * in which its rank lies. The counting is a kernel of its own: DeviceHistogram keeps more than 256 bins in the device's
 * memory, and has no bins that depend on what a pass before it found.
 */
#include "problem.h"

#include <cub/block/block_scan.cuh>
#include <cuda/std/array>

namespace
{
constexpr int kPasses = 3, kBins = 1 << 11;
constexpr int kThreads = 512, kBinsOfThread = kBins / kThreads;
constexpr uint32_t kNone = ~0u; // no prefix: those that keys are compared with have 22 bits at most

struct refinement {
    uint32_t counts[kPasses][QUANTILES_COUNT * kBins];
    uint32_t prefixes[kPasses + 1][QUANTILES_COUNT], ranks[kPasses + 1][QUANTILES_COUNT];
};

using ranks = ::cuda::std::array<uint32_t, QUANTILES_COUNT>;

/* The first quantile with the prefix of quantile j, which counts for both. */
__device__ int first_of(const uint32_t *prefixes, int j)
{
    int first = 0;
    while (prefixes[first] != prefixes[j]) {
        first++;
    }
    return first;
}

template <int pass>
__global__ void __launch_bounds__(kThreads) count_digits(const float *column, uint64_t n, refinement *r)
{
    constexpr int slots = pass == 0 ? 1 : QUANTILES_COUNT;
    constexpr int bits = pass < 2 ? 11 : 10, shift = pass < 2 ? 21 - 11 * pass : 0;
    __shared__ uint32_t counts[slots * kBins];
    uint32_t prefixes[slots];
    for (int i = int(threadIdx.x); i < slots * kBins; i += kThreads) {
        counts[i] = 0;
    }
#pragma unroll
    for (int j = 0; j < slots; j++) {
        prefixes[j] = first_of(r->prefixes[pass], j) == j ? r->prefixes[pass][j] : kNone;
    }
    __syncthreads();
    const auto count = [&](float key) {
        const uint32_t ordered = __float_as_uint(key) ^ (uint32_t(__float_as_int(key) >> 31) | 0x80000000u);
        const uint32_t digit = ordered >> shift & ((1u << bits) - 1);
#pragma unroll
        for (int j = 0; j < slots; j++) {
            if (pass == 0 || ordered >> (shift + bits) % 32 == prefixes[j]) {
                atomicAdd(&counts[j * kBins + digit], 1u);
            }
        }
    };
    const uint64_t thread = uint64_t(blockIdx.x) * kThreads + threadIdx.x, threads = gridDim.x * kThreads;
    const float4 *const fours = reinterpret_cast<const float4 *>(column);
#pragma unroll 4
    for (uint64_t i = thread; i < n / 4; i += threads) {
        const float4 keys = __ldcs(fours + i);
        count(keys.x), count(keys.y), count(keys.z), count(keys.w);
    }
    if (thread < n % 4) {
        count(column[n / 4 * 4 + thread]);
    }
    __syncthreads();
    for (int i = int(threadIdx.x); i < slots * kBins; i += kThreads) {
        if (counts[i] != 0) {
            atomicAdd(&r->counts[pass][i], counts[i]);
        }
    }
}

template <int pass>
__global__ void __launch_bounds__(kThreads) choose_digits(refinement *r, ranks all, float *values)
{
    using scan = cub::BlockScan<uint32_t, kThreads>;
    __shared__ typename scan::TempStorage memory;
    const int j = int(blockIdx.x), slot = pass == 0 ? 0 : first_of(r->prefixes[pass], j);
    const uint32_t rank = pass == 0 ? all[j] : r->ranks[pass][j];
    uint32_t counts[kBinsOfThread], before[kBinsOfThread];
    for (int i = 0; i < kBinsOfThread; i++) {
        counts[i] = r->counts[pass][slot * kBins + int(threadIdx.x) * kBinsOfThread + i];
    }
    scan(memory).ExclusiveSum(counts, before);
    for (int i = 0; i < kBinsOfThread; i++) {
        if (before[i] <= rank && rank - before[i] < counts[i]) { // (one bin of one thread)
            const uint32_t digit = threadIdx.x * kBinsOfThread + uint32_t(i);
            const uint32_t prefix = r->prefixes[pass][j] << (pass < 2 ? 11 : 10) | digit;
            r->prefixes[pass + 1][j] = prefix;
            r->ranks[pass + 1][j] = rank - before[i];
            if (pass + 1 == kPasses) {
                values[j] = __uint_as_float(prefix ^ (prefix >> 31 != 0 ? 0x80000000u : ~0u));
            }
        }
    }
}

struct side {
    quantiles p;
    cudaStream_t stream;
    refinement *memory;
    unsigned blocks;
    ranks all;
};

void *open_side(const void *problem, cudaStream_t stream)
{
    int device, multiprocessors, blocks;
    APP_CUDA(cudaGetDevice(&device));
    APP_CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    APP_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, count_digits<1>, kThreads, 0));
    side *const s =
        new side{*static_cast<const quantiles *>(problem), stream, nullptr, unsigned(multiprocessors * blocks), {}};
    s->memory = static_cast<refinement *>(app_allocate(sizeof(refinement)));
    for (int j = 0; j < QUANTILES_COUNT; j++) {
        s->all[j] = uint32_t(s->p.q[j] * double(s->p.n - 1));
    }
    return s;
}

template <int pass>
void enqueue_pass(const side &s)
{
    count_digits<pass><<<s.blocks, kThreads, 0, s.stream>>>(s.p.column, s.p.n, s.memory);
    choose_digits<pass><<<QUANTILES_COUNT, kThreads, 0, s.stream>>>(s.memory, s.all, s.p.values);
}

void enqueue_frame(void *state)
{
    const side &s = *static_cast<const side *>(state);
    APP_CUDA(cudaMemsetAsync(s.memory, 0, sizeof *s.memory, s.stream));
    enqueue_pass<0>(s), enqueue_pass<1>(s), enqueue_pass<2>(s);
    APP_CUDA(cudaGetLastError());
}

void close_side(void *state)
{
    APP_CUDA(cudaFree(static_cast<side *>(state)->memory));
    delete static_cast<side *>(state);
}
} // namespace

const app_side quantiles_cub = {open_side, enqueue_frame, close_side};
