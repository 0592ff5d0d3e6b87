/* SPDX-License-Identifier: Apache-2.0 */
#include "test_cuda_occupy.h"

#include <cuda_runtime.h>

/* Nanoseconds after which nobody is expected to tell any more. */
constexpr unsigned long long most_time = 10ull * 1000 * 1000 * 1000;

static __device__ unsigned long long now()
{
    unsigned long long time;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time));
    return time;
}

static __global__ void occupy(unsigned *arrived, const volatile unsigned *told)
{
    const unsigned long long begin = now();
    atomicAdd_system(arrived, 1u);
    while (*told == 0 && now() - begin < most_time) {
        __nanosleep(1000);
    }
}

cudaError_t test_occupy(unsigned *arrived, const volatile unsigned *told, int blocks, cudaStream_t stream)
{
    int device = 0, bytes = 0;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess) {
        error = cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    }
    if (error == cudaSuccess) {
        error = cudaFuncSetAttribute(occupy, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    }
    if (error == cudaSuccess) {
        occupy<<<blocks, 1, static_cast<size_t>(bytes), stream>>>(arrived, told);
        error = cudaGetLastError();
    }
    return error;
}
