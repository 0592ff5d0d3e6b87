/* SPDX-License-Identifier: Apache-2.0 */
/* Cases: their shapes, where elements lie, and cases at random. */
#include <string.h>

#include "stencil.h"

bool test_stencil_has_plan(test_stencil_form form)
{
    return form == TEST_STENCIL_EXECUTE || form == TEST_STENCIL_ITERATE;
}

bool test_stencil_is_convolution(test_stencil_form form)
{
    return form == TEST_STENCIL_CONVOLVE_1D || form == TEST_STENCIL_CONVOLVE_2D || form == TEST_STENCIL_SEPARABLE;
}

/* ---------------------------------------------------------------------------------------------------- shapes --- */

/* The table in tcu/convolution.h. */
static uint64_t convolved(tcu_padding padding, uint64_t n, uint64_t k, uint64_t s)
{
    switch (padding) {
    case TCU_PADDING_VALID:
        return n < k ? 0 : (n - k) / s + 1;
    case TCU_PADDING_SAME:
        return (n + s - 1) / s;
    default:
        return n == 0 ? 0 : (n + k - 2) / s + 1;
    }
}

static uint64_t of_layer(uint64_t n, uint64_t kernel, uint64_t stride, uint64_t zeros, uint64_t dilation)
{
    const uint64_t padded = n + 2 * zeros, window = dilation * (kernel - 1) + 1;
    return padded < window ? 0 : (padded - window) / stride + 1;
}

void test_stencil_out_extents(const test_stencil_case *t, uint64_t extents[TEST_AXES])
{
    memcpy(extents, t->extents, sizeof t->extents);
    for (int axis = 0; axis < 2; axis++) {
        const uint64_t n = t->extents[axis + 1], k = t->kernel[axis], s = t->stride[axis];
        const bool has_axis = axis == 1 || t->form != TEST_STENCIL_CONVOLVE_1D;
        if (t->form == TEST_STENCIL_LAYER) {
            extents[axis + 1] = of_layer(n, k, s, t->padding_zeros[axis], t->dilation[axis]);
        } else if (test_stencil_is_convolution(t->form) && has_axis) {
            extents[axis + 1] = convolved(t->padding, n, k, s);
        }
    }
}

test_layout test_stencil_layout(const test_stencil_case *t, bool out)
{
    const test_gaps *gaps = out ? &t->out_gaps : &t->in_gaps;
    const uint32_t fields = out ? t->out_fields : t->in_fields;
    uint64_t extents[TEST_AXES];
    memcpy(extents, t->extents, sizeof extents);
    if (out) {
        test_stencil_out_extents(t, extents);
    }
    const bool is_empty = t->batch * fields * extents[0] * extents[1] * extents[2] * t->channels == 0;
    for (int axis = 0; axis < TEST_AXES; axis++) { /* strides step over a point at least */
        extents[axis] += extents[axis] == 0;
    }
    test_layout layout = {.axes = {0, 0, t->channels}};
    layout.axes[1] = extents[2] * layout.axes[2] + gaps->axes[1];
    layout.axes[0] = extents[1] * layout.axes[1] + gaps->axes[0];
    layout.field = extents[0] * layout.axes[0] + gaps->field;
    layout.batch = fields * layout.field + gaps->batch;
    if (!is_empty) {
        const test_place last = {
            t->batch - 1, fields - 1, {extents[0] - 1, extents[1] - 1, extents[2] - 1}, t->channels - 1};
        layout.elements = test_layout_place(&layout, &last) + 1;
    }
    return layout;
}

uint64_t test_layout_place(const test_layout *l, const test_place *p)
{
    return p->batch * l->batch + p->field * l->field + p->point[0] * l->axes[0] + p->point[1] * l->axes[1] +
           p->point[2] * l->axes[2] + p->channel;
}

/* ----------------------------------------------------------------------------------------------------- cases --- */

test_stencil_case test_stencil_plain(test_stencil_form form, tcu_type type, uint32_t dimensions)
{
    return (test_stencil_case){.form = form,
                               .type = type,
                               .dimensions = dimensions,
                               .extents = {8, 8, 8},
                               .channels = 1,
                               .batch = 1,
                               .in_fields = 1,
                               .out_fields = 1,
                               .kernel = {1, 1},
                               .stride = {1, 1},
                               .dilation = {1, 1},
                               .steps = 1};
}

void test_stencil_settle(test_stencil_case *t)
{
    const bool has_plan = test_stencil_has_plan(t->form);
    if (!has_plan) {
        t->dimensions = t->form == TEST_STENCIL_CONVOLVE_1D || t->form == TEST_STENCIL_DIFFERENCE ? 1 : 2;
    }
    const int first = TEST_AXES - (int)t->dimensions;
    for (int axis = 0; axis < first; axis++) {
        t->extents[axis] = 1;
        t->low[axis] = t->high[axis] = 0;
        t->boundaries[axis] = TCU_BOUNDARY_ZERO;
        t->in_gaps.axes[axis] = t->out_gaps.axes[axis] = 0;
    }
    bool keeps = t->form == TEST_STENCIL_ITERATE;
    for (int axis = 0; axis < TEST_AXES; axis++) {
        keeps = keeps || t->boundaries[axis] == TCU_BOUNDARY_KEEP;
    }
    const bool is_coupled = t->given != NULL ? t->given->is_coupled : test_pattern_is_coupled(t->pattern);
    if (has_plan && (!is_coupled || keeps)) {
        t->out_fields = t->in_fields;
    }
    if (t->form == TEST_STENCIL_ITERATE) {
        t->out_gaps = t->in_gaps;
    }
    if (test_stencil_is_convolution(t->form)) {
        t->in_fields = t->out_fields = 1;
        t->in_gaps.field = t->out_gaps.field = 0;
        t->in_gaps.axes[0] = t->out_gaps.axes[0] = 0; /* images lie in_image_stride apart */
        t->boundaries[1] = t->boundaries[2];
    }
    if (t->form == TEST_STENCIL_CONVOLVE_1D) {
        t->kernel[0] = t->stride[0] = 1;
        t->in_gaps.axes[1] = t->out_gaps.axes[1] = 0;
        t->boundaries[1] = TCU_BOUNDARY_ZERO;
    }
    if (t->form == TEST_STENCIL_LAYER || t->form == TEST_STENCIL_DIFFERENCE) {
        t->channels = 1;
        t->in_gaps = t->out_gaps = (test_gaps){0};
        t->boundaries[1] = t->boundaries[2] = TCU_BOUNDARY_ZERO;
    }
    if (t->form == TEST_STENCIL_DIFFERENCE) {
        t->batch = t->in_fields = t->out_fields = 1;
    }
    t->in_place = t->in_place && t->form == TEST_STENCIL_DIFFERENCE;
}

void test_stencil_empty(test_stencil_case *t)
{
    switch (t->form) {
    case TEST_STENCIL_DIFFERENCE:
        t->extents[2] = 0;
        t->count = (test_count){0};
        break;
    case TEST_STENCIL_ITERATE:
        t->steps = 0;
        break;
    case TEST_STENCIL_LAYER:
        t->batch = 0;
        break;
    default:
        t->padding = TCU_PADDING_VALID;
        t->extents[2] = t->extents[2] < 1000 ? t->extents[2] : 1000; /* (kernels have at most 65536 weights) */
        t->kernel[0] = 1;
        t->kernel[1] = t->extents[2] + 1;
    }
}
