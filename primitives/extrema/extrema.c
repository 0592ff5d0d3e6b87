/* SPDX-License-Identifier: Apache-2.0 */
/* The extrema's public functions: argument checks, workspace, and the call of the backend. */
#include "backend.h"

#include "primitives/call/arguments.h"
#include "primitives/call/call.h"
#include "primitives/reduce/elements.h"
#include "primitives/reduce/results.h"

/* (Reals are compared: where denormals count as zeros they would be equal.) */
static const tcui_call direct = {.operation = TCUI_EXTREMA},
                       direct_of_integers = {.operation = TCUI_EXTREMA, .of_integers = true};

/* Results of no elements are known, whatever the backend. */
static tcu_status reserve_empty(tcu_context *context, const void *task, tcui_layout *layout)
{
    (void)context, (void)task, (void)layout;
    return TCU_SUCCESS;
}

static tcu_status execute_empty(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_extrema_task *task = any_task;
    (void)workspace;
    const uint64_t none = (uint64_t)-1, least = tcui_neutral_bits(TCU_OPERATOR_MAX, task->type),
                   greatest = tcui_neutral_bits(TCU_OPERATOR_MIN, task->type);
    const size_t bytes = tcu_type_size(task->type);
    const struct {
        void *to;
        uint64_t element;
        size_t bytes;
    } fills[] = {{task->min, greatest, bytes},
                 {task->argmin, none, sizeof none},
                 {task->max, least, bytes},
                 {task->argmax, none, sizeof none}};
    tcu_status status = TCU_SUCCESS;
    for (size_t i = 0; i < sizeof fills / sizeof *fills && status == TCU_SUCCESS; i++) {
        if (fills[i].to != NULL) {
            status = tcui_fill_results(context, fills[i].to, fills[i].element, fills[i].bytes, &task->segments);
        }
    }
    return status;
}

static const tcui_call empty = {
    .operation = TCUI_EXTREMA, .of_integers = true, .reserve = reserve_empty, .execute = execute_empty};

static const tcui_call *call_of(const tcui_extrema_task *task)
{
    return task->segments.n == 0 ? &empty : tcui_is_real(task->type) ? &direct : &direct_of_integers;
}

static tcu_status set_options(tcu_context *context, tcui_extrema_task *task, const tcu_extrema_options *options)
{
    tcu_status status = tcui_check_type(context, "type", task->type);
    if (status != TCU_SUCCESS || options == NULL) {
        return status;
    }
    status = tcui_check_enumerator(context, "options->nan_mode", options->nan_mode, TCU_NAN_IGNORE, "tcu_nan_mode");
    task->nan_mode = options->nan_mode;
    tcui_segments_take_count(&task->segments, options->count);
    return status == TCU_SUCCESS ? TCUI_CHECK_RESERVED(context, "options->reserved", options->reserved) : status;
}

/* A query has no pointers, and asks for all outputs. */
static void describe_arrays(const tcui_extrema_task *task, bool is_query, tcui_arrays *arrays)
{
    const tcui_segments *segments = &task->segments;
    const size_t bytes = tcui_element_bytes(task->type);
    tcui_arrays_begin(arrays);
    tcui_arrays_read(arrays, "in", task->in, segments->n, bytes);
    tcui_arrays_read_offsets(arrays, segments);
    tcui_arrays_read_count(arrays, tcui_segments_count_of(segments));
    if (is_query || task->min != NULL) {
        tcui_arrays_write(arrays, "min", task->min, segments->count, bytes);
    }
    if (is_query || task->argmin != NULL) {
        tcui_arrays_write(arrays, "argmin", task->argmin, segments->count, sizeof(int64_t));
    }
    if (is_query || task->max != NULL) {
        tcui_arrays_write(arrays, "max", task->max, segments->count, bytes);
    }
    if (is_query || task->argmax != NULL) {
        tcui_arrays_write(arrays, "argmax", task->argmax, segments->count, sizeof(int64_t));
    }
}

static tcu_status check_outputs(tcu_context *context, const tcui_extrema_task *task)
{
    if (task->segments.count > 0 && task->min == NULL && task->argmin == NULL && task->max == NULL &&
        task->argmax == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "min, argmin, max and argmax are all NULL; one of them at least has to be set");
    }
    return TCU_SUCCESS;
}

static tcu_status query(tcu_context *context, tcui_extrema_task *task, const tcu_extrema_options *options,
                        size_t *bytes)
{
    const tcu_status status = set_options(context, task, options);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays;
    describe_arrays(task, true, &arrays);
    return tcui_call_query(context, call_of(task), task, &arrays, task->segments.count > 0, bytes);
}

static tcu_status run(tcu_context *context, tcui_extrema_task *task, const tcu_extrema_options *options)
{
    tcu_status status = set_options(context, task, options);
    if (status != TCU_SUCCESS || (status = check_outputs(context, task)) != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays;
    describe_arrays(task, false, &arrays);
    if ((status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS) {
        return status;
    }
    if ((status = tcui_check_offset_values(context, &task->segments)) != TCU_SUCCESS || task->segments.count == 0) {
        return status;
    }
    return tcui_call_run(context, call_of(task), task, &arrays);
}

/* ----------------------------------------------------------------------------------------- public functions --- */

tcu_status tcu_reduce_extrema(tcu_context *context, const void *in, tcu_type type, void *min, int64_t *argmin,
                              void *max, int64_t *argmax, uint64_t n, const tcu_extrema_options *options)
{
    const tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_extrema_task task = {in, type, min, max, argmin, argmax, tcui_segments_whole(n), TCU_NAN_PROPAGATE};
    return run(context, &task, options);
}

tcu_status tcu_reduce_extrema_workspace(tcu_context *context, tcu_type type, uint64_t n,
                                        const tcu_extrema_options *options, size_t *bytes)
{
    const tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_extrema_task task = {.type = type, .segments = tcui_segments_whole(n)};
    return query(context, &task, options, bytes);
}

tcu_status tcu_segmented_reduce_extrema(tcu_context *context, const void *in, tcu_type type, void *min, int64_t *argmin,
                                        void *max, int64_t *argmax, uint64_t n, uint64_t segment_size,
                                        const tcu_extrema_options *options)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_segment_size(context, segment_size);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_extrema_task task = {
        in, type, min, max, argmin, argmax, tcui_segments_fixed(n, segment_size), TCU_NAN_PROPAGATE};
    return run(context, &task, options);
}

tcu_status tcu_segmented_reduce_extrema_workspace(tcu_context *context, tcu_type type, uint64_t n,
                                                  uint64_t segment_size, const tcu_extrema_options *options,
                                                  size_t *bytes)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_segment_size(context, segment_size);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_extrema_task task = {.type = type, .segments = tcui_segments_fixed(n, segment_size)};
    return query(context, &task, options, bytes);
}

tcu_status tcu_segmented_reduce_extrema_offsets(tcu_context *context, const void *in, tcu_type type, void *min,
                                                int64_t *argmin, void *max, int64_t *argmax, uint64_t n,
                                                const int64_t *offsets, uint64_t num_segments,
                                                const tcu_extrema_options *options)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_num_segments(context, num_segments);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_extrema_task task = {
        in, type, min, max, argmin, argmax, tcui_segments_offsets(n, offsets, num_segments), TCU_NAN_PROPAGATE};
    return run(context, &task, options);
}

tcu_status tcu_segmented_reduce_extrema_offsets_workspace(tcu_context *context, tcu_type type, uint64_t n,
                                                          uint64_t num_segments, const tcu_extrema_options *options,
                                                          size_t *bytes)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_num_segments(context, num_segments);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_extrema_task task = {.type = type, .segments = tcui_segments_offsets(n, NULL, num_segments)};
    return query(context, &task, options, bytes);
}
