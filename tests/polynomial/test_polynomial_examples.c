/* SPDX-License-Identifier: Apache-2.0 */
/* The examples that the comments of the reference work out by hand, on whichever backend this run tests. */
#include <criterion/criterion.h>
#include <math.h>

#include "plans/apply.h"
#include "test_backend.h"
#include "test_memory.h"

enum { MOST = 16 };

/* Polynomials, all of them at all points: rows of results, derivatives behind the values. */
typedef struct example {
    uint64_t count, degree, n;
    double coefficients[MOST], points[MOST];
    tcu_basis basis;
    uint32_t derivatives;
    double lower, upper;
    double expected[MOST];
} example;

static void expect_results(const char *what, tcu_type type, const void *memory, uint64_t n, const double *expected)
{
    double got[MOST];
    test_read_elements(type, memory, got, n);
    for (uint64_t i = 0; i < n; i++) {
        cr_expect(got[i] == expected[i] || (isnan(got[i]) && isnan(expected[i])), "%s, number %d: %g, not %g", what,
                  (int)i, got[i], expected[i]);
    }
}

static tcu_polynomial *plan_of(tcu_context *context, const example *e)
{
    tcu_polynomial_options options = TCU_POLYNOMIAL_OPTIONS_INIT;
    options.basis = e->basis;
    options.derivatives = e->derivatives;
    options.lower = e->lower;
    options.upper = e->upper;
    tcu_polynomial *plan = NULL;
    void *coefficients = test_elements(TCU_TYPE_F64, e->coefficients, e->count * (e->degree + 1));
    cr_assert_eq(tcu_polynomial_create(context, coefficients, e->count, e->degree, TCU_TYPE_F64, &options, &plan),
                 TCU_SUCCESS, "%s", tcu_context_last_error(context));
    test_release_elements(coefficients);
    return plan;
}

/* steps.c, horner.c and derivatives.c of algorithms/polynomial/reference. A series at 1 is the sum of its coefficients. */
Test(polynomial_examples, values_and_derivatives)
{
    static const example examples[] = {
        {2, 3, 2, {1, 2, 3, 4, 5, -1, 2, 0}, {2, 3}, TCU_BASIS_MONOMIAL, 0, 0, 0, {49, 142, 11, 20}},
        {1, 2, 1, {1, 2, 3}, {2}, TCU_BASIS_MONOMIAL, 0, 0, 0, {17}},
        {1, 2, 1, {1, 2, 3}, {0.5}, TCU_BASIS_CHEBYSHEV, 0, 0, 0, {0.5}},
        {1, 3, 1, {1, 2, 3, 4}, {1}, TCU_BASIS_MONOMIAL, 2, 0, 0, {10, 20, 30}},
        {1, 3, 1, {1, 2, 3, 4}, {1}, TCU_BASIS_CHEBYSHEV, 1, 0, 0, {10, 50}},
        {1, 1, 1, {0, 1}, {11}, TCU_BASIS_MONOMIAL, 1, 10, 14, {-0.5, 0.5}},
    };
    tcu_context *context = test_context_new();
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        const example *e = &examples[i];
        const uint64_t results = (e->derivatives + 1) * e->count * e->n;
        tcu_polynomial *plan = plan_of(context, e);
        void *points = test_elements(TCU_TYPE_F64, e->points, e->n);
        void *out = test_elements(TCU_TYPE_F64, e->expected, results);
        test_set(out, 0x55, results * sizeof(double));
        cr_assert_eq(tcu_polynomial_evaluate(context, plan, points, e->n, out, TCU_TYPE_F64, TCU_ORDER_ROW_MAJOR, 0),
                     TCU_SUCCESS, "%s", tcu_context_last_error(context));
        expect_results("example", TCU_TYPE_F64, out, results, e->expected);
        tcu_polynomial_destroy(plan);
        test_release_elements(points);
        test_release_elements(out);
    }
    tcu_context_destroy(context);
}

/* grid.c: 2 + 5 x, 4 + 0 x and 4 + x at 0, infinity and 1. */
Test(polynomial_examples, reductions)
{
    static const example e = {
        3, 1, 3, {2, 5, 4, 0, 4, 1}, {0, INFINITY, 1}, TCU_BASIS_MONOMIAL, 0, 0, 0, {0},
    };
    static const double expected[3][3] = {{4, NAN, 7}, {2, NAN, 4}, {10, NAN, 16}};
    static const uint64_t expected_which[2][3] = {{1, 1, 0}, {0, 1, 1}};
    tcu_context *context = test_context_new();
    tcu_polynomial *plan = plan_of(context, &e);
    void *points = test_elements(TCU_TYPE_F64, e.points, e.n), *out = test_elements(TCU_TYPE_F64, e.points, e.n);
    uint64_t *which = test_elements(TCU_TYPE_F64, e.points, e.n); /* (as many bytes) */
    for (int reduction = TCU_POLYNOMIAL_MAX; reduction <= TCU_POLYNOMIAL_SUM; reduction++) {
        const bool has_which = reduction != TCU_POLYNOMIAL_SUM;
        cr_assert_eq(tcu_polynomial_reduce(context, plan, (tcu_polynomial_reduction)reduction, points, e.n, out,
                                           TCU_TYPE_F64, 0, has_which ? which : NULL),
                     TCU_SUCCESS, "%s", tcu_context_last_error(context));
        expect_results("reduction", TCU_TYPE_F64, out, e.n, expected[reduction]);
        uint64_t got[3];
        test_copy_out(got, which, sizeof got);
        for (int i = 0; has_which && i < 3; i++) {
            cr_expect_eq(got[i], expected_which[reduction][i], "reduction %d, point %d: %d", reduction, i, (int)got[i]);
        }
    }
    tcu_polynomial_destroy(plan);
    test_release_elements(points);
    test_release_elements(out);
    test_release_elements(which);
    tcu_context_destroy(context);
}

/* own.c: piece p is 10 p + x - breakpoints[p]. */
Test(polynomial_examples, pieces_of_a_spline)
{
    static const double breakpoints[] = {0, 1, 1, 3, 6}, points[] = {0.5, 1, 4, 6, 7, -1};
    static const example e = {4, 1, 6, {0, 1, 10, 1, 20, 1, 30, 1}, {0}, TCU_BASIS_MONOMIAL, 0, 0, 0, {0}};
    static const double expected[2][6] = {{0.5, 20, 31, 33, 34, -1}, {0.5, 20, 31, 33, NAN, NAN}};
    tcu_context *context = test_context_new();
    tcu_polynomial *plan = plan_of(context, &e);
    void *at = test_elements(TCU_TYPE_F64, points, 6), *out = test_elements(TCU_TYPE_F64, points, 6);
    void *ends = test_elements(TCU_TYPE_F64, breakpoints, 5);
    for (int outside = TCU_SPLINE_EXTRAPOLATE; outside <= TCU_SPLINE_NAN; outside++) {
        cr_assert_eq(tcu_polynomial_evaluate_spline(context, plan, ends, at, 6, out, TCU_TYPE_F64, 0,
                                                    (tcu_spline_outside)outside),
                     TCU_SUCCESS, "%s", tcu_context_last_error(context));
        expect_results("spline", TCU_TYPE_F64, out, 6, expected[outside]);
    }
    tcu_polynomial_destroy(plan);
    test_release_elements(at);
    test_release_elements(out);
    test_release_elements(ends);
    tcu_context_destroy(context);
}
