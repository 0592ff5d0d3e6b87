/* SPDX-License-Identifier: Apache-2.0 */
/* The public functions of run-length decoding: argument checks, workspace, and the call of the backend. */
#include "backend.h"

#include <inttypes.h>

#include "primitives/call/arguments.h"
#include "primitives/call/call.h"
#include "primitives/call/items.h"

static const tcui_call call = {.operation = TCUI_RUN_LENGTH, .of_integers = true};

/* Of no runs only the count is written. */
static tcu_status reserve_of_none(tcu_context *context, const void *task, tcui_layout *layout)
{
    (void)context, (void)task, (void)layout;
    return TCU_SUCCESS;
}

static tcu_status execute_of_none(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_run_length_task *task = any_task;
    (void)workspace;
    return context->backend->clear(context, task->count, sizeof *task->count);
}

static const tcui_call of_none = {
    .operation = TCUI_RUN_LENGTH, .of_integers = true, .reserve = reserve_of_none, .execute = execute_of_none};

static bool has_elements(const tcui_run_length_task *task)
{
    return task->num_runs > 0 && task->capacity > 0 && (task->out != NULL || task->runs != NULL);
}

/* ---------------------------------------------------------------------------------------------------- checks --- */

static tcu_status check_run_type(tcu_context *context, const tcui_run_length_task *task)
{
    const tcu_status status = tcui_check_number_type(context, "run_type", task->run_type);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (task->run_type == TCU_TYPE_U32 && task->num_runs > (uint64_t)UINT32_MAX + 1) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "num_runs is %" PRIu64 ", and run_type u32 does not hold all their numbers", task->num_runs);
    }
    return TCU_SUCCESS;
}

static tcu_status check_items(tcu_context *context, const tcui_run_length_task *task, bool has_pointers)
{
    const tcu_status status =
        tcui_check_items(context, "items", task->items, task->num_runs, task->item_bytes, has_pointers);
    return status == TCU_SUCCESS
               ? tcui_check_items(context, "out", task->out, task->capacity, task->item_bytes, has_pointers)
               : status;
}

static void describe_arrays(const tcui_run_length_task *task, tcui_arrays *arrays)
{
    tcui_arrays_begin(arrays);
    tcui_arrays_read(arrays, "lengths", task->lengths, task->num_runs, tcui_element_bytes(task->length_type));
    if (task->num_runs_in_memory != NULL) {
        tcui_arrays_read(arrays, "options->count", task->num_runs_in_memory, 1, sizeof *task->num_runs_in_memory);
    }
    if (task->out != NULL) {
        tcui_arrays_read_items(arrays, "items", task->items, task->num_runs, task->item_bytes);
        tcui_arrays_write_items(arrays, "out", task->out, task->capacity, task->item_bytes);
    }
    if (task->runs != NULL) {
        tcui_arrays_write(arrays, "runs", task->runs, task->capacity, tcui_element_bytes(task->run_type));
    }
    if (task->count != NULL) {
        tcui_arrays_write(arrays, "count", task->count, 1, sizeof *task->count);
    }
}

/* ----------------------------------------------------------------------------------------- public functions --- */

tcu_status tcu_run_length_decode(tcu_context *context, const void *lengths, tcu_type length_type, uint64_t num_runs,
                                 const void *items, void *out, size_t item_bytes, void *runs, tcu_type run_type,
                                 uint64_t *count, uint64_t capacity, const tcu_run_length_options *options)
{
    tcui_run_length_task task = {.lengths = lengths,
                                 .length_type = length_type,
                                 .num_runs = num_runs,
                                 .num_runs_in_memory = options != NULL ? options->count : NULL,
                                 .items = items,
                                 .out = out,
                                 .item_bytes = out != NULL ? item_bytes : 0,
                                 .runs = runs,
                                 .run_type = run_type,
                                 .count = count,
                                 .capacity = capacity};
    tcui_arrays arrays;
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS ||
        (status = tcui_check_number_type(context, "length_type", length_type)) != TCU_SUCCESS ||
        (status = TCUI_CHECK_OPTIONS(context, options)) != TCU_SUCCESS ||
        (runs != NULL && (status = check_run_type(context, &task)) != TCU_SUCCESS) ||
        (out != NULL && ((status = tcui_check_item_bytes(context, item_bytes)) != TCU_SUCCESS ||
                         (status = check_items(context, &task, true)) != TCU_SUCCESS))) {
        return status;
    }
    describe_arrays(&task, &arrays);
    if ((status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS || (count == NULL && !has_elements(&task))) {
        return status;
    }
    return tcui_call_run(context, num_runs == 0 ? &of_none : &call, &task, &arrays);
}

/* (Where only the count is wanted the workspace is the same: a query does not know.) */
tcu_status tcu_run_length_decode_workspace(tcu_context *context, tcu_type length_type, uint64_t num_runs,
                                           size_t item_bytes, uint64_t capacity, const tcu_run_length_options *options,
                                           size_t *bytes)
{
    const tcui_run_length_task task = {
        .length_type = length_type, .num_runs = num_runs, .item_bytes = item_bytes, .capacity = capacity};
    tcui_arrays arrays;
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS ||
        (status = tcui_check_number_type(context, "length_type", length_type)) != TCU_SUCCESS ||
        (status = TCUI_CHECK_OPTIONS(context, options)) != TCU_SUCCESS ||
        (status = check_items(context, &task, false)) != TCU_SUCCESS) {
        return status;
    }
    describe_arrays(&task, &arrays);
    return tcui_call_query(context, &call, &task, &arrays, num_runs > 0, bytes);
}
