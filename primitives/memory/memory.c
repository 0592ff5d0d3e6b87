/* SPDX-License-Identifier: Apache-2.0 */
/* The public functions of tcu/memory.h: checks, and the backend's function within the context's device. */
#include "memory.h"

#include "primitives/call/arrays.h"
#include "primitives/context/workspace.h"
#include "tcu/memory.h"

/* The context's device is the thread's, and its stream is not captured; leave() belongs to it. */
static tcu_status enter(tcu_context *context, int *previous)
{
    tcu_status status = context->backend->enter(context, previous);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if ((status = context->backend->memory->check_no_capture(context)) != TCU_SUCCESS) {
        context->backend->leave(*previous);
    }
    return status;
}

tcu_status tcu_allocate(tcu_context *context, size_t bytes, void **pointer)
{
    if (pointer != NULL) {
        *pointer = NULL;
    }
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (pointer == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "pointer is NULL");
    }
    if (bytes > TCUI_MOST_BYTES - (TCUI_WORKSPACE_ALIGNMENT - 1)) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "bytes is %zu: rounded up to a multiple of %d, " TCUI_TOO_LARGE, bytes,
                         (int)TCUI_WORKSPACE_ALIGNMENT);
    }
    int previous;
    if (bytes == 0 || (status = enter(context, &previous)) != TCU_SUCCESS) {
        return status;
    }
    status = context->backend->memory->allocate(context, bytes, pointer);
    context->backend->leave(previous);
    if (status == TCU_SUCCESS && *pointer == NULL) {
        return tcui_fail(context, TCU_ERROR_OUT_OF_MEMORY, "there are no %zu bytes of memory left", bytes);
    }
    return status;
}

tcu_status tcu_free(tcu_context *context, void *pointer)
{
    tcu_status status = tcui_begin(context, __func__);
    int previous;
    if (status != TCU_SUCCESS || pointer == NULL || (status = enter(context, &previous)) != TCU_SUCCESS) {
        return status;
    }
    status = context->backend->memory->release(context, pointer);
    context->backend->leave(previous);
    return status;
}

/* `of_context` is the one of the two arrays that lies in the context's space. */
static tcu_status copy(tcu_context *context, tcui_arrays *arrays, const tcui_array *of_context, void *to,
                       const void *from, size_t bytes)
{
    int previous;
    tcu_status status = tcui_check_arrays(context, arrays);
    if (status != TCU_SUCCESS || bytes == 0 || (status = enter(context, &previous)) != TCU_SUCCESS) {
        return status;
    }
    status = tcui_check_reachable(context, of_context->name, of_context->pointer);
    if (status == TCU_SUCCESS) {
        status = context->backend->memory->copy(context, to, from, bytes);
    }
    context->backend->leave(previous);
    return status;
}

tcu_status tcu_copy_in(tcu_context *context, void *to_context_memory, const void *from_host, size_t bytes)
{
    const tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays;
    tcui_arrays_begin(&arrays);
    tcui_arrays_read(&arrays, "from_host", from_host, bytes, 1);
    const int to = tcui_arrays_write(&arrays, "to_context_memory", to_context_memory, bytes, 1);
    return copy(context, &arrays, &arrays.of[to], to_context_memory, from_host, bytes);
}

tcu_status tcu_copy_out(tcu_context *context, void *to_host, const void *from_context_memory, size_t bytes)
{
    const tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays;
    tcui_arrays_begin(&arrays);
    const int from = tcui_arrays_read(&arrays, "from_context_memory", from_context_memory, bytes, 1);
    tcui_arrays_write(&arrays, "to_host", to_host, bytes, 1);
    return copy(context, &arrays, &arrays.of[from], to_host, from_context_memory, bytes);
}

tcu_status tcu_synchronize(tcu_context *context)
{
    tcu_status status = tcui_begin(context, __func__);
    int previous;
    if (status != TCU_SUCCESS || (status = enter(context, &previous)) != TCU_SUCCESS) {
        return status;
    }
    status = context->backend->memory->synchronize(context);
    context->backend->leave(previous);
    return status;
}
