/* SPDX-License-Identifier: Apache-2.0 */
/* The CUDA backend: the table of its functions, and the device's properties. */
#include "primitives/context/context_internal.h"

#include <cuda_runtime_api.h>
#include <stdio.h>
#include <string.h>

#include "algorithms/compact/backend.h"
#include "algorithms/convolution_layer/backend.h"
#include "algorithms/histogram/backend.h"
#include "algorithms/moments/backend.h"
#include "algorithms/polynomial/backend.h"
#include "algorithms/radix_sort/backend.h"
#include "algorithms/recurrence/backend.h"
#include "algorithms/stencil/backend.h"
#include "backends/cuda/pool.h"
#include "backends/cuda/stream_resources.h"
#include "backends/cuda/temporary.h"
#include "primitives/memory/memory.h"
#include "primitives/pipeline/architecture_cuda.h"
#include "primitives/pipeline/fill.h"
#include "primitives/reduce/backend.h"
#include "primitives/scan/backend.h"

/* Bulk copies begin with sm_90; the one-pass kernels are shaped for its shared memory. */
enum { BULK_COPY_ARCHITECTURE = 90, BULK_COPY_SHARED_BYTES = 227 * 1024 };

/* mma.sync with bf16, f64 and 8-bit operands, and cp.async, begin with this compute capability. */
enum { MINIMUM_MAJOR = 8 };

static const char forked[] = "this process was forked from one that had used CUDA, which CUDA does not allow";

static tcu_status unavailable(char *reason, size_t reason_size, const char *what, cudaError_t error)
{
    cudaGetLastError();
    snprintf(reason, reason_size, "%s: %s", what, cudaGetErrorString(error));
    return TCU_ERROR_BACKEND_UNAVAILABLE;
}

static tcu_status read_properties(tcu_context *context, int device, char *reason, size_t reason_size)
{
    tcu_properties *properties = &context->properties;
    struct cudaDeviceProp device_properties;
    cudaError_t error = cudaGetDeviceProperties(&device_properties, device);
    if (error != cudaSuccess) {
        return unavailable(reason, reason_size, "the device's properties cannot be read", error);
    }
    if (device_properties.major < MINIMUM_MAJOR) {
        snprintf(reason, reason_size, "device %d (%.100s) has compute capability %d.%d; %d.0 is needed", device,
                 device_properties.name, device_properties.major, device_properties.minor, MINIMUM_MAJOR);
        return TCU_ERROR_BACKEND_UNAVAILABLE;
    }
    properties->backend = TCU_BACKEND_CUDA;
    properties->device = device;
    snprintf(properties->name, sizeof properties->name, "%s", device_properties.name);
    properties->compute_capability_major = device_properties.major;
    properties->compute_capability_minor = device_properties.minor;
    properties->multiprocessors = device_properties.multiProcessorCount;
    properties->memory_bytes = device_properties.totalGlobalMem;
    properties->shared_memory_per_block = device_properties.sharedMemPerBlockOptin;
    context->reads_pageable_memory = device_properties.pageableMemoryAccess != 0;
    context->multiprocessor_threads = device_properties.maxThreadsPerMultiProcessor;
    return TCU_SUCCESS;
}

/* Whether the build has code for the device, and what that code may use; and temporary memory. */
static tcu_status open_device(tcu_context *context, int device, char *reason, size_t reason_size)
{
    int previous = device, architecture = 0;
    cudaError_t error = cudaGetDevice(&previous);
    if (error == cudaSuccess && previous != device) { /* (Else a green context would no longer be the current one.) */
        error = cudaSetDevice(device);
    }
    if (error == cudaSuccess) {
        error = (cudaError_t)tcui_kernel_architecture(&architecture);
    }
    context->has_bulk_copies = error == cudaSuccess && architecture >= BULK_COPY_ARCHITECTURE &&
                               context->properties.shared_memory_per_block >= BULK_COPY_SHARED_BYTES;
    context->cluster_blocks = 1;
    if (context->has_bulk_copies &&
        tcui_largest_cluster(BULK_COPY_SHARED_BYTES, &context->cluster_blocks) != cudaSuccess) {
        context->cluster_blocks = 1;
        cudaGetLastError();
    }
    if (error == cudaSuccess) {
        tcui_cuda_ask_stream(context);
    }
    cudaError_t memory_error = cudaSuccess;
    if (error == cudaSuccess) {
        memory_error = tcui_temporary_open(device, context->properties.memory_bytes, &context->temporary);
    }
    if (previous != device) {
        cudaSetDevice(previous);
    }
    if (error != cudaSuccess) {
        return unavailable(reason, reason_size, "this build's kernels cannot run on the device", error);
    }
    if (memory_error == cudaSuccess) {
        return TCU_SUCCESS;
    }
    unavailable(reason, reason_size, "there is no pool for temporary memory", memory_error);
    return memory_error == cudaErrorMemoryAllocation ? TCU_ERROR_OUT_OF_MEMORY : TCU_ERROR_BACKEND_UNAVAILABLE;
}

static tcu_status cuda_open(tcu_context *context, int device, char *reason, size_t reason_size)
{
    if (tcui_pool_is_forked()) {
        snprintf(reason, reason_size, "%s", forked);
        return TCU_ERROR_BACKEND_UNAVAILABLE;
    }
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess) {
        return unavailable(reason, reason_size, "no usable CUDA driver or device", error);
    }
    if (device < 0) {
        error = cudaGetDevice(&device);
        if (error != cudaSuccess) {
            return unavailable(reason, reason_size, "there is no current CUDA device", error);
        }
    }
    if (device >= count) {
        snprintf(reason, reason_size, "device is %d, but there are %d CUDA devices", device, count);
        return TCU_ERROR_BACKEND_UNAVAILABLE;
    }
    tcu_status status = read_properties(context, device, reason, reason_size);
    return status == TCU_SUCCESS ? open_device(context, device, reason, reason_size) : status;
}

static tcu_status device_error(tcu_context *context, const char *what, cudaError_t error)
{
    cudaGetLastError();
    return tcui_fail(context, TCU_ERROR_DEVICE, "%s: %s (%s)", what, cudaGetErrorString(error),
                     cudaGetErrorName(error));
}

static tcu_status cuda_enter(tcu_context *context, int *previous)
{
    if (tcui_pool_is_forked()) {
        return tcui_fail(context, TCU_ERROR_DEVICE, "%s", forked);
    }
    cudaError_t error = cudaGetDevice(previous);
    if (error == cudaSuccess && *previous != context->properties.device) {
        error = cudaSetDevice(context->properties.device);
    }
    if (error != cudaSuccess) {
        return device_error(context, "the context's device cannot be made current", error);
    }
    return TCU_SUCCESS;
}

static void cuda_leave(int previous)
{
    int current;
    if (cudaGetDevice(&current) == cudaSuccess && current != previous) {
        cudaSetDevice(previous);
    }
}

static void cuda_close(tcu_context *context)
{
    int previous;
    if (tcui_pool_is_forked()) {
        tcui_temporary_close(context->temporary);
    } else if (cuda_enter(context, &previous) == TCU_SUCCESS) {
        tcui_temporary_close(context->temporary);
        cuda_leave(previous);
    }
}

static void cuda_set_threads(tcu_context *context, int threads)
{
    (void)context, (void)threads;
}

static tcu_status cuda_allocate(tcu_context *context, size_t bytes, void **pointer)
{
    if (context->temporary == NULL) {
        return tcui_fail(context, TCU_ERROR_DEVICE,
                         "the call needs %zu bytes of temporary memory, and device %d has no memory pools: give a "
                         "workspace or an allocator",
                         bytes, context->properties.device);
    }
    cudaError_t error = tcui_temporary_allocate(context->temporary, bytes, (cudaStream_t)context->stream, pointer);
    if (error == cudaSuccess) {
        return TCU_SUCCESS;
    }
    *pointer = NULL;
    if (error != cudaErrorMemoryAllocation) {
        return device_error(context, "temporary memory cannot be allocated", error);
    }
    cudaGetLastError();
    return TCU_SUCCESS;
}

static void cuda_release(tcu_context *context, void *pointer, size_t bytes)
{
    (void)bytes;
    tcui_temporary_release(context->temporary, pointer, (cudaStream_t)context->stream);
}

static tcu_status cuda_copy(tcu_context *context, void *to, const void *from, size_t bytes)
{
    cudaError_t error = cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, (cudaStream_t)context->stream);
    return error == cudaSuccess ? TCU_SUCCESS : device_error(context, "a copy could not be enqueued", error);
}

static tcu_status cuda_clear(tcu_context *context, void *to, size_t bytes)
{
    cudaError_t error = cudaMemsetAsync(to, 0, bytes, (cudaStream_t)context->stream);
    return error == cudaSuccess ? TCU_SUCCESS : device_error(context, "memory could not be set to 0", error);
}

static tcu_status cuda_fill(tcu_context *context, void *to, const void *element, size_t element_bytes, uint64_t count)
{
    uint64_t bits = 0;
    memcpy(&bits, element, element_bytes);
    const int lowest = (int)(bits & 0xff);
    const uint64_t all_lowest = (UINT64_MAX / 0xff * (uint64_t)lowest) >> (64 - 8 * element_bytes);
    if (count == 0 || bits != all_lowest) {
        return count == 0 ? TCU_SUCCESS : tcui_fill_elements(context, to, bits, element_bytes, count);
    }
    cudaError_t error = cudaMemsetAsync(to, lowest, count * element_bytes, (cudaStream_t)context->stream);
    return error == cudaSuccess ? TCU_SUCCESS : device_error(context, "memory could not be set", error);
}

#define CUDA_TABLE(number, name) [number] = &tcui_##name##_cuda,

const tcui_backend tcui_backend_cuda = {
    .id = TCU_BACKEND_CUDA,
    .open = cuda_open,
    .close = cuda_close,
    .set_threads = cuda_set_threads,
    .enter = cuda_enter,
    .leave = cuda_leave,
    .allocate = cuda_allocate,
    .release = cuda_release,
    .copy = cuda_copy,
    .clear = cuda_clear,
    .fill = cuda_fill,
    .memory = &tcui_memory_cuda,
    .reaches = tcui_memory_cuda_reaches,
    .operations = {TCUI_FOR_OPERATIONS(CUDA_TABLE)},
    .ask_stream = tcui_cuda_ask_stream,
};
