/* SPDX-License-Identifier: Apache-2.0 */
/* The scans' public functions: argument checks, workspace, and the call of the backend. */
#include "backend.h"

#include "primitives/call/arguments.h"
#include "primitives/call/call.h"
#include "primitives/reduce/reduction.h"

static const tcui_call call = {.operation = TCUI_SCAN},
                       call_of_integers = {.operation = TCUI_SCAN, .of_integers = true};

static void describe_arrays(const tcui_scan_task *task, tcui_arrays *arrays)
{
    const uint64_t n = task->segments.n;
    tcui_arrays_begin(arrays);
    const int in = tcui_arrays_read(arrays, "in", task->in, n, tcui_element_bytes(task->in_type));
    tcui_arrays_read_offsets(arrays, &task->segments);
    tcui_arrays_read_count(arrays, tcui_segments_count_of(&task->segments));
    tcui_arrays_write_in_place(arrays, in, "out", task->out, n, tcui_element_bytes(task->out_type));
}

static bool has_nothing_to_do(const tcui_scan_task *task)
{
    return task->segments.n == 0 || task->segments.count == 0;
}

/* Of another mode than the default; takes it. */
static tcu_status check_sum_mode(tcu_context *context, tcui_scan_task *task, tcu_sum_mode mode)
{
    tcu_status status = tcui_check_enumerator(context, "options->sum_mode", mode, TCU_SUM_REPRODUCIBLE, "tcu_sum_mode");
    if (status == TCU_SUCCESS) {
        status = tcui_take_reproducible(context, &task->reduction, task->out_type, &task->reproducible);
    }
    if (status == TCU_SUCCESS && task->reproducible && !task->segments.whole) {
        status =
            tcui_fail(context, TCU_ERROR_UNSUPPORTED_ALGORITHM,
                      "options->sum_mode is TCU_SUM_REPRODUCIBLE (1), which scans of segments do not have for reals");
    }
    return status;
}

/* What a query checks, too; takes the options. */
static tcu_status check(tcu_context *context, tcui_scan_task *task, const tcu_scan_options *options)
{
    tcu_status status = TCU_SUCCESS;
    if (options != NULL) {
        task->reduction = (tcui_reduction){.op = options->op, .nan_mode = options->nan_mode};
        tcui_segments_take_count(&task->segments, options->count);
        status = tcui_check_operator(context, options->op, options->nan_mode);
    }
    if (status == TCU_SUCCESS) {
        status = TCUI_CHECK_OPTIONS(context, options);
    }
    if (status == TCU_SUCCESS) {
        status = tcui_check_reduction_types(context, &task->reduction, task->in_type, task->out_type);
    }
    if (status == TCU_SUCCESS && options != NULL) {
        tcui_take_initial(&task->reduction, task->out_type, options->initial);
    }
    if (status == TCU_SUCCESS && options != NULL && options->sum_mode != TCU_SUM_FASTEST) {
        status = check_sum_mode(context, task, options->sum_mode);
    }
    return status;
}

static tcu_status query(tcu_context *context, tcui_scan_task *task, const tcu_scan_options *options, size_t *bytes)
{
    const tcu_status status = check(context, task, options);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays;
    describe_arrays(task, &arrays);
    return tcui_call_query(context, &call, task, &arrays, !has_nothing_to_do(task), bytes);
}

static tcu_status run(tcu_context *context, tcui_scan_task *task, const tcu_scan_options *options)
{
    tcu_status status = check(context, task, options);
    if (status != TCU_SUCCESS || (status = tcui_check_enumerator(context, "kind", task->kind, TCU_SCAN_EXCLUSIVE,
                                                                 "tcu_scan_kind")) != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays;
    describe_arrays(task, &arrays);
    if ((status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS) {
        return status;
    }
    if ((status = tcui_check_offset_values(context, &task->segments)) != TCU_SUCCESS || has_nothing_to_do(task)) {
        return status;
    }
    return tcui_call_run(context, (unsigned)task->in_type <= TCU_TYPE_F64 ? &call : &call_of_integers, task, &arrays);
}

static tcui_scan_task make_task(tcu_scan_kind kind, const void *in, tcu_type in_type, void *out, tcu_type out_type,
                                tcui_segments segments)
{
    return (tcui_scan_task){
        .kind = kind, .in = in, .in_type = in_type, .out = out, .out_type = out_type, .segments = segments};
}

tcu_status tcu_scan(tcu_context *context, tcu_scan_kind kind, const void *in, tcu_type in_type, void *out,
                    tcu_type out_type, uint64_t n, const tcu_scan_options *options)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_scan_task task = make_task(kind, in, in_type, out, out_type, tcui_segments_whole(n));
    return run(context, &task, options);
}

tcu_status tcu_scan_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type, uint64_t n,
                              const tcu_scan_options *options, size_t *bytes)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_scan_task task = make_task(TCU_SCAN_INCLUSIVE, NULL, in_type, NULL, out_type, tcui_segments_whole(n));
    return query(context, &task, options, bytes);
}

tcu_status tcu_segmented_scan(tcu_context *context, tcu_scan_kind kind, const void *in, tcu_type in_type, void *out,
                              tcu_type out_type, uint64_t n, uint64_t segment_size, const tcu_scan_options *options)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_segment_size(context, segment_size);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_scan_task task = make_task(kind, in, in_type, out, out_type, tcui_segments_fixed(n, segment_size));
    return run(context, &task, options);
}

tcu_status tcu_segmented_scan_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type, uint64_t n,
                                        uint64_t segment_size, const tcu_scan_options *options, size_t *bytes)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_segment_size(context, segment_size);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_scan_task task =
        make_task(TCU_SCAN_INCLUSIVE, NULL, in_type, NULL, out_type, tcui_segments_fixed(n, segment_size));
    return query(context, &task, options, bytes);
}

tcu_status tcu_segmented_scan_offsets(tcu_context *context, tcu_scan_kind kind, const void *in, tcu_type in_type,
                                      void *out, tcu_type out_type, uint64_t n, const int64_t *offsets,
                                      uint64_t num_segments, const tcu_scan_options *options)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_num_segments(context, num_segments);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_scan_task task = make_task(kind, in, in_type, out, out_type, tcui_segments_offsets(n, offsets, num_segments));
    return run(context, &task, options);
}

tcu_status tcu_segmented_scan_offsets_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type, uint64_t n,
                                                uint64_t num_segments, const tcu_scan_options *options, size_t *bytes)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_num_segments(context, num_segments);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_scan_task task =
        make_task(TCU_SCAN_INCLUSIVE, NULL, in_type, NULL, out_type, tcui_segments_offsets(n, NULL, num_segments));
    return query(context, &task, options, bytes);
}
