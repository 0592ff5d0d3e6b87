/* SPDX-License-Identifier: Apache-2.0 */
#include "call.h"

#include "primitives/context/float_environment.h"

/* What does a task: functions of the call's own, or a path of the backend. Each is looked for once a call. */
typedef struct method {
    tcu_status (*reserve)(tcu_context *context, const void *task, tcui_layout *layout); /* or NULL */
    tcu_status (*execute)(tcu_context *context, const void *task, void *workspace);
    const char *operation, *path; /* names; NULL where the call's own functions choose paths */
} method;

static inline method find_method(const tcu_context *context, const tcui_call *call, const void *task)
{
    if (call->execute != NULL) {
        return (method){call->reserve, call->execute, NULL, NULL};
    }
    const tcui_operation *operation = tcui_operation_of(context, call->operation);
    const tcui_path *path = tcui_choose_path(context, operation, task);
    return (method){operation->reserve != NULL ? operation->reserve : path->reserve, path->execute, operation->name,
                    path->name};
}

static inline tcu_status bytes_of_workspace(tcu_context *context, const method *chosen, const void *task, size_t *bytes)
{
    tcui_layout layout = {0};
    const tcu_status status = chosen->reserve != NULL ? chosen->reserve(context, task, &layout) : TCU_SUCCESS;
    if (status != TCU_SUCCESS) {
        return status;
    }
    const size_t total = tcui_layout_total(&layout);
    if (total > TCUI_MOST_BYTES) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "the arrays fit, but the call needs a workspace of " TCUI_TOO_LARGE);
    }
    *bytes = total;
    return TCU_SUCCESS;
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
    if (!has_work) {
        *bytes = 0;
        return TCU_SUCCESS;
    }
    const tcui_float_environment callers = tcui_float_begin();
    const method chosen = find_method(context, call, task);
    const tcu_status measured = bytes_of_workspace(context, &chosen, task, bytes);
    tcui_float_end(&callers);
    return measured;
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

static inline tcu_status execute(tcu_context *context, const method *chosen, const void *task, void *workspace)
{
    context->last_call.operation = chosen->operation;
    context->last_call.path = chosen->path;
    return chosen->execute(context, task, workspace);
}

static inline tcu_status run(tcu_context *context, const method *chosen, const void *task, size_t bytes)
{
    if (bytes == 0) {
        return execute(context, chosen, task, NULL);
    }
    tcui_workspace workspace;
    tcu_status status = tcui_workspace_acquire(context, bytes, &workspace);
    if (status == TCU_SUCCESS) {
        status = execute(context, chosen, task, workspace.base);
        tcui_workspace_release(context, &workspace);
    }
    return status;
}

static inline tcu_status reserve_and_run(tcu_context *context, const tcui_call *call, const void *task,
                                         const tcui_arrays *arrays)
{
    const method chosen = find_method(context, call, task);
    size_t bytes = 0;
    tcu_status status = bytes_of_workspace(context, &chosen, task, &bytes);
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
        status = run(context, &chosen, task, bytes);
    }
    context->backend->leave(previous_device);
    return status;
}

tcu_status tcui_call_run(tcu_context *context, const tcui_call *call, const void *task, const tcui_arrays *arrays)
{
    if (call->of_integers) {
        return reserve_and_run(context, call, task, arrays);
    }
    const tcui_float_environment callers = tcui_float_begin();
    const tcu_status status = reserve_and_run(context, call, task, arrays);
    tcui_float_end(&callers);
    return status;
}
