/* SPDX-License-Identifier: Apache-2.0 */
#include "handle.h"

tcui_handle tcui_handle_of(const tcu_context *context)
{
    return (tcui_handle){.backend = context->backend, .device = context->properties.device};
}

tcu_status tcui_handle_open(tcu_context *context, const tcui_handle *handle, tcui_kind kind)
{
    if (!tcui_live_add(handle, kind)) {
        return tcui_fail(context, TCU_ERROR_OUT_OF_MEMORY, "no memory to register a plan");
    }
    return TCU_SUCCESS;
}

/* (Of a pointer that is no plan's nothing is read, so more cannot be said.) */
static tcu_status fail_dead(tcu_context *context, const tcui_handle *handle, const char *name)
{
    return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s %p is no plan, or was destroyed", name,
                     (const void *)handle);
}

tcu_status tcui_handle_check(tcu_context *context, const tcui_handle *handle, tcui_kind kind, const char *name)
{
    if (handle == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is NULL", name);
    }
    if (!tcui_is_live(handle, kind)) {
        return fail_dead(context, handle, name);
    }
    if (handle->backend != context->backend) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is of backend %d, the context of backend %d", name,
                         (int)handle->backend->id, (int)context->backend->id);
    }
    if (handle->device != context->properties.device) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is of device %d, the context of device %d", name,
                         handle->device, context->properties.device);
    }
    return TCU_SUCCESS;
}

tcu_status tcui_handle_close(const tcui_handle *handle, tcui_kind kind, const char *name)
{
    return tcui_live_remove(handle, kind) ? TCU_SUCCESS : fail_dead(NULL, handle, name);
}
