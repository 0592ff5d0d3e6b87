/* SPDX-License-Identifier: Apache-2.0 */
/* The arrays of a histogram: how far they extend, rows and all, and that outputs share no byte with any other. */
#include <inttypes.h>

#include "checks.h"
#include "primitives/context/sizes.h"

/* ---------------------------------------------------------------------------------------------------- shape --- */

/* The stride of an array that has `row_bytes` in a row. */
static tcu_status check_stride(tcu_context *context, const char *what, uint64_t stride, uint64_t row_bytes,
                               size_t element_bytes)
{
    if (stride != 0 && stride < row_bytes) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "%s is %" PRIu64 ", less than the %" PRIu64 " bytes of a row", what, stride, row_bytes);
    }
    if (stride % element_bytes != 0) {
        return tcui_fail(context, TCU_ERROR_MISALIGNED, "%s is %" PRIu64 ", not a multiple of an element's %zu bytes",
                         what, stride, element_bytes);
    }
    return TCU_SUCCESS;
}

/* Bytes from the first to the last of `pixels` in rows of `columns`; false if they are too many. */
static bool extent_bytes(uint64_t pixels, uint64_t columns, uint64_t stride, uint64_t pixel_bytes, uint64_t *bytes)
{
    const uint64_t rows_before = pixels > columns ? (pixels - 1) / columns : 0;
    uint64_t last_row; /* in bytes */
    return tcui_multiply(pixels - rows_before * columns, pixel_bytes, &last_row) &&
           tcui_extent(rows_before + 1, last_row, stride, bytes);
}

/* An array of the shape: `stride` is the caller's, *stride_bytes becomes the task's (0 if there is one row only). */
typedef struct shaped_array {
    const char *name;
    const void *pointer;
    size_t element_bytes;
    uint64_t elements_a_pixel;
    const char *stride_name;
    uint64_t stride;
    uint64_t *stride_bytes;
} shaped_array;

static tcu_status read_shaped(tcu_context *context, const tcui_histogram_task *task, const shaped_array *array,
                              tcui_arrays *arrays)
{
    const uint64_t pixel_bytes = array->elements_a_pixel * array->element_bytes;
    uint64_t bytes = 0, row_bytes;
    const bool has_rows = task->n > task->columns;
    bool fits = !has_rows || tcui_multiply(task->columns, pixel_bytes, &row_bytes);
    if (fits && has_rows) {
        tcu_status status = check_stride(context, array->stride_name, array->stride, row_bytes, array->element_bytes);
        if (status != TCU_SUCCESS) {
            return status;
        }
        *array->stride_bytes = array->stride != 0 ? array->stride : row_bytes;
    }
    fits = fits && extent_bytes(task->n, task->columns, *array->stride_bytes, pixel_bytes, &bytes);
    if (!fits) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "%s has n = %" PRIu64 " pixels of %" PRIu64 " bytes%s: " TCUI_TOO_LARGE, array->name, task->n,
                         pixel_bytes, has_rows ? ", in rows" : "");
    }
    tcui_arrays_read(arrays, array->name, array->pointer, bytes / array->element_bytes, array->element_bytes);
    return TCU_SUCCESS;
}

/* --------------------------------------------------------------------------------------------------- arrays --- */

/* Array `number` is "levels", or "channels[2].levels". */
static void name_by_channel(tcui_arrays *arrays, const tcui_histogram_arguments *a, int number, int channel,
                            const char *field)
{
    if (!a->by_channels) {
        return;
    }
    arrays->of[number].name = "channels";
    tcui_arrays_set_field(arrays, number, channel, field);
}

static tcu_status read_samples(tcu_context *context, const tcui_histogram_arguments *a, tcui_histogram_task *task,
                               tcui_arrays *arrays)
{
    const tcu_histogram_options *options = tcui_histogram_options_of(a);
    const shaped_array samples = {.name = "samples",
                                  .pointer = task->samples,
                                  .element_bytes = tcu_type_size(task->sample_type),
                                  .elements_a_pixel = (uint64_t)task->num_channels,
                                  .stride_name = "options.row_stride_bytes",
                                  .stride = options->row_stride_bytes,
                                  .stride_bytes = &task->row_stride_bytes};
    const shaped_array weights = {.name = "weights",
                                  .pointer = task->weights,
                                  .element_bytes = tcu_type_size(task->weight_type),
                                  .elements_a_pixel = 1,
                                  .stride_name = "options.weights_row_stride_bytes",
                                  .stride = options->weights_row_stride_bytes,
                                  .stride_bytes = &task->weights_row_stride_bytes};
    const tcu_status status = read_shaped(context, task, &samples, arrays);
    return status == TCU_SUCCESS && task->weighted ? read_shaped(context, task, &weights, arrays) : status;
}

tcu_status tcui_histogram_set_arrays(tcu_context *context, const tcui_histogram_arguments *a, tcui_histogram_task *task,
                                     tcui_arrays *arrays)
{
    tcui_arrays_begin(arrays);
    const tcu_status status = read_samples(context, a, task, arrays);
    if (status != TCU_SUCCESS) {
        return status;
    }
    const size_t sample_bytes = tcu_type_size(task->sample_type);
    if (task->finds_ends && task->n > task->columns && task->row_stride_bytes != task->columns * sample_bytes) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "options.row_stride_bytes is %" PRIu64 "; with options->ends rows must be without gaps",
                         task->row_stride_bytes);
    }
    for (int c = 0; c < task->num_channels; c++) {
        const tcui_bins *bins = &task->channels[c];
        if (bins->num_bins > 0 && bins->kind == TCU_BINS_RANGE) {
            name_by_channel(
                arrays, a,
                tcui_arrays_read(arrays, "levels", bins->levels, bins->num_bins + 1, tcu_type_size(bins->level_type)),
                c, "levels");
        }
    }
    for (int c = 0; c < task->num_channels; c++) {
        const tcui_bins *bins = &task->channels[c];
        if (bins->num_bins > 0) {
            name_by_channel(
                arrays, a,
                tcui_arrays_write(arrays, "counts", bins->counts, bins->num_bins, tcu_type_size(task->out_type)), c,
                "counts");
        }
    }
    tcui_arrays_read_count(arrays, task->count);
    if (task->outside != NULL) {
        tcui_arrays_write(arrays, "options->outside", task->outside, (uint64_t)task->num_channels,
                          sizeof *task->outside);
    }
    if (task->finds_ends) {
        tcui_arrays_write(arrays, "options->ends", task->ends, 2, sample_bytes);
    }
    if (task->flags != NULL) {
        tcui_arrays_write(arrays, "options->flags", task->flags, 1, sizeof *task->flags);
    }
    return TCU_SUCCESS;
}
