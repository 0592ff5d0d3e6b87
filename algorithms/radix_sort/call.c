/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of the sorts: checks, the backend, and which of two buffers the result is in. */
#include "primitives/call/call.h"
#include "arguments.h"
#include "primitives/call/arguments.h"
#include "records.h"

typedef tcui_radix_sort_arguments arguments;

static const tcui_call of_words = {.operation = TCUI_RADIX_SORT, .of_integers = true};
static const tcui_call of_records = {.operation = TCUI_RADIX_SORT,
                                     .of_integers = true,
                                     .reserve = tcui_sort_records_reserve,
                                     .execute = tcui_sort_records_execute};

static const tcui_call *call_of(const tcui_radix_sort_task *task)
{
    return tcui_sorts_records(task) ? &of_records : &of_words;
}

static bool has_nothing_to_do(const tcui_radix_sort_task *task)
{
    return task->segments.n == 0 || task->segments.count == 0;
}

tcu_status tcui_radix_sort_query(tcu_context *context, const arguments *a, size_t *bytes)
{
    tcui_radix_sort_task task;
    const tcu_status status = tcui_radix_sort_describe(context, a, &task);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays = tcui_radix_sort_arrays_of(a, &task);
    return tcui_call_query(context, call_of(&task), &task, &arrays, !has_nothing_to_do(&task), bytes);
}

/* Which of the two arrays are the input's is in the task already. */
static void choose_buffers(const tcu_sort_buffers *buffers, int result, tcui_radix_sort_task *task)
{
    task->keys_out = buffers->keys[result];
    task->keys_other = buffers->keys[1 - result];
    task->values_out = buffers->values[result];
    task->values_other = buffers->values[1 - result];
}

tcu_status tcui_radix_sort_run(tcu_context *context, const arguments *a)
{
    tcui_radix_sort_task task;
    tcu_status status = tcui_radix_sort_describe(context, a, &task);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (a->by_buffers && a->buffers == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "buffers is NULL");
    }
    tcui_arrays arrays = tcui_radix_sort_arrays_of(a, &task);
    if ((status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS ||
        (status = tcui_check_offset_values(context, &task.segments)) != TCU_SUCCESS || has_nothing_to_do(&task)) {
        return status;
    }
    if (!a->by_buffers) {
        return tcui_call_run(context, call_of(&task), &task, &arrays);
    }
    tcu_sort_buffers *buffers = a->buffers;
    const tcui_radix_sort_extension *sorts = tcui_operation_of(context, TCUI_RADIX_SORT)->extension;
    const bool swaps = tcui_sorts_records(&task) || sorts->swaps_buffers(context, &task);
    const int result = swaps ? 1 - buffers->current : buffers->current;
    choose_buffers(buffers, result, &task);
    if ((status = tcui_call_run(context, call_of(&task), &task, &arrays)) == TCU_SUCCESS) {
        buffers->current = result;
    }
    return status;
}
