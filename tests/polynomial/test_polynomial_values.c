/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Infinities, NaNs, zeros, denormals and numbers near the end of their type: where they are in the input, results are
 * what Horner's scheme makes of them; everywhere else they change nothing, not a neighbour's digits either.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "polynomial/polynomial.h"
#include "test_backend.h"
#include "test_types.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 11200 + test);
}

static const uint64_t some_degrees[] = {0, 1, 2, 3, 7, 15, 16, 17, 31, 63, 64, 100};
enum { SOME_DEGREES = sizeof some_degrees / sizeof some_degrees[0] };

/* Cases of every form and type with the given numbers, and what `change` makes of them. */
static void expect_numbers(unsigned test, test_numbers points, test_numbers coefficients,
                           void (*change)(test_polynomial_case *t, test_random *random))
{
    test_evaluator evaluator = test_evaluator_new();
    test_random random = random_of(test);
    for (int form = 0; form < TEST_POLYNOMIAL_COUNT; form++) {
        for (int i = 0; i < 48 * (int)test_by_tier(1, 2, 10); i++) {
            const uint64_t degree = some_degrees[test_random_below(&random, SOME_DEGREES)];
            const uint64_t count =
                test_random_below(&random, 3) ? 1 + test_random_below(&random, 20) : 1 + test_random_below(&random, 70);
            const uint64_t n = 1 + test_random_below(&random, 1 + 40000 / ((degree + 1) * count)) % 400;
            test_polynomial_case t = test_polynomial_random((test_polynomial_form)form, test_polynomial_types[i % 4],
                                                            count, degree, n, &random);
            if (!test_takes(&random, 8)) {
                continue;
            }
            t.point_numbers = points;
            t.coefficient_numbers = coefficients;
            if (change != NULL) {
                change(&t, &random);
            }
            test_evaluator_expect(&evaluator, &t);
        }
    }
    test_evaluator_free(&evaluator);
}

Test(polynomial_values, special_points, .timeout = 300)
{
    expect_numbers(1, TEST_NUMBERS_SPECIAL, TEST_NUMBERS_UNIT, NULL);
}

Test(polynomial_values, special_coefficients, .timeout = 300)
{
    expect_numbers(2, TEST_NUMBERS_UNIT, TEST_NUMBERS_SPECIAL, NULL);
}

Test(polynomial_values, special_points_and_coefficients, .timeout = 300)
{
    expect_numbers(3, TEST_NUMBERS_SPECIAL, TEST_NUMBERS_SPECIAL, NULL);
}

Test(polynomial_values, tiny_points, .timeout = 300)
{
    expect_numbers(4, TEST_NUMBERS_TINY, TEST_NUMBERS_UNIT, NULL);
}

/* Results are denormals themselves. */
Test(polynomial_values, tiny_coefficients, .timeout = 300)
{
    expect_numbers(5, TEST_NUMBERS_UNIT, TEST_NUMBERS_TINY, NULL);
    expect_numbers(6, TEST_NUMBERS_WIDE, TEST_NUMBERS_TINY, NULL);
}

Test(polynomial_values, huge_coefficients, .timeout = 300)
{
    expect_numbers(7, TEST_NUMBERS_UNIT, TEST_NUMBERS_HUGE, NULL);
    expect_numbers(8, TEST_NUMBERS_TINY, TEST_NUMBERS_HUGE, NULL);
}

static void make_short(test_polynomial_case *t, test_random *random)
{
    t->degree = test_random_below(random, 4);
}

Test(polynomial_values, huge_points, .timeout = 300)
{
    expect_numbers(9, TEST_NUMBERS_HUGE, TEST_NUMBERS_TINY, make_short);
    expect_numbers(10, TEST_NUMBERS_HUGE, TEST_NUMBERS_WIDE, NULL);
}

/* One huge or tiny number among ordinary ones: the others' results keep their accuracy. */
Test(polynomial_values, huge_and_tiny_among_ordinary_ones, .timeout = 300)
{
    expect_numbers(11, TEST_NUMBERS_MIXED, TEST_NUMBERS_UNIT, NULL);
    expect_numbers(12, TEST_NUMBERS_UNIT, TEST_NUMBERS_MIXED, NULL);
    expect_numbers(13, TEST_NUMBERS_MIXED, TEST_NUMBERS_MIXED, NULL);
}

/* Powers overflow at high degrees, and half of the results with them. */
Test(polynomial_values, overflow_of_powers, .timeout = 300)
{
    expect_numbers(14, TEST_NUMBERS_WIDE, TEST_NUMBERS_WIDE, NULL);
}

/* ------------------------------------------------------------------------------------------- single values --- */

typedef struct given {
    tcu_type type;
    int degree;
    double c[5], x, value; /* value: of Horner's scheme; NaN is equal to NaN here */
} given;

/* By hand, so that the oracle's own idea of Horner's scheme is not all that stands behind the tests above. */
static const given by_hand[] = {
    {TCU_TYPE_F64, 0, {3}, NAN, 3},
    {TCU_TYPE_F64, 0, {INFINITY}, 0, INFINITY},
    {TCU_TYPE_F64, 1, {1, 2}, INFINITY, INFINITY},
    {TCU_TYPE_F64, 1, {1, -2}, INFINITY, -INFINITY},
    {TCU_TYPE_F64, 2, {1, 2, 3}, -INFINITY, INFINITY},
    {TCU_TYPE_F64, 3, {1, 2, 3, 4}, -INFINITY, -INFINITY},
    {TCU_TYPE_F64, 1, {1, 0}, INFINITY, NAN},         /* 0 * inf */
    {TCU_TYPE_F64, 2, {5, 0, 1}, INFINITY, INFINITY}, /* (inf + 0) * inf */
    {TCU_TYPE_F64, 2, {5, INFINITY, 1}, 0, NAN},      /* inf * 0 */
    {TCU_TYPE_F64, 2, {INFINITY, 1, 1}, 0, INFINITY}, /* added last */
    {TCU_TYPE_F64, 2, {1, INFINITY, -1}, 2, INFINITY},
    {TCU_TYPE_F64, 2, {1, INFINITY, -1}, -2, -INFINITY},
    {TCU_TYPE_F64, 2, {-INFINITY, INFINITY, 1}, 2, NAN}, /* inf - inf */
    {TCU_TYPE_F64, 2, {1, 2, NAN}, 0, NAN},
    {TCU_TYPE_F64, 2, {7, 0, 0}, 0, 7},
    {TCU_TYPE_F64, 4, {0, 0, 0, 0, 1e300}, 1e-300, 0},
    {TCU_TYPE_F64, 4, {1, 0, 0, 0, 1}, 1e300, INFINITY},
    {TCU_TYPE_F64, 4, {1, 0, 0, 0, 0}, 1e300, 1}, /* x^4 overflows, Horner's scheme does not */
    {TCU_TYPE_F64, 2, {1e-300, 0x1p1000, 0}, 0x1p-1000, 1},
    {TCU_TYPE_F64, 2, {0, 0, 0x1p-1070}, 0x1p500, 0x1p-70}, /* a denormal that counts */
    {TCU_TYPE_F64, 1, {0x1p-1074, 0}, 5, 0x1p-1074},
    {TCU_TYPE_F32, 0, {3}, INFINITY, 3},
    {TCU_TYPE_F32, 1, {1, 0}, -INFINITY, NAN},
    {TCU_TYPE_F32, 4, {1, 0, 0, 0, 0}, 0x1p100, 1},
    {TCU_TYPE_F32, 2, {0, 0, 0x1p-149}, 0x1p60, 0x1p-29},
    {TCU_TYPE_F32, 1, {0x1p-149, 0}, 5, 0x1p-149},
    {TCU_TYPE_F32, 2, {0, 0x1p127, 0}, 2, INFINITY},
    {TCU_TYPE_F16, 1, {0, 60000}, 2, INFINITY}, /* of the result's type */
    {TCU_TYPE_F16, 2, {0, 0, 32768}, 0.5, 8192},
    {TCU_TYPE_F16, 1, {-65504, 65504}, 1.5, 32752}, /* a partial sum above the type's largest */
    {TCU_TYPE_F16, 1, {0x1p-24, 0}, 5, 0x1p-24},
    {TCU_TYPE_BF16, 1, {0, 0x1p127}, 2, INFINITY},
    {TCU_TYPE_BF16, 4, {1, 0, 0, 0, 0}, 0x1p100, 1},
    {TCU_TYPE_BF16, 1, {0x1p-133, 0}, 5, 0x1p-133},
    {TCU_TYPE_F64, 0, {-0.0}, 1, -0.0}, /* with its sign */
    {TCU_TYPE_F64, 1, {-0.0, -0.0}, 2, -0.0},
    {TCU_TYPE_F64, 1, {-0.0, -0.0}, -2, 0},
    {TCU_TYPE_F32, 0, {-0.0}, 1, -0.0},
    {TCU_TYPE_F32, 1, {-0.0, -0.0}, 2, -0.0},
};

/* (The reference backend's sums of products begin with 0, which has no sign to lose.) */
static bool is_same(double got, double value)
{
    const bool has_sign = test_on_reference() || !signbit(got) == !signbit(value);
    return isnan(value) ? isnan(got) : got == value && has_sign;
}

/* Of 1 and of 40 polynomials (the others are ordinary), at 1 and at 70 points (again). */
static void expect_by_hand(tcu_context *context, const given *g, int count, int n)
{
    enum { P = 40, N = 70 };
    unsigned char coefficients[P * 5 * 8], points[N * 8], out[P * N * 8];
    const size_t bytes = test_types[g->type].bytes;
    const int row = g->degree + 1, at = count / 2, where = n / 2;
    for (int p = 0; p < count; p++) {
        for (int k = 0; k < row; k++) {
            test_number_store(g->type, p == at ? g->c[k] : 1, coefficients + (size_t)(p * row + k) * bytes);
        }
    }
    for (int i = 0; i < n; i++) {
        test_number_store(g->type, i == where ? g->x : 0.5, points + (size_t)i * bytes);
    }
    test_memory memories[3] = {0};
    const test_slice of_coefficients = test_slice_open(&memories[0], (size_t)(count * row) * bytes, 0, 0);
    const test_slice of_points = test_slice_open(&memories[1], (size_t)n * bytes, 0, 0);
    const test_slice of_out = test_slice_open(&memories[2], (size_t)(count * n) * bytes, 0, 0);
    test_copy_in(of_coefficients.data, coefficients, of_coefficients.bytes);
    test_copy_in(of_points.data, points, of_points.bytes);
    test_synchronise();
    cr_assert_eq(tcu_polynomial_evaluate_once(context, of_coefficients.data, (uint64_t)count, (uint64_t)g->degree,
                                              g->type, of_points.data, (uint64_t)n, of_out.data, g->type, NULL),
                 TCU_SUCCESS, "%s", tcu_context_last_error(context));
    test_synchronise();
    test_copy_out(out, of_out.data, of_out.bytes);
    for (int p = 0; p < count; p++) {
        for (int i = 0; i < n; i++) {
            double got;
            test_read_reals(g->type, out + (size_t)(p * n + i) * bytes, 1, &got);
            if (p == at && i == where) {
                cr_expect(is_same(got, g->value), "row %d, P %d, n %d: %g, not %g", (int)(g - by_hand), count, n, got,
                          g->value);
            } else if (p != at && i != where) {
                cr_expect(is_same(got, 2 - exp2(-g->degree)), "row %d, P %d, n %d: %g at %d of polynomial %d",
                          (int)(g - by_hand), count, n, got, i, p);
            }
        }
    }
    for (int m = 0; m < 3; m++) {
        test_memory_release(&memories[m]);
    }
}

Test(polynomial_values, by_hand, .timeout = 120)
{
    tcu_context *context = test_context_new();
    for (size_t i = 0; i < sizeof by_hand / sizeof by_hand[0]; i++) {
        expect_by_hand(context, &by_hand[i], 1, 1);
        expect_by_hand(context, &by_hand[i], 40, 1);
        expect_by_hand(context, &by_hand[i], 1, 70);
        expect_by_hand(context, &by_hand[i], 40, 70);
    }
    tcu_context_destroy(context);
}

/* ------------------------------------------------------------------------------------------------- intervals --- */

/* Huge intervals of f64: t of x, and an infinite one where x - centre is beyond f64, though x and the quotient are not. */
typedef struct mapped {
    double lower, upper, x, t;
} mapped;

static const mapped mapped_by_hand[] = {
    {-1.7e308, -1e308, 1.7e308, INFINITY}, {-1.7e308, -1e308, -1e308, 1},
    {-1.7e308, -1e308, -1.7e308, -1},      {1e308, 1.7e308, -1.7e308, -INFINITY},
    {-0x1p1023, 0x1p1023, 0x1p1023, 1},    {-0x1p1023, 0x1p1023, -0x1.8p1023, -1.5},
    {-0x1p1022, 0x1p1022, 0x1.8p1023, 3},  {0, 0x1p-1000, 0x1p1000, INFINITY}, /* t itself */
    {0x1p1022, 0x1.8p1022, -0x1p1022, -9}, {-0x1p-1000, 0, -0x1p1000, -INFINITY},
};

Test(polynomial_values, of_huge_intervals)
{
    tcu_context *context = test_context_new();
    test_memory memories[3] = {0};
    const double coefficients[] = {0, 1}; /* p = t */
    const test_slice of_coefficients = test_slice_open(&memories[0], sizeof coefficients, 0, 0);
    const test_slice of_point = test_slice_open(&memories[1], sizeof(double), 0, 0);
    const test_slice of_out = test_slice_open(&memories[2], sizeof(double), 0, 0);
    for (size_t i = 0; i < sizeof mapped_by_hand / sizeof mapped_by_hand[0]; i++) {
        const mapped *m = &mapped_by_hand[i];
        tcu_polynomial_options options = TCU_POLYNOMIAL_OPTIONS_INIT;
        options.lower = m->lower;
        options.upper = m->upper;
        test_copy_in(of_coefficients.data, coefficients, sizeof coefficients);
        test_copy_in(of_point.data, &m->x, sizeof m->x);
        test_synchronise();
        cr_assert_eq(tcu_polynomial_evaluate_once(context, of_coefficients.data, 1, 1, TCU_TYPE_F64, of_point.data, 1,
                                                  of_out.data, TCU_TYPE_F64, &options),
                     TCU_SUCCESS, "%s", tcu_context_last_error(context));
        test_synchronise();
        double got;
        test_copy_out(&got, of_out.data, sizeof got);
        cr_expect(got == m->t || fabs(got - m->t) <= 0x1p-50 * fabs(m->t), "row %zu: t = %.17g, not %.17g", i, got,
                  m->t);
    }
    for (int m = 0; m < 3; m++) {
        test_memory_release(&memories[m]);
    }
    tcu_context_destroy(context);
}
