/* SPDX-License-Identifier: Apache-2.0 */
/* The emulated device as the backend of the public functions: all but the table of operations. */
#ifndef TCU_EMULATED_BACKEND_H
#define TCU_EMULATED_BACKEND_H

#include "emulated_case.h"

namespace emulated
{

/* Few multiprocessors, so that blocks take several tiles and reductions several slices. */
inline tcu_status open_device(tcu_context *context, int, char *, size_t)
{
    const tcu_context device = small_device(TCU_ARITHMETIC_AUTO);
    context->properties = device.properties;
    context->properties.backend = TCU_BACKEND_HOST;
    context->properties.device = -1;
    context->properties.shared_memory_per_block = (__CUDA_ARCH__ >= 900 ? 227 : 163) << 10;
    context->multiprocessor_threads = device.multiprocessor_threads;
    context->has_bulk_copies = device.has_bulk_copies;
    context->cluster_blocks = device.cluster_blocks;
    return TCU_SUCCESS;
}

inline void close_device(tcu_context *) {}

inline void set_threads(tcu_context *, int) {}

inline tcu_status enter_device(tcu_context *, int *previous)
{
    *previous = -1;
    return TCU_SUCCESS;
}

inline void leave_device(int) {}

/* Full of NaNs. */
inline tcu_status allocate(tcu_context *, size_t bytes, void **pointer)
{
    return cudaMalloc(pointer, bytes) == cudaSuccess ? TCU_SUCCESS : TCU_ERROR_DEVICE;
}

inline void release(tcu_context *, void *pointer, size_t)
{
    cudaFree(pointer);
}

inline tcu_status copy(tcu_context *, void *to, const void *from, size_t bytes)
{
    std::memcpy(to, from, bytes);
    return TCU_SUCCESS;
}

inline tcu_status clear(tcu_context *, void *to, size_t bytes)
{
    std::memset(to, 0, bytes);
    return TCU_SUCCESS;
}

} // namespace emulated

#endif /* TCU_EMULATED_BACKEND_H */
