/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How far results are from the values, in units of u S (S the sum of the terms' magnitudes), at degrees up to 255, with
 * points and coefficients of every magnitude from 2^-20 to 2^20. Each is within the header's bound for the path that was
 * taken; where |x| and |c| are at most 1, within 4 too; and on average they are at most 1.4 times as far off as those of a
 * plain Horner loop (Clenshaw's for Chebyshev series) in the same type: powers have errors of their own, which make it
 * 1.25 times where terms are alike. (Largest errors of two schemes compare badly: each is a few results' luck.)
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "plans/apply.h"
#include "polynomial/polynomial.h"
#include "test_backend.h"
#include "test_memory.h"
#include "test_types.h"

typedef struct errors {
    double most, sum;
    uint64_t count;
} errors;

static void add_error(errors *e, const test_expected *expected, double unit, double got)
{
    const double error = fabs((got - expected->value.high) - expected->value.low) / (unit * expected->magnitude);
    e->most = fmax(e->most, isnan(error) ? INFINITY : error);
    e->sum += error;
    e->count++;
}

/* The loops that this is about, in plain C: each step rounds a product and a sum. */
#define PLAIN_VALUE(REAL)                                                                                              \
    static double plain_value_##REAL(const test_polynomial_case *t, const double *c, double at)                        \
    {                                                                                                                  \
        const REAL x = (REAL)at;                                                                                       \
        REAL sum = (REAL)c[t->degree], before = 0;                                                                     \
        for (uint64_t k = t->degree; k-- > 0;) {                                                                       \
            const bool is_last_of_series = t->basis == TCU_BASIS_CHEBYSHEV && k == 0;                                  \
            const bool is_doubled = t->basis == TCU_BASIS_CHEBYSHEV && k > 0;                                          \
            const REAL next = (is_doubled ? 2 * x : x) * sum + ((REAL)c[k] - before);                                  \
            before = is_doubled || is_last_of_series ? sum : 0;                                                        \
            sum = next;                                                                                                \
        }                                                                                                              \
        return (double)sum;                                                                                            \
    }
PLAIN_VALUE(double)
PLAIN_VALUE(float)

static double plain_value(const test_polynomial_case *t, const double *c, double x)
{
    return t->type == TCU_TYPE_F64 ? plain_value_double(t, c, x) : plain_value_float(t, c, x);
}

/* Which data, of points and coefficients. */
typedef struct data {
    const char *name;
    tcu_basis basis;
    test_numbers points, coefficients;
    bool is_unit; /* |x| and |c| are at most 1 */
} data;

static const data rows[] = {
    {"log-uniform", TCU_BASIS_MONOMIAL, TEST_NUMBERS_WIDE, TEST_NUMBERS_WIDE, false},
    {"log-uniform, all positive", TCU_BASIS_MONOMIAL, TEST_NUMBERS_POSITIVE, TEST_NUMBERS_POSITIVE, false},
    {"|x| <= 1", TCU_BASIS_MONOMIAL, TEST_NUMBERS_UNIT, TEST_NUMBERS_WIDE, false},
    {"|x| and |c| <= 1", TCU_BASIS_MONOMIAL, TEST_NUMBERS_UNIT, TEST_NUMBERS_UNIT, true},
    {"|x| near 1", TCU_BASIS_MONOMIAL, TEST_NUMBERS_NEAR_ONE, TEST_NUMBERS_WIDE, false},
    {"|x| near 1, c > 0", TCU_BASIS_MONOMIAL, TEST_NUMBERS_NEAR_ONE, TEST_NUMBERS_POSITIVE, false},
    {"Chebyshev, |t| <= 1", TCU_BASIS_CHEBYSHEV, TEST_NUMBERS_UNIT, TEST_NUMBERS_WIDE, false},
};

/* Results of the last case, which was a good one by the general bound. */
static void measure(const test_evaluator *e, const test_polynomial_case *t, errors *ours, errors *plain)
{
    const test_polynomials polynomials = test_evaluator_polynomials(e, t);
    const double unit = test_polynomial_unit(t->type), largest = test_polynomial_largest(t->type);
    const bool batched = t->form == TEST_POLYNOMIAL_BATCHED, indexed = t->form == TEST_POLYNOMIAL_INDEXED;
    const test_slice *slice = &e->buffers[TEST_POLYNOMIAL_OUT].slice;
    unsigned char *out = malloc(slice->bytes);
    cr_assert_not_null(out);
    test_copy_out(out, slice->data, slice->bytes);
    test_point point;
    test_point_open(&point, &polynomials);
    for (uint64_t b = 0; b < (batched ? t->count : 1); b++) {
        for (uint64_t i = 0; i < t->n; i++) {
            const double x = e->points[b * t->n + i];
            test_point_set(&point, x);
            for (uint64_t row = batched ? b : 0; row < (batched ? b + 1 : test_polynomial_rows(t)); row++) {
                const uint64_t p = indexed ? (uint64_t)e->pieces[i] : row;
                if (indexed && e->pieces[i] < 0) {
                    continue;
                }
                const test_expected expected = test_point_value(&point, 0, p);
                double got;
                test_read_reals(t->type, out + test_polynomial_place(t, row, i) * test_types[t->type].bytes, 1, &got);
                if (expected.kinds == TEST_IS_FINITE && expected.magnitude < largest / 2 &&
                    expected.magnitude > 0x1p-60) {
                    add_error(ours, &expected, unit, got);
                    add_error(plain, &expected, unit, plain_value(t, e->coefficients + p * (t->degree + 1), x));
                }
            }
        }
    }
    test_point_close(&point);
    free(out);
}

/* Every degree from 1 to 255, or every fifth; P by the form: the sum over one polynomial is its value. */
static void expect_accurate(tcu_type type, test_polynomial_form form, uint64_t most_polynomials)
{
    test_evaluator evaluator = test_evaluator_new();
    test_random random = test_random_part(test_seed_of_run(), 11100 + (unsigned)form + 10 * (unsigned)type);
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        errors ours = {0}, plain = {0};
        for (uint64_t degree = 1 + test_random_below(&random, 3); degree <= 255;
             degree += test_on_emulated() ? 40 : test_by_tier(20, 5, 1)) {
            const uint64_t count = most_polynomials == 1 ? 1 : 16 + test_random_below(&random, most_polynomials - 15);
            test_polynomial_case t = {.form = form,
                                      .type = type,
                                      .out_type = type,
                                      .count = count,
                                      .degree = degree,
                                      .n = 1 + (form == TEST_POLYNOMIAL_GRID ? 600 : 1200) / count,
                                      .basis = rows[row].basis,
                                      .index_type = TCU_TYPE_U32,
                                      .reduction = TCU_POLYNOMIAL_SUM,
                                      .point_numbers = rows[row].points,
                                      .coefficient_numbers = rows[row].coefficients,
                                      .seed = test_random_next(&random)};
            t.n = form == TEST_POLYNOMIAL_INDEXED ? 600 : t.n;
            test_evaluator_expect(&evaluator, &t);
            measure(&evaluator, &t, &ours, &plain);
        }
        fprintf(stderr, "%-31s %s P <= %-2d %-26s max %.2f mean %.3f, plain loop max %.2f mean %.3f\n",
                test_polynomial_names[form], test_types[type].name, (int)most_polynomials, rows[row].name, ours.most,
                ours.sum / (double)ours.count, plain.most, plain.sum / (double)plain.count);
        cr_expect_gt(ours.count, 2000, "%s: too few results were finite", rows[row].name);
        /* (A plain loop is above these limits once in some hundred runs.) */
        const double limit = fmax(type == TCU_TYPE_F64 ? 4.5 : 4, plain.most);
        cr_expect(!rows[row].is_unit || ours.most <= limit, "%s, %s, %s: %.3f u S", test_polynomial_names[form],
                  test_types[type].name, rows[row].name, ours.most);
        cr_expect(ours.sum <= 1.4 * plain.sum, "%s, %s, %s: on average %.3f u S, a plain loop %.3f",
                  test_polynomial_names[form], test_types[type].name, rows[row].name, ours.sum / (double)ours.count,
                  plain.sum / (double)plain.count);
    }
    test_evaluator_free(&evaluator);
}

static void expect_all_accurate(tcu_type type)
{
    expect_accurate(type, TEST_POLYNOMIAL_GRID, 64);
    expect_accurate(type, TEST_POLYNOMIAL_GRID, 1);
    expect_accurate(type, TEST_POLYNOMIAL_ONCE, 64);
    expect_accurate(type, TEST_POLYNOMIAL_BATCHED, 16);
    expect_accurate(type, TEST_POLYNOMIAL_INDEXED, 64);
    expect_accurate(type, TEST_POLYNOMIAL_REDUCE, 1);
}

Test(polynomial_accuracy, of_f64, .timeout = 900)
{
    expect_all_accurate(TCU_TYPE_F64);
}

Test(polynomial_accuracy, of_f32, .timeout = 900)
{
    expect_all_accurate(TCU_TYPE_F32);
}

/* ------------------------------------------------------------------------------------------ Clenshaw's scheme --- */

/* Near the ends of the interval, where it is worst: T_d alone, the sum of all T_k, and theirs with alternating signs. */
static double measure_clenshaw(tcu_context *context, tcu_type type, uint64_t degree, test_random *random)
{
    enum { P = 3, N = 500 };
    const uint64_t width = degree + 1;
    double *coefficients = calloc(P * width, sizeof *coefficients), points[N], got[P * N] = {0}, most = 0;
    cr_assert_not_null(coefficients);
    for (uint64_t k = 0; k < width; k++) {
        coefficients[k] = k == degree;
        coefficients[width + k] = 1;
        coefficients[2 * width + k] = k % 2 == 0 ? 1 : -1;
    }
    for (int i = 0; i < N; i++) {
        const double t = cos(6 * test_random_unit(random) / (double)degree);
        points[i] = (i % 2 == 0 ? 1 : -1) * (type == TCU_TYPE_F32 ? (double)(float)t : t);
    }
    tcu_polynomial_options options = TCU_POLYNOMIAL_OPTIONS_INIT;
    options.basis = TCU_BASIS_CHEBYSHEV;
    void *c = test_elements(type, coefficients, P * width), *x = test_elements(type, points, N);
    void *out = test_elements(type, got, (size_t)P * N);
    test_synchronise();
    cr_assert_eq(tcu_polynomial_evaluate_once(context, c, P, degree, type, x, N, out, type, &options), TCU_SUCCESS,
                 "%s", tcu_context_last_error(context));
    test_synchronise();
    test_read_elements(type, out, got, (size_t)P * N);
    const test_polynomials polynomials = {.type = type,
                                          .basis = TCU_BASIS_CHEBYSHEV,
                                          .count = P,
                                          .degree = degree,
                                          .coefficients = coefficients,
                                          .path = ""};
    test_point point;
    test_point_open(&point, &polynomials);
    for (int i = 0; i < N; i++) {
        test_point_set(&point, points[i]);
        for (int p = 0; p < P; p++) {
            const test_expected expected = test_point_value(&point, 0, (uint64_t)p);
            const double error = fabs((got[p * N + i] - expected.value.high) - expected.value.low);
            most = fmax(most, isnan(error) ? INFINITY : error / (test_polynomial_unit(type) * expected.magnitude));
        }
    }
    test_point_close(&point);
    free(coefficients);
    test_release_elements(c);
    test_release_elements(x);
    test_release_elements(out);
    return most;
}

Test(polynomial_accuracy, of_clenshaw_near_the_ends, .timeout = 120)
{
    static const uint64_t degrees[] = {1, 2, 3, 5, 8, 15, 31, 63, 127, 255};
    tcu_context *context = test_context_new();
    test_random random = test_random_part(test_seed_of_run(), 11180);
    for (size_t i = 0; i < sizeof degrees / sizeof degrees[0]; i++) {
        const double limit = 8 + (double)(degrees[i] * degrees[i]);
        const double of_f64 = measure_clenshaw(context, TCU_TYPE_F64, degrees[i], &random);
        const double of_f32 = measure_clenshaw(context, TCU_TYPE_F32, degrees[i], &random);
        fprintf(stderr, "Clenshaw near the ends, degree %-3d f64 %.1f, f32 %.1f u S, limit %.0f\n", (int)degrees[i],
                of_f64, of_f32, limit);
        cr_expect(of_f64 <= limit && of_f32 <= limit, "degree %d: f64 %.1f, f32 %.1f u S", (int)degrees[i], of_f64,
                  of_f32);
    }
    tcu_context_destroy(context);
}
