/* SPDX-License-Identifier: Apache-2.0 */
#include "handle.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { DESTROYED_KEPT = 64 };
static _Atomic(void *) destroyed[DESTROYED_KEPT];
static atomic_uint destroyed_next;

tcui_handle tcui_handle_open(const tcu_context *context, uint64_t kind)
{
    return (tcui_handle){.mark = kind, .backend = context->backend, .device = context->properties.device};
}

tcu_status tcui_handle_check_alive(tcu_context *context, const tcui_handle *handle, uint64_t kind, const char *name)
{
    if (handle->mark != kind) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s %p %s", name, (const void *)handle,
                         handle->mark == TCUI_DESTROYED ? "was destroyed" : "is no plan");
    }
    return TCU_SUCCESS;
}

tcu_status tcui_handle_check(tcu_context *context, const tcui_handle *handle, uint64_t kind, const char *name)
{
    if (handle == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is NULL", name);
    }
    const tcu_status status = tcui_handle_check_alive(context, handle, kind, name);
    if (status != TCU_SUCCESS) {
        return status;
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

void tcui_handle_close(tcui_handle *handle)
{
    tcui_free_later(handle, &handle->mark);
}

void tcui_free_later(void *structure, uint64_t *mark)
{
    *mark = TCUI_DESTROYED;
    const unsigned place = atomic_fetch_add(&destroyed_next, 1u) % DESTROYED_KEPT;
    free(atomic_exchange(&destroyed[place], structure));
}
