/* SPDX-License-Identifier: Apache-2.0 */
/* The public functions of merges and searches: argument checks, workspace, and the call of the backend. */
#include <inttypes.h>

#include "backend.h"
#include "primitives/call/arguments.h"
#include "primitives/call/call.h"

/* (Keys are compared as unsigned integers.) */
static const tcui_call call = {.operation = TCUI_MERGE, .of_integers = true};

/* How sentences name the arrays. */
typedef struct array_names {
    const char *keys, *values, *count;
} array_names;

static const array_names merge_names[] = {{"a", "a_values", "options->a_count"}, {"b", "b_values", "options->b_count"}},
                         search_names[] = {{"sorted", NULL, "options->sorted_count"},
                                           {"values", NULL, "options->count"}};

static bool is_merge(const tcui_merge_task *task)
{
    return task->kind == TCUI_MERGE_KEYS;
}

static uint64_t outputs_of(const tcui_merge_task *task)
{
    return is_merge(task) ? task->a.n + task->b.n : task->b.n;
}

static void list_input(const array_names *names, const tcui_merge_task *task, const tcui_merge_array *array,
                       tcui_arrays *arrays)
{
    tcui_arrays_read(arrays, names->keys, array->keys, array->n, tcui_element_bytes(task->key_type));
    if (task->value_bytes > 0) {
        tcui_arrays_read(arrays, names->values, array->values, array->n, task->value_bytes);
    }
    if (array->count != NULL) {
        tcui_arrays_read(arrays, names->count, array->count, 1, sizeof *array->count);
    }
}

static tcu_status describe_arrays(tcu_context *context, const tcui_merge_task *task, tcui_arrays *arrays)
{
    const array_names *names = is_merge(task) ? merge_names : search_names;
    if (is_merge(task) && task->a.n > UINT64_MAX - task->b.n) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "num_a is %" PRIu64 " and num_b is %" PRIu64 "; an array has at most 2^63 - 1 bytes",
                         task->a.n, task->b.n);
    }
    const uint64_t n = outputs_of(task);
    tcui_arrays_begin(arrays);
    list_input(&names[0], task, &task->a, arrays);
    list_input(&names[1], task, &task->b, arrays);
    if (!is_merge(task)) {
        tcui_arrays_write(arrays, "indices", task->indices, n, tcui_element_bytes(task->index_type));
        return TCU_SUCCESS;
    }
    tcui_arrays_write(arrays, "keys_out", task->keys_out, n, tcui_element_bytes(task->key_type));
    if (task->value_bytes > 0) {
        tcui_arrays_write(arrays, "values_out", task->values_out, n, task->value_bytes);
    }
    return TCU_SUCCESS;
}

static tcu_status query(tcu_context *context, const tcui_merge_task *task, size_t *bytes)
{
    tcui_arrays arrays;
    const tcu_status status = describe_arrays(context, task, &arrays);
    return status == TCU_SUCCESS ? tcui_call_query(context, &call, task, &arrays, outputs_of(task) > 0, bytes) : status;
}

static tcu_status run(tcu_context *context, const tcui_merge_task *task)
{
    tcui_arrays arrays;
    tcu_status status = describe_arrays(context, task, &arrays);
    if (status != TCU_SUCCESS || (status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS ||
        outputs_of(task) == 0) {
        return status;
    }
    return tcui_call_run(context, &call, task, &arrays);
}

/* ---------------------------------------------------------------------------------------------------- merges --- */

static tcu_status describe_merge(tcu_context *context, const char *function, tcui_merge_task *task,
                                 const tcu_merge_options *options)
{
    tcu_status status = tcui_begin(context, function);
    task->kind = TCUI_MERGE_KEYS;
    task->a_first = true;
    if (status != TCU_SUCCESS || (status = tcui_check_type(context, "key_type", task->key_type)) != TCU_SUCCESS ||
        options == NULL) {
        return status;
    }
    task->descending = options->descending != 0;
    task->a.count = options->a_count;
    task->b.count = options->b_count;
    return TCUI_CHECK_OPTIONS(context, options);
}

static tcu_status describe_pairs(tcu_context *context, const char *function, tcui_merge_task *task,
                                 const tcu_merge_options *options)
{
    const tcu_status status = describe_merge(context, function, task, options);
    const size_t bytes = task->value_bytes;
    if (status == TCU_SUCCESS && bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8 && bytes != 16) {
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "value_bytes is %zu; it must be 1, 2, 4, 8 or 16", bytes);
    }
    return status;
}

tcu_status tcu_merge(tcu_context *context, const void *a, uint64_t num_a, const void *b, uint64_t num_b, void *keys_out,
                     tcu_type key_type, const tcu_merge_options *options)
{
    tcui_merge_task task = {
        .a = {.keys = a, .n = num_a}, .b = {.keys = b, .n = num_b}, .key_type = key_type, .keys_out = keys_out};
    const tcu_status status = describe_merge(context, __func__, &task, options);
    return status == TCU_SUCCESS ? run(context, &task) : status;
}

tcu_status tcu_merge_workspace(tcu_context *context, uint64_t num_a, uint64_t num_b, tcu_type key_type,
                               const tcu_merge_options *options, size_t *bytes)
{
    tcui_merge_task task = {.a = {.n = num_a}, .b = {.n = num_b}, .key_type = key_type};
    const tcu_status status = describe_merge(context, __func__, &task, options);
    return status == TCU_SUCCESS ? query(context, &task, bytes) : status;
}

tcu_status tcu_merge_pairs(tcu_context *context, const void *a, const void *a_values, uint64_t num_a, const void *b,
                           const void *b_values, uint64_t num_b, void *keys_out, void *values_out, tcu_type key_type,
                           size_t value_bytes, const tcu_merge_options *options)
{
    tcui_merge_task task = {.a = {.keys = a, .values = a_values, .n = num_a},
                            .b = {.keys = b, .values = b_values, .n = num_b},
                            .key_type = key_type,
                            .keys_out = keys_out,
                            .values_out = values_out,
                            .value_bytes = value_bytes};
    const tcu_status status = describe_pairs(context, __func__, &task, options);
    return status == TCU_SUCCESS ? run(context, &task) : status;
}

tcu_status tcu_merge_pairs_workspace(tcu_context *context, uint64_t num_a, uint64_t num_b, tcu_type key_type,
                                     size_t value_bytes, const tcu_merge_options *options, size_t *bytes)
{
    tcui_merge_task task = {.a = {.n = num_a}, .b = {.n = num_b}, .key_type = key_type, .value_bytes = value_bytes};
    const tcu_status status = describe_pairs(context, __func__, &task, options);
    return status == TCU_SUCCESS ? query(context, &task, bytes) : status;
}

/* -------------------------------------------------------------------------------------------------- searches --- */

static tcu_status check_index_type(tcu_context *context, const tcui_merge_task *task)
{
    const tcu_status status = tcui_check_number_type(context, "index_type", task->index_type);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (task->index_type == TCU_TYPE_U32 && task->a.n > UINT32_MAX) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "num_sorted is %" PRIu64 ", and index_type u32 does not hold all positions", task->a.n);
    }
    return TCU_SUCCESS;
}

static tcu_status describe_search(tcu_context *context, const char *function, tcui_merge_task *task,
                                  const tcu_search_options *options)
{
    tcu_status status = tcui_begin(context, function);
    task->kind = TCUI_MERGE_SEARCH;
    if (status != TCU_SUCCESS || (status = tcui_check_type(context, "key_type", task->key_type)) != TCU_SUCCESS ||
        (status = check_index_type(context, task)) != TCU_SUCCESS || options == NULL) {
        return status;
    }
    task->kind = options->values_sorted != 0 ? TCUI_MERGE_RANKS : TCUI_MERGE_SEARCH;
    task->a_first = options->upper != 0;
    task->descending = options->descending != 0;
    task->a.count = options->sorted_count;
    task->b.count = options->count;
    return TCUI_CHECK_OPTIONS(context, options);
}

tcu_status tcu_search_sorted(tcu_context *context, const void *sorted, uint64_t num_sorted, const void *values,
                             uint64_t n, tcu_type key_type, void *indices, tcu_type index_type,
                             const tcu_search_options *options)
{
    tcui_merge_task task = {.a = {.keys = sorted, .n = num_sorted},
                            .b = {.keys = values, .n = n},
                            .key_type = key_type,
                            .indices = indices,
                            .index_type = index_type};
    const tcu_status status = describe_search(context, __func__, &task, options);
    return status == TCU_SUCCESS ? run(context, &task) : status;
}

tcu_status tcu_search_sorted_workspace(tcu_context *context, uint64_t num_sorted, uint64_t n, tcu_type key_type,
                                       tcu_type index_type, const tcu_search_options *options, size_t *bytes)
{
    tcui_merge_task task = {.a = {.n = num_sorted}, .b = {.n = n}, .key_type = key_type, .index_type = index_type};
    const tcu_status status = describe_search(context, __func__, &task, options);
    return status == TCU_SUCCESS ? query(context, &task, bytes) : status;
}
