/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs that families share are made where they are used. */
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
#define FILL(NAME, T)                                                                                                  \
    case TCU_TYPE_##NAME:                                                                                              \
        return fill<T>(data, n, seed, stream);
    switch (type) {
        FILL(F16, __half)
        FILL(BF16, __nv_bfloat16)
        BENCH_TYPES(FILL)
    default: // b128
        return fill<uint64_t>(data, 2 * n, seed, stream);
    }
}

void make_keys(const bench_problem &problem, uint32_t *keys, cudaStream_t stream)
{
    keys_kernel<<<blocks_of(problem.n, kThreads * kKeysPerThread), kThreads, 0, stream>>>(problem, keys);
    cuda_check(cudaGetLastError(), "keys");
}
} // namespace bench
