/* SPDX-License-Identifier: Apache-2.0 */
#include "histogram_arguments.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "histogram_levels.h"
#include "histogram_wide.h"
#include "primitives/context/arguments.h"

typedef tcui_histogram_arguments arguments;

/* ----------------------------------------------------------------------------------------------------- names --- */

/* "counts", or "channels[2].counts". */
typedef struct name {
    char text[40];
} name;

static name name_of(const arguments *a, int channel, const char *field)
{
    name result;
    if (a->by_channels) {
        snprintf(result.text, sizeof result.text, "channels[%d].%s", channel, field);
    } else {
        snprintf(result.text, sizeof result.text, "%s", field);
    }
    return result;
}

static const tcu_histogram_options *options_of(const arguments *a)
{
    static const tcu_histogram_options defaults = TCU_HISTOGRAM_OPTIONS_INIT;
    return a->options != NULL ? a->options : &defaults;
}

/* -------------------------------------------------------------------------------------------- types and bins --- */

static tcu_status check_is_type(tcu_context *context, const char *what, tcu_type type)
{
    if ((unsigned)type >= TCU_TYPE_COUNT)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is %d, which is no tcu_type", what, (int)type);
    return TCU_SUCCESS;
}

static tcu_status check_types(tcu_context *context, const arguments *a)
{
    tcu_status status = check_is_type(context, "sample_type", a->sample_type);
    if (status != TCU_SUCCESS)
        return status;
    if (!a->weighted) {
        if ((status = check_is_type(context, "count_type", a->out_type)) != TCU_SUCCESS)
            return status;
        if (a->out_type != TCU_TYPE_U32 && a->out_type != TCU_TYPE_U64)
            return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "count_type is %s; it must be u32 or u64",
                             tcu_type_name(a->out_type));
        return TCU_SUCCESS;
    }
    if ((status = check_is_type(context, "weight_type", a->weight_type)) != TCU_SUCCESS ||
        (status = check_is_type(context, "sum_type", a->out_type)) != TCU_SUCCESS)
        return status;
    if (!tcui_is_sum_pair(a->weight_type, a->out_type))
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "weight_type %s cannot be summed to sum_type %s",
                         tcu_type_name(a->weight_type), tcu_type_name(a->out_type));
    return TCU_SUCCESS;
}

static tcu_status check_level_type(tcu_context *context, const arguments *a, int c)
{
    const tcu_type level_type = a->channels[c].level_type;
    const name what = name_of(a, c, "level_type");
    tcu_status status = check_is_type(context, what.text, level_type);
    if (status != TCU_SUCCESS)
        return status;
    if (tcui_is_real(level_type) != tcui_is_real(a->sample_type))
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "%s is %s; samples of type %s need %s type", what.text,
                         tcu_type_name(level_type), tcu_type_name(a->sample_type),
                         tcui_is_real(a->sample_type) ? "a floating-point" : "an integer");
    return TCU_SUCCESS;
}

static tcui_i128 integer_value(tcu_type type, const void *element)
{
    const uint64_t bits = tcui_element_load_u64(type, element, 0);
    return tcui_is_signed(type) ? (tcui_i128)(int64_t)bits : (tcui_i128)bits;
}

/* An integer of 65 bits in decimal. */
static name decimal(tcui_i128 value)
{
    name result;
    snprintf(result.text, sizeof result.text, "%s%" PRIu64, value < 0 ? "-" : "",
             (uint64_t)(value < 0 ? -value : value));
    return result;
}

static tcu_status set_even_integers(tcu_context *context, const arguments *a, int c, tcui_even_integers *bins)
{
    const tcu_histogram_channel *channel = &a->channels[c];
    const tcui_i128 lower = integer_value(channel->level_type, channel->lower);
    const tcui_i128 upper = integer_value(channel->level_type, channel->upper);
    if (lower >= upper)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is %s and %s is %s; it must be less",
                         name_of(a, c, "lower").text, decimal(lower).text, name_of(a, c, "upper").text,
                         decimal(upper).text);
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

static tcu_status set_even_reals(tcu_context *context, const arguments *a, int c, tcui_even_reals *bins)
{
    const tcu_histogram_channel *channel = &a->channels[c];
    const double lower = tcui_element_load_f64(channel->level_type, channel->lower, 0);
    const double upper = tcui_element_load_f64(channel->level_type, channel->upper, 0);
    if (!isfinite(lower))
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is %g; it must be finite",
                         name_of(a, c, "lower").text, lower);
    if (!isfinite(upper))
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is %g; it must be finite",
                         name_of(a, c, "upper").text, upper);
    if (lower >= upper)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is %.17g and %s is %.17g; it must be less",
                         name_of(a, c, "lower").text, lower, name_of(a, c, "upper").text, upper);
    *bins = (tcui_even_reals){lower, upper};
    return TCU_SUCCESS;
}

static tcu_status set_even(tcu_context *context, const arguments *a, int c, tcui_bins *bins)
{
    if (a->channels[c].lower == NULL || a->channels[c].upper == NULL)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is NULL",
                         name_of(a, c, a->channels[c].lower == NULL ? "lower" : "upper").text);
    return tcui_is_real(a->sample_type) ? set_even_reals(context, a, c, &bins->reals)
                                        : set_even_integers(context, a, c, &bins->integers);
}

/* What a query, too, knows of a channel. */
static tcu_status set_bins(tcu_context *context, const arguments *a, int c, tcui_bins *bins)
{
    const tcu_histogram_channel *channel = &a->channels[c];
    if (channel->num_bins == 0 && a->by_channels)
        return TCU_SUCCESS;
    if (channel->num_bins == 0 || channel->num_bins > TCU_MAX_BINS)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is %" PRIu64 "; it must be from 1 to %" PRIu64,
                         name_of(a, c, "num_bins").text, channel->num_bins, TCU_MAX_BINS);
    if ((unsigned)channel->kind > TCU_BINS_RANGE)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is %d, which is no tcu_bins_kind",
                         name_of(a, c, "kind").text, (int)channel->kind);
    for (size_t i = 0; i < sizeof channel->reserved / sizeof channel->reserved[0]; i++) {
        if (channel->reserved[i] != 0)
            return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s[%zu] is %u; it must be 0",
                             name_of(a, c, "reserved").text, i, channel->reserved[i]);
    }
    bins->num_bins = channel->num_bins;
    bins->kind = channel->kind;
    bins->level_type = channel->level_type;
    return check_level_type(context, a, c);
}

static tcu_status set_channels(tcu_context *context, const arguments *a, tcui_histogram_task *task)
{
    if (a->num_channels < 1 || a->num_channels > TCU_MAX_CHANNELS)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "num_channels is %d; it must be from 1 to %d",
                         a->num_channels, TCU_MAX_CHANNELS);
    if (a->channels == NULL)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "channels is NULL");
    bool any = false;
    for (int c = 0; c < a->num_channels; c++) {
        tcu_status status = set_bins(context, a, c, &task->channels[c]);
        if (status != TCU_SUCCESS)
            return status;
        any = any || task->channels[c].num_bins > 0;
    }
    if (!any)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "channels has no channel whose num_bins is not 0");
    return TCU_SUCCESS;
}

/* ---------------------------------------------------------------------------------------------------- shape --- */

/* The stride of an array that has `row_bytes` in a row. */
static tcu_status check_stride(tcu_context *context, const char *what, uint64_t stride, uint64_t row_bytes,
                               size_t element_bytes)
{
    if (stride != 0 && stride < row_bytes)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "%s is %" PRIu64 ", less than the %" PRIu64 " bytes of a row", what, stride, row_bytes);
    if (stride % element_bytes != 0)
        return tcui_fail(context, TCU_ERROR_MISALIGNED, "%s is %" PRIu64 ", not a multiple of an element's %zu bytes",
                         what, stride, element_bytes);
    return TCU_SUCCESS;
}

/* Bytes from the first to the last of `pixels` in rows of `columns`; false if they are more than 2^64. */
static bool extent_bytes(uint64_t pixels, uint64_t columns, uint64_t stride, uint64_t pixel_bytes, uint64_t *bytes)
{
    const uint64_t rows_before = pixels > 0 ? (pixels - 1) / columns : 0;
    const uint64_t last_row = pixels - rows_before * columns;
    if (last_row > UINT64_MAX / pixel_bytes || (rows_before > 0 && stride > UINT64_MAX / rows_before))
        return false;
    *bytes = rows_before * stride + last_row * pixel_bytes;
    return *bytes >= last_row * pixel_bytes;
}

/* Of one array of the shape: its stride, or 0 if there is one row only, and its extent, for check_array(). */
static tcu_status set_extent(tcu_context *context, const tcui_histogram_task *task, const char *stride_name,
                             uint64_t stride, uint64_t elements_a_pixel, uint64_t *stride_bytes, tcui_array *array)
{
    const uint64_t pixel_bytes = elements_a_pixel * array->element_bytes;
    uint64_t bytes = 0;
    const bool has_rows = task->n > task->columns;
    bool fits = !has_rows || task->columns <= UINT64_MAX / pixel_bytes;
    if (fits && has_rows) {
        tcu_status status =
            check_stride(context, stride_name, stride, task->columns * pixel_bytes, array->element_bytes);
        if (status != TCU_SUCCESS)
            return status;
        *stride_bytes = stride != 0 ? stride : task->columns * pixel_bytes;
    }
    fits = fits && extent_bytes(task->n, task->columns, *stride_bytes, pixel_bytes, &bytes);
    if (!fits)
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "%s has n = %" PRIu64 " pixels of %" PRIu64 " bytes: more than the address space", array->name,
                         task->n, pixel_bytes);
    array->count = bytes / array->element_bytes;
    return TCU_SUCCESS;
}

/* --------------------------------------------------------------------------------------------------- arrays --- */

enum { MOST_INPUTS = TCU_MAX_CHANNELS + 2, MOST_OUTPUTS = TCU_MAX_CHANNELS + 2 };

/* What a task reads and what it writes. */
typedef struct arrays {
    tcui_array in[MOST_INPUTS]; /* samples, weights, levels */
    int num_in;
    tcui_array out[MOST_OUTPUTS]; /* counts, outside, flags */
    int num_out;
    name names[2 * TCU_MAX_CHANNELS];
    int num_names;
} arrays;

static const char *keep_name(arrays *all, name text)
{
    all->names[all->num_names] = text;
    return all->names[all->num_names++].text;
}

/* Fills in the task's strides, too. */
static tcu_status set_arrays(tcu_context *context, const arguments *a, tcui_histogram_task *task, arrays *all)
{
    const tcu_histogram_options *options = options_of(a);
    tcu_status status;
    all->in[all->num_in] = (tcui_array){"samples", task->samples, 0, tcu_type_size(task->sample_type)};
    if ((status = set_extent(context, task, "options.row_stride_bytes", options->row_stride_bytes,
                             (uint64_t)task->num_channels, &task->row_stride_bytes, &all->in[all->num_in++])) !=
        TCU_SUCCESS)
        return status;
    if (task->weighted) {
        all->in[all->num_in] = (tcui_array){"weights", task->weights, 0, tcu_type_size(task->weight_type)};
        if ((status = set_extent(context, task, "options.weights_row_stride_bytes", options->weights_row_stride_bytes,
                                 1, &task->weights_row_stride_bytes, &all->in[all->num_in++])) != TCU_SUCCESS)
            return status;
    }
    for (int c = 0; c < task->num_channels; c++) {
        const tcui_bins *bins = &task->channels[c];
        if (bins->num_bins == 0)
            continue;
        if (bins->kind == TCU_BINS_RANGE)
            all->in[all->num_in++] = (tcui_array){keep_name(all, name_of(a, c, "levels")), bins->levels,
                                                  bins->num_bins + 1, tcu_type_size(bins->level_type)};
        all->out[all->num_out++] = (tcui_array){keep_name(all, name_of(a, c, "counts")), bins->counts, bins->num_bins,
                                                tcu_type_size(task->out_type)};
    }
    if (task->outside != NULL)
        all->out[all->num_out++] =
            (tcui_array){"options.outside", task->outside, (uint64_t)task->num_channels, sizeof *task->outside};
    if (task->flags != NULL)
        all->out[all->num_out++] = (tcui_array){"options.flags", task->flags, 1, sizeof *task->flags};
    return TCU_SUCCESS;
}

static tcu_status check_arrays(tcu_context *context, const arrays *all)
{
    tcu_status status;
    for (int i = 0; i < all->num_in; i++) {
        if ((status = tcui_check_array(context, &all->in[i])) != TCU_SUCCESS)
            return status;
    }
    for (int o = 0; o < all->num_out; o++) {
        if ((status = tcui_check_array(context, &all->out[o])) != TCU_SUCCESS)
            return status;
    }
    for (int o = 0; o < all->num_out; o++) {
        for (int i = 0; i < all->num_in; i++) {
            if ((status = tcui_check_overlap(context, &all->in[i], &all->out[o], false)) != TCU_SUCCESS)
                return status;
        }
        for (int other = 0; other < o; other++) {
            if ((status = tcui_check_overlap(context, &all->out[other], &all->out[o], false)) != TCU_SUCCESS)
                return status;
        }
    }
    return TCU_SUCCESS;
}

/* Where the host can read them: on the device the kernels check. */
static tcu_status check_levels(tcu_context *context, const arguments *a, const tcui_histogram_task *task)
{
    if (context->backend->id != TCU_BACKEND_HOST)
        return TCU_SUCCESS;
    for (int c = 0; c < task->num_channels; c++) {
        const tcui_bins *bins = &task->channels[c];
        if (bins->num_bins == 0 || bins->kind != TCU_BINS_RANGE)
            continue;
        uint64_t before = 0;
        for (uint64_t k = 0; k <= bins->num_bins; k++) {
            if (tcui_level_is_nan(bins->level_type, bins->levels, k))
                return tcui_fail(context, TCU_ERROR_INVALID_LEVELS, "%s[%" PRIu64 "] is NaN",
                                 name_of(a, c, "levels").text, k);
            const uint64_t key = tcui_level_key(bins->level_type, bins->levels, k);
            if (key < before)
                return tcui_fail(context, TCU_ERROR_INVALID_LEVELS, "%s[%" PRIu64 "] is below the level before it",
                                 name_of(a, c, "levels").text, k);
            before = key;
        }
    }
    return TCU_SUCCESS;
}

/* ----------------------------------------------------------------------------------------------------- tasks --- */

tcu_status tcui_histogram_describe(tcu_context *context, const arguments *a, tcui_histogram_task *task)
{
    tcu_status status = tcui_context_check(context);
    if (status != TCU_SUCCESS || (status = check_types(context, a)) != TCU_SUCCESS)
        return status;
    *task = (tcui_histogram_task){.samples = a->samples,
                                  .sample_type = a->sample_type,
                                  .num_channels = a->num_channels,
                                  .weighted = a->weighted,
                                  .weights = a->weights,
                                  .weight_type = a->weight_type,
                                  .out_type = a->out_type,
                                  .n = a->n,
                                  .columns = a->n > 0 ? a->n : 1};
    return set_channels(context, a, task);
}

tcu_status tcui_histogram_check_sizes(tcu_context *context, const arguments *a, tcui_histogram_task *task)
{
    arrays all = {0};
    tcu_status status = set_arrays(context, a, task, &all);
    for (int i = 0; i < all.num_in && status == TCU_SUCCESS; i++) {
        status = tcui_check_extent(context, &all.in[i]);
    }
    return status;
}

static tcu_status check_options(tcu_context *context, const tcu_histogram_options *options)
{
    for (size_t i = 0; i < sizeof options->reserved / sizeof options->reserved[0]; i++) {
        if (options->reserved[i] != 0)
            return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "options.reserved[%zu] is %u; it must be 0", i,
                             options->reserved[i]);
    }
    return TCU_SUCCESS;
}

tcu_status tcui_histogram_complete(tcu_context *context, const arguments *a, tcui_histogram_task *task)
{
    const tcu_histogram_options *options = options_of(a);
    tcu_status status = check_options(context, options);
    if (status != TCU_SUCCESS)
        return status;
    task->accumulate = options->accumulate != 0;
    task->outside = options->outside;
    task->flags = options->flags;
    if (options->columns != 0 && options->columns < a->n)
        task->columns = options->columns;
    for (int c = 0; c < task->num_channels; c++) {
        tcui_bins *bins = &task->channels[c];
        if (bins->num_bins == 0)
            continue;
        bins->counts = a->channels[c].counts;
        if (bins->kind == TCU_BINS_RANGE)
            bins->levels = a->channels[c].levels;
        else if ((status = set_even(context, a, c, bins)) != TCU_SUCCESS)
            return status;
    }
    arrays all = {0};
    if ((status = set_arrays(context, a, task, &all)) != TCU_SUCCESS ||
        (status = check_arrays(context, &all)) != TCU_SUCCESS)
        return status;
    return check_levels(context, a, task);
}
