/* SPDX-License-Identifier: Apache-2.0 */
/* The inputs of sums are made where they are used. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <thrust/binary_search.h>
#include <thrust/execution_policy.h>
#include <thrust/scan.h>

#include "bench/device/device.h"
#include "bench/device/random.cuh"
#include "bench/device/segments.cuh"

namespace
{
constexpr int kThreads = 256;
constexpr int kKeysPerThread = 32;

template <class T>
__device__ T element(uint64_t bits)
{
    return (T)bits;
}
template <>
__device__ double element(uint64_t bits)
{
    return 2 * bench_unit(bits) - 1;
}
template <>
__device__ float element(uint64_t bits)
{
    return (float)element<double>(bits);
}
template <>
__device__ __half element(uint64_t bits)
{
    return __float2half_rn(element<float>(bits));
}
template <>
__device__ __nv_bfloat16 element(uint64_t bits)
{
    return __float2bfloat16_rn(element<float>(bits));
}

template <class T>
__global__ void fill_kernel(T *data, uint64_t n, uint64_t seed)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (i < n) {
        data[i] = element<T>(bench_hash(i ^ seed));
    }
}

template <class T>
int fill(void *data, uint64_t n, uint64_t seed, cudaStream_t stream)
{
    fill_kernel<<<(unsigned)((n + kThreads - 1) / kThreads), kThreads, 0, stream>>>((T *)data, n, seed);
    return cudaGetLastError();
}

__global__ void length_kernel(int64_t *lengths, uint64_t count, bench_lengths kind, uint64_t mean, uint64_t n,
                              uint64_t seed)
{
    const uint64_t k = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (k >= count) {
        return;
    }
    const uint64_t bits = bench_hash(k ^ seed);
    const double u = bench_unit(bits);
    double length = 0;
    switch (kind) {
    case BENCH_LENGTHS_UNIFORM:
        length = u * (double)(2 * mean + 1);
        break;
    case BENCH_LENGTHS_POWERLAW:
        length = fmin(1e7, 8 * pow(1 - u, -1 / 1.2) - 1);
        break;
    case BENCH_LENGTHS_GIANT:
        length = k == 1000 ? (double)(n / 2) : u * 129;
        break;
    case BENCH_LENGTHS_EMPTY:
        length = (bits & 3) != 0 ? 0 : 1 + u * 127;
        break;
    }
    lengths[k] = (int64_t)length;
}

__global__ void close_kernel(int64_t *offsets, uint64_t num_segments, int64_t n)
{
    offsets[0] = 0;
    offsets[num_segments] = n;
}

__global__ void keys_kernel(bench_problem p, uint32_t *keys)
{
    const uint64_t first = ((uint64_t)blockIdx.x * kThreads + threadIdx.x) * kKeysPerThread;
    if (first >= p.n) {
        return;
    }
    SegmentWalk walk(p, first);
    for (uint64_t i = first; i < p.n && i < first + kKeysPerThread; i++) {
        walk.advance(p, i);
        keys[i] = (uint32_t)walk.segment;
    }
}
} // namespace

int bench_fill(void *data, tcu_type type, uint64_t n, uint64_t seed, void *stream)
{
    const cudaStream_t s = (cudaStream_t)stream;
    switch (type) {
    case TCU_TYPE_F16:
        return fill<__half>(data, n, seed, s);
    case TCU_TYPE_BF16:
        return fill<__nv_bfloat16>(data, n, seed, s);
    case TCU_TYPE_F32:
        return fill<float>(data, n, seed, s);
    case TCU_TYPE_F64:
        return fill<double>(data, n, seed, s);
    default:
        break;
    }
    switch (tcu_type_size(type)) {
    case 1:
        return fill<uint8_t>(data, n, seed, s);
    case 2:
        return fill<uint16_t>(data, n, seed, s);
    case 4:
        return fill<uint32_t>(data, n, seed, s);
    case 8:
        return fill<uint64_t>(data, n, seed, s);
    default:
        return cudaErrorInvalidValue;
    }
}

uint64_t bench_offsets_capacity(bench_lengths lengths, uint64_t mean, uint64_t n)
{
    // Well below the expected mean length.
    uint64_t least = 1;
    switch (lengths) {
    case BENCH_LENGTHS_UNIFORM:
        least = mean > 1 ? mean - mean / 4 : 1;
        break;
    case BENCH_LENGTHS_POWERLAW:
        least = 20;
        break;
    case BENCH_LENGTHS_GIANT:
        least = 64;
        break;
    case BENCH_LENGTHS_EMPTY:
        least = 12;
        break;
    }
    return n / least + 4096;
}

int bench_make_offsets(bench_lengths lengths, uint64_t mean, uint64_t n, uint64_t seed, int64_t *offsets,
                       uint64_t capacity, uint64_t *num_segments, void *stream)
{
    const cudaStream_t s = (cudaStream_t)stream;
    const uint64_t count = capacity - 1;
    length_kernel<<<(unsigned)((count + kThreads - 1) / kThreads), kThreads, 0, s>>>(offsets + 1, count, lengths, mean,
                                                                                     n, seed);
    try {
        const auto policy = thrust::cuda::par.on(s);
        thrust::inclusive_scan(policy, offsets + 1, offsets + capacity, offsets + 1);
        // The first end that reaches n closes the last segment.
        const int64_t *last = thrust::lower_bound(policy, offsets + 1, offsets + capacity, (int64_t)n);
        *num_segments = last < offsets + capacity ? (uint64_t)(last - offsets) : capacity - 1;
    } catch (...) {
        const cudaError_t error = cudaGetLastError();
        return error != cudaSuccess ? error : cudaErrorUnknown;
    }
    close_kernel<<<1, 1, 0, s>>>(offsets, *num_segments, (int64_t)n);
    return cudaGetLastError();
}

int bench_make_keys(const bench_problem *problem, uint32_t *keys, void *stream)
{
    const uint64_t per_block = kThreads * kKeysPerThread;
    keys_kernel<<<(unsigned)((problem->n + per_block - 1) / per_block), kThreads, 0, (cudaStream_t)stream>>>(*problem,
                                                                                                             keys);
    return cudaGetLastError();
}
