/* SPDX-License-Identifier: Apache-2.0 */
/* Channels and their bins. Even bins become independent of types here. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "algorithms/histogram/bins/levels.h"
#include "algorithms/histogram/bins/wide.h"
#include "checks.h"
#include "primitives/call/arguments.h"

static tcu_status check_level_type(tcu_context *context, const tcui_histogram_arguments *a, int c)
{
    const tcu_type level_type = a->channels[c].level_type;
    const bool is_type = (unsigned)level_type < TCU_TYPE_COUNT;
    if (is_type && tcui_is_real(level_type) == tcui_is_real(a->sample_type)) {
        return TCU_SUCCESS;
    }
    const tcui_histogram_name what = tcui_histogram_name_of(a, c, "level_type");
    if (!is_type) {
        return tcui_check_type(context, what.text, level_type);
    }
    return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "%s is %s; samples of type %s need %s type", what.text,
                     tcu_type_name(level_type), tcu_type_name(a->sample_type),
                     tcui_is_real(a->sample_type) ? "a floating-point" : "an integer");
}

static tcu_status set_channel(tcu_context *context, const tcui_histogram_arguments *a, int c, tcui_bins *bins)
{
    const tcu_histogram_channel *channel = &a->channels[c];
    *bins = (tcui_bins){.num_bins = 0};
    if (channel->num_bins == 0 && a->by_channels) {
        return TCU_SUCCESS;
    }
    if (channel->num_bins == 0 || channel->num_bins > TCU_MAX_BINS) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is %" PRIu64 "; it must be from 1 to %" PRIu64,
                         tcui_histogram_name_of(a, c, "num_bins").text, channel->num_bins, TCU_MAX_BINS);
    }
    if ((unsigned)channel->kind > TCU_BINS_RANGE) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is %d, which is no tcu_bins_kind",
                         tcui_histogram_name_of(a, c, "kind").text, (int)channel->kind);
    }
    for (size_t i = 0; i < sizeof channel->reserved / sizeof channel->reserved[0]; i++) {
        if (channel->reserved[i] != 0) {
            return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s[%zu] is %u; it must be 0",
                             tcui_histogram_name_of(a, c, "reserved").text, i, channel->reserved[i]);
        }
    }
    bins->num_bins = channel->num_bins;
    bins->kind = channel->kind;
    bins->level_type = channel->level_type;
    return check_level_type(context, a, c);
}

tcu_status tcui_histogram_set_channels(tcu_context *context, const tcui_histogram_arguments *a,
                                       tcui_histogram_task *task)
{
    if (a->num_channels < 1 || a->num_channels > TCU_MAX_CHANNELS) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "num_channels is %d; it must be from 1 to %d",
                         a->num_channels, TCU_MAX_CHANNELS);
    }
    if (a->channels == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "channels is NULL");
    }
    bool any = false;
    for (int c = 0; c < a->num_channels; c++) {
        tcu_status status = set_channel(context, a, c, &task->channels[c]);
        if (status != TCU_SUCCESS) {
            return status;
        }
        any = any || task->channels[c].num_bins > 0;
    }
    if (!any) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "channels has no channel whose num_bins is not 0");
    }
    return TCU_SUCCESS;
}

/* ------------------------------------------------------------------------------------------------ even bins --- */

static tcui_i128 integer_value(tcu_type type, const void *element)
{
    const uint64_t bits = tcui_element_load_u64(type, element, 0);
    return tcui_is_signed(type) ? (tcui_i128)(int64_t)bits : (tcui_i128)bits;
}

/* An integer of 65 bits in decimal. */
static tcui_histogram_name decimal(tcui_i128 value)
{
    tcui_histogram_name result;
    snprintf(result.text, sizeof result.text, "%s%" PRIu64, value < 0 ? "-" : "",
             (uint64_t)(value < 0 ? -value : value));
    return result;
}

static tcu_status set_even_integers(tcu_context *context, const tcui_histogram_arguments *a, int c,
                                    tcui_even_integers *bins)
{
    const tcu_histogram_channel *channel = &a->channels[c];
    const tcui_i128 lower = integer_value(channel->level_type, channel->lower);
    const tcui_i128 upper = integer_value(channel->level_type, channel->upper);
    if (lower >= upper) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is %s and %s is %s; it must be less",
                         tcui_histogram_name_of(a, c, "lower").text, decimal(lower).text,
                         tcui_histogram_name_of(a, c, "upper").text, decimal(upper).text);
    }
    const int bits = 8 * (int)tcu_type_size(a->sample_type);
    const bool is_signed = tcui_is_signed(a->sample_type);
    const tcui_i128 least = is_signed ? -((tcui_i128)1 << (bits - 1)) : 0;
    const tcui_i128 most = least + ((tcui_i128)1 << bits) - 1;
    const tcui_i128 first = lower > least ? lower : least, last = upper - 1 < most ? upper - 1 : most;
    *bins = (tcui_even_integers){.none = first > last,
                                 .first = (uint64_t)first,
                                 .span = (uint64_t)(last - first),
                                 .offset = (uint64_t)(first - lower),
                                 .width = (uint64_t)(upper - lower)};
    return TCU_SUCCESS;
}

static tcu_status set_even_reals(tcu_context *context, const tcui_histogram_arguments *a, int c, tcui_even_reals *bins)
{
    const tcu_histogram_channel *channel = &a->channels[c];
    const double lower = tcui_element_load_f64(channel->level_type, channel->lower, 0);
    const double upper = tcui_element_load_f64(channel->level_type, channel->upper, 0);
    if (!isfinite(lower)) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is %g; it must be finite",
                         tcui_histogram_name_of(a, c, "lower").text, lower);
    }
    if (!isfinite(upper)) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is %g; it must be finite",
                         tcui_histogram_name_of(a, c, "upper").text, upper);
    }
    if (lower >= upper) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is %.17g and %s is %.17g; it must be less",
                         tcui_histogram_name_of(a, c, "lower").text, lower, tcui_histogram_name_of(a, c, "upper").text,
                         upper);
    }
    *bins = (tcui_even_reals){lower, upper};
    return TCU_SUCCESS;
}

static tcu_status set_even(tcu_context *context, const tcui_histogram_arguments *a, int c, tcui_bins *bins)
{
    if (a->channels[c].lower == NULL || a->channels[c].upper == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is NULL",
                         tcui_histogram_name_of(a, c, a->channels[c].lower == NULL ? "lower" : "upper").text);
    }
    return tcui_is_real(a->sample_type) ? set_even_reals(context, a, c, &bins->reals)
                                        : set_even_integers(context, a, c, &bins->integers);
}

tcu_status tcui_histogram_set_bins(tcu_context *context, const tcui_histogram_arguments *a, tcui_histogram_task *task)
{
    for (int c = 0; c < task->num_channels; c++) {
        tcui_bins *bins = &task->channels[c];
        if (bins->num_bins == 0) {
            continue;
        }
        bins->counts = a->channels[c].counts;
        if (bins->kind == TCU_BINS_RANGE) {
            bins->levels = a->channels[c].levels;
        } else if (!task->finds_ends) {
            tcu_status status = set_even(context, a, c, bins);
            if (status != TCU_SUCCESS) {
                return status;
            }
        }
    }
    return TCU_SUCCESS;
}

/* --------------------------------------------------------------------------------------------------- levels --- */

tcu_status tcui_histogram_check_levels(tcu_context *context, const tcui_histogram_arguments *a,
                                       const tcui_histogram_task *task)
{
    if (!tcui_is_on_host(context)) {
        return TCU_SUCCESS;
    }
    for (int c = 0; c < task->num_channels; c++) {
        const tcui_bins *bins = &task->channels[c];
        if (bins->num_bins == 0 || bins->kind != TCU_BINS_RANGE) {
            continue;
        }
        uint64_t before = 0;
        for (uint64_t k = 0; k <= bins->num_bins; k++) {
            if (tcui_level_is_nan(bins->level_type, bins->levels, k)) {
                return tcui_fail(context, TCU_ERROR_INVALID_LEVELS, "%s[%" PRIu64 "] is NaN",
                                 tcui_histogram_name_of(a, c, "levels").text, k);
            }
            const uint64_t key = tcui_level_key(bins->level_type, bins->levels, k);
            if (key < before) {
                return tcui_fail(context, TCU_ERROR_INVALID_LEVELS, "%s[%" PRIu64 "] is below the level before it",
                                 tcui_histogram_name_of(a, c, "levels").text, k);
            }
            before = key;
        }
    }
    return TCU_SUCCESS;
}
