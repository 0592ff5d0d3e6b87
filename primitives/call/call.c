/* SPDX-License-Identifier: Apache-2.0 */
#include "call.h"

static tcu_status plan(tcu_context *context, const tcui_call *call, const void *task, size_t *bytes)
{
    tcui_layout layout = {0};
    const tcu_status status = call->plan != NULL
                                  ? call->plan(context, task, &layout)
                                  : tcui_plan(context, tcui_operation_of(context, call->operation), task, &layout);
    if (status == TCU_SUCCESS) {
        *bytes = tcui_layout_total(&layout);
    }
    return status;
}

tcu_status tcui_call_query(tcu_context *context, const tcui_call *call, const void *task, const tcui_arrays *arrays,
                           bool has_work, size_t *bytes)
{
    if (bytes == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "bytes is NULL");
    }
    const tcu_status status = tcui_check_extents(context, arrays);
    if (status != TCU_SUCCESS) {
        return status;
    }
    *bytes = 0;
    return has_work ? plan(context, call, task, bytes) : TCU_SUCCESS;
}

/* The arrays, and the caller's workspace where it is used. */
static tcu_status check_memory_space(tcu_context *context, const tcui_arrays *arrays, size_t workspace_bytes)
{
    if (!tcui_checks_reach(context)) {
        return TCU_SUCCESS;
    }
    const tcu_status status = tcui_check_arrays_reachable(context, arrays);
    if (status != TCU_SUCCESS || workspace_bytes == 0 || context->workspace == NULL) {
        return status;
    }
    return tcui_check_reachable(context, "workspace", context->workspace);
}

static tcu_status execute(tcu_context *context, const tcui_call *call, const void *task, void *workspace)
{
    return call->execute != NULL ? call->execute(context, task, workspace)
                                 : tcui_execute(context, tcui_operation_of(context, call->operation), task, workspace);
}

static tcu_status run(tcu_context *context, const tcui_call *call, const void *task, size_t bytes)
{
    if (bytes == 0) {
        return execute(context, call, task, NULL);
    }
    tcui_workspace workspace;
    tcu_status status = tcui_workspace_acquire(context, bytes, &workspace);
    if (status == TCU_SUCCESS) {
        status = execute(context, call, task, workspace.base);
        tcui_workspace_release(context, &workspace);
    }
    return status;
}

tcu_status tcui_call_run(tcu_context *context, const tcui_call *call, const void *task, const tcui_arrays *arrays)
{
    size_t bytes;
    tcu_status status = plan(context, call, task, &bytes);
    if (status != TCU_SUCCESS || (bytes > 0 && (status = tcui_workspace_check(context, bytes)) != TCU_SUCCESS) ||
        (status = tcui_check_workspace_apart(context, arrays)) != TCU_SUCCESS) {
        return status;
    }
    int previous_device;
    if ((status = context->backend->enter(context, &previous_device)) != TCU_SUCCESS) {
        return status;
    }
    status = check_memory_space(context, arrays, bytes);
    if (status == TCU_SUCCESS) {
        context->last_call = (tcu_call_info){.function = context->function, .workspace_bytes = bytes};
        status = run(context, call, task, bytes);
    }
    context->backend->leave(previous_device);
    return status;
}
