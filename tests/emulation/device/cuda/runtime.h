/* SPDX-License-Identifier: Apache-2.0 */
/* The CUDA runtime: one device, whose memory is the host's and full of NaNs, and streams on which nothing is ever late. */
#ifndef TCU_EMULATED_CUDA_RUNTIME_H
#define TCU_EMULATED_CUDA_RUNTIME_H

#include <cstdint>
#include <cstdlib>
#include <cstring>

using cudaStream_t = void *;
using cudaError_t = int;
enum { cudaSuccess, cudaErrorInvalidConfiguration, cudaErrorMemoryAllocation };

inline cudaError_t cudaGetLastError()
{
    return cudaSuccess;
}
inline const char *cudaGetErrorString(cudaError_t)
{
    return "";
}
inline const char *cudaGetErrorName(cudaError_t)
{
    return "";
}

inline cudaError_t cudaMalloc(void **pointer, size_t bytes)
{
    *pointer = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
    if (*pointer == nullptr)
        return cudaErrorMemoryAllocation;
    std::memset(*pointer, 0xff, bytes);
    return cudaSuccess;
}
inline cudaError_t cudaFree(void *pointer)
{
    std::free(pointer);
    return cudaSuccess;
}
enum { cudaMemcpyHostToDevice, cudaMemcpyDefault };
inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, int, cudaStream_t)
{
    std::memcpy(to, from, bytes);
    return cudaSuccess;
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t)
{
    return cudaSuccess;
}
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone };
inline cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus *status)
{
    *status = cudaStreamCaptureStatusNone;
    return cudaSuccess;
}
enum cudaStreamCaptureMode { cudaStreamCaptureModeRelaxed };
inline cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *)
{
    return cudaSuccess;
}
inline cudaError_t cudaGetDevice(int *device)
{
    *device = 0;
    return cudaSuccess;
}
inline cudaError_t cudaSetDevice(int)
{
    return cudaSuccess;
}

#endif /* TCU_EMULATED_CUDA_RUNTIME_H */
