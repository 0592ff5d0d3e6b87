/* SPDX-License-Identifier: Apache-2.0 */
#include "workspace.h"

void *tcui_layout_place(tcui_layout *layout, void *base, uint64_t count, size_t element_bytes)
{
    const size_t offset = tcui_layout_reserve(layout, count, element_bytes);
    return base != NULL && count > 0 ? (char *)base + offset : NULL;
}

void *tcui_layout_rest(const tcui_layout *layout, void *base)
{
    return base != NULL ? (char *)base + layout->bytes : NULL;
}

void *tcui_or_placeholder(void *output)
{
    static uint64_t placeholder;
    return output != NULL ? output : &placeholder;
}

static void *align_up(void *pointer)
{
    const uintptr_t mask = TCUI_WORKSPACE_ALIGNMENT - 1;
    char *bytes = pointer;
    return bytes + (-(uintptr_t)bytes & mask);
}

/* What a caller's allocator gets: memory of the host is not ordered by streams. */
static void *allocator_stream(const tcu_context *context)
{
    return tcui_is_on_host(context) ? NULL : context->stream;
}

tcu_status tcui_workspace_check(tcu_context *context, size_t bytes)
{
    if (context->workspace != NULL && context->workspace_bytes < bytes) {
        return tcui_fail(context, TCU_ERROR_WORKSPACE_TOO_SMALL,
                         "workspace has bytes = %zu, but the operation needs %zu", context->workspace_bytes, bytes);
    }
    return TCU_SUCCESS;
}

tcu_status tcui_workspace_acquire(tcu_context *context, size_t bytes, tcui_workspace *workspace)
{
    *workspace = (tcui_workspace){0};
    if (context->workspace != NULL) {
        workspace->base = align_up(context->workspace);
        return TCU_SUCCESS;
    }

    void *allocation = NULL;
    if (context->allocate != NULL) {
        allocation = context->allocate(bytes, allocator_stream(context), context->allocator_user);
    } else {
        tcu_status status = context->backend->allocate(context, bytes, &allocation);
        if (status != TCU_SUCCESS) {
            return status;
        }
    }
    if (allocation == NULL) {
        return tcui_fail(context, TCU_ERROR_OUT_OF_MEMORY, "the allocator has no %zu bytes for temporary data", bytes);
    }
    workspace->allocation = allocation;
    workspace->allocation_bytes = bytes;
    workspace->base = align_up(allocation);
    return TCU_SUCCESS;
}

void tcui_workspace_release(tcu_context *context, tcui_workspace *workspace)
{
    if (workspace->allocation == NULL) {
        return;
    }
    if (context->release != NULL) {
        context->release(workspace->allocation, workspace->allocation_bytes, allocator_stream(context),
                         context->allocator_user);
    } else {
        context->backend->release(context, workspace->allocation, workspace->allocation_bytes);
    }
    *workspace = (tcui_workspace){0};
}
