/* SPDX-License-Identifier: Apache-2.0 */
/* The public functions of convolution layers: checks, and the task that goes to the backend. */
#include <inttypes.h>

#include "backend.h"
#include "primitives/call/arguments.h"
#include "primitives/call/call.h"
#include "primitives/context/sizes.h"

/* ---------------------------------------------------------------------------------- the call of the backend --- */

static const tcui_call call = {.operation = TCUI_CONVOLUTION_LAYER};

/* ------------------------------------------------------------------------------------------------------ checks --- */

static tcu_status check_desc(tcu_context *context, const tcu_convolution_layer_desc *desc)
{
    if (desc == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "desc is NULL");
    }
    tcu_status status = tcui_check_type(context, "desc.type", desc->type);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (desc->type != TCU_TYPE_F16 && desc->type != TCU_TYPE_BF16 && desc->type != TCU_TYPE_F32) {
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "desc.type is %s; it must be f16, bf16 or f32",
                         tcu_type_name(desc->type));
    }
    if ((status = TCUI_CHECK_RESERVED(context, "desc.reserved", desc->reserved)) != TCU_SUCCESS) {
        return status;
    }
    const struct {
        const char *name;
        uint64_t points;
    } extents[] = {{"in_channels", desc->in_channels},
                   {"height", desc->height},
                   {"width", desc->width},
                   {"out_channels", desc->out_channels}};
    for (size_t i = 0; i < sizeof extents / sizeof *extents; i++) {
        if (extents[i].points == 0) {
            return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "desc.%s is 0; it must be 1 or more",
                             extents[i].name);
        }
    }
    if (desc->kernel_height == 0 || desc->kernel_width == 0) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "desc.kernel_height is %" PRIu32 " and desc.kernel_width is %" PRIu32
                         "; both must be 1 or more",
                         desc->kernel_height, desc->kernel_width);
    }
    return TCU_SUCCESS;
}

/* Output points of an axis: positions of the kernel, dilation * (kernel - 1) + 1 wide, within points and padding. */
static tcu_status set_axis(tcu_context *context, const char *name, uint64_t points, uint32_t kernel, uint32_t stride,
                           uint32_t padding, uint32_t dilation, tcui_layer_axis *axis)
{
    *axis = (tcui_layer_axis){.in = points,
                              .kernel = kernel,
                              .stride = stride == 0 ? 1 : stride,
                              .padding = padding,
                              .dilation = dilation == 0 ? 1 : dilation};
    if (points > TCUI_MOST_BYTES) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW, "%s is %" PRIu64 ": " TCUI_TOO_LARGE, name, points);
    }
    const uint64_t padded = points + 2 * axis->padding; /* (Below 2^64: each padding is less than 2^32.) */
    const uint64_t reach = axis->dilation * (kernel - UINT64_C(1)) + 1;
    if (reach > TCUI_MOST_BYTES) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "the dilated kernel along %s has %" PRIu64 " points: more than 2^63 - 1", name, reach);
    }
    axis->out = padded < reach ? 0 : (padded - reach) / axis->stride + 1;
    return TCU_SUCCESS;
}

static tcu_status read_shape(tcu_context *context, const tcu_convolution_layer_desc *desc,
                             tcui_convolution_layer_task *task)
{
    tcu_status status = check_desc(context, desc);
    if (status != TCU_SUCCESS) {
        return status;
    }
    *task = (tcui_convolution_layer_task){
        .type = desc->type, .batch = desc->batch, .in_channels = desc->in_channels, .out_channels = desc->out_channels};
    status = set_axis(context, "desc.height", desc->height, desc->kernel_height, desc->stride_y, desc->padding_y,
                      desc->dilation_y, &task->axes[0]);
    return status == TCU_SUCCESS ? set_axis(context, "desc.width", desc->width, desc->kernel_width, desc->stride_x,
                                            desc->padding_x, desc->dilation_x, &task->axes[1])
                                 : status;
}

static tcu_status multiply(tcu_context *context, const char *name, uint64_t a, uint64_t b, uint64_t c, uint64_t d,
                           uint64_t *product)
{
    const uint64_t factors[] = {a, b, c, d};
    *product = 1;
    for (int i = 0; i < 4; i++) {
        if (factors[i] == 0) {
            *product = 0;
            return TCU_SUCCESS;
        }
    }
    for (int i = 0; i < 4; i++) {
        if (!tcui_multiply(*product, factors[i], product)) {
            return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                             "%s has %" PRIu64 " x %" PRIu64 " x %" PRIu64 " x %" PRIu64 " elements: " TCUI_TOO_LARGE,
                             name, a, b, c, d);
        }
    }
    return TCU_SUCCESS;
}

static bool is_empty(const tcui_convolution_layer_task *task)
{
    return task->batch == 0 || task->axes[0].out == 0 || task->axes[1].out == 0;
}

/* Lists the arrays; of a query their pointers are NULL. */
static tcu_status list_arrays(tcu_context *context, const tcui_convolution_layer_task *task, tcui_arrays *arrays)
{
    const size_t bytes = tcu_type_size(task->type);
    const tcui_layer_axis *y = &task->axes[0], *x = &task->axes[1];
    uint64_t in = 0, filters = 0, out = 0;
    tcu_status status;
    if ((status = multiply(context, "in", task->batch, task->in_channels, y->in, x->in, &in)) != TCU_SUCCESS ||
        (status = multiply(context, "filters", task->out_channels, task->in_channels, y->kernel, x->kernel,
                           &filters)) != TCU_SUCCESS ||
        (status = multiply(context, "out", task->batch, task->out_channels, y->out, x->out, &out)) != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays_read(arrays, "in", task->in, out > 0 ? in : 0, bytes);
    tcui_arrays_read(arrays, "filters", task->filters, out > 0 ? filters : 0, bytes);
    if (task->bias != NULL) {
        tcui_arrays_read(arrays, "bias", task->bias, task->out_channels, bytes);
    }
    tcui_arrays_write(arrays, "out", task->out, out, bytes);
    return TCU_SUCCESS;
}

/* -------------------------------------------------------------------------------------------- public functions --- */

tcu_status tcu_convolution_layer_shape(const tcu_convolution_layer_desc *desc, uint64_t *out_height,
                                       uint64_t *out_width)
{
    tcui_begin_without_context(__func__);
    tcui_convolution_layer_task task;
    tcui_arrays arrays;
    tcui_arrays_begin(&arrays);
    tcu_status status = read_shape(NULL, desc, &task);
    if (status != TCU_SUCCESS || (status = list_arrays(NULL, &task, &arrays)) != TCU_SUCCESS ||
        (status = tcui_check_extents(NULL, &arrays)) != TCU_SUCCESS) {
        return status;
    }
    if (out_height == NULL || out_width == NULL) {
        return tcui_fail(NULL, TCU_ERROR_INVALID_ARGUMENT, "%s is NULL",
                         out_height == NULL ? "out_height" : "out_width");
    }
    *out_height = task.axes[0].out;
    *out_width = task.axes[1].out;
    return TCU_SUCCESS;
}

tcu_status tcu_convolution_layer(tcu_context *context, const tcu_convolution_layer_desc *desc, const void *in,
                                 const void *filters, const void *bias, void *out,
                                 const tcu_convolution_layer_options *options)
{
    tcui_convolution_layer_task task;
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS || (status = TCUI_CHECK_OPTIONS(context, options)) != TCU_SUCCESS ||
        (status = read_shape(context, desc, &task)) != TCU_SUCCESS) {
        return status;
    }
    task.in = in;
    task.filters = filters;
    task.bias = bias;
    task.out = out;
    tcui_arrays arrays;
    tcui_arrays_begin(&arrays);
    if ((status = list_arrays(context, &task, &arrays)) != TCU_SUCCESS ||
        (status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS || is_empty(&task)) {
        return status;
    }
    return tcui_call_run(context, &call, &task, &arrays);
}

tcu_status tcu_convolution_layer_workspace(tcu_context *context, const tcu_convolution_layer_desc *desc,
                                           const tcu_convolution_layer_options *options, size_t *bytes)
{
    tcui_convolution_layer_task task;
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS || (status = TCUI_CHECK_OPTIONS(context, options)) != TCU_SUCCESS ||
        (status = read_shape(context, desc, &task)) != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays;
    tcui_arrays_begin(&arrays);
    if ((status = list_arrays(context, &task, &arrays)) != TCU_SUCCESS) {
        return status;
    }
    return tcui_call_query(context, &call, &task, &arrays, !is_empty(&task), bytes);
}
