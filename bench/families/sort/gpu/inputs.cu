/* SPDX-License-Identifier: Apache-2.0 */
/* The inputs of sorts: keys, drawn one by one (keys.h), and the positions that are their values. */
#include <cuda_runtime.h>

#include "bench/device/random.cuh"
#include "bench/families/sort/gpu/inputs.h"

namespace
{
constexpr int kThreads = 256;

template <class T>
__global__ void key_kernel(bench_key_sampler sampler, T *keys, uint64_t seed)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (i < sampler.n) {
        keys[i] = (T)bench_key_of_rank(sampler.type, bench_draw_rank(&sampler, i, bench_hash(i ^ seed)));
    }
}

template <class T>
__global__ void position_kernel(T *positions, uint64_t n)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (i < n) {
        positions[i] = (T)i;
    }
}

unsigned blocks(uint64_t threads)
{
    return (unsigned)((threads + kThreads - 1) / kThreads);
}

template <class T>
int make(const bench_key_sampler *sampler, void *keys, uint64_t seed, void *stream)
{
    key_kernel<<<blocks(sampler->n), kThreads, 0, (cudaStream_t)stream>>>(*sampler, (T *)keys, seed);
    return cudaGetLastError();
}

template <class T>
int number(void *positions, uint64_t n, void *stream)
{
    position_kernel<<<blocks(n), kThreads, 0, (cudaStream_t)stream>>>((T *)positions, n);
    return cudaGetLastError();
}
} // namespace

int bench_make_sort_keys(const bench_key_sampler *sampler, void *keys, uint64_t seed, void *stream)
{
    switch (bench_size(sampler->type)) {
    case 1:
        return make<uint8_t>(sampler, keys, seed, stream);
    case 2:
        return make<uint16_t>(sampler, keys, seed, stream);
    case 4:
        return make<uint32_t>(sampler, keys, seed, stream);
    case 8:
        return make<uint64_t>(sampler, keys, seed, stream);
    default:
        return cudaErrorInvalidValue;
    }
}

int bench_make_positions(void *positions, tcu_type type, uint64_t n, void *stream)
{
    return type == TCU_TYPE_U32   ? number<uint32_t>(positions, n, stream)
           : type == TCU_TYPE_U64 ? number<uint64_t>(positions, n, stream)
                                  : cudaErrorInvalidValue;
}
