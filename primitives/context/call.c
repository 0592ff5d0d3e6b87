/* SPDX-License-Identifier: Apache-2.0 */
#include "call.h"

tcu_status tcui_call_query(tcu_context *context, const tcui_call *call, const void *task, size_t *bytes)
{
    tcui_layout layout = {0};
    tcu_status status = call->plan(context, task, &layout);
    if (status == TCU_SUCCESS)
        *bytes = tcui_layout_total(&layout);
    return status;
}

tcu_status tcui_call_run(tcu_context *context, const tcui_call *call, const void *task, const tcui_arrays *arrays)
{
    size_t bytes;
    tcu_status status = tcui_call_query(context, call, task, &bytes);
    if (status != TCU_SUCCESS || (status = tcui_workspace_check(context, bytes)) != TCU_SUCCESS ||
        (status = tcui_check_workspace_apart(context, arrays)) != TCU_SUCCESS)
        return status;
    context->last_call = (tcu_call_info){.function = context->function, .workspace_bytes = bytes};
    int previous_device;
    if ((status = context->backend->enter(context, &previous_device)) != TCU_SUCCESS)
        return status;
    tcui_workspace workspace;
    status = tcui_workspace_acquire(context, bytes, &workspace);
    if (status == TCU_SUCCESS) {
        status = call->execute(context, task, workspace.base);
        tcui_workspace_release(context, &workspace);
    }
    context->backend->leave(previous_device);
    return status;
}
