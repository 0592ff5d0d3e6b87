/* SPDX-License-Identifier: Apache-2.0 */
/* The arrays of a histogram: how far they extend, rows and all, and that outputs share no byte with any other. */
#include <inttypes.h>

#include "checks.h"
#include "primitives/context/arguments.h"

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
    tcui_histogram_name names[2 * TCU_MAX_CHANNELS];
    int num_names;
} arrays;

static const char *keep_name(arrays *all, tcui_histogram_name text)
{
    all->names[all->num_names] = text;
    return all->names[all->num_names++].text;
}

/* Fills in the task's strides, too. */
static tcu_status list_arrays(tcu_context *context, const tcui_histogram_arguments *a, tcui_histogram_task *task,
                              arrays *all)
{
    const tcu_histogram_options *options = tcui_histogram_options_of(a);
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
            all->in[all->num_in++] = (tcui_array){keep_name(all, tcui_histogram_name_of(a, c, "levels")), bins->levels,
                                                  bins->num_bins + 1, tcu_type_size(bins->level_type)};
        all->out[all->num_out++] = (tcui_array){keep_name(all, tcui_histogram_name_of(a, c, "counts")), bins->counts,
                                                bins->num_bins, tcu_type_size(task->out_type)};
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

tcu_status tcui_histogram_check_sizes(tcu_context *context, const tcui_histogram_arguments *a,
                                      tcui_histogram_task *task)
{
    arrays all = {0};
    tcu_status status = list_arrays(context, a, task, &all);
    for (int i = 0; i < all.num_in && status == TCU_SUCCESS; i++) {
        status = tcui_check_extent(context, &all.in[i]);
    }
    return status;
}

tcu_status tcui_histogram_set_arrays(tcu_context *context, const tcui_histogram_arguments *a, tcui_histogram_task *task)
{
    arrays all = {0};
    tcu_status status = list_arrays(context, a, task, &all);
    return status == TCU_SUCCESS ? check_arrays(context, &all) : status;
}
