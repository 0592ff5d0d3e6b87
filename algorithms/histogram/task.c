/* SPDX-License-Identifier: Apache-2.0 */
/* From arguments to a task: the types, and the steps in their order. */
#include "checks.h"
#include "primitives/call/arguments.h"
#include "primitives/context/float_environment.h"

static tcu_status check_types(tcu_context *context, const tcui_histogram_arguments *a)
{
    tcu_status status = tcui_check_type(context, "sample_type", a->sample_type);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (!a->weighted) {
        return tcui_check_number_type(context, "count_type", a->out_type);
    }
    if ((status = tcui_check_type(context, "weight_type", a->weight_type)) != TCU_SUCCESS ||
        (status = tcui_check_type(context, "sum_type", a->out_type)) != TCU_SUCCESS) {
        return status;
    }
    if (!tcui_is_sum_pair(a->weight_type, a->out_type)) {
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "weight_type %s cannot be summed to sum_type %s",
                         tcu_type_name(a->weight_type), tcu_type_name(a->out_type));
    }
    return TCU_SUCCESS;
}

tcu_status tcui_histogram_describe(tcu_context *context, const tcui_histogram_arguments *a, tcui_histogram_task *task)
{
    const tcu_histogram_options *options = tcui_histogram_options_of(a);
    tcu_status status = tcui_begin(context, a->function);
    if (status != TCU_SUCCESS || (status = check_types(context, a)) != TCU_SUCCESS ||
        (status = TCUI_CHECK_RESERVED(context, "options.reserved", options->reserved)) != TCU_SUCCESS) {
        return status;
    }
    /* (Without its channels, which are begun as far as there are any: to clear all takes a tenth of a small call.) */
    task->samples = a->samples;
    task->sample_type = a->sample_type;
    task->num_channels = a->num_channels;
    task->weighted = a->weighted;
    task->weights = a->weights;
    task->weight_type = a->weight_type;
    task->out_type = a->out_type;
    task->n = a->n;
    task->columns = a->n > 0 ? a->n : 1;
    if (options->columns != 0 && options->columns < a->n) {
        task->columns = options->columns;
    }
    task->row_stride_bytes = task->weights_row_stride_bytes = 0;
    task->accumulate = options->accumulate != 0;
    task->outside = NULL;
    task->flags = NULL;
    task->count = options->count;
    task->ends = NULL;
    task->finds_ends = options->ends != NULL;
    if (task->finds_ends && !a->may_find_ends) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "options->ends is %p; only tcu_histogram_even() finds ends, of others it must be NULL",
                         options->ends);
    }
    return tcui_histogram_set_channels(context, a, task);
}

TCUI_FLOAT_FUNCTION static tcu_status complete(tcu_context *context, const tcui_histogram_arguments *a,
                                               tcui_histogram_task *task, tcui_arrays *arrays)
{
    const tcu_histogram_options *options = tcui_histogram_options_of(a);
    tcu_status status;
    task->outside = options->outside;
    task->ends = options->ends;
    task->flags = options->flags;
    if ((status = tcui_histogram_set_bins(context, a, task)) != TCU_SUCCESS ||
        (status = tcui_histogram_set_arrays(context, a, task, arrays)) != TCU_SUCCESS ||
        (status = tcui_check_arrays(context, arrays)) != TCU_SUCCESS) {
        return status;
    }
    return tcui_histogram_check_levels(context, a, task);
}

/* (To flush denormals to zero would make the ends of bins equal.) */
tcu_status tcui_histogram_complete(tcu_context *context, const tcui_histogram_arguments *a, tcui_histogram_task *task,
                                   tcui_arrays *arrays)
{
    const tcui_float_environment callers = tcui_float_begin();
    const tcu_status status = complete(context, a, task, arrays);
    tcui_float_end(&callers);
    return status;
}
