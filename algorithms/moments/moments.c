/* SPDX-License-Identifier: Apache-2.0 */
/* The moments' public functions: argument checks, workspace, and the call of the backend. */
#include "backend.h"

#include <inttypes.h>

#include "primitives/call/arguments.h"
#include "primitives/call/call.h"
#include "primitives/context/sizes.h"

static const tcui_call call = {.operation = TCUI_MOMENTS};

/* --------------------------------------------------------------------------------------------------- checks --- */

static tcu_status check_types(tcu_context *context, tcu_type in_type, tcu_type out_type)
{
#define TCUI_ACCEPT(IN, OUT, in, real) [TCU_TYPE_##IN][TCU_TYPE_##OUT] = true,
    static const bool is_pair[TCU_TYPE_COUNT][TCU_TYPE_COUNT] = {TCUI_MOMENTS_PAIRS(TCUI_ACCEPT)};
#undef TCUI_ACCEPT
    tcu_status status = tcui_check_type(context, "in_type", in_type);
    if (status != TCU_SUCCESS || (status = tcui_check_type(context, "out_type", out_type)) != TCU_SUCCESS) {
        return status;
    }
    if (!is_pair[in_type][out_type]) {
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "moments of in_type %s have no out_type %s",
                         tcu_type_name(in_type), tcu_type_name(out_type));
    }
    return TCU_SUCCESS;
}

/* What is left of the matrix's arguments once its array is: see describe_arrays(). */
static tcu_status check_matrix(tcu_context *context, const tcui_moments_matrix *matrix)
{
    uint64_t extent;
    if (matrix->row_stride < matrix->columns) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "row_stride is %" PRIu64 ", less than the %" PRIu64 " columns of a row", matrix->row_stride,
                         matrix->columns);
    }
    if (!tcui_extent(matrix->rows, matrix->columns, matrix->row_stride, &extent)) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "in has rows = %" PRIu64 " rows of row_stride = %" PRIu64 " elements: " TCUI_TOO_LARGE,
                         matrix->rows, matrix->row_stride);
    }
    return TCU_SUCCESS;
}

static tcu_status check_sum_mode(tcu_context *context, const tcui_moments_task *task, tcu_sum_mode mode)
{
    const tcu_status status =
        tcui_check_enumerator(context, "options->sum_mode", mode, TCU_SUM_REPRODUCIBLE, "tcu_sum_mode");
    if (status == TCU_SUCCESS && task->of_columns && mode == TCU_SUM_REPRODUCIBLE) {
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_ALGORITHM,
                         "options->sum_mode is TCU_SUM_REPRODUCIBLE (1), which moments of columns do not have");
    }
    return status;
}

/* Takes the option `count`, too. */
static tcu_status check(tcu_context *context, tcui_moments_task *task, const tcu_moments_options *options)
{
    if (options != NULL && task->of_columns) {
        task->matrix.row_count = options->count;
    } else if (options != NULL) {
        tcui_segments_take_count(&task->segments, options->count);
    }
    tcu_status status = check_types(context, task->in_type, task->out_type);
    if (status == TCU_SUCCESS) {
        status = TCUI_CHECK_OPTIONS(context, options);
    }
    if (status == TCU_SUCCESS && options != NULL) {
        status = check_sum_mode(context, task, options->sum_mode);
        task->reproducible = options->sum_mode == TCU_SUM_REPRODUCIBLE;
    }
    if (status == TCU_SUCCESS && task->of_columns) {
        status = check_matrix(context, &task->matrix);
    }
    return status;
}

static uint64_t result_count(const tcui_moments_task *task)
{
    return task->of_columns ? task->matrix.columns : task->segments.count;
}

static uint64_t input_elements(const tcui_moments_task *task)
{
    uint64_t elements = task->segments.n;
    if (task->of_columns) {
        tcui_extent(task->matrix.rows, task->matrix.columns, task->matrix.row_stride, &elements);
    }
    return elements;
}

static void describe_output(tcui_arrays *arrays, const char *name, const void *pointer, uint64_t count, size_t bytes,
                            bool is_query)
{
    if (is_query || pointer != NULL) {
        tcui_arrays_write(arrays, name, pointer, count, bytes);
    }
}

/* Queries ask about all outputs, as they do not know which ones are NULL. */
static void describe_arrays(const tcui_moments_task *task, bool is_query, tcui_arrays *arrays)
{
    const size_t out_bytes = tcui_element_bytes(task->out_type);
    const uint64_t count = result_count(task);
    tcui_arrays_begin(arrays);
    tcui_arrays_read(arrays, "in", task->in, input_elements(task), tcui_element_bytes(task->in_type));
    if (!task->of_columns) {
        tcui_arrays_read_offsets(arrays, &task->segments);
    }
    tcui_arrays_read_count(arrays, tcui_moments_count_of(task));
    describe_output(arrays, "count", task->count, count, sizeof *task->count, is_query);
    describe_output(arrays, "mean", task->mean, count, out_bytes, is_query);
    describe_output(arrays, "variance", task->variance, count, out_bytes, is_query);
}

static tcu_status query(tcu_context *context, tcui_moments_task *task, const tcu_moments_options *options,
                        size_t *bytes)
{
    const tcu_status status = check(context, task, options);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays;
    describe_arrays(task, true, &arrays);
    return tcui_call_query(context, &call, task, &arrays, result_count(task) > 0, bytes);
}

static tcu_status run(tcu_context *context, tcui_moments_task *task, const tcu_moments_options *options)
{
    tcu_status status = check(context, task, options);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (result_count(task) > 0 && task->count == NULL && task->mean == NULL && task->variance == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "count, mean and variance are NULL; one of them has to be there");
    }
    tcui_arrays arrays;
    describe_arrays(task, false, &arrays);
    if ((status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS) {
        return status;
    }
    if (!task->of_columns) {
        status = tcui_check_offset_values(context, &task->segments);
    }
    if (status != TCU_SUCCESS || result_count(task) == 0) {
        return status;
    }
    return tcui_call_run(context, &call, task, &arrays);
}

/* ----------------------------------------------------------------------------------------- public functions --- */

/* What all three have in common; the caller adds segments or a matrix. */
static tcui_moments_task make_task(tcu_type in_type, tcu_type out_type, const tcu_moments_options *options)
{
    return (tcui_moments_task){
        .in_type = in_type, .out_type = out_type, .correction = options != NULL ? options->correction : 0};
}

tcu_status tcu_segmented_moments(tcu_context *context, const void *in, tcu_type in_type, uint64_t *count, void *mean,
                                 void *variance, tcu_type out_type, uint64_t n, uint64_t segment_size,
                                 const tcu_moments_options *options)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_segment_size(context, segment_size);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_moments_task task = make_task(in_type, out_type, options);
    task.in = in, task.count = count, task.mean = mean, task.variance = variance;
    task.segments = tcui_segments_fixed(n, segment_size);
    return run(context, &task, options);
}

tcu_status tcu_segmented_moments_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type, uint64_t n,
                                           uint64_t segment_size, const tcu_moments_options *options, size_t *bytes)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_segment_size(context, segment_size);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_moments_task task = make_task(in_type, out_type, options);
    task.segments = tcui_segments_fixed(n, segment_size);
    return query(context, &task, options, bytes);
}

tcu_status tcu_segmented_moments_offsets(tcu_context *context, const void *in, tcu_type in_type, uint64_t *count,
                                         void *mean, void *variance, tcu_type out_type, uint64_t n,
                                         const int64_t *offsets, uint64_t num_segments,
                                         const tcu_moments_options *options)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_num_segments(context, num_segments);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_moments_task task = make_task(in_type, out_type, options);
    task.in = in, task.count = count, task.mean = mean, task.variance = variance;
    task.segments = tcui_segments_offsets(n, offsets, num_segments);
    return run(context, &task, options);
}

tcu_status tcu_segmented_moments_offsets_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type,
                                                   uint64_t n, uint64_t num_segments,
                                                   const tcu_moments_options *options, size_t *bytes)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_num_segments(context, num_segments);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_moments_task task = make_task(in_type, out_type, options);
    task.segments = tcui_segments_offsets(n, NULL, num_segments);
    return query(context, &task, options, bytes);
}

tcu_status tcu_column_moments(tcu_context *context, const void *in, tcu_type in_type, uint64_t *count, void *mean,
                              void *variance, tcu_type out_type, uint64_t rows, uint64_t columns, uint64_t row_stride,
                              const tcu_moments_options *options)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_moments_task task = make_task(in_type, out_type, options);
    task.in = in, task.count = count, task.mean = mean, task.variance = variance;
    task.of_columns = true;
    task.matrix = (tcui_moments_matrix){rows, columns, row_stride, NULL};
    return run(context, &task, options);
}

tcu_status tcu_column_moments_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type, uint64_t rows,
                                        uint64_t columns, uint64_t row_stride, const tcu_moments_options *options,
                                        size_t *bytes)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_moments_task task = make_task(in_type, out_type, options);
    task.of_columns = true;
    task.matrix = (tcui_moments_matrix){rows, columns, row_stride, NULL};
    return query(context, &task, options, bytes);
}
