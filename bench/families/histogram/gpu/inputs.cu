/* SPDX-License-Identifier: Apache-2.0 */
/* Samples of histograms, drawn one by one (samples.h). */
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "bench/device/random.cuh"
#include "bench/families/histogram/gpu/inputs.h"

namespace
{
constexpr int kThreads = 256;

template <class T>
__device__ T rounded(double x)
{
    return (T)x;
}
template <>
__device__ __half rounded(double x) // towards zero: the sample stays between lower and upper
{
    return __float2half_rz((float)x);
}
template <>
__device__ __nv_bfloat16 rounded(double x)
{
    return __float2bfloat16_rz((float)x);
}

template <class T>
__global__ void sample_kernel(bench_sampler sampler, T *samples, uint64_t count, uint64_t seed)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (i >= count) {
        return;
    }
    const uint64_t bits = bench_hash(i ^ seed);
    samples[i] = rounded<T>(bench_draw_sample(&sampler, bench_draw_bin(&sampler, bits), bench_hash(bits)));
}

template <class T>
int make(const bench_sampler *sampler, void *samples, uint64_t count, uint64_t seed, void *stream)
{
    sample_kernel<<<(unsigned)((count + kThreads - 1) / kThreads), kThreads, 0, (cudaStream_t)stream>>>(
        *sampler, (T *)samples, count, seed);
    return cudaGetLastError();
}
} // namespace

int bench_make_samples(const bench_sampler *sampler, void *samples, uint64_t count, uint64_t seed, void *stream)
{
    switch (sampler->problem.in_type) {
    case TCU_TYPE_F16:
        return make<__half>(sampler, samples, count, seed, stream);
    case TCU_TYPE_BF16:
        return make<__nv_bfloat16>(sampler, samples, count, seed, stream);
    case TCU_TYPE_F32:
        return make<float>(sampler, samples, count, seed, stream);
    case TCU_TYPE_F64:
        return make<double>(sampler, samples, count, seed, stream);
    case TCU_TYPE_U8:
        return make<uint8_t>(sampler, samples, count, seed, stream);
    case TCU_TYPE_U16:
        return make<uint16_t>(sampler, samples, count, seed, stream);
    case TCU_TYPE_I32:
        return make<int32_t>(sampler, samples, count, seed, stream);
    case TCU_TYPE_U32:
        return make<uint32_t>(sampler, samples, count, seed, stream);
    default:
        return cudaErrorInvalidValue;
    }
}
