/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Device memory that outlives the call that allocates it: of tcu_allocate() and of plans. It belongs to no stream, so
 * allocating, filling and freeing it is harmless to streams that are captured, and is allowed while another is.
 */
#ifndef TCUI_DEVICE_MEMORY_H
#define TCUI_DEVICE_MEMORY_H

#include <stddef.h>

#include "primitives/memory/cuda/capture_mode.h"

/* Of the current device. *pointer is NULL on failure. cudaGetLastError() does not tell of a failure. */
static inline cudaError_t tcui_device_allocate(size_t bytes, void **pointer)
{
    const enum cudaStreamCaptureMode mode = tcui_set_capture_mode(cudaStreamCaptureModeRelaxed);
    const cudaError_t error = cudaMalloc(pointer, bytes);
    tcui_set_capture_mode(mode);
    if (error != cudaSuccess) {
        *pointer = NULL;
        cudaGetLastError();
    }
    return error;
}

/* Waits for the work of the current device. NULL is allowed. cudaGetLastError() does not tell of a failure. */
static inline cudaError_t tcui_device_free(void *pointer)
{
    const enum cudaStreamCaptureMode mode = tcui_set_capture_mode(cudaStreamCaptureModeRelaxed);
    const cudaError_t error = cudaFree(pointer);
    tcui_set_capture_mode(mode);
    if (error != cudaSuccess) {
        cudaGetLastError();
    }
    return error;
}

/* Waits for the work of a stream that is not captured; captures of other streams go on. cudaGetLastError() does not tell of
 * a failure. */
static inline cudaError_t tcui_device_wait(cudaStream_t stream)
{
    const enum cudaStreamCaptureMode mode = tcui_set_capture_mode(cudaStreamCaptureModeRelaxed);
    const cudaError_t error = cudaStreamSynchronize(stream);
    tcui_set_capture_mode(mode);
    if (error != cudaSuccess) {
        cudaGetLastError();
    }
    return error;
}

/* Copies and waits for the copy, also of pageable memory. As above. */
static inline cudaError_t tcui_device_copy(void *to, const void *from, size_t bytes, cudaStream_t stream)
{
    const enum cudaStreamCaptureMode mode = tcui_set_capture_mode(cudaStreamCaptureModeRelaxed);
    const cudaError_t error = cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream);
    tcui_set_capture_mode(mode);
    if (error != cudaSuccess) {
        cudaGetLastError();
    }
    return error == cudaSuccess ? tcui_device_wait(stream) : error;
}

/*
 * Of a device that need not be the current one. Failures are not reported: the memory is gone with a device that was reset,
 * and an error of work on the device is reported by the next call.
 */
static inline void tcui_device_free_of(int device, void *pointer)
{
    int previous = device;
    if (cudaGetDevice(&previous) == cudaSuccess && previous != device) {
        cudaSetDevice(device);
    }
    tcui_device_free(pointer);
    if (previous != device) {
        cudaSetDevice(previous);
    }
    cudaGetLastError();
}

#endif /* TCUI_DEVICE_MEMORY_H */
