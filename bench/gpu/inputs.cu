/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs that families share are made where they are used. */
#include <thrust/binary_search.h>
#include <thrust/execution_policy.h>
#include <thrust/scan.h>

#include "bench/gpu/check.cuh"

namespace bench
{
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
void fill(void *data, uint64_t n, uint64_t seed, cudaStream_t stream)
{
    fill_kernel<<<blocks_of(n, kThreads), kThreads, 0, stream>>>((T *)data, n, seed);
    cuda_check(cudaGetLastError(), "inputs");
}

__global__ void length_kernel(int64_t *lengths, uint64_t count, Lengths kind, uint64_t mean, uint64_t n, uint64_t seed)
{
    const uint64_t k = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (k >= count) {
        return;
    }
    const uint64_t bits = bench_hash(k ^ seed);
    const double u = bench_unit(bits);
    double length = 0;
    switch (kind) {
    case Lengths::uniform:
        length = u * (double)(2 * mean + 1);
        break;
    case Lengths::powerlaw:
        length = fmin(1e7, 8 * pow(1 - u, -1 / 1.2) - 1);
        break;
    case Lengths::giant:
        length = k == 1000 ? (double)(n / 2) : u * 129;
        break;
    case Lengths::empty:
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

void fill(void *data, tcu_type type, uint64_t n, uint64_t seed, cudaStream_t stream)
{
    if (type == BENCH_B128) {
        return fill<uint64_t>(data, 2 * n, seed, stream);
    }
    switch (type) {
    case TCU_TYPE_F16:
        return fill<__half>(data, n, seed, stream);
    case TCU_TYPE_BF16:
        return fill<__nv_bfloat16>(data, n, seed, stream);
    case TCU_TYPE_F32:
        return fill<float>(data, n, seed, stream);
    case TCU_TYPE_F64:
        return fill<double>(data, n, seed, stream);
    default:
        break;
    }
    switch (bench_size(type)) {
    case 1:
        return fill<uint8_t>(data, n, seed, stream);
    case 2:
        return fill<uint16_t>(data, n, seed, stream);
    case 4:
        return fill<uint32_t>(data, n, seed, stream);
    default:
        return fill<uint64_t>(data, n, seed, stream);
    }
}

uint64_t offsets_capacity(Lengths lengths, uint64_t mean, uint64_t n)
{
    // Well below the expected mean length.
    uint64_t least = 1;
    switch (lengths) {
    case Lengths::uniform:
        least = mean > 1 ? mean - mean / 4 : 1;
        break;
    case Lengths::powerlaw:
        least = 20;
        break;
    case Lengths::giant:
        least = 64;
        break;
    case Lengths::empty:
        least = 12;
        break;
    }
    return n / least + 4096;
}

uint64_t make_offsets(Lengths lengths, uint64_t mean, uint64_t n, uint64_t seed, int64_t *offsets, uint64_t capacity,
                      cudaStream_t stream)
{
    const uint64_t count = capacity - 1;
    length_kernel<<<blocks_of(count, kThreads), kThreads, 0, stream>>>(offsets + 1, count, lengths, mean, n, seed);
    const auto policy = thrust::cuda::par.on(stream);
    thrust::inclusive_scan(policy, offsets + 1, offsets + capacity, offsets + 1);
    // The first end that reaches n closes the last segment.
    const int64_t *last = thrust::lower_bound(policy, offsets + 1, offsets + capacity, (int64_t)n);
    const uint64_t num_segments = last < offsets + capacity ? (uint64_t)(last - offsets) : capacity - 1;
    close_kernel<<<1, 1, 0, stream>>>(offsets, num_segments, (int64_t)n);
    cuda_check(cudaGetLastError(), "offsets");
    return num_segments;
}

void make_keys(const bench_problem &problem, uint32_t *keys, cudaStream_t stream)
{
    keys_kernel<<<blocks_of(problem.n, kThreads * kKeysPerThread), kThreads, 0, stream>>>(problem, keys);
    cuda_check(cudaGetLastError(), "keys");
}
} // namespace bench
