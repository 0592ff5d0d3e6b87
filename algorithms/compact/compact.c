/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The compactions' public functions: each describes its work as a task, which one function checks and hands to the
 * backend, and another one asks for its workspace.
 */
#include "arguments.h"

#include "primitives/call/arguments.h"
#include "primitives/call/call.h"

/* ---------------------------------------------------------------------------------- the call of the backend --- */

static const tcui_call of_items = {.operation = TCUI_COMPACT, .of_integers = true};
static const tcui_call of_compared = {.operation = TCUI_COMPACT}; /* (Items may be reals.) */

/* Of no items none is kept: only the count is written. */
static tcu_status reserve_of_none(tcu_context *context, const void *task, tcui_layout *layout)
{
    (void)context, (void)task, (void)layout;
    return TCU_SUCCESS;
}

static tcu_status execute_of_none(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_compact_task *task = any_task;
    (void)workspace;
    return context->backend->clear(context, task->count, sizeof *task->count);
}

static const tcui_call of_none = {.operation = TCUI_COMPACT, .reserve = reserve_of_none, .execute = execute_of_none};

static const tcui_call *call_of(const tcui_compact_task *task)
{
    if (task->n == 0) {
        return &of_none;
    }
    return task->selection == TCUI_SELECT_PREDICATE ? &of_compared : &of_items;
}

static tcu_status take_options(tcu_context *context, tcui_compact_task *task, const tcu_compact_options *options)
{
    if (options != NULL) {
        task->length = options->count;
    }
    return TCUI_CHECK_OPTIONS(context, options);
}

static tcu_status query_arrays(tcu_context *context, tcui_compact_task *task, bool by_columns,
                               const tcu_compact_options *options, size_t *bytes)
{
    const tcu_status status = take_options(context, task, options);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays;
    tcui_compact_list_arrays(task, by_columns, &arrays);
    return tcui_call_query(context, call_of(task), task, &arrays, true, bytes); /* (The count of none is written.) */
}

static tcu_status run_arrays(tcu_context *context, tcui_compact_task *task, bool by_columns,
                             const tcu_compact_options *options)
{
    tcu_status status = take_options(context, task, options);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays;
    tcui_compact_list_arrays(task, by_columns, &arrays);
    status = tcui_check_arrays(context, &arrays);
    return status == TCU_SUCCESS ? tcui_call_run(context, call_of(task), task, &arrays) : status;
}

/* Workspace of a task, if `status` says that its description succeeded. */
static tcu_status query(tcu_context *context, tcu_status described, tcui_compact_task *task,
                        const tcu_compact_options *options, size_t *bytes)
{
    return described == TCU_SUCCESS ? query_arrays(context, task, false, options, bytes) : described;
}

static tcu_status run(tcu_context *context, tcu_status described, tcui_compact_task *task,
                      const tcu_compact_options *options)
{
    return described == TCU_SUCCESS ? run_arrays(context, task, false, options) : described;
}

/* ---------------------------------------------------------------------------------- one array, by its flags --- */

static tcu_status describe_flagged(tcu_context *context, const char *function, tcui_compact_task *task, const void *in,
                                   void *out, size_t item_bytes, tcu_flags_format format)
{
    tcu_status status = tcui_begin(context, function);
    if (status != TCU_SUCCESS || (status = tcui_compact_set_items(context, task, in, out, item_bytes)) != TCU_SUCCESS) {
        return status;
    }
    return tcui_compact_set_format(context, task, format);
}

tcu_status tcu_compact(tcu_context *context, const void *in, size_t item_bytes, const void *flags,
                       tcu_flags_format format, void *out, uint64_t *count, uint64_t n,
                       const tcu_compact_options *options)
{
    tcui_compact_task task = {.flags = flags, .in_place = in == out && n > 0, .count = count, .n = n};
    return run(context, describe_flagged(context, __func__, &task, in, out, item_bytes, format), &task, options);
}

tcu_status tcu_compact_workspace(tcu_context *context, size_t item_bytes, tcu_flags_format format, uint64_t n,
                                 int in_place, const tcu_compact_options *options, size_t *bytes)
{
    tcui_compact_task task = {.in_place = in_place != 0 && n > 0, .n = n};
    return query(context, describe_flagged(context, __func__, &task, NULL, NULL, item_bytes, format), &task, options,
                 bytes);
}

tcu_status tcu_partition(tcu_context *context, const void *in, size_t item_bytes, const void *flags,
                         tcu_flags_format format, void *out, uint64_t *count, uint64_t n,
                         const tcu_compact_options *options)
{
    tcui_compact_task task = {.flags = flags, .keep_others = true, .count = count, .n = n};
    return run(context, describe_flagged(context, __func__, &task, in, out, item_bytes, format), &task, options);
}

tcu_status tcu_partition_workspace(tcu_context *context, size_t item_bytes, tcu_flags_format format, uint64_t n,
                                   const tcu_compact_options *options, size_t *bytes)
{
    tcui_compact_task task = {.keep_others = true, .n = n};
    return query(context, describe_flagged(context, __func__, &task, NULL, NULL, item_bytes, format), &task, options,
                 bytes);
}

/* ------------------------------------------------------------------------------------------ positions, columns --- */

static tcu_status describe_indices(tcu_context *context, const char *function, tcui_compact_task *task,
                                   tcu_flags_format format, tcu_type index_type)
{
    tcu_status status = tcui_begin(context, function);
    if (status != TCU_SUCCESS || (status = tcui_compact_set_format(context, task, format)) != TCU_SUCCESS) {
        return status;
    }
    return tcui_compact_set_index_type(context, task, index_type);
}

tcu_status tcu_compact_indices(tcu_context *context, const void *flags, tcu_flags_format format, void *indices,
                               tcu_type index_type, uint64_t *count, uint64_t n, const tcu_compact_options *options)
{
    tcui_compact_task task = {
        .flags = flags, .indices = n == 0 ? tcui_or_placeholder(indices) : indices, .count = count, .n = n};
    return run(context, describe_indices(context, __func__, &task, format, index_type), &task, options);
}

tcu_status tcu_compact_indices_workspace(tcu_context *context, tcu_flags_format format, tcu_type index_type, uint64_t n,
                                         const tcu_compact_options *options, size_t *bytes)
{
    tcui_compact_task task = {.indices = tcui_or_placeholder(NULL), .n = n};
    return query(context, describe_indices(context, __func__, &task, format, index_type), &task, options, bytes);
}

tcu_status tcu_compact_columns(tcu_context *context, const tcu_column *columns, int num_columns, const void *flags,
                               tcu_flags_format format, uint64_t *count, uint64_t n, const tcu_compact_options *options)
{
    tcui_compact_task task = {.flags = flags, .count = count, .n = n};
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS ||
        (status = tcui_compact_set_columns(context, &task, columns, num_columns)) != TCU_SUCCESS ||
        (status = tcui_compact_set_format(context, &task, format)) != TCU_SUCCESS) {
        return status;
    }
    return run_arrays(context, &task, true, options);
}

tcu_status tcu_compact_columns_workspace(tcu_context *context, int num_columns, tcu_flags_format format, uint64_t n,
                                         const tcu_compact_options *options, size_t *bytes)
{
    tcui_compact_task task = {.n = n};
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS || (status = tcui_compact_set_any_columns(context, &task, num_columns)) != TCU_SUCCESS ||
        (status = tcui_compact_set_format(context, &task, format)) != TCU_SUCCESS) {
        return status;
    }
    return query_arrays(context, &task, true, options, bytes);
}

/* ------------------------------------------------------------------------------- one array, by comparisons --- */

static tcu_status describe_typed(tcu_context *context, const char *function, tcui_compact_task *task, const void *in,
                                 void *out, tcu_type type)
{
    tcu_status status = tcui_begin(context, function);
    return status == TCU_SUCCESS ? tcui_compact_set_typed_items(context, task, in, out, type) : status;
}

static tcu_status describe_compared(tcu_context *context, const char *function, tcui_compact_task *task, const void *in,
                                    void *out, tcu_type type, const tcu_predicate *predicate)
{
    tcu_status status = describe_typed(context, function, task, in, out, type);
    return status == TCU_SUCCESS ? tcui_compact_set_predicate(context, task, predicate) : status;
}

tcu_status tcu_compact_if(tcu_context *context, const void *in, tcu_type type, const tcu_predicate *predicate,
                          void *out, uint64_t *count, uint64_t n, const tcu_compact_options *options)
{
    tcui_compact_task task = {.in_place = in == out && n > 0, .count = count, .n = n};
    return run(context, describe_compared(context, __func__, &task, in, out, type, predicate), &task, options);
}

tcu_status tcu_compact_if_workspace(tcu_context *context, tcu_type type, uint64_t n, int in_place,
                                    const tcu_compact_options *options, size_t *bytes)
{
    tcui_compact_task task = {.in_place = in_place != 0 && n > 0, .n = n};
    return query(context, describe_typed(context, __func__, &task, NULL, NULL, type), &task, options, bytes);
}

tcu_status tcu_partition_if(tcu_context *context, const void *in, tcu_type type, const tcu_predicate *predicate,
                            void *out, uint64_t *count, uint64_t n, const tcu_compact_options *options)
{
    tcui_compact_task task = {.keep_others = true, .count = count, .n = n};
    return run(context, describe_compared(context, __func__, &task, in, out, type, predicate), &task, options);
}

tcu_status tcu_partition_if_workspace(tcu_context *context, tcu_type type, uint64_t n,
                                      const tcu_compact_options *options, size_t *bytes)
{
    tcui_compact_task task = {.keep_others = true, .n = n};
    return query(context, describe_typed(context, __func__, &task, NULL, NULL, type), &task, options, bytes);
}

/* -------------------------------------------------------------------------------------------- runs of items --- */

static tcu_status describe_runs(tcu_context *context, const char *function, tcui_compact_task *task, const void *in,
                                void *out, size_t item_bytes)
{
    task->selection = TCUI_SELECT_HEADS;
    tcu_status status = tcui_begin(context, function);
    return status == TCU_SUCCESS ? tcui_compact_set_items(context, task, in, out, item_bytes) : status;
}

tcu_status tcu_unique(tcu_context *context, const void *in, size_t item_bytes, void *out, uint64_t *run_lengths,
                      uint64_t *count, uint64_t n, const tcu_compact_options *options)
{
    tcui_compact_task task = {.run_lengths = run_lengths, .in_place = in == out && n > 0, .count = count, .n = n};
    return run(context, describe_runs(context, __func__, &task, in, out, item_bytes), &task, options);
}

tcu_status tcu_unique_workspace(tcu_context *context, size_t item_bytes, int with_lengths, uint64_t n, int in_place,
                                const tcu_compact_options *options, size_t *bytes)
{
    tcui_compact_task task = {
        .run_lengths = with_lengths ? tcui_or_placeholder(NULL) : NULL, .in_place = in_place != 0 && n > 0, .n = n};
    return query(context, describe_runs(context, __func__, &task, NULL, NULL, item_bytes), &task, options, bytes);
}
