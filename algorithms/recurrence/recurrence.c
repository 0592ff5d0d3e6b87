/* SPDX-License-Identifier: Apache-2.0 */
/* The recurrences' public functions: argument checks, workspace, and the call of the backend. */
#include "backend.h"

#include "primitives/call/arguments.h"
#include "primitives/call/call.h"
#include "primitives/context/types.h"

static const tcui_call call = {.operation = TCUI_RECURRENCE};

static tcu_status check(tcu_context *context, tcu_type type, const tcu_recurrence_options *options)
{
    const tcu_status status = tcui_check_type(context, "type", type);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (!tcui_is_real(type)) {
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "linear recurrences of type %s do not exist",
                         tcu_type_name(type));
    }
    return options == NULL ? TCU_SUCCESS : TCUI_CHECK_RESERVED(context, "options->reserved", options->reserved);
}

static void describe_arrays(const tcui_recurrence_task *task, bool constant_a, bool is_query, tcui_arrays *arrays)
{
    const uint64_t n = task->segments.n;
    const size_t bytes = tcui_element_bytes(task->type);
    tcui_arrays_begin(arrays);
    if (!constant_a) {
        tcui_arrays_read(arrays, "a", task->a, n, bytes);
    }
    const int b = tcui_arrays_read(arrays, "b", task->b, n, bytes);
    if (is_query || task->initial != NULL) {
        tcui_arrays_read(arrays, "initial", task->initial, task->segments.count, bytes);
    }
    tcui_arrays_read_offsets(arrays, &task->segments);
    tcui_arrays_read_count(arrays, tcui_segments_count_of(&task->segments));
    tcui_arrays_write_in_place(arrays, b, "x", task->x, n, bytes);
}

static bool has_nothing_to_do(const tcui_recurrence_task *task)
{
    return task->segments.n == 0 || task->segments.count == 0;
}

static tcu_status query(tcu_context *context, const tcui_recurrence_task *task, const tcu_recurrence_options *options,
                        size_t *bytes)
{
    const tcu_status status = check(context, task->type, options);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays;
    describe_arrays(task, false, true, &arrays);
    return tcui_call_query(context, &call, task, &arrays, !has_nothing_to_do(task), bytes);
}

static tcu_status run(tcu_context *context, tcui_recurrence_task *task, const tcu_recurrence_options *options)
{
    const bool constant_a = options != NULL && options->constant_a != 0;
    tcu_status status = check(context, task->type, options);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (constant_a && task->a != NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "a is %p; with options->constant_a it has to be NULL",
                         task->a);
    }
    task->constant_a = constant_a ? options->a : 0;
    task->scale_b = options != NULL ? options->scale_b : 1;
    if (options != NULL) {
        tcui_segments_take_count(&task->segments, options->count);
    }
    tcui_arrays arrays;
    describe_arrays(task, constant_a, false, &arrays);
    if ((status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS) {
        return status;
    }
    if ((status = tcui_check_offset_values(context, &task->segments)) != TCU_SUCCESS || has_nothing_to_do(task)) {
        return status;
    }
    return tcui_call_run(context, &call, task, &arrays);
}

tcu_status tcu_linear_recurrence(tcu_context *context, const void *a, const void *b, const void *initial, void *x,
                                 tcu_type type, uint64_t n, const tcu_recurrence_options *options)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_recurrence_task task = {a, b, initial, x, type, 0, 1, tcui_segments_whole(n)};
    return run(context, &task, options);
}

tcu_status tcu_linear_recurrence_workspace(tcu_context *context, tcu_type type, uint64_t n,
                                           const tcu_recurrence_options *options, size_t *bytes)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    const tcui_recurrence_task task = {NULL, NULL, NULL, NULL, type, 0, 1, tcui_segments_whole(n)};
    return query(context, &task, options, bytes);
}

tcu_status tcu_segmented_linear_recurrence(tcu_context *context, const void *a, const void *b, const void *initial,
                                           void *x, tcu_type type, uint64_t n, uint64_t segment_size,
                                           const tcu_recurrence_options *options)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_segment_size(context, segment_size);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_recurrence_task task = {a, b, initial, x, type, 0, 1, tcui_segments_fixed(n, segment_size)};
    return run(context, &task, options);
}

tcu_status tcu_segmented_linear_recurrence_workspace(tcu_context *context, tcu_type type, uint64_t n,
                                                     uint64_t segment_size, const tcu_recurrence_options *options,
                                                     size_t *bytes)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_segment_size(context, segment_size);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    const tcui_recurrence_task task = {NULL, NULL, NULL, NULL, type, 0, 1, tcui_segments_fixed(n, segment_size)};
    return query(context, &task, options, bytes);
}

tcu_status tcu_segmented_linear_recurrence_offsets(tcu_context *context, const void *a, const void *b,
                                                   const void *initial, void *x, tcu_type type, uint64_t n,
                                                   const int64_t *offsets, uint64_t num_segments,
                                                   const tcu_recurrence_options *options)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_num_segments(context, num_segments);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_recurrence_task task = {a, b, initial, x, type, 0, 1, tcui_segments_offsets(n, offsets, num_segments)};
    return run(context, &task, options);
}

tcu_status tcu_segmented_linear_recurrence_offsets_workspace(tcu_context *context, tcu_type type, uint64_t n,
                                                             uint64_t num_segments,
                                                             const tcu_recurrence_options *options, size_t *bytes)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_num_segments(context, num_segments);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    const tcui_recurrence_task task = {NULL, NULL, NULL, NULL,
                                       type, 0,    1,    tcui_segments_offsets(n, NULL, num_segments)};
    return query(context, &task, options, bytes);
}
