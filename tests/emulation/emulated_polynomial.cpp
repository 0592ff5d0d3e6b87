/* SPDX-License-Identifier: Apache-2.0 */
/* The backend of the public functions in the polynomials' suites: the emulated device. */
#include "algorithms/polynomial/backend.h"
#include "emulated_case.h"

namespace
{

using namespace emulated;

/* Few multiprocessors, so that blocks take several tiles and reductions several slices. */
tcu_status open_device(tcu_context *context, int, char *, size_t)
{
    const tcu_context device = small_device(TCU_ARITHMETIC_AUTO);
    context->properties = device.properties;
    context->properties.backend = TCU_BACKEND_HOST;
    context->properties.device = -1;
    context->properties.shared_memory_per_block = (__CUDA_ARCH__ >= 900 ? 227 : 163) << 10;
    context->has_bulk_copies = device.has_bulk_copies;
    context->cluster_blocks = device.cluster_blocks;
    return TCU_SUCCESS;
}

void close_device(tcu_context *) {}

tcu_status enter_device(tcu_context *, int *previous)
{
    *previous = -1;
    return TCU_SUCCESS;
}

void leave_device(int) {}

/* Full of NaNs. */
tcu_status allocate(tcu_context *, size_t bytes, void **pointer)
{
    return cudaMalloc(pointer, bytes) == cudaSuccess ? TCU_SUCCESS : TCU_ERROR_DEVICE;
}

void release(tcu_context *, void *pointer, size_t)
{
    cudaFree(pointer);
}

tcu_status copy(tcu_context *, void *to, const void *from, size_t bytes)
{
    std::memcpy(to, from, bytes);
    return TCU_SUCCESS;
}

tcu_status clear(tcu_context *, void *to, size_t bytes)
{
    std::memset(to, 0, bytes);
    return TCU_SUCCESS;
}

} // namespace

/* (In the order of tcui_operation_id.) */
extern "C" const tcui_backend tcui_backend_host = {
    TCU_BACKEND_HOST,
    open_device,
    close_device,
    enter_device,
    leave_device,
    allocate,
    release,
    copy,
    clear,
    {nullptr, nullptr, nullptr, nullptr, nullptr, &tcui_polynomial_cuda}};
static_assert(TCUI_POLYNOMIAL == 5, "the table's order");
