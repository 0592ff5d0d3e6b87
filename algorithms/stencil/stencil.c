/* SPDX-License-Identifier: Apache-2.0 */
/* The public functions of execution: single sweeps, and many over time. */
#include "plan.h"
#include "primitives/call/call.h"

/* ---------------------------------------------------------------------------------- the call of the backend --- */

static const tcui_call call = {.operation = TCUI_STENCIL};

/* ------------------------------------------------------------------------------------------------------ sweeps --- */

static tcu_status begin(tcu_context *context, const char *function, const tcu_stencil *stencil)
{
    const tcu_status status = tcui_begin(context, function);
    return status == TCU_SUCCESS ? tcui_stencil_check_plan(context, stencil) : status;
}

static tcui_stencil_task task_of(const tcu_stencil *stencil, tcui_stencil_form form, const void *in, void *out)
{
    return (tcui_stencil_task){
        .form = form, .type = stencil->stencil.type, .stencil = &stencil->stencil, .in = in, .out = out};
}

static tcu_status query(tcu_context *context, const tcui_stencil_task *task, size_t *bytes)
{
    tcui_arrays none; /* (The plan's are checked.) */
    tcui_arrays_begin(&none);
    return tcui_call_query(context, &call, task, &none, true, bytes);
}

tcu_status tcu_stencil_execute(tcu_context *context, const tcu_stencil *stencil, const void *in, void *out)
{
    tcu_status status = begin(context, __func__, stencil);
    if (status != TCU_SUCCESS) {
        return status;
    }
    const size_t element_bytes = tcu_type_size(stencil->stencil.type);
    tcui_arrays arrays;
    tcui_arrays_begin(&arrays);
    tcui_arrays_read(&arrays, "in", in, stencil->in_elements, element_bytes);
    tcui_arrays_write(&arrays, "out", out, stencil->out_elements, element_bytes);
    if ((status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS) {
        return status;
    }
    const tcui_stencil_task task = task_of(stencil, TCUI_STENCIL_SWEEP, in, out);
    return tcui_call_run(context, &call, &task, &arrays);
}

tcu_status tcu_stencil_execute_workspace(tcu_context *context, const tcu_stencil *stencil, size_t *bytes)
{
    const tcu_status status = begin(context, __func__, stencil);
    if (status != TCU_SUCCESS) {
        return status;
    }
    const tcui_stencil_task task = task_of(stencil, TCUI_STENCIL_SWEEP, NULL, NULL);
    return query(context, &task, bytes);
}

/* -------------------------------------------------------------------------------------------------- iterations --- */

/* The strides and extents of `in` and `out` are equal. */
static bool maps_to_itself(const tcui_stencil *s)
{
    bool is_same = s->in_fields == s->out_fields && s->in_field_stride == s->out_field_stride &&
                   s->in_batch_stride == s->out_batch_stride && s->in_copy_stride == s->out_copy_stride;
    for (int i = 0; i < TCUI_AXES; i++) {
        const tcui_axis *axis = &s->axes[i];
        is_same &= axis->in == axis->out && axis->in_stride == axis->out_stride && axis->step == 1;
    }
    return is_same;
}

static tcu_status check_iterates(tcu_context *context, const tcu_stencil *stencil)
{
    if (!maps_to_itself(&stencil->stencil)) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "stencil %p has other fields or strides for out than for in: it cannot be iterated",
                         (const void *)stencil);
    }
    return TCU_SUCCESS;
}

tcu_status tcu_stencil_iterate(tcu_context *context, const tcu_stencil *stencil, void *u, void *scratch, uint64_t steps)
{
    tcu_status status = begin(context, __func__, stencil);
    if (status != TCU_SUCCESS || (status = check_iterates(context, stencil)) != TCU_SUCCESS) {
        return status;
    }
    const size_t element_bytes = tcu_type_size(stencil->stencil.type);
    tcui_arrays arrays;
    tcui_arrays_begin(&arrays);
    tcui_arrays_write(&arrays, "u", u, stencil->out_elements, element_bytes);
    if (scratch != NULL || steps > 0) {
        tcui_arrays_write(&arrays, "scratch", scratch, stencil->out_elements, element_bytes);
    }
    if ((status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS || steps == 0) {
        return status;
    }
    tcui_stencil_task task = task_of(stencil, TCUI_STENCIL_ITERATE, u, u);
    task.scratch = scratch;
    task.steps = steps;
    return tcui_call_run(context, &call, &task, &arrays);
}

tcu_status tcu_stencil_iterate_workspace(tcu_context *context, const tcu_stencil *stencil, size_t *bytes)
{
    tcu_status status = begin(context, __func__, stencil);
    if (status != TCU_SUCCESS || (status = check_iterates(context, stencil)) != TCU_SUCCESS) {
        return status;
    }
    tcui_stencil_task task = task_of(stencil, TCUI_STENCIL_ITERATE, NULL, NULL);
    task.steps = 1;
    return query(context, &task, bytes);
}
