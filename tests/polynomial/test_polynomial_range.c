/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values beyond the range of f32 or f64 on the way to a result that is not: the header allows the value, an infinity or a
 * NaN, there alone; and where no sum of magnitudes is so large, the value.
 */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "plans/apply.h"
#include "test_backend.h"
#include "test_memory.h"
#include "test_types.h"

enum { MOST_POLYNOMIALS = 40, MOST_POINTS = 70, MOST_DEGREE = 7 };

/* Coefficients and points in units of the largest number of the type that polynomials of the type are evaluated in. */
typedef struct given {
    int degree;
    double c[MOST_DEGREE + 1], x, value;
    bool is_in_range;
} given;

static const given rows[] = {
    {3, {0, -0.9, 0.3, 0.9}, 1, 0.3, false}, /* 0.9 + 0.3 is beyond */
    {2, {0.9, -0.9, 0.5}, 2, 1.1, false},    /* and so is the value */
    {2, {0.5, -0.9, 0.4}, 2, 0.3, false},
    {2, {-0.8, 0.9, 0.8}, -1, -0.9, false},
    {2, {0, 0.9, 0.9}, 0.5, 0.675, false}, /* 0.9 + 0.9 x */
    {1, {0.49, 0.49}, 1, 0.98, true},
    {3, {0.2, -0.3, 0.3, 0.18}, -1, 0.62, true},
    {3, {0.1, 0.1, 0.1, 0.085}, 2, 1.38, false},
    {3, {0.06, 0.06, -0.06, 0.07}, 2, 0.5, true},
    {7, {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.25}, 1, 0.95, true},
    {7, {0.1, 0.1, -0.1, -0.1, 0.1, 0.1, -0.1, -0.25}, 1, -0.15, true},
};

static double largest_of(tcu_type type)
{
    return type == TCU_TYPE_F64 ? DBL_MAX : FLT_MAX;
}

/* Numbers that are rounded to the type, and from up to eight terms of them a value. */
static bool is_near(tcu_type type, double got, double value)
{
    const double error = type == TCU_TYPE_BF16 ? 0x1p-5 : 0x1p-20;
    return fabs(got - value) <= error;
}

/* Of P polynomials at n points: in the middle the row's, elsewhere the constant 1 at x = 0.5. Scaled results. */
static void evaluate(tcu_context *context, const given *g, tcu_type type, int count, int n, double *out)
{
    double coefficients[MOST_POLYNOMIALS * (MOST_DEGREE + 1)] = {0}, points[MOST_POINTS];
    const int width = g->degree + 1;
    for (int p = 0; p < count; p++) {
        for (int k = 0; k < width; k++) {
            coefficients[p * width + k] = p == count / 2 ? g->c[k] * largest_of(type) : k == 0;
        }
    }
    for (int i = 0; i < n; i++) {
        points[i] = i == n / 2 ? g->x : 0.5;
    }
    const uint64_t results = (uint64_t)(count * n);
    void *of_coefficients = test_elements(type, coefficients, (uint64_t)(count * width));
    void *of_points = test_elements(type, points, (uint64_t)n), *of_out = test_elements(type, out, results);
    test_synchronise();
    cr_assert_eq(tcu_polynomial_evaluate_once(context, of_coefficients, (uint64_t)count, (uint64_t)g->degree, type,
                                              of_points, (uint64_t)n, of_out, type, NULL),
                 TCU_SUCCESS, "%s", tcu_context_last_error(context));
    test_synchronise();
    test_read_elements(type, of_out, out, results);
    test_release_elements(of_coefficients);
    test_release_elements(of_points);
    test_release_elements(of_out);
}

static void expect_row(tcu_context *context, const given *g, tcu_type type, int count, int n)
{
    double out[MOST_POLYNOMIALS * MOST_POINTS] = {0};
    evaluate(context, g, type, count, n, out);
    for (int at = 0; at < count * n; at++) {
        const bool is_polynomial = at / n == count / 2, is_point = at % n == n / 2;
        if (is_polynomial && is_point) {
            const double got = out[at] / largest_of(type);
            cr_expect(is_near(type, got, g->value) || (!g->is_in_range && !isfinite(got)),
                      "row %d of %s, P %d, n %d: %g times the largest number, not %g", (int)(g - rows),
                      test_types[type].name, count, n, got, g->value);
        } else if (!is_polynomial) {
            cr_expect_eq(out[at], 1, "row %d of %s: %g beside it", (int)(g - rows), test_types[type].name, out[at]);
        }
    }
}

static const tcu_type types[] = {TCU_TYPE_F64, TCU_TYPE_F32, TCU_TYPE_BF16};

Test(polynomial_range, of_steps)
{
    tcu_context *context = test_context_new();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (size_t type = 0; type < sizeof types / sizeof types[0]; type++) {
            expect_row(context, &rows[i], types[type], 1, 1);
            expect_row(context, &rows[i], types[type], MOST_POLYNOMIALS, 1);
            expect_row(context, &rows[i], types[type], 1, MOST_POINTS);
            expect_row(context, &rows[i], types[type], MOST_POLYNOMIALS, MOST_POINTS);
        }
    }
    tcu_context_destroy(context);
}

/* Polynomials c x of alternating signs at 1, 10 and 1 again. At 1 sums of magnitudes are `size` times the largest number,
 * and the sum is 0. At 10 they are beyond it, and so is a value where P is small. */
static void expect_sum(tcu_context *context, tcu_type type, int count, double size)
{
    double coefficients[2 * MOST_POLYNOMIALS], points[3] = {1, 10, 1}, out[3] = {0};
    for (int p = 0; p < count; p++) {
        coefficients[(size_t)2 * p] = 0;
        coefficients[(size_t)2 * p + 1] = (p % 2 == 0 ? size : -size) / count * largest_of(type);
    }
    void *given_ones = test_elements(type, coefficients, (uint64_t)(2 * count));
    void *of_points = test_elements(type, points, 3), *of_out = test_elements(type, out, 3);
    tcu_polynomial *plan = NULL;
    test_synchronise();
    cr_assert_eq(tcu_polynomial_create(context, given_ones, (uint64_t)count, 1, type, NULL, &plan), TCU_SUCCESS, "%s",
                 tcu_context_last_error(context));
    cr_assert_eq(tcu_polynomial_reduce(context, plan, TCU_POLYNOMIAL_SUM, of_points, 3, of_out, type, 0, NULL),
                 TCU_SUCCESS, "%s", tcu_context_last_error(context));
    test_synchronise();
    test_read_elements(type, of_out, out, 3);
    for (int i = 0; i < 3; i++) {
        const double got = out[i] / largest_of(type);
        cr_expect(is_near(type, got, 0) || (i == 1 && !isfinite(got)), "%d of %s at %g: %g times the largest number",
                  count, test_types[type].name, points[i], got);
    }
    tcu_polynomial_destroy(plan);
    test_release_elements(given_ones);
    test_release_elements(of_points);
    test_release_elements(of_out);
}

Test(polynomial_range, of_sums)
{
    tcu_context *context = test_context_new();
    for (size_t type = 0; type < sizeof types / sizeof types[0]; type++) {
        for (int count = 2; count <= MOST_POLYNOMIALS; count += 2) {
            expect_sum(context, types[type], count, 0.98);
        }
    }
    tcu_context_destroy(context);
}
