/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Weights that are numbers of the grid's type, and weights of which one is not. Such plans of f16 and bf16 may be summed by
 * products of different numbers of parts; here every result is exact, so that a part that is missing shows.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "plans/apply.h"
#include "stencil/elements.h"
#include "test_backend.h"

/* A box, and grids that are wide enough for strips inside and at the rim. */
typedef struct shape {
    uint32_t dimensions, box[TCU_STENCIL_MAX_DIMENSIONS];
    uint64_t extents[TCU_STENCIL_MAX_DIMENSIONS];
} shape;

static const shape shapes[] = {{1, {17}, {3000}},
                               {1, {33}, {2100}},
                               {1, {129}, {2600}},
                               {2, {3, 3}, {20, 400}},
                               {2, {5, 5}, {70, 390}},
                               {2, {7, 6}, {30, 391}},
                               {2, {9, 9}, {90, 402}},
                               {2, {13, 11}, {30, 400}},
                               {2, {17, 17}, {40, 400}},
                               {3, {3, 3, 3}, {9, 9, 300}},
                               {3, {5, 5, 5}, {11, 13, 290}},
                               {3, {5, 4, 7}, {9, 10, 300}},
                               {3, {7, 7, 7}, {9, 9, 290}},
                               {3, {9, 9, 9}, {10, 11, 290}}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static const tcu_type types[] = {TCU_TYPE_F16, TCU_TYPE_BF16};

static uint64_t product(const uint32_t *counts, uint32_t dimensions)
{
    uint64_t all = 1;
    for (uint32_t axis = 0; axis < dimensions; axis++) {
        all *= counts[axis];
    }
    return all;
}

static uint64_t points_of(const shape *s)
{
    uint64_t points = 1;
    for (uint32_t axis = 0; axis < s->dimensions; axis++) {
        points *= s->extents[axis];
    }
    return points;
}

/* The box's first weight at the point itself. */
static void sweep(tcu_context *context, const shape *s, tcu_type type, tcu_boundary boundary, const double *weights,
                  const double *in, double *out)
{
    const uint64_t points = points_of(s);
    tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
    desc.type = type;
    desc.dimensions = s->dimensions;
    for (uint32_t axis = 0; axis < s->dimensions; axis++) {
        desc.extents[axis] = s->extents[axis];
        desc.box[axis] = s->box[axis];
        desc.boundaries[axis] = boundary;
    }
    desc.weights = weights;
    test_apply(context, test_plan_of(context, &desc), type, in, points, out, points);
}

/* Where point i of an axis of n is read, i < 2 n - 1; n: a zero. */
static uint64_t place_of(tcu_boundary boundary, uint64_t i, uint64_t n)
{
    if (i < n) {
        return i;
    }
    return boundary == TCU_BOUNDARY_PERIODIC  ? i - n
           : boundary == TCU_BOUNDARY_CLAMP   ? n - 1
           : boundary == TCU_BOUNDARY_REFLECT ? 2 * (n - 1) - i
                                              : n;
}

/* The sum at a point, in integers. */
static int64_t sum_at(const shape *s, tcu_boundary boundary, const double *weights, const double *in, uint64_t point)
{
    const uint64_t taps = product(s->box, s->dimensions);
    int64_t sum = 0;
    for (uint64_t t = 0; t < taps; t++) {
        if (weights[t] == 0) {
            continue;
        }
        uint64_t from = 0, scale = 1, rest = point, tap = t;
        bool is_zero = false;
        for (uint32_t axis = s->dimensions; axis-- > 0;) {
            const uint64_t place = place_of(boundary, rest % s->extents[axis] + tap % s->box[axis], s->extents[axis]);
            is_zero |= place == s->extents[axis];
            from += place * scale;
            scale *= s->extents[axis];
            rest /= s->extents[axis];
            tap /= s->box[axis];
        }
        sum += is_zero ? 0 : (int64_t)weights[t] * (int64_t)in[from];
    }
    return sum;
}

/* By the first three a grid of ones has ones beyond its ends. */
static const tcu_boundary boundaries[] = {TCU_BOUNDARY_PERIODIC, TCU_BOUNDARY_CLAMP, TCU_BOUNDARY_REFLECT,
                                          TCU_BOUNDARY_ZERO};
enum { BOUNDARIES = sizeof boundaries / sizeof *boundaries, BOUNDARIES_OF_ONES = 3 };

static const tcu_arithmetic arithmetics[] = {TCU_ARITHMETIC_AUTO, TCU_ARITHMETIC_MATRIX};

/* After a call: devices took products of matrices, if they were asked for. */
static void expect_products(tcu_context *context, tcu_arithmetic arithmetic)
{
    tcu_call_info info;
    cr_assert_eq(tcu_context_get_last_call(context, &info), TCU_SUCCESS);
    if (arithmetic == TCU_ARITHMETIC_MATRIX && (test_on_cuda() || test_on_emulated())) {
        cr_assert_str_eq(info.path, "matrix");
    }
}

/* Integers up to 7 times mostly zeros: sums have few bits. */
static void expect_integers(tcu_context *context, const shape *s, tcu_type type, test_random *random)
{
    const uint64_t points = points_of(s), taps = product(s->box, s->dimensions);
    double *weights = malloc(taps * sizeof *weights), *in = malloc(points * sizeof *in);
    double *out = malloc(points * sizeof *out);
    cr_assert(weights != NULL && in != NULL && out != NULL);
    for (uint64_t t = 0; t < taps; t++) {
        weights[t] = (double)(1 + test_random_below(random, 7)) * (test_random_below(random, 2) ? 1 : -1);
    }
    for (uint64_t i = 0; i < points; i++) {
        in[i] = test_random_below(random, 4 + taps / 8) == 0 ? (test_random_below(random, 2) ? 1 : -1) : 0;
    }
    const tcu_boundary boundary = boundaries[test_random_below(random, BOUNDARIES)];
    sweep(context, s, type, boundary, weights, in, out);
    for (uint64_t i = 0; i < points; i += test_on_emulated() ? 7 : 1) {
        const double expected = (double)test_rounded(type, sum_at(s, boundary, weights, in, i));
        cr_assert_eq(out[i], expected, "%s, %uD, %d taps, point %d: %g, not %g", tcu_type_name(type),
                     (unsigned)s->dimensions, (int)taps, (int)i, out[i], expected);
    }
    free(weights);
    free(in);
    free(out);
}

Test(stencil_weights, that_are_numbers_of_the_type, .timeout = 600)
{
    test_random random = test_random_part(test_seed_of_run(), 18950);
    for (int arithmetic = 0; arithmetic < 2; arithmetic++) {
        tcu_context *context = test_context_new();
        cr_assert_eq(tcu_context_set_arithmetic(context, arithmetics[arithmetic]), TCU_SUCCESS);
        for (int i = 0; i < 2 * SHAPES; i++) {
            if (test_takes(&random, 3)) {
                expect_integers(context, &shapes[i / 2], types[i % 2], &random);
                expect_products(context, arithmetics[arithmetic]);
            }
        }
        tcu_context_destroy(context);
    }
}

/* Weights add up to 0 but for a part of one of them that the type has no bits for; of a constant that part is left. */
Test(stencil_weights, of_which_one_is_not, .timeout = 600)
{
    test_random random = test_random_part(test_seed_of_run(), 18951);
    for (int arithmetic = 0; arithmetic < 2; arithmetic++) {
        tcu_context *context = test_context_new();
        cr_assert_eq(tcu_context_set_arithmetic(context, arithmetics[arithmetic]), TCU_SUCCESS);
        for (int i = 0; i < 2 * SHAPES; i++) {
            const shape *s = &shapes[i / 2];
            const tcu_type type = types[i % 2];
            const uint64_t points = points_of(s), taps = product(s->box, s->dimensions);
            if (!test_takes(&random, 3)) {
                continue;
            }
            const double part = type == TCU_TYPE_F16 ? 0x1p-13 : 0x1p-10;
            double *weights = malloc(taps * sizeof *weights), *values = malloc(points * sizeof *values);
            cr_assert(weights != NULL && values != NULL);
            for (uint64_t t = 0; t < taps; t++) {
                weights[t] = t % 2 == 0 ? 1 : -1;
            }
            weights[taps - 1] = taps % 2 == 0 ? -1 : 2;
            weights[taps - 2] = taps % 2 == 0 ? 1 : -2;
            weights[0] += taps % 2 == 0 ? 0 : -1.5;
            weights[1] += taps % 2 == 0 ? 0 : 0.5;
            double sum = 0;
            for (uint64_t t = 0; t < taps; t++) {
                sum += weights[t];
            }
            cr_assert_eq(sum, 0, "%d taps: %g", (int)taps, sum);
            weights[test_random_below(&random, taps)] += part;
            for (uint64_t k = 0; k < points; k++) {
                values[k] = 1;
            }
            sweep(context, s, type, boundaries[test_random_below(&random, BOUNDARIES_OF_ONES)], weights, values,
                  values);
            expect_products(context, arithmetics[arithmetic]);
            for (uint64_t k = 0; k < points; k++) {
                cr_assert_eq(values[k], part, "%s, %uD, %d taps, point %d: %g, not %g", tcu_type_name(type),
                             (unsigned)s->dimensions, (int)taps, (int)k, values[k], part);
            }
            free(weights);
            free(values);
        }
        tcu_context_destroy(context);
    }
}
