/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every form of evaluation against its definition. Each test goes over every value of the dimensions in its name; all
 * others are drawn at random for every case.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "polynomial/polynomial.h"
#include "test_backend.h"
#include "test_types.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 11000 + test);
}

static const uint64_t degrees[] = {0,  1,  2,  3,  4,   7,   8,   15,  16,  17,   31,   32,
                                   33, 63, 64, 65, 127, 128, 255, 256, 257, 1000, 1024, 4096};
static const uint64_t counts[] = {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 65, 100};
static const uint64_t sizes[] = {0,  1,  2,   3,   7,   8,   9,   15,  16,  17,  31,   32,   33,  63,
                                 64, 65, 127, 128, 129, 255, 256, 257, 511, 513, 1000, 1025, 4099};
enum {
    DEGREES = sizeof degrees / sizeof degrees[0],
    COUNTS = sizeof counts / sizeof counts[0],
    SIZES = sizeof sizes / sizeof sizes[0]
};

/* Steps of Horner's scheme in a case, which the oracle takes some 50 ns each for. */
static uint64_t work_of_case(void)
{
    return test_long(test_by_tier(20000, 60000, 1000000));
}

static bool has_all_polynomials(test_polynomial_form form)
{
    return form != TEST_POLYNOMIAL_INDEXED && form != TEST_POLYNOMIAL_SPLINE;
}

/* Less of what is not the test's dimension, so that the whole is no more than the work of a case. */
static uint64_t at_most(uint64_t wanted, uint64_t each)
{
    const uint64_t room = work_of_case() / (each > 0 ? each : 1);
    return wanted <= room ? wanted : room > 0 ? room : 1;
}

/* Plain numbers: the results, not their limits, are what these tests are about. */
static test_polynomial_case plain_case(int form, int type, uint64_t count, uint64_t degree, uint64_t n,
                                       test_random *random)
{
    test_polynomial_case t =
        test_polynomial_random((test_polynomial_form)form, test_polynomial_types[type], count, degree, n, random);
    static const test_numbers of_points[] = {TEST_NUMBERS_UNIT, TEST_NUMBERS_NEAR_ONE, TEST_NUMBERS_EXACT};
    t.point_numbers = of_points[test_random_below(random, 3)];
    t.coefficient_numbers = t.point_numbers == TEST_NUMBERS_EXACT ? TEST_NUMBERS_EXACT : TEST_NUMBERS_UNIT;
    return t;
}

Test(polynomial, every_degree_form_and_type, .timeout = 600)
{
    test_evaluator evaluator = test_evaluator_new();
    test_random random = random_of(1);
    for (int form = 0; form < TEST_POLYNOMIAL_COUNT; form++) {
        for (int type = 0; type < 4; type++) {
            for (int d = 0; d < DEGREES; d++) {
                for (uint64_t i = 0; i < (degrees[d] < 300 ? test_by_tier(1, 3, 8) : 1); i++) {
                    if (!test_takes(&random, 6)) {
                        continue;
                    }
                    const uint64_t count = at_most(counts[test_random_below(&random, COUNTS)], degrees[d] + 1);
                    const uint64_t n = at_most(1 + test_random_below(&random, 300), (degrees[d] + 1) * count);
                    const test_polynomial_case t = plain_case(form, type, count, degrees[d], n, &random);
                    test_evaluator_expect(&evaluator, &t);
                }
            }
        }
    }
    cr_expect_gt(evaluator.verified, test_long(test_long(100000)), "only %llu finite results",
                 (unsigned long long)evaluator.verified);
    test_evaluator_free(&evaluator);
}

Test(polynomial, every_number_of_polynomials_and_points, .timeout = 600)
{
    test_evaluator evaluator = test_evaluator_new();
    test_random random = random_of(2);
    for (int form = 0; form < TEST_POLYNOMIAL_COUNT; form++) {
        for (int p = 0; p < COUNTS; p++) {
            for (int n = 0; n < SIZES; n++) {
                if (((sizes[n] > 1000 || counts[p] > 33) && (p + n) % (int)test_by_tier(8, 3, 1) != 0) ||
                    !test_takes(&random, 8)) {
                    continue;
                }
                static const uint64_t some_degrees[] = {0, 1, 3, 5, 8, 15, 16, 20, 40, 70};
                const uint64_t each = sizes[n] * (has_all_polynomials((test_polynomial_form)form) ? counts[p] : 1);
                const uint64_t degree = at_most(some_degrees[test_random_below(&random, 10)], each);
                const test_polynomial_case t =
                    plain_case(form, (int)test_random_below(&random, 4), counts[p], degree, sizes[n], &random);
                test_evaluator_expect(&evaluator, &t);
            }
        }
    }
    test_evaluator_free(&evaluator);
}

/* The value, derivatives up to beyond the degree; in both bases, of the point and of an interval. */
Test(polynomial, every_derivative, .timeout = 600)
{
    test_evaluator evaluator = test_evaluator_new();
    test_random random = random_of(3);
    for (int form = 0; form < TEST_POLYNOMIAL_COUNT; form++) {
        for (uint32_t derivatives = 0; derivatives < 40; derivatives += derivatives < 7 ? 1 : 10) {
            for (int i = 0; i < 16 * (int)test_by_tier(1, 2, 10); i++) {
                const uint64_t degree = i % 8 < 5 ? test_random_below(&random, 9) : test_random_below(&random, 70);
                test_polynomial_case t = plain_case(form, i % 4, 1 + test_random_below(&random, i % 3 ? 5 : 40), degree,
                                                    1 + test_random_below(&random, i % 2 ? 50 : 10), &random);
                if (!test_takes(&random, 24)) {
                    continue;
                }
                t.derivatives = derivatives;
                t.basis = i / 4 % 2 ? TCU_BASIS_CHEBYSHEV : TCU_BASIS_MONOMIAL;
                test_evaluator_expect(&evaluator, &t);
            }
        }
    }
    test_evaluator_free(&evaluator);
}

Test(polynomial, chebyshev_series, .timeout = 600)
{
    test_evaluator evaluator = test_evaluator_new();
    test_random random = random_of(4);
    for (int form = 0; form < TEST_POLYNOMIAL_COUNT; form++) {
        for (int d = 0; d < DEGREES; d++) {
            for (int type = 0; type < 4; type++) {
                const uint64_t count = at_most(counts[test_random_below(&random, COUNTS)], 4 * (degrees[d] + 1));
                const uint64_t n = at_most(1 + test_random_below(&random, 200), 4 * (degrees[d] + 1) * count);
                test_polynomial_case t = plain_case(form, type, count, degrees[d], n, &random);
                if (!test_takes(&random, 6)) {
                    continue;
                }
                t.basis = TCU_BASIS_CHEBYSHEV;
                if (d % 2) {
                    t.lower = t.upper = 0;
                }
                test_evaluator_expect(&evaluator, &t);
            }
        }
    }
    test_evaluator_free(&evaluator);
}

/* Intervals of x of every width and place, far from 0 too: where t loses digits so may the result. */
Test(polynomial, intervals, .timeout = 300)
{
    static const double ends[][2] = {
        {-1, 1},         {0, 1},       {-1, 0},      {0, 0x1p20},       {-0x1p-20, 0x1p-20}, {3, 3.5},
        {-7.25, -7},     {1000, 1001}, {-0x1p30, 1}, {0.1, 0.7},        {-1e-3, 1e3},        {1e-5, 1.1e-5},
        {-0.75, 0x1p-9}, {0, 65504},   {-1e6, -1e5}, {-1.7e308, -1e308}};
    test_evaluator evaluator = test_evaluator_new();
    test_random random = random_of(5);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        for (int form = 0; form < TEST_POLYNOMIAL_COUNT; form++) {
            for (int k = 0; k < 8; k++) {
                if (fabs(ends[i][0]) > 1e300 && k % 4 > 0) { /* ends of f64 alone */
                    continue;
                }
                test_polynomial_case t = plain_case(form, k % 4, 1 + test_random_below(&random, 20),
                                                    test_random_below(&random, 33), 50, &random);
                t.basis = (tcu_basis)(k / 4);
                t.lower = ends[i][0];
                t.upper = ends[i][1];
                if ((t.type == TCU_TYPE_F16 && ends[i][1] - ends[i][0] > 60000) || t.derivatives > 2) {
                    t.derivatives = 0;
                }
                test_evaluator_expect(&evaluator, &t);
            }
        }
    }
    test_evaluator_free(&evaluator);
}

/* Nothing is rounded, so every result has to be the exact one, and of equal values the first has to be found. */
Test(polynomial, exact_values, .timeout = 300)
{
    test_evaluator evaluator = test_evaluator_new();
    test_random random = random_of(6);
    for (int form = 0; form < TEST_POLYNOMIAL_COUNT; form++) {
        for (int i = 0; i < 40 * (int)test_by_tier(1, 4, 20); i++) {
            const uint64_t degree =
                i % 3 ? test_random_below(&random, 8) : degrees[test_random_below(&random, DEGREES)];
            const uint64_t count = at_most(1 + test_random_below(&random, 80), degree + 1);
            const uint64_t n = at_most(1 + test_random_below(&random, 300), count * (degree + 1));
            test_polynomial_case t = plain_case(form, i % 4, count, degree, n, &random);
            t.point_numbers = t.coefficient_numbers = TEST_NUMBERS_EXACT;
            t.basis = TCU_BASIS_MONOMIAL;
            t.lower = t.upper = 0;
            if (t.type != TCU_TYPE_F64 && t.type != TCU_TYPE_F32) {
                t.out_type = TCU_TYPE_F32;
            }
            t.derivatives = degree <= 7 && t.out_type == t.type ? (uint32_t)test_random_below(&random, 3) : 0;
            t.reduction = (tcu_polynomial_reduction)(i % 3);
            t.with_which = t.reduction != TCU_POLYNOMIAL_SUM;
            t.without_out = t.with_which && t.without_out;
            t.copies = true;
            test_evaluator_expect(&evaluator, &t);
        }
    }
    test_evaluator_free(&evaluator);
}

/* Every kind of reduction with and without values, numbers and derivatives, of none polynomials too. */
Test(polynomial, reductions, .timeout = 300)
{
    test_evaluator evaluator = test_evaluator_new();
    test_random random = random_of(7);
    for (int reduction = TCU_POLYNOMIAL_MAX; reduction <= TCU_POLYNOMIAL_SUM; reduction++) {
        for (int outputs = 0; outputs < (reduction == TCU_POLYNOMIAL_SUM ? 1 : 3); outputs++) {
            for (int i = 0; i < 40 * (int)test_by_tier(1, 2, 10); i++) {
                const uint64_t count = i % 8 == 0 ? 0 : 1 + test_random_below(&random, i % 8 == 1 ? 400 : 70);
                const uint64_t n = at_most(1 + test_random_below(&random, 300), 8 * count);
                test_polynomial_case t =
                    plain_case(TEST_POLYNOMIAL_REDUCE, i % 4, count, test_random_below(&random, 40), n, &random);
                if (!test_takes(&random, 4)) {
                    continue;
                }
                t.reduction = (tcu_polynomial_reduction)reduction;
                t.with_which = outputs > 0;
                t.without_out = outputs == 2;
                test_evaluator_expect(&evaluator, &t);
            }
        }
    }
    test_evaluator_free(&evaluator);
}

/* Many pieces and few, breakpoints that come again, points on them and outside. */
Test(polynomial, splines, .timeout = 300)
{
    static const uint64_t pieces[] = {1, 2, 3, 7, 8, 31, 32, 33, 100, 255, 256, 257, 1000, 1023, 1024, 1025, 5000};
    test_evaluator evaluator = test_evaluator_new();
    test_random random = random_of(8);
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        for (int k = 0; k < 16 * (int)test_by_tier(1, 2, 8); k++) {
            test_polynomial_case t =
                test_polynomial_random(TEST_POLYNOMIAL_SPLINE, test_polynomial_types[k % 4], pieces[i],
                                       test_random_below(&random, 9), test_random_below(&random, 700), &random);
            if (!test_takes(&random, 4)) {
                continue;
            }
            t.outside = (tcu_spline_outside)(k / 4 % 2);
            t.copies = k / 8 % 2;
            t.point_numbers = k % 3 == 0 ? TEST_NUMBERS_SPECIAL : t.point_numbers;
            test_evaluator_expect(&evaluator, &t);
        }
    }
    test_evaluator_free(&evaluator);
}

/* Plans made of other coefficients and updated, many times. */
Test(polynomial, updates, .timeout = 300)
{
    test_evaluator evaluator = test_evaluator_new();
    test_random random = random_of(9);
    for (int form = 0; form < TEST_POLYNOMIAL_COUNT; form++) {
        if (form == TEST_POLYNOMIAL_ONCE) {
            continue;
        }
        for (int i = 0; i < 10 * (int)test_by_tier(1, 2, 10); i++) {
            test_polynomial_case t = plain_case(form, i % 4, 1 + test_random_below(&random, 40),
                                                test_random_below(&random, 80), 60, &random);
            t.updated = true;
            for (int k = 0; k < 3; k++) {
                const tcu_polynomial *plan = evaluator.plan;
                t.seed = test_random_next(&random);
                test_evaluator_expect(&evaluator, &t);
                cr_assert(k == 0 || evaluator.plan == plan, "it is one plan that is updated");
            }
        }
    }
    test_evaluator_free(&evaluator);
}

Test(polynomial, anything_at_random, .timeout = 900)
{
    test_evaluator evaluator = test_evaluator_new();
    test_random random = random_of(10);
    for (uint64_t i = 0; i < test_by_tier(300, 2000, 20000); i++) {
        if (!test_takes(&random, 16)) {
            continue;
        }
        const test_polynomial_form form = (test_polynomial_form)test_random_below(&random, TEST_POLYNOMIAL_COUNT);
        const test_polynomial_case t = test_polynomial_any(form, work_of_case(), &random);
        test_evaluator_expect(&evaluator, &t);
    }
    test_evaluator_free(&evaluator);
}
