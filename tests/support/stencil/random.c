/* SPDX-License-Identifier: Apache-2.0 */
/* Cases at random. */
#include <math.h>

#include "stencil.h"

static uint64_t below(test_random *random, uint64_t bound)
{
    return test_random_below(random, bound);
}

/* One of the rare, or the first. */
static uint64_t rarely(test_random *random, uint64_t usual, uint64_t most)
{
    return below(random, 3) == 0 ? 1 + below(random, most) : usual;
}

static void draw_gaps(test_gaps *gaps, test_random *random)
{
    *gaps = (test_gaps){0};
    if (below(random, 3) == 0) {
        gaps->axes[0] = below(random, 2) * below(random, 40);
        gaps->axes[1] = below(random, 2) * below(random, 40);
        gaps->field = below(random, 2) * below(random, 100);
        gaps->batch = below(random, 2) * below(random, 100);
    }
}

/* Radii up to those that the library has to have, mostly small; now and then far off the point. */
static void draw_box(test_stencil_case *t, test_random *random)
{
    static const int64_t radii[] = {0, 64, 8, 4};
    const int64_t most = below(random, 4) == 0 ? radii[t->dimensions] : 2;
    t->pattern = (test_pattern)below(random, TEST_PATTERN_COUNT);
    for (int axis = 0; axis < TEST_AXES; axis++) {
        const int64_t radius = (int64_t)below(random, (uint64_t)most + 1);
        const bool is_even = below(random, 4) == 0; /* not centred */
        const int64_t far = below(random, 12) == 0 ? (int64_t)below(random, 41) - 20 : 0;
        t->low[axis] = -radius + far;
        t->high[axis] = radius + far + (is_even ? 1 : 0);
    }
    t->listed = 1 + below(random, 20);
}

/* Extents whose product is near so many points, some of them tiny. */
static void draw_extents(test_stencil_case *t, uint64_t points, test_random *random)
{
    for (uint32_t left = t->dimensions; left > 0; left--) {
        const uint64_t most = (uint64_t)(2 * pow((double)points, 1.0 / left)) + 1;
        const uint64_t extent = below(random, 5) == 0 ? 1 + below(random, 5) : 1 + below(random, most);
        t->extents[TEST_AXES - left] = extent < points ? extent : points;
        points = points / t->extents[TEST_AXES - left] + 1;
    }
}

static void draw_kernel(test_stencil_case *t, test_random *random)
{
    const bool is_layer = t->form == TEST_STENCIL_LAYER;
    for (int axis = 0; axis < 2; axis++) {
        const uint64_t most = is_layer ? 4 : t->dimensions == 1 ? 40 : 9;
        t->kernel[axis] = 1 + below(random, most);
        t->stride[axis] = (uint32_t)rarely(random, 1, 4);
        t->padding_zeros[axis] = (uint32_t)below(random, 4);
        t->dilation[axis] = (uint32_t)rarely(random, 1, 3);
    }
    t->padding = (tcu_padding)below(random, 3);
    t->kind = (tcu_convolution_kind)below(random, 2);
    t->has_bias = below(random, 2) == 0;
}

static uint64_t taps_of(const test_stencil_case *t)
{
    uint64_t taps = 1;
    if (!test_stencil_has_plan(t->form)) {
        return t->kernel[0] * t->kernel[1];
    }
    for (int axis = 0; axis < TEST_AXES; axis++) {
        taps *= (uint64_t)(t->high[axis] - t->low[axis] + 1);
    }
    if (t->pattern == TEST_PATTERN_TERMS) {
        return t->out_fields * (uint64_t)(t->high[0] - t->low[0] + t->high[1] - t->low[1] + t->high[2] - t->low[2] + 1);
    }
    return t->pattern == TEST_PATTERN_LIST || t->pattern == TEST_PATTERN_COUPLED ? t->listed : taps;
}

static void draw_numbers(test_stencil_case *t, test_random *random)
{
    static const test_numbers numbers[] = {TEST_NUMBERS_UNIT,    TEST_NUMBERS_EXACT,   TEST_NUMBERS_UNIT,
                                           TEST_NUMBERS_SPECIAL, TEST_NUMBERS_SPECIAL, TEST_NUMBERS_WIDE,
                                           TEST_NUMBERS_MIXED,   TEST_NUMBERS_TINY,    TEST_NUMBERS_HUGE};
    const bool is_iterated = t->form == TEST_STENCIL_ITERATE;
    t->numbers = numbers[below(random, is_iterated ? 5 : 9)];
    t->weight_numbers =
        t->numbers == TEST_NUMBERS_EXACT || t->numbers == TEST_NUMBERS_WIDE ? t->numbers : TEST_NUMBERS_UNIT;
    if (is_iterated && t->type == TCU_TYPE_U8) {
        t->weight_numbers = TEST_NUMBERS_EXACT; /* what a step rounds to has to be certain */
    }
    if (is_iterated && t->type != TCU_TYPE_U8 && t->weight_numbers == TEST_NUMBERS_EXACT) {
        t->weight_numbers = TEST_NUMBERS_UNIT; /* numbers would grow beyond the types */
    }
    /* As with grids of small or large spacings. (What a product has between its passes could leave the type then.) */
    const bool is_product = t->form == TEST_STENCIL_SEPARABLE || t->pattern == TEST_PATTERN_SEPARABLE;
    if (!is_iterated && !is_product && t->form != TEST_STENCIL_LAYER && t->weight_numbers != TEST_NUMBERS_WIDE &&
        below(random, 4) == 0) {
        t->weight_exponent = (int)below(random, 81) - 40;
    }
    t->constant = below(random, 4) == 0 ? 300.5 : test_random_unit(random) * 3 - 1;
}

test_stencil_case test_stencil_random(test_stencil_form form, tcu_type type, uint64_t work, test_random *random)
{
    static const uint64_t steps[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 33};
    test_stencil_case t = test_stencil_plain(form, type, 1 + (uint32_t)below(random, 3));
    t.seed = test_random_next(random);
    t.value_seed = test_random_next(random);
    t.channels = rarely(random, 1, 5);
    t.batch = rarely(random, 1, 4);
    t.in_fields = (uint32_t)rarely(random, 1, 4);
    t.out_fields = (uint32_t)rarely(random, 1, 4);
    if (form == TEST_STENCIL_LAYER) {
        t.in_fields =
            (uint32_t)below(random, 3) == 0 ? 1 + (uint32_t)below(random, 40) : 1 + (uint32_t)below(random, 9);
        t.out_fields = 1 + (uint32_t)below(random, 20);
    }
    draw_gaps(&t.in_gaps, random);
    draw_gaps(&t.out_gaps, random);
    const uint64_t boundaries = test_stencil_has_plan(form) ? 7 : 6;
    for (int axis = 0; axis < TEST_AXES; axis++) {
        t.boundaries[axis] = (tcu_boundary)below(random, boundaries);
    }
    if (below(random, 3) == 0) { /* the same along all axes, as most have it */
        t.boundaries[0] = t.boundaries[1] = t.boundaries[2];
    }
    draw_kernel(&t, random);
    draw_box(&t, random);
    t.steps = steps[below(random, sizeof steps / sizeof steps[0])];
    test_stencil_settle(&t);
    const uint64_t of_form = form == TEST_STENCIL_ITERATE ? t.steps + 1
                             : form == TEST_STENCIL_LAYER ? (uint64_t)t.in_fields * t.out_fields
                                                          : t.in_fields;
    const uint64_t each = taps_of(&t) * t.channels * t.batch * of_form;
    draw_extents(&t, work / each + 1, random);
    test_stencil_settle(&t);
    draw_numbers(&t, random);
    t.in_place = form == TEST_STENCIL_DIFFERENCE && below(random, 2) == 0;
    if (form == TEST_STENCIL_DIFFERENCE && below(random, 3) == 0) {
        t.count = test_count_random(t.extents[2], random);
    }
    t.in_shift = (unsigned)below(random, 17);
    t.out_shift = (unsigned)below(random, 17);
    t.arithmetic = below(random, 2) == 0 ? TCU_ARITHMETIC_AUTO : (tcu_arithmetic)below(random, 3);
    t.temporary = (test_temporary)below(random, TEST_TEMPORARY_COUNT);
    return t;
}

test_stencil_case test_stencil_any(uint64_t work, test_random *random)
{
    const test_stencil_form form = (test_stencil_form)below(random, TEST_STENCIL_COUNT);
    tcu_type type = test_stencil_types[below(random, TEST_STENCIL_TYPES)];
    if (form == TEST_STENCIL_DIFFERENCE) {
        type = (tcu_type)below(random, TCU_TYPE_COUNT);
    } else if (form == TEST_STENCIL_LAYER) {
        type = test_stencil_types[1 + below(random, 3)];
    }
    return test_stencil_random(form, type, work, random);
}
