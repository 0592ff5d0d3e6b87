/* SPDX-License-Identifier: Apache-2.0 */
/* tcu_group_by(): argument checks, workspace, and the call. */
#include "arguments.h"

#include <stdio.h>

#include "group_by.h"
#include "primitives/call/items.h"

static const tcui_runs_names names = TCUI_RUNS_NAMES("groups");

static const tcui_call call = {
    .operation = TCUI_BY_KEY, .reserve = tcui_group_by_reserve, .execute = tcui_group_by_execute};

/* Of no elements there are no groups. */
static tcu_status reserve_of_none(tcu_context *context, const void *task, tcui_layout *layout)
{
    (void)context, (void)task, (void)layout;
    return TCU_SUCCESS;
}

static tcu_status execute_of_none(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_group_by_task *task = any_task;
    (void)workspace;
    return tcui_by_key_clear_runs(context, &task->groups);
}

static const tcui_call of_none = {.operation = TCUI_BY_KEY, .reserve = reserve_of_none, .execute = execute_of_none};

static bool has_nothing_to_do(const tcui_group_by_task *task)
{
    const tcu_runs *groups = &task->groups;
    const bool writes_ends = groups->count != NULL || groups->offsets != NULL;
    return task->n == 0 ? !writes_ends
                        : !writes_ends && groups->keys == NULL && groups->lengths == NULL && task->num_columns == 0;
}

static const tcui_call *call_of(const tcui_group_by_task *task)
{
    return task->n == 0 ? &of_none : &call;
}

/* ---------------------------------------------------------------------------------------------------- checks --- */

static tcu_status check_options(tcu_context *context, const tcu_group_by_options *options)
{
    if (options == NULL) {
        return TCU_SUCCESS;
    }
    const tcu_status status =
        tcui_check_enumerator(context, "options->nan_mode", options->nan_mode, TCU_NAN_IGNORE, "tcu_nan_mode");
    return status == TCU_SUCCESS ? TCUI_CHECK_RESERVED(context, "options->reserved", options->reserved) : status;
}

/* Results that are values, or counts. (Types are enumerators.) */
static tcu_status check_result_type(tcu_context *context, const tcu_group_column *column, int index)
{
    const tcu_type in = column->value_type, out = column->result_type;
    switch (column->aggregate) {
    case TCU_AGGREGATE_SUM:
        if (tcui_is_sum_pair(in, out)) {
            return TCU_SUCCESS;
        }
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE,
                         "columns[%d]: sums of value_type %s have no result_type %s", index, tcu_type_name(in),
                         tcu_type_name(out));
    case TCU_AGGREGATE_COUNT:
        if (out == TCU_TYPE_U64 || out == TCU_TYPE_I64) {
            return TCU_SUCCESS;
        }
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "columns[%d].result_type is %s; counts are u64 or i64",
                         index, tcu_type_name(out));
    default:
        if (in == out) {
            return TCU_SUCCESS;
        }
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE,
                         "columns[%d]: value_type is %s and result_type %s; they must be one type", index,
                         tcu_type_name(in), tcu_type_name(out));
    }
}

/* Of items of a size, of which one is picked. */
static tcu_status check_items(tcu_context *context, const tcu_group_column *column, uint64_t n, int index)
{
    if (column->aggregate != TCU_AGGREGATE_FIRST && column->aggregate != TCU_AGGREGATE_LAST) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "columns[%d].item_bytes is %zu; it must be 0 unless the aggregate is first or last", index,
                         column->item_bytes);
    }
    char name[40];
    snprintf(name, sizeof name, "columns[%d].values", index);
    return tcui_check_items(context, name, column->values, n, column->item_bytes, false);
}

static tcu_status check_types(tcu_context *context, const tcu_group_column *column, int index)
{
    char name[40];
    tcu_status status = TCU_SUCCESS;
    snprintf(name, sizeof name, "columns[%d].value_type", index);
    if (column->aggregate != TCU_AGGREGATE_COUNT) {
        status = tcui_check_type(context, name, column->value_type);
    }
    snprintf(name, sizeof name, "columns[%d].result_type", index);
    if (status == TCU_SUCCESS) {
        status = tcui_check_type(context, name, column->result_type);
    }
    return status == TCU_SUCCESS ? check_result_type(context, column, index) : status;
}

static tcu_status check_column(tcu_context *context, const tcu_group_column *column, uint64_t n, int index)
{
    char name[40];
    snprintf(name, sizeof name, "columns[%d].aggregate", index);
    tcu_status status = tcui_check_enumerator(context, name, column->aggregate, TCU_AGGREGATE_LAST, "tcu_aggregate");
    snprintf(name, sizeof name, "columns[%d].reserved", index);
    if (status == TCU_SUCCESS) {
        status = TCUI_CHECK_RESERVED(context, name, column->reserved);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    return column->item_bytes > 0 ? check_items(context, column, n, index) : check_types(context, column, index);
}

static tcu_status set_columns(tcu_context *context, tcui_group_by_task *task, const tcu_group_column *columns,
                              int num_columns)
{
    if (num_columns < 0 || num_columns > TCU_MAX_GROUP_COLUMNS) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "num_columns is %d; it must be from 0 to %d", num_columns,
                         TCU_MAX_GROUP_COLUMNS);
    }
    if (columns == NULL && num_columns > 0) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "columns is NULL");
    }
    tcu_status status = TCU_SUCCESS;
    task->num_columns = num_columns;
    for (int c = 0; c < num_columns && status == TCU_SUCCESS; c++) {
        task->columns[c] = columns[c];
        status = check_column(context, &columns[c], task->n, c);
    }
    return status;
}

static tcu_status describe(tcu_context *context, const char *function, tcui_group_by_task *task,
                           const tcu_group_column *columns, int num_columns, const tcu_runs *groups,
                           const tcu_group_by_options *options)
{
    tcu_status status = tcui_begin(context, function);
    if (status != TCU_SUCCESS || (status = tcui_check_type(context, "key_type", task->key_type)) != TCU_SUCCESS ||
        (status = set_columns(context, task, columns, num_columns)) != TCU_SUCCESS ||
        (status = tcui_by_key_set_runs(context, &names, groups, &task->groups)) != TCU_SUCCESS) {
        return status;
    }
    if (options != NULL) {
        task->nan_mode = options->nan_mode;
        task->length = options->count;
    }
    return check_options(context, options);
}

static void describe_items(const tcui_group_by_task *task, int index, tcui_arrays *arrays)
{
    const tcu_group_column *column = &task->columns[index];
    const int values = tcui_arrays_read_items(arrays, "columns", column->values, task->n, column->item_bytes);
    const int results = tcui_arrays_write_items(arrays, "columns", column->results, task->n, column->item_bytes);
    tcui_arrays_set_field(arrays, values, index, "values");
    tcui_arrays_set_field(arrays, results, index, "results");
}

static void describe_arrays(const tcui_group_by_task *task, tcui_arrays *arrays)
{
    tcui_arrays_begin(arrays);
    tcui_arrays_read(arrays, "keys", task->keys, task->n, tcui_element_bytes(task->key_type));
    for (int c = 0; c < task->num_columns; c++) {
        const tcu_group_column *column = &task->columns[c];
        if (column->item_bytes > 0) {
            describe_items(task, c, arrays);
            continue;
        }
        if (column->aggregate != TCU_AGGREGATE_COUNT) {
            tcui_arrays_set_field(
                arrays,
                tcui_arrays_read(arrays, "columns", column->values, task->n, tcui_element_bytes(column->value_type)), c,
                "values");
        }
        tcui_arrays_set_field(
            arrays,
            tcui_arrays_write(arrays, "columns", column->results, task->n, tcui_element_bytes(column->result_type)), c,
            "results");
    }
    tcui_arrays_read_count(arrays, task->length);
    tcui_by_key_list_runs(&names, &task->groups, tcui_element_bytes(task->key_type), task->n, arrays);
}

/* ------------------------------------------------------------------------------------------ public functions --- */

tcu_status tcu_group_by(tcu_context *context, const void *keys, tcu_type key_type, uint64_t n,
                        const tcu_group_column *columns, int num_columns, const tcu_runs *groups,
                        const tcu_group_by_options *options)
{
    tcui_group_by_task task = {.keys = keys, .key_type = key_type, .n = n};
    tcu_status status = describe(context, __func__, &task, columns, num_columns, groups, options);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays;
    describe_arrays(&task, &arrays);
    if ((status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS || has_nothing_to_do(&task)) {
        return status;
    }
    return tcui_call_run(context, call_of(&task), &task, &arrays);
}

tcu_status tcu_group_by_workspace(tcu_context *context, tcu_type key_type, uint64_t n, const tcu_group_column *columns,
                                  int num_columns, const tcu_runs *groups, const tcu_group_by_options *options,
                                  size_t *bytes)
{
    tcui_group_by_task task = {.key_type = key_type, .n = n};
    const tcu_status status = describe(context, __func__, &task, columns, num_columns, groups, options);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays;
    describe_arrays(&task, &arrays);
    return tcui_call_query(context, call_of(&task), &task, &arrays, !has_nothing_to_do(&task), bytes);
}
