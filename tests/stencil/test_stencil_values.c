/* SPDX-License-Identifier: Apache-2.0 */
/* Results that are known without a computation: what lies outside, which taps there are, where NaNs go, rounding. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plans/apply.h"
#include "primitives/context/context_internal.h"
#include "stencil/inputs.h"
#include "stencil/stencil.h"
#include "test_backend.h"
#include "test_types.h"

static tcu_stencil_desc line_of(tcu_type type, uint64_t n, tcu_boundary boundary)
{
    tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
    desc.type = type;
    desc.dimensions = 1;
    desc.extents[0] = n;
    desc.boundaries[0] = boundary;
    return desc;
}

/* The table of the header: four points a b c d are 1 2 3 4, k is 9. */
Test(stencil_values, what_lies_outside)
{
    static const struct {
        tcu_boundary boundary;
        double line[12]; /* from -4 to 7 */
    } rows[] = {{TCU_BOUNDARY_ZERO, {0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0}},
                {TCU_BOUNDARY_CONSTANT, {9, 9, 9, 9, 1, 2, 3, 4, 9, 9, 9, 9}},
                {TCU_BOUNDARY_CLAMP, {1, 1, 1, 1, 1, 2, 3, 4, 4, 4, 4, 4}},
                {TCU_BOUNDARY_REFLECT, {3, 4, 3, 2, 1, 2, 3, 4, 3, 2, 1, 2}},
                {TCU_BOUNDARY_SYMMETRIC, {4, 3, 2, 1, 1, 2, 3, 4, 4, 3, 2, 1}},
                {TCU_BOUNDARY_PERIODIC, {1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4}}};
    tcu_context *context = test_context_new();
    const double in[4] = {1, 2, 3, 4};
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        for (int type = 0; type < TEST_STENCIL_TYPES; type++) {
            for (int32_t offset = -4; offset <= 4; offset++) {
                tcu_stencil_desc desc = line_of(test_stencil_types[type], 4, rows[r].boundary);
                const double one = 1;
                double out[4] = {0};
                desc.constant = 9;
                desc.num_taps = 1;
                desc.offsets = &offset;
                desc.weights = &one;
                test_apply(context, test_plan_of(context, &desc), desc.type, in, 4, out, 4);
                for (int i = 0; i < 4; i++) {
                    cr_expect_eq(out[i], rows[r].line[4 + i + offset], "%s, %s: in[%d] is %g",
                                 test_boundary_names[rows[r].boundary], test_types[desc.type].name, i + offset, out[i]);
                }
            }
        }
    }
    tcu_context_destroy(context);
}

/* The corner of a grid of ones, beyond two axes: ZERO and CONSTANT prevail, of two the slower axis. */
Test(stencil_values, what_lies_outside_of_two_axes)
{
    static const struct {
        tcu_boundary slow, fast;
        double corner;
    } rows[] = {{TCU_BOUNDARY_ZERO, TCU_BOUNDARY_CONSTANT, 0},    {TCU_BOUNDARY_CONSTANT, TCU_BOUNDARY_ZERO, 5},
                {TCU_BOUNDARY_ZERO, TCU_BOUNDARY_PERIODIC, 0},    {TCU_BOUNDARY_CLAMP, TCU_BOUNDARY_ZERO, 0},
                {TCU_BOUNDARY_CONSTANT, TCU_BOUNDARY_REFLECT, 5}, {TCU_BOUNDARY_SYMMETRIC, TCU_BOUNDARY_CONSTANT, 5},
                {TCU_BOUNDARY_REFLECT, TCU_BOUNDARY_PERIODIC, 1}, {TCU_BOUNDARY_KEEP, TCU_BOUNDARY_ZERO, 1},
                {TCU_BOUNDARY_CONSTANT, TCU_BOUNDARY_KEEP, 1},    {TCU_BOUNDARY_CONSTANT, TCU_BOUNDARY_CONSTANT, 5}};
    tcu_context *context = test_context_new();
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        tcu_stencil_desc desc = line_of(TCU_TYPE_F32, 3, rows[r].slow);
        const int32_t offsets[] = {-1, -1};
        const double weight = 1, in[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
        double out[9] = {0};
        desc.dimensions = 2;
        desc.extents[1] = 3;
        desc.boundaries[1] = rows[r].fast;
        desc.constant = 5;
        desc.num_taps = 1;
        desc.offsets = offsets;
        desc.weights = &weight;
        test_apply(context, test_plan_of(context, &desc), desc.type, in, 9, out, 9);
        cr_expect_eq(out[0], rows[r].corner, "%s, %s: %g", test_boundary_names[rows[r].slow],
                     test_boundary_names[rows[r].fast], out[0]);
        cr_expect_eq(out[8], 1);
    }
    tcu_context_destroy(context);
}

/* The constant is rounded to the type: of u8 within 0 ... 255. */
Test(stencil_values, constants_are_rounded)
{
    static const struct {
        tcu_type type;
        double constant, rounded;
    } rows[] = {{TCU_TYPE_U8, 300, 255},
                {TCU_TYPE_U8, -5, 0},
                {TCU_TYPE_U8, 2.5, 2},
                {TCU_TYPE_U8, 3.5, 4},
                {TCU_TYPE_U8, NAN, 0},
                {TCU_TYPE_F16, 2049, 2048},
                {TCU_TYPE_F16, 1e6, INFINITY},
                {TCU_TYPE_BF16, 257, 256},
                {TCU_TYPE_F32, 16777217, 16777216},
                {TCU_TYPE_F64, 0.1, 0.1},
                {TCU_TYPE_F64, -INFINITY, -INFINITY}};
    tcu_context *context = test_context_new();
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        tcu_stencil_desc desc = line_of(rows[r].type, 2, TCU_BOUNDARY_CONSTANT);
        const int32_t offset = -1;
        const double weight = 1, in[2] = {1, 1};
        double out[2] = {0};
        desc.constant = rows[r].constant;
        desc.num_taps = 1;
        desc.offsets = &offset;
        desc.weights = &weight;
        test_apply(context, test_plan_of(context, &desc), desc.type, in, 2, out, 2);
        cr_expect_eq(out[0], rows[r].rounded, "%s %g: %.17g", test_types[desc.type].name, rows[r].constant, out[0]);
    }
    tcu_context_destroy(context);
}

/* Taps that are 0, or add up to 0, are none, and weights of the same tap are added. */
Test(stencil_values, taps_are_added)
{
    tcu_context *context = test_context_new();
    for (int type = 0; type < TEST_STENCIL_TYPES - 1; type++) {
        tcu_stencil_desc desc = line_of(test_stencil_types[type], 5, TCU_BOUNDARY_PERIODIC);
        const int32_t offsets[] = {1, 0, 1, -1, 2, -1, 0};
        const double weights[] = {0.25, 1, 0.5, 4, 0, -4, 2}, in[5] = {NAN, 4, 8, 12, 16};
        double out[5] = {0};
        desc.num_taps = 7;
        desc.offsets = offsets;
        desc.weights = weights;
        test_apply(context, test_plan_of(context, &desc), desc.type, in, 5, out, 5); /* 3 x + 0.75 right neighbour */
        cr_expect(isnan(out[0]) && isnan(out[4]));
        cr_expect(out[1] == 18 && out[2] == 33 && out[3] == 48, "%g %g %g", out[1], out[2], out[3]);
    }
    tcu_context_destroy(context);
}

/* Weights of one tap are added in f64 in the order of the description, however many other taps lie between them. */
Test(stencil_values, weights_are_added_in_their_order)
{
    enum { TAPS = 600 };
    tcu_context *context = test_context_new();
    for (int turn = 0; turn < 2; turn++) {
        int32_t offsets[TAPS];
        double weights[TAPS], expected = 0, out[1] = {0};
        const double in[1] = {1}, thirds[3] = {0x1p60, turn == 0 ? 1 : -0x1p60, turn == 0 ? -0x1p60 : 1};
        for (int t = 0; t < TAPS; t++) { /* two taps: both are the one point */
            offsets[t] = t % 2;
            weights[t] = thirds[t / 2 % 3];
        }
        for (int t = 0; t < TAPS; t += 2) {
            expected += weights[t];
        }
        cr_assert_eq(expected, turn); /* in the other order it is 1 - turn */
        for (int type = 0; type < 2; type++) {
            tcu_stencil_desc desc = line_of(test_stencil_types[type], 1, TCU_BOUNDARY_CLAMP);
            desc.num_taps = TAPS;
            desc.offsets = offsets;
            desc.weights = weights;
            test_apply(context, test_plan_of(context, &desc), desc.type, in, 1, out, 1);
            cr_expect_eq(out[0], 2 * expected, "%s: %g, not %g", test_types[desc.type].name, out[0], 2 * expected);
        }
    }
    tcu_context_destroy(context);
}

/* A mirror at the outermost point of an axis of one point has that point everywhere. */
Test(stencil_values, reflections_of_one_point)
{
    tcu_context *context = test_context_new();
    for (int type = 0; type < TEST_STENCIL_TYPES; type++) {
        for (int32_t offset = -5; offset <= 5; offset++) {
            tcu_stencil_desc desc = line_of(test_stencil_types[type], 1, TCU_BOUNDARY_REFLECT);
            const double weight = 2, in[1] = {7};
            double out[1] = {0};
            desc.num_taps = 1;
            desc.offsets = &offset;
            desc.weights = &weight;
            test_apply(context, test_plan_of(context, &desc), desc.type, in, 1, out, 1);
            cr_expect_eq(out[0], 14, "%s, offset %d: %g", test_types[desc.type].name, (int)offset, out[0]);
        }
    }
    tcu_context_destroy(context);
}

/*
 * Weights of one largest magnitude beside tiny ones, whose quotients f32 has as denormal numbers alone: the box is no
 * product then, and rows of tiny weights count to the last bit.
 */
Test(stencil_values, products_of_tiny_factors)
{
    enum { EDGE = 9, POINTS = EDGE * EDGE };
    tcu_context *context = test_context_new();
    double in[POINTS], out[POINTS], weights[POINTS];
    for (int i = 0; i < POINTS; i++) {
        const double down = i / EDGE == 4 ? 0x1p30 : (1 + 0x1p-20) * 0x1p-115;
        weights[i] = down * (1 + i % EDGE / 16.0);
        in[i] = i / EDGE < 4 ? 1 : 0;
    }
    tcu_stencil_desc desc = line_of(TCU_TYPE_F32, EDGE, TCU_BOUNDARY_ZERO);
    desc.dimensions = 2;
    desc.extents[1] = desc.box[0] = desc.box[1] = EDGE;
    desc.origin[0] = desc.origin[1] = 4;
    desc.weights = weights;
    test_apply(context, test_plan_of(context, &desc), desc.type, in, POINTS, out, POINTS);
    double expected = 0;
    for (int i = 0; i < 4 * EDGE; i++) {
        expected += weights[i];
    }
    const double got = out[POINTS / 2], error = (POINTS + 3) * 0x1p-24 * expected;
    cr_expect_leq(fabs(got - expected), error, "%.9g, not %.9g", got, expected);
    tcu_context_destroy(context);
}

/* Without a tap other than 0 all is 0, whatever is in the input; points of KEEP, too: there is no footprint. */
Test(stencil_values, without_taps)
{
    tcu_context *context = test_context_new();
    for (int boundary = 0; boundary < 7; boundary++) {
        tcu_stencil_desc desc = line_of(TCU_TYPE_F32, 3, (tcu_boundary)boundary);
        const double zeros[3] = {0, 0, 0}, in[3] = {NAN, INFINITY, 1};
        double out[3] = {7, 7, 7};
        desc.box[0] = 3;
        desc.origin[0] = 1;
        desc.weights = zeros;
        test_apply(context, test_plan_of(context, &desc), desc.type, in, 3, out, 3);
        cr_expect(out[0] == 0 && out[1] == 0 && out[2] == 0, "%s: %g %g %g", test_boundary_names[boundary], out[0],
                  out[1], out[2]);
    }
    tcu_context_destroy(context);
}

/* Sums of bytes: halves to the even one, nothing below 0 or above 255. */
Test(stencil_values, bytes_are_rounded_and_saturated)
{
    static const struct {
        double factor, offset, expected[4]; /* of 1, 3, 5, 255 */
    } rows[] = {{0.5, 0, {0, 2, 2, 128}},       {-1, 0, {0, 0, 0, 0}},           {1.5, 0, {2, 4, 8, 255}},
                {100, 0, {100, 255, 255, 255}}, {1e30, 0, {255, 255, 255, 255}}, {-1, 20, {19, 17, 15, 0}},
                {0.001, 0.498, {0, 1, 1, 1}}};
    tcu_context *context = test_context_new();
    const double in[4] = {1, 3, 5, 255};
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        tcu_stencil_desc desc = line_of(TCU_TYPE_U8, 4, TCU_BOUNDARY_CONSTANT);
        const int32_t offsets[] = {0, 4096};
        const double weights[] = {rows[r].factor, rows[r].offset};
        double out[4] = {0};
        desc.constant = 1;
        desc.num_taps = 2;
        desc.offsets = offsets;
        desc.weights = weights;
        test_apply(context, test_plan_of(context, &desc), desc.type, in, 4, out, 4);
        for (int i = 0; i < 4; i++) {
            cr_expect_eq(out[i], rows[r].expected[i], "%g * %g + %g: %g", rows[r].factor, in[i], rows[r].offset,
                         out[i]);
        }
    }
    tcu_context_destroy(context);
}

/* ---------------------------------------------------------------------------------------------- what spreads --- */

/* Whether each point is in its own footprint: exact weights may be 0, even all of a small stencil. */
static bool has_middle(const test_stencil_case *t)
{
    test_taps taps = test_sweeper_taps(t);
    bool has = false;
    for (uint64_t k = 0; k < taps.count; k++) {
        const int64_t *offset = taps.taps[k].offset;
        has = has || (offset[0] == 0 && offset[1] == 0 && offset[2] == 0 && taps.taps[k].weight != 0);
    }
    test_taps_free(&taps);
    return has;
}

/* One value that is not finite in a grid: it shows in the results whose footprint it is in, and in no others. */
static void spread(test_sweeper *s, tcu_type type, uint32_t dimensions, int64_t radius, test_pattern pattern,
                   const uint64_t *extents, double value, test_random *random)
{
    test_stencil_case t = test_stencil_plain(TEST_STENCIL_EXECUTE, type, dimensions);
    t.seed = test_random_next(random);
    t.value_seed = test_random_next(random);
    t.pattern = pattern;
    t.weight_numbers = t.numbers = TEST_NUMBERS_EXACT;
    for (int axis = 0; axis < TEST_AXES; axis++) {
        t.extents[axis] = extents[axis];
        t.low[axis] = -radius;
        t.high[axis] = radius;
        t.boundaries[axis] = (tcu_boundary)test_random_below(random, 6);
    }
    test_stencil_settle(&t);
    test_sweeper_prepare(s, &t);
    test_buffer *in = &s->buffers[TEST_STENCIL_IN];
    const uint64_t count = t.extents[0] * t.extents[1] * t.extents[2], at = test_random_below(random, count);
    test_element_store(type, value, in->host + at * test_types[type].bytes);
    s->values[at] = value;
    test_copy_in(in->slice.data, in->host, in->slice.bytes);
    s->verified = 0;
    cr_assert(test_sweeper_execute(s, &t) && test_sweeper_verify(s, &t), "%s", s->failure);
    cr_expect(s->verified < count || !has_middle(&t), "it shows nowhere");
    cr_expect_gt(s->verified, 0, "it shows everywhere");
}

/* Footprints of all sizes, so that every path is taken. */
Test(stencil_values, what_is_not_finite_stays_in_its_footprint, .timeout = 120)
{
    static const uint64_t extents[3][TEST_AXES] = {{1, 1, 900}, {1, 47, 61}, {15, 18, 23}};
    static const int64_t radii[3][4] = {{1, 8, 32, 64}, {1, 2, 4, 8}, {1, 2, 3, 4}};
    static const double values[] = {NAN, INFINITY, -INFINITY};
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18600);
    for (int type = 0; type < TEST_STENCIL_TYPES - 1; type++) {
        for (uint32_t dimensions = 1; dimensions <= 3; dimensions++) {
            for (int r = 0; r < 4; r++) {
                for (int i = 0; i < 3; i++) {
                    const test_pattern pattern = i == 0   ? TEST_PATTERN_BOX
                                                 : i == 1 ? TEST_PATTERN_STAR
                                                          : TEST_PATTERN_SYMMETRIC;
                    spread(&s, test_stencil_types[type], dimensions, radii[dimensions - 1][r], pattern,
                           extents[dimensions - 1], values[(r + i) % 3], &random);
                }
            }
        }
    }
    test_sweeper_free(&s);
}

/* ------------------------------------------------------------------------------------------------- same again --- */

/* The same bits from run to run, and on the host for every number of threads. */
Test(stencil_values, results_are_reproducible, .timeout = 300)
{
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18601);
    for (uint64_t i = 0; i < test_by_tier(80, 200, 1000); i++) {
        test_stencil_case t = test_stencil_any(100000, &random);
        t.in_place = false;
        test_sweeper_expect(&s, &t);
        const test_slice *out = &s.buffers[t.form == TEST_STENCIL_ITERATE ? TEST_STENCIL_IN : TEST_STENCIL_OUT].slice;
        unsigned char *first = malloc(out->bytes + 1);
        cr_assert_not_null(first);
        test_copy_out(first, out->data, out->bytes);
        for (int again = 1; again < 4; again++) {
            cr_assert_eq(tcu_context_set_threads(s.context, again), TCU_SUCCESS);
            test_share_all_calls(s.context);
            t.temporary = (test_temporary)(again % TEST_TEMPORARY_COUNT);
            test_sweeper_prepare(&s, &t);
            cr_assert(test_sweeper_execute(&s, &t), "%s", s.failure);
            cr_expect(test_slice_holds(out, first), "run %d of %s differs", again, test_stencil_names[t.form]);
        }
        free(first);
    }
    test_sweeper_free(&s);
}
