/* SPDX-License-Identifier: Apache-2.0 */
#include "handle.h"

#include <stdatomic.h>
#include <stdlib.h>

static const uint64_t mark_destroyed = 0x7463755f64656164u; /* "tcu_dead" */

enum { DESTROYED_KEPT = 64 };
static _Atomic(tcui_handle *) destroyed[DESTROYED_KEPT];
static atomic_uint destroyed_next;

tcui_handle tcui_handle_open(const tcu_context *context, uint64_t kind)
{
    return (tcui_handle){.mark = kind, .backend = context->backend, .device = context->properties.device};
}

tcu_status tcui_handle_check_alive(tcu_context *context, const tcui_handle *handle, uint64_t kind, const char *name)
{
    if (handle->mark != kind) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s %p %s", name, (const void *)handle,
                         handle->mark == mark_destroyed ? "was destroyed" : "is no plan");
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
    handle->mark = mark_destroyed;
    const unsigned slot = atomic_fetch_add(&destroyed_next, 1u) % DESTROYED_KEPT;
    free(atomic_exchange(&destroyed[slot], handle));
}
