/* SPDX-License-Identifier: Apache-2.0 */
#include "arguments.h"

#include <inttypes.h>

#include "primitives/call/arguments.h"

typedef tcui_selection_task task_type;

static tcu_status begin(tcu_context *context, const char *function, const task_type *task)
{
    const tcu_status status = tcui_begin(context, function);
    return status == TCU_SUCCESS ? tcui_check_type(context, "key_type", task->key_type) : status;
}

/* ----------------------------------------------------------------------------------------------------- top-k --- */

static tcu_status describe_segments(tcu_context *context, task_type *task, const tcui_top_k_segments *given,
                                    const tcu_top_k_options *options)
{
    tcu_status status = TCU_SUCCESS;
    if (given->is_whole) {
        task->segments = tcui_segments_whole(given->n);
        task->k = task->k < given->n ? task->k : given->n;
    } else if (given->by_offsets) {
        status = tcui_check_num_segments(context, given->num_segments);
        task->segments = tcui_segments_offsets(given->n, given->offsets, given->num_segments);
    } else if ((status = tcui_check_segment_size(context, given->segment_size)) == TCU_SUCCESS) {
        task->segments = tcui_segments_fixed(given->n, given->segment_size);
    }
    if (options != NULL) {
        tcui_segments_take_count(&task->segments, options->count);
    }
    return status;
}

static tcu_status describe_options(tcu_context *context, task_type *task, const tcu_top_k_options *options)
{
    task->kind = TCUI_SELECTION_TOP_K;
    task->descending = options == NULL || options->smallest == 0;
    if (options == NULL) {
        return TCU_SUCCESS;
    }
    task->input_order = options->input_order != 0;
    task->indices_in_segment = options->indices_in_segment != 0;
    task->num_out = options->num_out;
    return TCUI_CHECK_OPTIONS(context, options);
}

/* The largest position is within the array, or within its longest segment. */
static tcu_status check_positions(tcu_context *context, const task_type *task)
{
    const tcui_segments *segments = &task->segments;
    const bool within = task->indices_in_segment && segments->size > 0 && segments->size < segments->n;
    const uint64_t most = within ? segments->size : segments->n;
    if (task->index_type == TCU_TYPE_U32 && most > (uint64_t)UINT32_MAX + 1) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "%s is %" PRIu64 ", and index_type u32 does not hold all positions",
                         within ? "segment_size" : "n", most);
    }
    return TCU_SUCCESS;
}

tcu_status tcui_top_k_describe(tcu_context *context, const char *function, task_type *task,
                               const tcui_top_k_segments *given, const tcu_top_k_options *options)
{
    tcu_status status = begin(context, function, task);
    if (status != TCU_SUCCESS ||
        (status = tcui_check_number_type(context, "index_type", task->index_type)) != TCU_SUCCESS ||
        (status = describe_options(context, task, options)) != TCU_SUCCESS ||
        (status = describe_segments(context, task, given, options)) != TCU_SUCCESS) {
        return status;
    }
    return check_positions(context, task);
}

tcu_status tcui_top_k_pairs_describe(tcu_context *context, const char *function, task_type *task,
                                     const tcui_top_k_segments *given, const tcu_top_k_options *options)
{
    tcu_status status = begin(context, function, task);
    task->index_type = TCU_TYPE_U64;
    if (status == TCU_SUCCESS && task->value_bytes == 0) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "value_bytes is 0; it must be 1 or more");
    }
    if (status != TCU_SUCCESS || (status = describe_options(context, task, options)) != TCU_SUCCESS) {
        return status;
    }
    return describe_segments(context, task, given, options);
}

/* ---------------------------------------------------------------------------------------------- nth element --- */

tcu_status tcui_nth_element_describe(tcu_context *context, const char *function, task_type *task, uint64_t n,
                                     const tcu_nth_element_options *options)
{
    tcu_status status = begin(context, function, task);
    task->kind = TCUI_SELECTION_NTH;
    task->segments = tcui_segments_whole(n);
    if (status != TCU_SUCCESS ||
        (status = tcui_check_number_type(context, "index_type", task->index_type)) != TCU_SUCCESS) {
        return status;
    }
    if (options != NULL) {
        task->descending = options->descending != 0;
        task->segments.length = options->count;
        task->num_out = options->num_out;
        status = TCUI_CHECK_OPTIONS(context, options);
    }
    if (status == TCU_SUCCESS && n > 0 && task->k >= n) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "rank is %" PRIu64 "; it must be less than n = %" PRIu64,
                         task->k, n);
    }
    return status == TCU_SUCCESS ? check_positions(context, task) : status;
}

/* ------------------------------------------------------------------------------------------------ quantiles --- */

static tcu_status check_out_type(tcu_context *context, const task_type *task)
{
    const tcu_status status = tcui_check_type(context, "out_type", task->out_type);
    if (status != TCU_SUCCESS || task->out_type == TCU_TYPE_F64) {
        return status;
    }
    if (task->out_type != task->key_type) {
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "out_type is %s; it must be f64 or key_type, which is %s",
                         tcu_type_name(task->out_type), tcu_type_name(task->key_type));
    }
    if (!tcui_is_real(task->out_type) &&
        (task->method == TCU_QUANTILE_LINEAR || task->method == TCU_QUANTILE_MIDPOINT)) {
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE,
                         "out_type is %s, but quantiles that lie between two keys are of f64",
                         tcu_type_name(task->out_type));
    }
    return TCU_SUCCESS;
}

static tcu_status check_nan_mode(tcu_context *context, const task_type *task)
{
    const tcu_status status = tcui_check_enumerator(context, "options->nan_mode", task->nan_mode,
                                                    TCU_QUANTILE_NAN_REFUSE, "tcu_quantile_nan_mode");
    if (status == TCU_SUCCESS && task->nan_mode == TCU_QUANTILE_NAN_REFUSE && task->num_nans == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "options->num_nans is NULL, but TCU_QUANTILE_NAN_REFUSE needs it");
    }
    return status;
}

tcu_status tcui_quantiles_describe(tcu_context *context, const char *function, task_type *task, uint64_t n,
                                   const tcu_quantiles_options *options)
{
    tcu_status status = begin(context, function, task);
    task->kind = TCUI_SELECTION_QUANTILES;
    task->index_type = TCU_TYPE_U64;
    task->segments = tcui_segments_whole(n);
    if (status == TCU_SUCCESS && options != NULL) {
        task->method = options->method;
        task->nan_mode = options->nan_mode;
        task->segments.length = options->count;
        task->num_nans = options->num_nans;
        status = tcui_check_enumerator(context, "options->method", options->method, TCU_QUANTILE_MIDPOINT,
                                       "tcu_quantile_method");
        if (status == TCU_SUCCESS && (status = check_nan_mode(context, task)) == TCU_SUCCESS) {
            status = TCUI_CHECK_OPTIONS(context, options);
        }
    }
    return status == TCU_SUCCESS ? check_out_type(context, task) : status;
}
