// SPDX-License-Identifier: Apache-2.0
// A user's CUDA C++ program: Thrust's arrays, spans of CUDA's C++ library, halves, and a stream, given to the library as
// they are. Without a GPU it says so, and is only compiled.
#include <cstdio>
#include <cuda/std/span>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime_api.h>
#include <tcu/tcu.hpp>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

static_assert(tcu::type_of<__half>() == TCU_TYPE_F16 && tcu::type_of<__nv_bfloat16>() == TCU_TYPE_BF16,
              "by declaration");

namespace
{
bool run(cudaStream_t stream)
{
    tcu::context context(stream);
    const thrust::device_vector<float> in(1000, 0.5f);
    thrust::device_vector<float> prefix(in.size()), sum(1);
    tcu::scan(context, in, prefix);
    tcu::reduce(context, in, sum);
    tcu::reduce(context, prefix, sum.data()); // a pointer of a class: one result
    const cuda::std::span<const float> first(thrust::raw_pointer_cast(in.data()), 10);
    thrust::device_vector<float> least(1);
    thrust::device_vector<int64_t> place(1);
    tcu::reduce_extrema(context, first, least, place, nullptr, nullptr);

    thrust::device_vector<__half> halves(64, __float2half(1.0f)), half_sum(1);
    thrust::device_vector<__nv_bfloat16> brains(64, __float2bfloat16(1.0f)), brain_sum(1);
    tcu::reduce(context, halves, half_sum);
    tcu::reduce(context, brains, brain_sum);
    tcu::reduce(context, tcu::view(halves.data(), 32), sum);
    context.synchronize();
    return static_cast<float>(prefix[999]) == 500.0f && static_cast<float>(sum[0]) == 32.0f &&
           static_cast<int64_t>(place[0]) == 0 && __half2float(half_sum[0]) == 64.0f &&
           __bfloat162float(brain_sum[0]) == 64.0f;
}
} // namespace

int main()
{
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::printf("thrust.cu: tcu %d, compiled; there is no GPU here\n", tcu_version());
        return 0;
    }
    cudaStream_t stream = nullptr;
    bool ok = cudaStreamCreate(&stream) == cudaSuccess;
    try {
        ok = ok && run(stream);
    } catch (const tcu::error &error) {
        if (error.status() == TCU_ERROR_BACKEND_UNAVAILABLE) {
            std::printf("thrust.cu: %s\n", error.what()); // a GPU that is too old, or a library without CUDA
            return 0;
        }
        std::fprintf(stderr, "thrust.cu: %s\n", error.what());
        ok = false;
    }
    cudaStreamDestroy(stream);
    std::printf("thrust.cu: tcu %d, %s\n", tcu_version(), ok ? "ok" : "FAILED");
    return ok ? 0 : 1;
}
