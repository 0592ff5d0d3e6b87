/* SPDX-License-Identifier: Apache-2.0 */
/* The calls of all forms, and plans from descriptions. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "stencil.h"

const char *const test_stencil_names[TEST_STENCIL_COUNT] = {
    "tcu_stencil_execute",       "tcu_stencil_iterate",   "tcu_convolve_1d",        "tcu_convolve_2d",
    "tcu_convolve_2d_separable", "tcu_convolution_layer", "tcu_adjacent_difference"};

const char *const test_boundary_names[7] = {"zero", "constant", "clamp", "reflect", "symmetric", "periodic", "keep"};

const tcu_type test_stencil_types[TEST_STENCIL_TYPES] = {TCU_TYPE_F64, TCU_TYPE_F32, TCU_TYPE_F16, TCU_TYPE_BF16,
                                                         TCU_TYPE_U8};

tcu_status test_stencil_run_call(tcu_context *context, const test_stencil_call *c)
{
    switch (c->form) {
    case TEST_STENCIL_EXECUTE:
        return tcu_stencil_execute(context, c->plan, c->in, c->out);
    case TEST_STENCIL_ITERATE:
        return tcu_stencil_iterate(context, c->plan, c->out, c->scratch, c->steps);
    case TEST_STENCIL_CONVOLVE_1D:
        return tcu_convolve_1d(context, c->convolution, c->in, c->weights, c->kernel[1], c->out,
                               c->convolution_options);
    case TEST_STENCIL_CONVOLVE_2D:
        return tcu_convolve_2d(context, c->convolution, c->in, c->weights, c->kernel[0], c->kernel[1], c->out,
                               c->convolution_options);
    case TEST_STENCIL_SEPARABLE:
        return tcu_convolve_2d_separable(context, c->convolution, c->in, c->weights, c->kernel[0], c->more,
                                         c->kernel[1], c->out, c->convolution_options);
    case TEST_STENCIL_LAYER:
        return tcu_convolution_layer(context, c->layer, c->in, c->weights, c->more, c->out, c->layer_options);
    default:
        return tcu_adjacent_difference(context, c->in, c->n, c->type, c->out, c->difference_options);
    }
}

tcu_status test_stencil_query(tcu_context *context, const test_stencil_call *c, size_t *bytes)
{
    switch (c->form) {
    case TEST_STENCIL_EXECUTE:
        return tcu_stencil_execute_workspace(context, c->plan, bytes);
    case TEST_STENCIL_ITERATE:
        return tcu_stencil_iterate_workspace(context, c->plan, bytes);
    case TEST_STENCIL_CONVOLVE_1D:
        return tcu_convolve_1d_workspace(context, c->convolution, c->kernel[1], c->convolution_options, bytes);
    case TEST_STENCIL_CONVOLVE_2D:
        return tcu_convolve_2d_workspace(context, c->convolution, c->kernel[0], c->kernel[1], c->convolution_options,
                                         bytes);
    case TEST_STENCIL_SEPARABLE:
        return tcu_convolve_2d_separable_workspace(context, c->convolution, c->kernel[0], c->kernel[1],
                                                   c->convolution_options, bytes);
    case TEST_STENCIL_LAYER:
        return tcu_convolution_layer_workspace(context, c->layer, c->layer_options, bytes);
    default:
        return tcu_adjacent_difference_workspace(context, c->n, c->type, c->difference_options, bytes);
    }
}

/* ----------------------------------------------------------------------------------------------------- plans --- */

/* Arrays of a description. */
typedef struct description {
    tcu_stencil_desc desc;
    int32_t *offsets;
    double *weights;
    uint32_t *fields;
    size_t count;
} description;

/* Taps of these patterns are all points of the box in C order. */
static bool is_box(const test_stencil_case *t)
{
    return t->given == NULL && (t->pattern == TEST_PATTERN_BOX || t->pattern == TEST_PATTERN_SEPARABLE ||
                                t->pattern == TEST_PATTERN_SYMMETRIC || t->pattern == TEST_PATTERN_ZEROS);
}

static void set_taps(description *d, const test_stencil_case *t, const test_taps *taps)
{
    const uint32_t dimensions = t->dimensions, first = TEST_AXES - dimensions;
    d->count = taps->count;
    d->offsets = malloc((d->count + 1) * dimensions * sizeof *d->offsets);
    d->weights = malloc((d->count + 1) * sizeof *d->weights);
    d->fields = malloc((d->count + 1) * 2 * sizeof *d->fields);
    cr_assert(d->offsets != NULL && d->weights != NULL && d->fields != NULL);
    for (size_t k = 0; k < d->count; k++) {
        const test_tap *tap = &taps->taps[k];
        d->weights[k] = tap->weight;
        d->fields[2 * k] = tap->out_field;
        d->fields[2 * k + 1] = tap->in_field;
        for (uint32_t axis = 0; axis < dimensions; axis++) {
            d->offsets[k * dimensions + axis] = (int32_t)tap->offset[first + axis];
        }
    }
    d->desc.weights = d->weights;
    if (is_box(t) && t->seed & 1) {
        for (uint32_t axis = 0; axis < dimensions; axis++) {
            d->desc.box[axis] = (uint32_t)(t->high[first + axis] - t->low[first + axis] + 1);
            d->desc.origin[axis] = (int32_t)-t->low[first + axis];
        }
    } else {
        d->desc.num_taps = d->count;
        d->desc.offsets = d->offsets;
        d->desc.tap_fields = taps->is_coupled ? d->fields : NULL;
    }
}

/* Strides that are dense may be 0. */
static void set_strides(const test_stencil_case *t, bool out, uint64_t *strides, uint64_t *field, uint64_t *batch)
{
    const test_layout layout = test_stencil_layout(t, out);
    const test_gaps *gaps = out ? &t->out_gaps : &t->in_gaps;
    const uint32_t first = TEST_AXES - t->dimensions;
    for (uint32_t axis = 0; axis + 1 < t->dimensions; axis++) {
        strides[axis] = gaps->axes[first + axis] > 0 || t->seed & 2 ? layout.axes[first + axis] : 0;
    }
    *field = gaps->field > 0 || t->seed & 4 ? layout.field : 0;
    *batch = gaps->batch > 0 || t->seed & 8 ? layout.batch : 0;
}

tcu_status test_stencil_make_plan(tcu_context *context, const test_stencil_case *t, const test_taps *taps,
                                  tcu_stencil **plan)
{
    description d = {.desc = TCU_STENCIL_DESC_INIT};
    tcu_stencil_desc *desc = &d.desc;
    const uint32_t first = TEST_AXES - t->dimensions;
    desc->type = t->type;
    desc->dimensions = t->dimensions;
    for (uint32_t axis = 0; axis < t->dimensions; axis++) {
        desc->extents[axis] = t->extents[first + axis];
        desc->boundaries[axis] = t->boundaries[first + axis];
    }
    desc->channels = t->channels == 1 && t->seed & 16 ? 0 : t->channels;
    desc->batch = t->batch == 1 && t->seed & 16 ? 0 : t->batch;
    desc->in_fields = t->in_fields == 1 && t->seed & 16 ? 0 : t->in_fields;
    desc->out_fields = t->out_fields == 1 && t->seed & 16 ? 0 : t->out_fields;
    desc->constant = t->constant;
    set_strides(t, false, desc->in_strides, &desc->in_field_stride, &desc->in_batch_stride);
    set_strides(t, true, desc->out_strides, &desc->out_field_stride, &desc->out_batch_stride);
    set_taps(&d, t, taps);
    const tcu_status status = tcu_stencil_create(context, desc, plan);
    memset(d.offsets, 0xdd, d.count * t->dimensions * sizeof *d.offsets); /* the plan has a copy */
    memset(d.weights, 0xff, d.count * sizeof *d.weights);
    memset(d.fields, 0xdd, d.count * 2 * sizeof *d.fields);
    free(d.offsets);
    free(d.weights);
    free(d.fields);
    return status;
}
