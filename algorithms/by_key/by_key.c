/* SPDX-License-Identifier: Apache-2.0 */
/* The public functions of runs of equal keys: argument checks, workspace, and the call of the backend. */
#include "arguments.h"

#include "primitives/call/items.h"

/* ---------------------------------------------------------------------------------- the call of the backend --- */

static const tcui_call call = {.operation = TCUI_BY_KEY};

static const tcui_runs_names names = TCUI_RUNS_NAMES("runs");

/* Of no elements there are no runs: only their count and the end of no last one are written. */
static tcu_status reserve_of_none(tcu_context *context, const void *task, tcui_layout *layout)
{
    (void)context, (void)task, (void)layout;
    return TCU_SUCCESS;
}

static tcu_status execute_of_none(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_by_key_task *task = any_task;
    (void)workspace;
    return tcui_by_key_clear_runs(context, &task->runs);
}

static const tcui_call of_none = {.operation = TCUI_BY_KEY, .reserve = reserve_of_none, .execute = execute_of_none};

static bool has_nothing_to_do(const tcui_by_key_task *task)
{
    const tcu_runs *runs = &task->runs;
    const bool writes_runs = runs->count != NULL || runs->offsets != NULL;
    return task->n == 0 ? !writes_runs
                        : !writes_runs && task->out == NULL && runs->keys == NULL && runs->lengths == NULL;
}

static const tcui_call *call_of(const tcui_by_key_task *task)
{
    return task->n == 0 ? &of_none : &call;
}

static void take_count(tcui_by_key_task *task, const tcu_by_key_options *options)
{
    if (options != NULL) {
        task->length = options->count;
    }
}

static void describe_arrays(const tcui_by_key_task *task, tcui_arrays *arrays)
{
    const bool is_unique = task->kind == TCUI_BY_KEY_UNIQUE, has_out = task->out != NULL || task->n == 0;
    const size_t value_bytes =
        is_unique ? tcui_item_element_bytes(task->value_bytes) : tcui_element_bytes(task->value_type);
    const size_t out_bytes = is_unique ? value_bytes : tcui_element_bytes(task->out_type);
    const uint64_t values_n = is_unique ? tcui_item_elements(task->n, task->value_bytes) : task->n;
    tcui_arrays_begin(arrays);
    tcui_arrays_read(arrays, "keys", task->keys, task->n, task->key_bytes);
    if (task->kind != TCUI_BY_KEY_REDUCE || has_out) {
        const int values = tcui_arrays_read(arrays, is_unique ? "values" : "in", task->values, values_n, value_bytes);
        tcui_arrays_write_in_place(arrays, task->kind == TCUI_BY_KEY_SCAN ? values : TCUI_NOT_IN_PLACE,
                                   is_unique ? "values_out" : "out", task->out, values_n, out_bytes);
    }
    tcui_arrays_read_count(arrays, task->length);
    tcui_by_key_list_runs(&names, &task->runs, task->key_bytes, task->n, arrays);
}

static tcu_status query(tcu_context *context, const tcui_by_key_task *task, size_t *bytes)
{
    tcui_arrays arrays;
    describe_arrays(task, &arrays);
    return tcui_call_query(context, call_of(task), task, &arrays, !has_nothing_to_do(task), bytes);
}

static tcu_status run(tcu_context *context, const tcui_by_key_task *task)
{
    tcui_arrays arrays;
    describe_arrays(task, &arrays);
    const tcu_status status = tcui_check_arrays(context, &arrays);
    if (status != TCU_SUCCESS || has_nothing_to_do(task)) {
        return status;
    }
    return tcui_call_run(context, call_of(task), task, &arrays);
}

/* ------------------------------------------------------------------------------------------------ reductions --- */

static tcu_status describe_reduction(tcu_context *context, const char *function, tcui_by_key_task *task,
                                     const tcu_runs *runs, const tcu_by_key_options *options)
{
    task->kind = TCUI_BY_KEY_REDUCE;
    take_count(task, options);
    tcu_status status = tcui_begin(context, function);
    if (status != TCU_SUCCESS ||
        (status = tcui_by_key_check_item(context, "key_bytes", task->key_bytes)) != TCU_SUCCESS ||
        (status = tcui_by_key_set_runs(context, &names, runs, &task->runs)) != TCU_SUCCESS) {
        return status;
    }
    return tcui_by_key_set_reduction(context, task, options);
}

tcu_status tcu_reduce_by_key(tcu_context *context, const void *keys, size_t key_bytes, const void *in, tcu_type in_type,
                             void *out, tcu_type out_type, uint64_t n, const tcu_runs *runs,
                             const tcu_by_key_options *options)
{
    tcui_by_key_task task = {.keys = keys,
                             .key_bytes = key_bytes,
                             .values = in,
                             .value_type = in_type,
                             .out = out,
                             .out_type = out_type,
                             .n = n};
    const tcu_status status = describe_reduction(context, __func__, &task, runs, options);
    return status == TCU_SUCCESS ? run(context, &task) : status;
}

tcu_status tcu_reduce_by_key_workspace(tcu_context *context, size_t key_bytes, tcu_type in_type, tcu_type out_type,
                                       uint64_t n, const tcu_runs *runs, const tcu_by_key_options *options,
                                       size_t *bytes)
{
    tcui_by_key_task task = {
        .key_bytes = key_bytes, .value_type = in_type, .out = tcui_or_placeholder(NULL), .out_type = out_type, .n = n};
    const tcu_status status = describe_reduction(context, __func__, &task, runs, options);
    return status == TCU_SUCCESS ? query(context, &task, bytes) : status;
}

/* ----------------------------------------------------------------------------------------------------- scans --- */

static tcu_status describe_scan(tcu_context *context, const char *function, tcui_by_key_task *task,
                                const tcu_by_key_options *options)
{
    task->kind = TCUI_BY_KEY_SCAN;
    take_count(task, options);
    tcu_status status = tcui_begin(context, function);
    if (status != TCU_SUCCESS ||
        (status = tcui_by_key_check_item(context, "key_bytes", task->key_bytes)) != TCU_SUCCESS ||
        (status = tcui_by_key_set_scan(context, task, options)) != TCU_SUCCESS) {
        return status;
    }
    return tcui_check_enumerator(context, "kind", task->scan_kind, TCU_SCAN_EXCLUSIVE, "tcu_scan_kind");
}

tcu_status tcu_scan_by_key(tcu_context *context, tcu_scan_kind kind, const void *keys, size_t key_bytes, const void *in,
                           tcu_type in_type, void *out, tcu_type out_type, uint64_t n,
                           const tcu_by_key_options *options)
{
    tcui_by_key_task task = {.keys = keys,
                             .key_bytes = key_bytes,
                             .values = in,
                             .value_type = in_type,
                             .out = out,
                             .out_type = out_type,
                             .n = n,
                             .scan_kind = kind};
    const tcu_status status = describe_scan(context, __func__, &task, options);
    return status == TCU_SUCCESS ? run(context, &task) : status;
}

tcu_status tcu_scan_by_key_workspace(tcu_context *context, size_t key_bytes, tcu_type in_type, tcu_type out_type,
                                     uint64_t n, const tcu_by_key_options *options, size_t *bytes)
{
    tcui_by_key_task task = {
        .key_bytes = key_bytes, .value_type = in_type, .out = tcui_or_placeholder(NULL), .out_type = out_type, .n = n};
    const tcu_status status = describe_scan(context, __func__, &task, options);
    return status == TCU_SUCCESS ? query(context, &task, bytes) : status;
}

/* ---------------------------------------------------------------------------------------------- first values --- */

/* Of any number of bytes. */
static tcu_status check_values(tcu_context *context, const tcui_by_key_task *task)
{
    if (task->value_bytes == 0) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "value_bytes is 0; it must be 1 or more");
    }
    return tcui_is_word(task->value_bytes)
               ? TCU_SUCCESS
               : tcui_check_items(context, "values", task->values, task->n, task->value_bytes, false);
}

static tcu_status describe_unique(tcu_context *context, const char *function, tcui_by_key_task *task,
                                  const tcu_runs *runs, const tcu_by_key_options *options)
{
    task->kind = TCUI_BY_KEY_UNIQUE;
    take_count(task, options);
    tcu_status status = tcui_begin(context, function);
    if (status != TCU_SUCCESS ||
        (status = tcui_by_key_check_item(context, "key_bytes", task->key_bytes)) != TCU_SUCCESS ||
        (status = check_values(context, task)) != TCU_SUCCESS ||
        (status = tcui_by_key_set_runs(context, &names, runs, &task->runs)) != TCU_SUCCESS) {
        return status;
    }
    return tcui_by_key_check_defaults(context, options);
}

tcu_status tcu_unique_by_key(tcu_context *context, const void *keys, size_t key_bytes, const void *values,
                             void *values_out, size_t value_bytes, uint64_t n, const tcu_runs *runs,
                             const tcu_by_key_options *options)
{
    tcui_by_key_task task = {
        .keys = keys, .key_bytes = key_bytes, .values = values, .value_bytes = value_bytes, .out = values_out, .n = n};
    const tcu_status status = describe_unique(context, __func__, &task, runs, options);
    return status == TCU_SUCCESS ? run(context, &task) : status;
}

tcu_status tcu_unique_by_key_workspace(tcu_context *context, size_t key_bytes, size_t value_bytes, uint64_t n,
                                       const tcu_runs *runs, const tcu_by_key_options *options, size_t *bytes)
{
    tcui_by_key_task task = {
        .key_bytes = key_bytes, .value_bytes = value_bytes, .out = tcui_or_placeholder(NULL), .n = n};
    const tcu_status status = describe_unique(context, __func__, &task, runs, options);
    return status == TCU_SUCCESS ? query(context, &task, bytes) : status;
}
