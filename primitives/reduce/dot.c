/* SPDX-License-Identifier: Apache-2.0 */
/* The dot products' public functions. Their tasks are those of reductions, with a second array. */
#include "tcu/dot.h"

#include "primitives/call/arguments.h"
#include "reduction.h"

static void describe_arrays(const tcui_reduce_task *task, tcui_arrays *arrays)
{
    const tcui_segments *segments = &task->segments;
    const size_t bytes = tcui_element_bytes(task->in_type);
    tcui_arrays_begin(arrays);
    tcui_arrays_read(arrays, "x", task->in, segments->n, bytes);
    tcui_arrays_read(arrays, "y", task->second, segments->n, bytes);
    tcui_arrays_read_offsets(arrays, segments);
    tcui_arrays_read_count(arrays, tcui_segments_count_of(segments));
    tcui_arrays_write(arrays, "out", task->out, segments->count, tcui_element_bytes(task->out_type));
}

/* Takes the options, too. */
static tcu_status check(tcu_context *context, tcui_reduce_task *task, const tcu_dot_options *options)
{
    if (options != NULL) {
        tcui_segments_take_count(&task->segments, options->count);
    }
    const tcu_status status = TCUI_CHECK_OPTIONS(context, options);
    return status == TCU_SUCCESS ? tcui_check_sum_types(context, task->in_type, task->out_type) : status;
}

static tcu_status query(tcu_context *context, tcui_reduce_task *task, const tcu_dot_options *options, size_t *bytes)
{
    const tcu_status status = check(context, task, options);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays;
    describe_arrays(task, &arrays);
    return tcui_call_query(context, tcui_reduce_call_of(task, false), task, &arrays, task->segments.count > 0, bytes);
}

static tcu_status run(tcu_context *context, tcui_reduce_task *task, const tcu_dot_options *options)
{
    tcu_status status = check(context, task, options);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays;
    describe_arrays(task, &arrays);
    if ((status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS) {
        return status;
    }
    if ((status = tcui_check_offset_values(context, &task->segments)) != TCU_SUCCESS || task->segments.count == 0) {
        return status;
    }
    return tcui_call_run(context, tcui_reduce_call_of(task, false), task, &arrays);
}

static tcui_reduce_task make_task(const void *x, const void *y, tcu_type in_type, void *out, tcu_type out_type,
                                  tcui_segments segments, bool segmented)
{
    return (tcui_reduce_task){.in = x,
                              .in_type = in_type,
                              .out = out,
                              .out_type = out_type,
                              .segments = segments,
                              .segmented = segmented,
                              .reduction = {.op = TCU_OPERATOR_SUM, .map = TCUI_MAP_TIMES},
                              .second = y};
}

/* ----------------------------------------------------------------------------------------- public functions --- */

tcu_status tcu_dot(tcu_context *context, const void *x, const void *y, tcu_type in_type, void *out, tcu_type out_type,
                   uint64_t n, const tcu_dot_options *options)
{
    const tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_reduce_task task = make_task(x, y, in_type, out, out_type, tcui_segments_whole(n), false);
    return run(context, &task, options);
}

tcu_status tcu_dot_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type, uint64_t n,
                             const tcu_dot_options *options, size_t *bytes)
{
    const tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_reduce_task task = make_task(NULL, NULL, in_type, NULL, out_type, tcui_segments_whole(n), false);
    return query(context, &task, options, bytes);
}

tcu_status tcu_segmented_dot(tcu_context *context, const void *x, const void *y, tcu_type in_type, void *out,
                             tcu_type out_type, uint64_t n, uint64_t segment_size, const tcu_dot_options *options)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_segment_size(context, segment_size);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_reduce_task task = make_task(x, y, in_type, out, out_type, tcui_segments_fixed(n, segment_size), true);
    return run(context, &task, options);
}

tcu_status tcu_segmented_dot_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type, uint64_t n,
                                       uint64_t segment_size, const tcu_dot_options *options, size_t *bytes)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_segment_size(context, segment_size);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_reduce_task task = make_task(NULL, NULL, in_type, NULL, out_type, tcui_segments_fixed(n, segment_size), true);
    return query(context, &task, options, bytes);
}

tcu_status tcu_segmented_dot_offsets(tcu_context *context, const void *x, const void *y, tcu_type in_type, void *out,
                                     tcu_type out_type, uint64_t n, const int64_t *offsets, uint64_t num_segments,
                                     const tcu_dot_options *options)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_num_segments(context, num_segments);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_reduce_task task =
        make_task(x, y, in_type, out, out_type, tcui_segments_offsets(n, offsets, num_segments), true);
    return run(context, &task, options);
}

tcu_status tcu_segmented_dot_offsets_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type, uint64_t n,
                                               uint64_t num_segments, const tcu_dot_options *options, size_t *bytes)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_num_segments(context, num_segments);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_reduce_task task =
        make_task(NULL, NULL, in_type, NULL, out_type, tcui_segments_offsets(n, NULL, num_segments), true);
    return query(context, &task, options, bytes);
}
