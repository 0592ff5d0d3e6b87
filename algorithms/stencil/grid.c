/* SPDX-License-Identifier: Apache-2.0 */
#include "grid.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "primitives/context/sizes.h"
#include "primitives/tile/host/tile.h"

/* --------------------------------------------------------------------------------------------- types, numbers --- */

tcu_status tcui_grid_check_type(tcu_context *context, tcu_type type)
{
    if ((unsigned)type >= TCU_TYPE_COUNT) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "desc.type is %d, which is no tcu_type", (int)type);
    }
    if (type != TCU_TYPE_F64 && type != TCU_TYPE_F32 && type != TCU_TYPE_F16 && type != TCU_TYPE_BF16 &&
        type != TCU_TYPE_U8) {
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "desc.type is %s; it must be f16, bf16, f32, f64 or u8",
                         tcu_type_name(type));
    }
    return TCU_SUCCESS;
}

tcu_status tcui_grid_check_boundary(tcu_context *context, const char *name, tcu_boundary boundary)
{
    if ((unsigned)boundary > TCU_BOUNDARY_KEEP) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is %d, which is no tcu_boundary", name,
                         (int)boundary);
    }
    return TCU_SUCCESS;
}

double tcui_grid_round(tcu_type type, double value)
{
    switch (type) {
    case TCU_TYPE_U8:
        return !(value > 0) ? 0 : value >= 255 ? 255 : nearbyint(value);
    case TCU_TYPE_F16:
        return (double)tcui_f32_from_f16(tcui_f16_from_f64(value));
    case TCU_TYPE_BF16:
        return (double)tcui_f32_from_bf16(tcui_bf16_from_f64(value));
    case TCU_TYPE_F32:
        return (double)(float)value;
    default:
        return value;
    }
}

/* ----------------------------------------------------------------------------------------------------- strides --- */

static tcu_status too_large(tcu_context *context, const tcui_level *level)
{
    return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                     "the grid has %" PRIu64 " parts that %s places %" PRIu64 " elements apart: " TCUI_TOO_LARGE,
                     level->count, level->name, *level->stride);
}

tcu_status tcui_grid_set_strides(tcu_context *context, uint64_t run, const tcui_level *levels, int num_levels,
                                 uint64_t *elements)
{
    uint64_t span = run, dense = run; /* elements that the levels so far reach over, and the stride that follows them */
    bool is_empty = run == 0;
    for (int i = 0; i < num_levels; i++) {
        const tcui_level *level = &levels[i];
        if (*level->stride == 0) {
            *level->stride = dense;
        }
        if (*level->stride < span) {
            char name[64];
            snprintf(name, sizeof name, level->index < 0 ? "%s" : "%s[%d]", level->name, level->index);
            return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                             "%s is %" PRIu64 ", less than the %" PRIu64 " elements that it has to step over", name,
                             *level->stride, span);
        }
        is_empty |= level->count == 0;
        const uint64_t count = level->count == 0 ? 1 : level->count;
        if (span > 0 && !tcui_extent(count, span, *level->stride, &span)) {
            return too_large(context, level);
        }
        /* (Too large a stride of a level that has one part only is never stepped over.) */
        if (!tcui_multiply(*level->stride, count, &dense)) {
            dense = UINT64_MAX;
        }
    }
    *elements = is_empty ? 0 : span;
    return TCU_SUCCESS;
}

/* -------------------------------------------------------------------------------------------------- descriptions --- */

/* The strides of one of the two arrays. */
typedef struct sides {
    const char *axis_name, *field_name, *batch_name;
    uint64_t axes[TCUI_AXES]; /* of the D axes of the description */
    uint64_t field, batch;
    uint32_t fields;
} sides;

static tcu_status set_strides(tcu_context *context, const tcu_stencil_desc *desc, uint64_t channels, uint64_t batch,
                              sides *side, uint64_t *elements)
{
    const int last = (int)desc->dimensions - 1;
    tcui_level levels[TCUI_AXES + 2];
    int count = 0;
    if (side->axes[last] != 0) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "%s[%d] is %" PRIu64 "; of the last axis it must be 0: its points are contiguous",
                         side->axis_name, last, side->axes[last]);
    }
    uint64_t run;
    if (!tcui_multiply(desc->extents[last], channels, &run)) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "desc.extents[%d] is %" PRIu64 " points of %" PRIu64 " channels: " TCUI_TOO_LARGE, last,
                         desc->extents[last], channels);
    }
    for (int axis = last - 1; axis >= 0; axis--) {
        levels[count++] = (tcui_level){side->axis_name, axis, desc->extents[axis], &side->axes[axis]};
    }
    levels[count++] = (tcui_level){side->field_name, -1, side->fields, &side->field};
    levels[count++] = (tcui_level){side->batch_name, -1, batch, &side->batch};
    side->axes[last] = channels;
    return tcui_grid_set_strides(context, run, levels, count, elements);
}

static tcu_status check_boundaries(tcu_context *context, const tcu_stencil_desc *desc, uint32_t in_fields,
                                   uint32_t out_fields)
{
    for (uint32_t axis = 0; axis < desc->dimensions; axis++) {
        char name[32];
        snprintf(name, sizeof name, "desc.boundaries[%u]", (unsigned)axis);
        const tcu_status status = tcui_grid_check_boundary(context, name, desc->boundaries[axis]);
        if (status != TCU_SUCCESS) {
            return status;
        }
        if (desc->boundaries[axis] == TCU_BOUNDARY_KEEP && in_fields != out_fields) {
            return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                             "%s is TCU_BOUNDARY_KEEP, which needs as many input fields (%u) as output fields (%u)",
                             name, (unsigned)in_fields, (unsigned)out_fields);
        }
    }
    return TCU_SUCCESS;
}

static void set_axes(const tcu_stencil_desc *desc, const sides *in, const sides *out, tcui_stencil *stencil)
{
    const int unused = TCUI_AXES - (int)desc->dimensions;
    for (int axis = 0; axis < TCUI_AXES; axis++) {
        tcui_axis *to = &stencil->axes[axis];
        const int from = axis - unused;
        *to = (tcui_axis){.in = 1, .out = 1, .step = 1, .boundary = TCU_BOUNDARY_ZERO};
        if (from < 0) {
            continue;
        }
        to->in = to->out = desc->extents[from];
        to->in_stride = in->axes[from];
        to->out_stride = out->axes[from];
        to->boundary = desc->boundaries[from];
    }
}

tcu_status tcui_grid_read(tcu_context *context, const tcu_stencil_desc *desc, tcui_stencil *stencil,
                          uint64_t *in_elements, uint64_t *out_elements)
{
    tcu_status status = tcui_grid_check_type(context, desc->type);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (desc->dimensions < 1 || desc->dimensions > TCU_STENCIL_MAX_DIMENSIONS) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "desc.dimensions is %u; it must be 1 to %d",
                         (unsigned)desc->dimensions, TCU_STENCIL_MAX_DIMENSIONS);
    }
    for (size_t i = 0; i < sizeof desc->reserved / sizeof desc->reserved[0]; i++) {
        if (desc->reserved[i] != 0) {
            return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "desc.reserved[%zu] is %" PRIu64 "; it must be 0", i,
                             desc->reserved[i]);
        }
    }
    for (uint32_t axis = 0; axis < desc->dimensions; axis++) {
        if (desc->extents[axis] == 0) {
            return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                             "desc.extents[%u] is 0; each of the %u axes must have 1 point or more", (unsigned)axis,
                             (unsigned)desc->dimensions);
        }
    }
    const uint64_t channels = desc->channels == 0 ? 1 : desc->channels, batch = desc->batch == 0 ? 1 : desc->batch;
    const uint32_t in_fields = desc->in_fields == 0 ? 1 : desc->in_fields;
    const uint32_t out_fields = desc->out_fields == 0 ? 1 : desc->out_fields;
    const bool coupled = desc->tap_fields != NULL;
    if (!coupled && in_fields != out_fields) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "desc.in_fields is %u and desc.out_fields is %u; without desc.tap_fields they must be equal",
                         (unsigned)in_fields, (unsigned)out_fields);
    }
    if ((status = check_boundaries(context, desc, in_fields, out_fields)) != TCU_SUCCESS) {
        return status;
    }
    sides in = {"desc.in_strides",
                "desc.in_field_stride",
                "desc.in_batch_stride",
                {0},
                desc->in_field_stride,
                desc->in_batch_stride,
                in_fields};
    sides out = {"desc.out_strides",
                 "desc.out_field_stride",
                 "desc.out_batch_stride",
                 {0},
                 desc->out_field_stride,
                 desc->out_batch_stride,
                 out_fields};
    for (uint32_t axis = 0; axis < desc->dimensions; axis++) {
        in.axes[axis] = desc->in_strides[axis];
        out.axes[axis] = desc->out_strides[axis];
    }
    if ((status = set_strides(context, desc, channels, batch, &in, in_elements)) != TCU_SUCCESS ||
        (status = set_strides(context, desc, channels, batch, &out, out_elements)) != TCU_SUCCESS) {
        return status;
    }
    *stencil = (tcui_stencil){.type = desc->type,
                              .channels = channels,
                              .batch = batch,
                              .in_batch_stride = in.batch,
                              .out_batch_stride = out.batch,
                              .copies = coupled ? 1 : in_fields,
                              .in_copy_stride = in.field,
                              .out_copy_stride = out.field,
                              .in_fields = coupled ? in_fields : 1,
                              .out_fields = coupled ? out_fields : 1,
                              .in_field_stride = in.field,
                              .out_field_stride = out.field,
                              .constant = tcui_grid_round(desc->type, desc->constant)};
    set_axes(desc, &in, &out, stencil);
    return TCU_SUCCESS;
}
