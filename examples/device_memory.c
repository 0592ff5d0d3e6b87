/* SPDX-License-Identifier: Apache-2.0 */
#include "device_memory.h"

#include <stdlib.h>
#include <string.h>

#ifdef TCU_WITH_CUDA
#include <cuda_runtime_api.h>
#endif

void *device_allocate(tcu_backend backend, size_t bytes)
{
#ifdef TCU_WITH_CUDA
    if (backend == TCU_BACKEND_CUDA) {
        void *pointer = NULL;
        return cudaMalloc(&pointer, bytes > 0 ? bytes : 1) == cudaSuccess ? pointer : NULL;
    }
#endif
    (void)backend;
    return malloc(bytes > 0 ? bytes : 1);
}

void device_free(tcu_backend backend, void *pointer)
{
#ifdef TCU_WITH_CUDA
    if (backend == TCU_BACKEND_CUDA) {
        cudaFree(pointer);
        return;
    }
#endif
    (void)backend;
    free(pointer);
}

int device_upload(tcu_backend backend, void *to_device, const void *from_host, size_t bytes)
{
#ifdef TCU_WITH_CUDA
    if (backend == TCU_BACKEND_CUDA)
        return cudaMemcpy(to_device, from_host, bytes, cudaMemcpyHostToDevice) == cudaSuccess ? 0 : -1;
#endif
    (void)backend;
    if (bytes > 0)
        memcpy(to_device, from_host, bytes);
    return 0;
}

int device_download(tcu_backend backend, void *to_host, const void *from_device, size_t bytes)
{
#ifdef TCU_WITH_CUDA
    if (backend == TCU_BACKEND_CUDA)
        return cudaMemcpy(to_host, from_device, bytes, cudaMemcpyDeviceToHost) == cudaSuccess ? 0 : -1;
#endif
    (void)backend;
    if (bytes > 0)
        memcpy(to_host, from_device, bytes);
    return 0;
}

int device_fill(tcu_backend backend, void *pointer, int value, size_t bytes)
{
#ifdef TCU_WITH_CUDA
    if (backend == TCU_BACKEND_CUDA)
        return cudaMemset(pointer, value, bytes) == cudaSuccess ? 0 : -1;
#endif
    (void)backend;
    if (bytes > 0)
        memset(pointer, value, bytes);
    return 0;
}

int device_synchronize(tcu_backend backend)
{
#ifdef TCU_WITH_CUDA
    if (backend == TCU_BACKEND_CUDA)
        return cudaDeviceSynchronize() == cudaSuccess ? 0 : -1;
#endif
    (void)backend;
    return 0;
}

size_t device_l2_bytes(tcu_backend backend)
{
#ifdef TCU_WITH_CUDA
    int device = 0, bytes = 0;
    if (backend == TCU_BACKEND_CUDA && cudaGetDevice(&device) == cudaSuccess &&
        cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, device) == cudaSuccess)
        return (size_t)bytes;
#endif
    (void)backend;
    return 0;
}
