/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Even bins from the least sample to the greatest. The extrema are found first (primitives/extrema/), the bins then:
 *
 *     on a device   nothing waits for the extrema: a kernel makes levels of them, at which the bins meet
 *                   (cuda/bins/found_ends.cuh), and the samples are counted between levels
 *     on the host   even bins of lower <= x < upper; the samples that these do not hold are equal to upper, and are
 *                   added to the last bin
 *
 * Where all samples are equal, and bins lie between lower - 0.5 and upper + 0.5, they are all in bin floor(B / 2).
 */
#include "ends.h"

#include <math.h>
#include <string.h>

#include "primitives/call/call.h"
#include "primitives/extrema/backend.h"
#include "primitives/reduce/elements.h"
#include "primitives/tile/host/tile.h"

static tcui_extrema_task extrema_of(const tcui_histogram_task *task, void *min, void *max)
{
    tcui_extrema_task extrema = {.in = task->samples,
                                 .type = task->sample_type,
                                 .min = min,
                                 .max = max,
                                 .segments = tcui_segments_whole(task->n),
                                 .nan_mode = TCU_NAN_PROPAGATE};
    tcui_segments_take_count(&extrema.segments, task->count);
    return extrema;
}

/* The task of a device: bins between levels, which are made of the ends. */
static tcui_histogram_task between_levels(const tcui_histogram_task *task)
{
    tcui_histogram_task between = *task;
    between.channels[0].kind = TCU_BINS_RANGE;
    between.channels[0].level_type = task->sample_type;
    return between;
}

/* (One behind the other: they share the workspace.) */
tcu_status tcui_histogram_ends_reserve(tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout)
{
    const tcui_extrema_task extrema = extrema_of(task, NULL, NULL);
    const tcui_histogram_task between = between_levels(task);
    tcui_layout of_extrema = *layout;
    tcu_status status = tcui_reserve(context, tcui_operation_of(context, TCUI_EXTREMA), &extrema, &of_extrema);
    if (status == TCU_SUCCESS) {
        status = tcui_reserve(context, tcui_operation_of(context, TCUI_HISTOGRAM),
                              tcui_is_on_host(context) ? task : &between, layout);
    }
    layout->bytes = of_extrema.bytes > layout->bytes ? of_extrema.bytes : layout->bytes;
    return status;
}

tcu_status tcui_histogram_ends_of_none(tcu_context *context, const tcui_histogram_task *task)
{
    const size_t bytes = tcu_type_size(task->sample_type);
    const uint64_t least = tcui_neutral_bits(TCU_OPERATOR_MIN, task->sample_type),
                   greatest = tcui_neutral_bits(TCU_OPERATOR_MAX, task->sample_type);
    const tcu_status status = context->backend->fill(context, task->ends, &least, bytes, 1);
    return status == TCU_SUCCESS ? context->backend->fill(context, (char *)task->ends + bytes, &greatest, bytes, 1)
                                 : status;
}

/* ------------------------------------------------------------------------------------------------ on the host --- */

/* The bins of lower <= x < upper; whether these are less than one apart, and no bin holds a sample. */
static bool set_bins(tcui_bins *bins, tcu_type type, const void *ends)
{
    if (tcui_is_real(type)) {
        const double lower = tcui_element_load_f64(type, ends, 0), upper = tcui_element_load_f64(type, ends, 1);
        /* (Of equal samples any bins that hold none of them.) */
        const double aside = lower < 1 ? 1 : -1;
        bins->reals = lower < upper ? (tcui_even_reals){lower, upper} : (tcui_even_reals){aside, aside + 0.5};
        return lower < upper;
    }
    const uint64_t lower = tcui_element_load_u64(type, ends, 0), upper = tcui_element_load_u64(type, ends, 1);
    const bool are_apart = lower != upper;
    bins->integers = (tcui_even_integers){.none = !are_apart,
                                          .first = lower,
                                          .span = are_apart ? upper - lower - 1 : 0,
                                          .offset = 0,
                                          .width = are_apart ? upper - lower : 1};
    return are_apart;
}

/* Adds what no bin held. */
static void add_to_bin(const tcui_histogram_task *task, uint64_t bin, uint64_t samples)
{
    void *const counts = task->channels[0].counts;
    if (task->out_type == TCU_TYPE_U64) {
        ((uint64_t *)counts)[bin] += samples;
        return;
    }
    uint32_t *const count = (uint32_t *)counts + bin;
    const bool saturates = samples > UINT32_MAX - *count;
    *count = saturates ? UINT32_MAX : *count + (uint32_t)samples;
    if (saturates && task->flags != NULL) {
        *task->flags |= TCU_HISTOGRAM_SATURATED;
    }
}

static tcu_status count_on_host(tcu_context *context, const tcui_histogram_task *task, void *workspace)
{
    uint64_t at_upper = 0;
    tcui_histogram_task half_open = *task;
    half_open.outside = &at_upper;
    const bool are_apart = set_bins(&half_open.channels[0], task->sample_type, task->ends);
    const tcu_status status = tcui_execute(context, tcui_operation_of(context, TCUI_HISTOGRAM), &half_open, workspace);
    if (status != TCU_SUCCESS) {
        return status;
    }
    const uint64_t num_bins = task->channels[0].num_bins;
    add_to_bin(task, are_apart ? num_bins - 1 : num_bins / 2, at_upper);
    if (task->outside != NULL && !task->accumulate) {
        *task->outside = 0;
    }
    return TCU_SUCCESS;
}

static tcu_status execute_on_host(tcu_context *context, const tcui_histogram_task *task, void *workspace)
{
    const tcu_type type = task->sample_type;
    const size_t bytes = tcu_type_size(type);
    uint64_t ends[2]; /* room for two of any type */
    const tcui_extrema_task extrema = extrema_of(task, ends, (char *)ends + bytes);
    const tcu_status status = tcui_execute(context, tcui_operation_of(context, TCUI_EXTREMA), &extrema, workspace);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (tcui_is_real(type) &&
        !(isfinite(tcui_element_load_f64(type, ends, 0)) && isfinite(tcui_element_load_f64(type, ends, 1)))) {
        return tcui_fail(context, TCU_ERROR_INVALID_LEVELS,
                         "samples have a NaN or an infinity; bins from the least to the greatest need numbers");
    }
    memcpy(task->ends, ends, 2 * bytes);
    return count_on_host(context, task, workspace);
}

tcu_status tcui_histogram_ends_execute(tcu_context *context, const tcui_histogram_task *task, void *workspace)
{
    if (tcui_is_on_host(context)) {
        return execute_on_host(context, task, workspace);
    }
    const tcui_extrema_task extrema =
        extrema_of(task, task->ends, (char *)task->ends + tcu_type_size(task->sample_type));
    const tcui_histogram_task between = between_levels(task);
    const tcu_status status = tcui_execute(context, tcui_operation_of(context, TCUI_EXTREMA), &extrema, workspace);
    return status == TCU_SUCCESS
               ? tcui_execute(context, tcui_operation_of(context, TCUI_HISTOGRAM), &between, workspace)
               : status;
}
