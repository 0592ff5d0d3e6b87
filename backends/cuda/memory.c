/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of a CUDA device for the functions of tcu/memory.h, and whether the device reaches a pointer. */
#include "primitives/memory/memory.h"

#include <cuda_runtime_api.h>

#include "primitives/memory/cuda/device_memory.h"

static tcu_status device_error(tcu_context *context, const char *what, cudaError_t error)
{
    cudaGetLastError();
    return tcui_fail(context, TCU_ERROR_DEVICE, "%s: %s (%s)", what, cudaGetErrorString(error),
                     cudaGetErrorName(error));
}

/* Asked before CUDA has anything to refuse, which would end the capture with an error. */
static tcu_status check_no_capture(tcu_context *context)
{
    enum cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    const cudaError_t error = cudaStreamIsCapturing((cudaStream_t)context->stream, &capture);
    if (error != cudaSuccess) {
        return device_error(context, "the context's stream cannot be asked whether it is captured", error);
    }
    if (capture != cudaStreamCaptureStatusNone) {
        return tcui_fail(context, TCU_ERROR_DEVICE, "this cannot be done while the context's stream is captured");
    }
    return TCU_SUCCESS;
}

static tcu_status synchronize(tcu_context *context)
{
    const cudaError_t error = tcui_device_wait((cudaStream_t)context->stream);
    return error == cudaSuccess ? TCU_SUCCESS : device_error(context, "work on the context's stream failed", error);
}

static tcu_status allocate(tcu_context *context, size_t bytes, void **pointer)
{
    const cudaError_t error = tcui_device_allocate(bytes, pointer);
    return error == cudaSuccess || error == cudaErrorMemoryAllocation
               ? TCU_SUCCESS
               : device_error(context, "memory cannot be allocated", error);
}

static tcu_status release(tcu_context *context, void *pointer)
{
    const tcu_status status = synchronize(context);
    if (status != TCU_SUCCESS) {
        return status;
    }
    const cudaError_t error = tcui_device_free(pointer);
    if (error == cudaSuccess) {
        return TCU_SUCCESS;
    }
    if (error != cudaErrorInvalidValue) {
        return device_error(context, "memory cannot be freed", error);
    }
    return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "pointer is %p, which tcu_allocate() did not return",
                     pointer);
}

/* (Which of the two is the device's CUDA finds out itself: managed memory, and pageable memory of devices that read it,
 * are either's.) */
static tcu_status copy(tcu_context *context, void *to, const void *from, size_t bytes)
{
    const cudaError_t error = tcui_device_copy(to, from, bytes, (cudaStream_t)context->stream);
    return error == cudaSuccess ? TCU_SUCCESS : device_error(context, "the copy failed", error);
}

const tcui_memory tcui_memory_cuda = {check_no_capture, allocate, release, copy, synchronize};

bool tcui_memory_cuda_reaches(const tcu_context *context, const void *pointer)
{
    if (context->reads_pageable_memory) {
        return true;
    }
    struct cudaPointerAttributes attributes;
    if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess) {
        cudaGetLastError(); /* an error of earlier work, which the call itself reports */
        return true;
    }
    return attributes.type != cudaMemoryTypeUnregistered;
}
