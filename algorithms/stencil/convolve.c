/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Convolutions of signals and images: a dense box of taps whose weights are in context memory, in one call. Kernels turned
 * over are boxes with their weights in the opposite order.
 */
#include "tcu/convolution.h"

#include <inttypes.h>

#include "grid.h"
#include "primitives/call/arguments.h"
#include "primitives/call/call.h"
#include "primitives/context/float_environment.h"
#include "primitives/context/sizes.h"

static const tcui_call call = {.operation = TCUI_STENCIL};

/* A call's shape: its stencil, and how many elements its arrays have. */
typedef struct convolution {
    tcui_stencil stencil;
    uint64_t in_elements, out_elements;
} convolution;

/* ------------------------------------------------------------------------------------------------------ checks --- */

static tcu_status check_desc(tcu_context *context, const tcu_convolution_desc *desc)
{
    if (desc == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "desc is NULL");
    }
    const tcu_status status = tcui_grid_check_type(context, desc->type);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if ((unsigned)desc->padding > TCU_PADDING_FULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "desc.padding is %d, which is no tcu_padding",
                         (int)desc->padding);
    }
    if ((unsigned)desc->kind > TCU_CORRELATION) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "desc.kind is %d, which is no tcu_convolution_kind",
                         (int)desc->kind);
    }
    if (desc->boundary == TCU_BOUNDARY_KEEP) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "desc.boundary is TCU_BOUNDARY_KEEP, which is for plans");
    }
    for (size_t i = 0; i < sizeof desc->reserved / sizeof desc->reserved[0]; i++) {
        if (desc->reserved[i] != 0) {
            return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "desc.reserved[%zu] is %" PRIu64 "; it must be 0", i,
                             desc->reserved[i]);
        }
    }
    return tcui_grid_check_boundary(context, "desc.boundary", desc->boundary);
}

static tcu_status check_kernel(tcu_context *context, uint64_t height, uint64_t width)
{
    if (height == 0 || width == 0 || height > TCU_STENCIL_MAX_TAPS || width > TCU_STENCIL_MAX_TAPS ||
        height * width > TCU_STENCIL_MAX_TAPS) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "the kernel has %" PRIu64 " x %" PRIu64 " weights; it must have 1 to %d", height, width,
                         TCU_STENCIL_MAX_TAPS);
    }
    return TCU_SUCCESS;
}

/* One axis, as the table in the header has it. */
static tcu_status set_axis(tcu_context *context, const char *name, uint64_t points, uint64_t kernel, uint32_t step,
                           const tcu_convolution_desc *desc, tcui_axis *axis)
{
    const uint64_t k = kernel, s = step == 0 ? 1 : step;
    if (points == 0) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is 0; it must be 1 or more", name);
    }
    if (points > (uint64_t)INT64_MAX - k - s) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW, "%s is %" PRIu64 ": " TCUI_TOO_LARGE, name, points);
    }
    uint64_t out = 0, before = 0;
    switch (desc->padding) {
    case TCU_PADDING_VALID:
        out = points < k ? 0 : (points - k) / s + 1;
        break;
    case TCU_PADDING_SAME:
        out = (points + s - 1) / s;
        before = k / 2;
        break;
    default:
        out = (points + k - 2) / s + 1;
        before = k - 1;
    }
    *axis = (tcui_axis){.in = points,
                        .out = out,
                        .step = s,
                        .low = -(int32_t)before,
                        .high = (int32_t)(k - 1 - before),
                        .boundary = desc->boundary};
    return TCU_SUCCESS;
}

static tcu_status set_strides(tcu_context *context, const tcu_convolution_desc *desc, convolution *c)
{
    tcui_stencil *s = &c->stencil;
    tcui_axis *y = &s->axes[1], *x = &s->axes[2];
    uint64_t in_run, out_run;
    if (!tcui_multiply(x->in, s->channels, &in_run) || !tcui_multiply(x->out, s->channels, &out_run)) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "desc.width is %" PRIu64 " points of %" PRIu64 " channels: " TCUI_TOO_LARGE, desc->width,
                         s->channels);
    }
    y->in_stride = desc->in_row_stride;
    y->out_stride = desc->out_row_stride;
    s->in_batch_stride = desc->in_image_stride;
    s->out_batch_stride = desc->out_image_stride;
    x->in_stride = x->out_stride = s->channels;
    const tcui_level in[] = {{"desc.in_row_stride", -1, y->in, &y->in_stride},
                             {"desc.in_image_stride", -1, s->batch, &s->in_batch_stride}};
    const tcui_level out[] = {{"desc.out_row_stride", -1, y->out, &y->out_stride},
                              {"desc.out_image_stride", -1, s->batch, &s->out_batch_stride}};
    const tcu_status status = tcui_grid_set_strides(context, in_run, in, 2, &c->in_elements);
    return status == TCU_SUCCESS ? tcui_grid_set_strides(context, out_run, out, 2, &c->out_elements) : status;
}

/* Checks all but pointers. */
static tcu_status read_shape(tcu_context *context, const tcu_convolution_desc *desc, uint64_t kernel_height,
                             uint64_t kernel_width, convolution *c)
{
    *c = (convolution){.in_elements = 0};
    tcu_status status = check_desc(context, desc);
    if (status != TCU_SUCCESS || (status = check_kernel(context, kernel_height, kernel_width)) != TCU_SUCCESS) {
        return status;
    }
    const tcui_float_environment callers = tcui_float_begin();
    const double constant = tcui_grid_round(desc->type, desc->constant);
    tcui_float_end(&callers);
    tcui_stencil *s = &c->stencil;
    *s = (tcui_stencil){.type = desc->type,
                        .channels = desc->channels == 0 ? 1 : desc->channels,
                        .batch = desc->batch == 0 ? 1 : desc->batch,
                        .copies = 1,
                        .in_fields = 1,
                        .out_fields = 1,
                        .constant = constant,
                        .shape = TCUI_STENCIL_BOX,
                        .num_taps = kernel_height * kernel_width,
                        .is_reversed = desc->kind == TCU_CONVOLUTION};
    s->axes[0] = (tcui_axis){.in = 1, .out = 1, .step = 1, .boundary = TCU_BOUNDARY_ZERO};
    if ((status = set_axis(context, "desc.height", desc->height, kernel_height, desc->stride_y, desc, &s->axes[1])) !=
            TCU_SUCCESS ||
        (status = set_axis(context, "desc.width", desc->width, kernel_width, desc->stride_x, desc, &s->axes[2])) !=
            TCU_SUCCESS) {
        return status;
    }
    return set_strides(context, desc, c);
}

/* Whether there is no result: of VALID padding, where the kernel is larger than the image. */
static bool is_empty(const convolution *c)
{
    return c->stencil.axes[1].out == 0 || c->stencil.axes[2].out == 0;
}

/* Lists the arrays but for the weights; of a query the pointers are NULL. */
static void list_arrays(const convolution *c, const void *in, void *out, tcui_arrays *arrays)
{
    const size_t element_bytes = tcu_type_size(c->stencil.type);
    tcui_arrays_read(arrays, "in", in, is_empty(c) ? 0 : c->in_elements, element_bytes);
    tcui_arrays_write(arrays, "out", out, c->out_elements, element_bytes);
}

static void list_weights(const convolution *c, const char *name, const void *weights, uint64_t count,
                         tcui_arrays *arrays)
{
    tcui_arrays_read(arrays, name, weights, is_empty(c) ? 0 : count, tcui_stencil_computed_bytes(c->stencil.type));
}

static tcu_status run(tcu_context *context, const convolution *c, const void *in, void *out)
{
    const tcui_stencil *s = &c->stencil;
    tcui_arrays arrays;
    tcui_arrays_begin(&arrays);
    if (s->is_separable) {
        list_weights(c, "column_weights", s->factors[1], tcui_stencil_width(&s->axes[1]), &arrays);
        list_weights(c, "row_weights", s->factors[2], tcui_stencil_width(&s->axes[2]), &arrays);
    } else {
        list_weights(c, "weights", s->weights, s->num_taps, &arrays);
    }
    list_arrays(c, in, out, &arrays);
    const tcu_status status = tcui_check_arrays(context, &arrays);
    if (status != TCU_SUCCESS || is_empty(c)) {
        return status;
    }
    const tcui_stencil_task task = {.form = TCUI_STENCIL_SWEEP, .type = s->type, .stencil = s, .in = in, .out = out};
    return tcui_call_run(context, &call, &task, &arrays);
}

static tcu_status query(tcu_context *context, const convolution *c, size_t *bytes)
{
    tcui_arrays arrays;
    tcui_arrays_begin(&arrays);
    list_arrays(c, NULL, NULL, &arrays);
    const tcui_stencil_task task = {.form = TCUI_STENCIL_SWEEP, .type = c->stencil.type, .stencil = &c->stencil};
    return tcui_call_query(context, &call, &task, &arrays, !is_empty(c), bytes);
}

static tcu_status begin(tcu_context *context, const char *function, const tcu_convolution_options *options)
{
    const tcu_status status = tcui_begin(context, function);
    return status == TCU_SUCCESS ? TCUI_CHECK_OPTIONS(context, options) : status;
}

static tcu_status begin_image(tcu_context *context, const char *function, const tcu_convolution_desc *desc,
                              uint64_t kernel_height, uint64_t kernel_width, const tcu_convolution_options *options,
                              convolution *c)
{
    const tcu_status status = begin(context, function, options);
    return status == TCU_SUCCESS ? read_shape(context, desc, kernel_height, kernel_width, c) : status;
}

/* A signal is an image of one row. */
static tcu_status begin_signal(tcu_context *context, const char *function, const tcu_convolution_desc *desc,
                               uint64_t kernel_width, const tcu_convolution_options *options, convolution *c)
{
    *c = (convolution){.in_elements = 0};
    const tcu_status status = begin(context, function, options);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (desc == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "desc is NULL");
    }
    if (desc->height > 1) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "desc.height is %" PRIu64 "; of signals it must be 0 or 1", desc->height);
    }
    tcu_convolution_desc row = *desc;
    row.height = row.stride_y = 1;
    row.in_row_stride = row.out_row_stride = 0;
    return read_shape(context, &row, 1, kernel_width, c);
}

/* -------------------------------------------------------------------------------------------- public functions --- */

tcu_status tcu_convolve_2d_shape(const tcu_convolution_desc *desc, uint64_t kernel_height, uint64_t kernel_width,
                                 uint64_t *out_height, uint64_t *out_width)
{
    tcui_begin_without_context(__func__);
    convolution c;
    tcui_arrays arrays;
    tcui_arrays_begin(&arrays);
    tcu_status status = read_shape(NULL, desc, kernel_height, kernel_width, &c);
    if (status != TCU_SUCCESS) {
        return status;
    }
    list_arrays(&c, NULL, NULL, &arrays);
    if ((status = tcui_check_extents(NULL, &arrays)) != TCU_SUCCESS) {
        return status;
    }
    if (out_height == NULL || out_width == NULL) {
        return tcui_fail(NULL, TCU_ERROR_INVALID_ARGUMENT, "%s is NULL",
                         out_height == NULL ? "out_height" : "out_width");
    }
    *out_height = c.stencil.axes[1].out;
    *out_width = c.stencil.axes[2].out;
    return TCU_SUCCESS;
}

tcu_status tcu_convolve_1d(tcu_context *context, const tcu_convolution_desc *desc, const void *in, const void *weights,
                           uint64_t kernel_width, void *out, const tcu_convolution_options *options)
{
    convolution c;
    const tcu_status status = begin_signal(context, __func__, desc, kernel_width, options, &c);
    if (status != TCU_SUCCESS) {
        return status;
    }
    c.stencil.weights = weights;
    return run(context, &c, in, out);
}

tcu_status tcu_convolve_1d_workspace(tcu_context *context, const tcu_convolution_desc *desc, uint64_t kernel_width,
                                     const tcu_convolution_options *options, size_t *bytes)
{
    convolution c;
    const tcu_status status = begin_signal(context, __func__, desc, kernel_width, options, &c);
    return status == TCU_SUCCESS ? query(context, &c, bytes) : status;
}

tcu_status tcu_convolve_2d(tcu_context *context, const tcu_convolution_desc *desc, const void *in, const void *weights,
                           uint64_t kernel_height, uint64_t kernel_width, void *out,
                           const tcu_convolution_options *options)
{
    convolution c;
    const tcu_status status = begin_image(context, __func__, desc, kernel_height, kernel_width, options, &c);
    if (status != TCU_SUCCESS) {
        return status;
    }
    c.stencil.weights = weights;
    return run(context, &c, in, out);
}

tcu_status tcu_convolve_2d_workspace(tcu_context *context, const tcu_convolution_desc *desc, uint64_t kernel_height,
                                     uint64_t kernel_width, const tcu_convolution_options *options, size_t *bytes)
{
    convolution c;
    const tcu_status status = begin_image(context, __func__, desc, kernel_height, kernel_width, options, &c);
    return status == TCU_SUCCESS ? query(context, &c, bytes) : status;
}

tcu_status tcu_convolve_2d_separable(tcu_context *context, const tcu_convolution_desc *desc, const void *in,
                                     const void *column_weights, uint64_t kernel_height, const void *row_weights,
                                     uint64_t kernel_width, void *out, const tcu_convolution_options *options)
{
    convolution c;
    const tcu_status status = begin_image(context, __func__, desc, kernel_height, kernel_width, options, &c);
    if (status != TCU_SUCCESS) {
        return status;
    }
    c.stencil.is_separable = true;
    c.stencil.factors[1] = column_weights;
    c.stencil.factors[2] = row_weights;
    return run(context, &c, in, out);
}

tcu_status tcu_convolve_2d_separable_workspace(tcu_context *context, const tcu_convolution_desc *desc,
                                               uint64_t kernel_height, uint64_t kernel_width,
                                               const tcu_convolution_options *options, size_t *bytes)
{
    convolution c;
    const tcu_status status = begin_image(context, __func__, desc, kernel_height, kernel_width, options, &c);
    c.stencil.is_separable = true;
    return status == TCU_SUCCESS ? query(context, &c, bytes) : status;
}
