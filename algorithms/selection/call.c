/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The arrays of selections, and the call of the backend. Where the arguments say that there are no keys, or none to be
 * selected, results are constants, and the same on every backend.
 */
#include "primitives/call/call.h"

#include <inttypes.h>

#include "arguments.h"
#include "primitives/call/arguments.h"
#include "primitives/call/items.h"
#include "primitives/reduce/elements.h"
#include "primitives/reduce/results.h"

typedef tcui_selection_task task_type;

/* --------------------------------------------------------------------------------- calls that select nothing --- */

static bool is_top_k(const task_type *task)
{
    return task->kind == TCUI_SELECTION_TOP_K;
}

static bool is_quantiles(const task_type *task)
{
    return task->kind == TCUI_SELECTION_QUANTILES;
}

static bool is_empty(const task_type *task)
{
    return task->segments.n == 0 || (is_top_k(task) && task->k == 0);
}

/* Quantiles of no elements are NaN, where there is one. */
static uint64_t empty_results(const task_type *task)
{
    return is_quantiles(task) && tcui_is_real(task->out_type) ? task->num_q : 0;
}

static bool has_work(const task_type *task)
{
    switch (task->kind) {
    case TCUI_SELECTION_TOP_K:
        return task->segments.count > 0 && (!is_empty(task) || task->num_out != NULL);
    case TCUI_SELECTION_NTH:
        return !is_empty(task) || task->num_out != NULL;
    default:
        return task->num_nans != NULL || (is_empty(task) ? empty_results(task) : task->num_q) > 0;
    }
}

static tcu_status reserve_empty(tcu_context *context, const void *task, tcui_layout *layout)
{
    (void)context, (void)task, (void)layout;
    return TCU_SUCCESS;
}

static tcu_status execute_empty(tcu_context *context, const void *any_task, void *workspace)
{
    const task_type *task = any_task;
    uint64_t *const number = is_quantiles(task) ? task->num_nans : task->num_out;
    tcu_status status = TCU_SUCCESS;
    (void)workspace;
    if (number != NULL && task->segments.count > 0) {
        status = tcui_fill_results(context, number, 0, sizeof *number, &task->segments);
    }
    if (status == TCU_SUCCESS && empty_results(task) > 0) {
        const uint64_t nan = tcui_quiet_nan_bits(task->out_type);
        status = context->backend->fill(context, task->out, &nan, tcu_type_size(task->out_type), task->num_q);
    }
    return status;
}

/* (How much room a sample's margin takes is computed in reals, also where keys are compared as integers.) */
static const tcui_call selects = {.operation = TCUI_SELECTION}, empty = {.operation = TCUI_SELECTION,
                                                                         .of_integers = true,
                                                                         .reserve = reserve_empty,
                                                                         .execute = execute_empty};

static const tcui_call *call_of(const task_type *task)
{
    return is_empty(task) ? &empty : &selects;
}

/* ------------------------------------------------------------------------------------------------ the arrays --- */

/* Results that outputs have room for; false if they are too many. */
static bool count_results(const task_type *task, uint64_t *results)
{
    *results = is_quantiles(task) ? task->num_q : task->segments.n > 0 ? 1 : 0;
    return !is_top_k(task) || tcui_multiply(task->segments.count, task->k, results);
}

static tcu_status check_outputs(tcu_context *context, const task_type *task, uint64_t results)
{
    const bool is_nth = task->kind == TCUI_SELECTION_NTH;
    if (results > 0 && !is_quantiles(task) && task->value_bytes == 0 && task->keys_out == NULL &&
        task->indices_out == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s are both NULL; one of them has to be set",
                         is_nth ? "key_out and index_out" : "keys_out and indices_out");
    }
    return TCU_SUCCESS;
}

static tcu_status describe_values(tcu_context *context, const task_type *task, uint64_t results, bool is_query,
                                  tcui_arrays *arrays)
{
    const size_t bytes = task->value_bytes;
    tcu_status status = tcui_check_items(context, "values", task->values, task->segments.n, bytes, !is_query);
    if (status != TCU_SUCCESS || (status = tcui_check_items(context, "values_out", task->values_out, results, bytes,
                                                            !is_query)) != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays_read_items(arrays, "values", task->values, task->segments.n, bytes);
    tcui_arrays_write_items(arrays, "values_out", task->values_out, results, bytes);
    return TCU_SUCCESS;
}

/* A query has no pointers, and asks for all outputs. */
static tcu_status describe_arrays(tcu_context *context, const task_type *task, bool is_query, tcui_arrays *arrays)
{
    const size_t key_bytes = tcui_element_bytes(task->key_type);
    const bool is_nth = task->kind == TCUI_SELECTION_NTH;
    uint64_t results;
    if (!count_results(task, &results)) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "%" PRIu64 " segments have %" PRIu64 " results each: " TCUI_TOO_LARGE, task->segments.count,
                         task->k);
    }
    tcui_arrays_begin(arrays);
    tcui_arrays_read(arrays, "keys", task->keys, task->segments.n, key_bytes);
    tcui_arrays_read_offsets(arrays, &task->segments);
    tcui_arrays_read_count(arrays, tcui_segments_count_of(&task->segments));
    if (is_quantiles(task)) {
        tcui_arrays_write(arrays, "out", task->out, results, tcui_element_bytes(task->out_type));
        if (task->num_nans != NULL) {
            tcui_arrays_write(arrays, "options->num_nans", task->num_nans, 1, sizeof *task->num_nans);
        }
        return TCU_SUCCESS;
    }
    if (is_query || task->keys_out != NULL) {
        tcui_arrays_write(arrays, is_nth ? "key_out" : "keys_out", task->keys_out, results, key_bytes);
    }
    if (task->num_out != NULL) {
        tcui_arrays_write(arrays, "options->num_out", task->num_out, task->segments.count, sizeof *task->num_out);
    }
    if (task->value_bytes > 0) {
        return describe_values(context, task, results, is_query, arrays);
    }
    if (is_query || task->indices_out != NULL) {
        tcui_arrays_write(arrays, is_nth ? "index_out" : "indices_out", task->indices_out, results,
                          tcui_element_bytes(task->index_type));
    }
    return is_query ? TCU_SUCCESS : check_outputs(context, task, results);
}

/* In host memory, whatever the backend. */
static tcu_status check_q(tcu_context *context, const task_type *task)
{
    if (!is_quantiles(task) || task->num_q == 0) {
        return TCU_SUCCESS;
    }
    if (task->q == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "q is NULL, but %" PRIu64 " elements are needed",
                         task->num_q);
    }
    for (uint64_t j = 0; j < task->num_q; j++) {
        if (!(task->q[j] >= 0 && task->q[j] <= 1)) {
            return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "q[%" PRIu64 "] is %g; it must be from 0 to 1", j,
                             task->q[j]);
        }
    }
    return TCU_SUCCESS;
}

tcu_status tcui_selection_run(tcu_context *context, const task_type *task)
{
    tcui_arrays arrays;
    tcu_status status = describe_arrays(context, task, false, &arrays);
    if (status != TCU_SUCCESS || (status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS ||
        (status = tcui_check_offset_values(context, &task->segments)) != TCU_SUCCESS ||
        (status = check_q(context, task)) != TCU_SUCCESS || !has_work(task)) {
        return status;
    }
    return tcui_call_run(context, call_of(task), task, &arrays);
}

tcu_status tcui_selection_query(tcu_context *context, const task_type *task, size_t *bytes)
{
    tcui_arrays arrays;
    const tcu_status status = describe_arrays(context, task, true, &arrays);
    return status == TCU_SUCCESS ? tcui_call_query(context, call_of(task), task, &arrays, has_work(task), bytes)
                                 : status;
}
