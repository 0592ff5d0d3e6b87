/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The histograms' public functions: each gathers its arguments, of which task.c makes a task; one function hands
 * it to the backend, and another one asks for its workspace.
 */
#include "checks.h"

#include "ends.h"
#include "primitives/call/call.h"

/* ---------------------------------------------------------------------------------- the call of the backend --- */

static tcu_status reserve(tcu_context *context, const void *any_task, tcui_layout *layout)
{
    const tcui_histogram_task *task = any_task;
    return task->n == 0       ? TCU_SUCCESS
           : task->finds_ends ? tcui_histogram_ends_reserve(context, task, layout)
                              : tcui_reserve(context, tcui_operation_of(context, TCUI_HISTOGRAM), task, layout);
}

/* Of no samples all counts are 0, and what is added to stays as it is. */
static tcu_status execute_empty(tcu_context *context, const tcui_histogram_task *task)
{
    tcu_status status = TCU_SUCCESS;
    for (int c = 0; c < task->num_channels && !task->accumulate && status == TCU_SUCCESS; c++) {
        const tcui_bins *bins = &task->channels[c];
        if (bins->num_bins == 0) {
            continue;
        }
        status = context->backend->clear(context, bins->counts, (size_t)bins->num_bins * tcu_type_size(task->out_type));
        if (status == TCU_SUCCESS && task->outside != NULL) {
            status = context->backend->clear(context, &task->outside[c], sizeof task->outside[c]);
        }
    }
    if (status == TCU_SUCCESS && task->flags != NULL && !task->accumulate) {
        status = context->backend->clear(context, task->flags, sizeof *task->flags);
    }
    return status == TCU_SUCCESS && task->finds_ends ? tcui_histogram_ends_of_none(context, task) : status;
}

static tcu_status execute_all(tcu_context *context, const tcui_histogram_task *task, void *workspace)
{
    return task->n == 0       ? execute_empty(context, task)
           : task->finds_ends ? tcui_histogram_ends_execute(context, task, workspace)
                              : tcui_execute(context, tcui_operation_of(context, TCUI_HISTOGRAM), task, workspace);
}

/* Where the host can read a count, the pixels that there are. (Fewer need no more workspace.) */
static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_histogram_task *task = any_task;
    if (task->count == NULL || !tcui_is_on_host(context)) {
        return execute_all(context, task, workspace);
    }
    tcui_histogram_task now = *task;
    now.n = *task->count < task->n ? *task->count : task->n;
    now.count = NULL;
    return execute_all(context, &now, workspace);
}

static const tcui_call call = {.operation = TCUI_HISTOGRAM, .reserve = reserve, .execute = execute};

static tcu_status query(tcu_context *context, const tcui_histogram_arguments *a, size_t *bytes)
{
    tcui_histogram_task task;
    tcui_arrays arrays;
    tcu_status status = tcui_histogram_describe(context, a, &task);
    if (status != TCU_SUCCESS || (status = tcui_histogram_set_arrays(context, a, &task, &arrays)) != TCU_SUCCESS) {
        return status;
    }
    return tcui_call_query(context, &call, &task, &arrays, true, bytes); /* (reserve() does not look at samples.) */
}

static tcu_status run(tcu_context *context, const tcui_histogram_arguments *a)
{
    tcui_histogram_task task;
    tcui_arrays arrays;
    tcu_status status = tcui_histogram_describe(context, a, &task);
    if (status != TCU_SUCCESS || (status = tcui_histogram_complete(context, a, &task, &arrays)) != TCU_SUCCESS) {
        return status;
    }
    if (task.n == 0 && task.accumulate && !task.finds_ends) {
        return TCU_SUCCESS;
    }
    return tcui_call_run(context, &call, &task, &arrays); /* also where n is 0: counts are written */
}

/* -------------------------------------------------------------------------------------- samples of one channel --- */

/* (Only even bins can have ends that are found.) */
static tcu_status run_one(tcu_context *context, const char *function, const void *samples, tcu_type sample_type,
                          const tcu_histogram_channel *channel, tcu_type count_type, uint64_t n,
                          const tcu_histogram_options *options)
{
    const tcui_histogram_arguments a = {.function = function,
                                        .samples = samples,
                                        .sample_type = sample_type,
                                        .channels = channel,
                                        .num_channels = 1,
                                        .may_find_ends = channel->kind == TCU_BINS_EVEN,
                                        .out_type = count_type,
                                        .n = n,
                                        .options = options};
    return run(context, &a);
}

static tcu_status query_one(tcu_context *context, const char *function, tcu_type sample_type,
                            const tcu_histogram_channel *channel, tcu_type count_type, uint64_t n,
                            const tcu_histogram_options *options, size_t *bytes)
{
    const tcui_histogram_arguments a = {.function = function,
                                        .sample_type = sample_type,
                                        .channels = channel,
                                        .num_channels = 1,
                                        .may_find_ends = channel->kind == TCU_BINS_EVEN,
                                        .out_type = count_type,
                                        .n = n,
                                        .options = options};
    return query(context, &a, bytes);
}

tcu_status tcu_histogram_even(tcu_context *context, const void *samples, tcu_type sample_type, void *counts,
                              tcu_type count_type, uint64_t num_bins, const void *lower, const void *upper,
                              tcu_type level_type, uint64_t n, const tcu_histogram_options *options)
{
    const tcu_histogram_channel channel = TCU_HISTOGRAM_CHANNEL_EVEN_INIT(counts, num_bins, lower, upper, level_type);
    return run_one(context, __func__, samples, sample_type, &channel, count_type, n, options);
}

tcu_status tcu_histogram_even_workspace(tcu_context *context, tcu_type sample_type, tcu_type count_type,
                                        uint64_t num_bins, tcu_type level_type, uint64_t n,
                                        const tcu_histogram_options *options, size_t *bytes)
{
    const tcu_histogram_channel channel = TCU_HISTOGRAM_CHANNEL_EVEN_INIT(NULL, num_bins, NULL, NULL, level_type);
    return query_one(context, __func__, sample_type, &channel, count_type, n, options, bytes);
}

tcu_status tcu_histogram_range(tcu_context *context, const void *samples, tcu_type sample_type, void *counts,
                               tcu_type count_type, uint64_t num_bins, const void *levels, tcu_type level_type,
                               uint64_t n, const tcu_histogram_options *options)
{
    const tcu_histogram_channel channel = TCU_HISTOGRAM_CHANNEL_RANGE_INIT(counts, num_bins, levels, level_type);
    return run_one(context, __func__, samples, sample_type, &channel, count_type, n, options);
}

tcu_status tcu_histogram_range_workspace(tcu_context *context, tcu_type sample_type, tcu_type count_type,
                                         uint64_t num_bins, tcu_type level_type, uint64_t n,
                                         const tcu_histogram_options *options, size_t *bytes)
{
    const tcu_histogram_channel channel = TCU_HISTOGRAM_CHANNEL_RANGE_INIT(NULL, num_bins, NULL, level_type);
    return query_one(context, __func__, sample_type, &channel, count_type, n, options, bytes);
}

/* ----------------------------------------------------------------------------------------- an array of channels --- */

tcu_status tcu_histogram_multi(tcu_context *context, const void *samples, tcu_type sample_type, int num_channels,
                               const tcu_histogram_channel *channels, tcu_type count_type, uint64_t n,
                               const tcu_histogram_options *options)
{
    const tcui_histogram_arguments a = {.function = __func__,
                                        .samples = samples,
                                        .sample_type = sample_type,
                                        .channels = channels,
                                        .num_channels = num_channels,
                                        .by_channels = true,
                                        .out_type = count_type,
                                        .n = n,
                                        .options = options};
    return run(context, &a);
}

tcu_status tcu_histogram_multi_workspace(tcu_context *context, tcu_type sample_type, int num_channels,
                                         const tcu_histogram_channel *channels, tcu_type count_type, uint64_t n,
                                         const tcu_histogram_options *options, size_t *bytes)
{
    const tcui_histogram_arguments a = {.function = __func__,
                                        .sample_type = sample_type,
                                        .channels = channels,
                                        .num_channels = num_channels,
                                        .by_channels = true,
                                        .out_type = count_type,
                                        .n = n,
                                        .options = options};
    return query(context, &a, bytes);
}

tcu_status tcu_histogram_weighted(tcu_context *context, const void *samples, tcu_type sample_type, const void *weights,
                                  tcu_type weight_type, int num_channels, const tcu_histogram_channel *channels,
                                  tcu_type sum_type, uint64_t n, const tcu_histogram_options *options)
{
    const tcui_histogram_arguments a = {.function = __func__,
                                        .samples = samples,
                                        .sample_type = sample_type,
                                        .channels = channels,
                                        .num_channels = num_channels,
                                        .by_channels = true,
                                        .weighted = true,
                                        .weights = weights,
                                        .weight_type = weight_type,
                                        .out_type = sum_type,
                                        .n = n,
                                        .options = options};
    return run(context, &a);
}

tcu_status tcu_histogram_weighted_workspace(tcu_context *context, tcu_type sample_type, tcu_type weight_type,
                                            int num_channels, const tcu_histogram_channel *channels, tcu_type sum_type,
                                            uint64_t n, const tcu_histogram_options *options, size_t *bytes)
{
    const tcui_histogram_arguments a = {.function = __func__,
                                        .sample_type = sample_type,
                                        .channels = channels,
                                        .num_channels = num_channels,
                                        .by_channels = true,
                                        .weighted = true,
                                        .weight_type = weight_type,
                                        .out_type = sum_type,
                                        .n = n,
                                        .options = options};
    return query(context, &a, bytes);
}
