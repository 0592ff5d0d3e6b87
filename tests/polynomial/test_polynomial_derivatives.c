/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of derivatives are as long as those of values: zeros fill them. So derivatives beyond the degree are 0, and where t
 * is not finite all are NaN, unless the degree is 0. And a plan's memory has zeros behind the last coefficient of each
 * row, as kernels load whole vectors.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "algorithms/polynomial/plan.h"
#include "plans/apply.h"
#include "polynomial/polynomial.h"
#include "test_backend.h"
#include "test_memory.h"
#include "test_types.h"

enum { DERIVATIVES = 4, POINTS = 40, MOST_POLYNOMIALS = 20, MOST_DEGREE = 3 };

static double point_of(int i)
{
    static const double points[] = {INFINITY, 0.5, -INFINITY, 2, NAN};
    return points[i % 5];
}

static bool has_all_rows(test_polynomial_form form)
{
    return form == TEST_POLYNOMIAL_GRID || form == TEST_POLYNOMIAL_BATCHED;
}

/* What derivative j >= 1 has to be, or 1, where any finite number will do. */
static double expected_derivative(test_polynomial_form form, int degree, int j, double x)
{
    if (degree == 0) {
        return form == TEST_POLYNOMIAL_SPLINE && isnan(x) ? (double)NAN : 0;
    }
    return !isfinite(x) ? (double)NAN : j > degree ? 0 : 1;
}

static void expect_derivatives(tcu_context *context, test_polynomial_form form, tcu_type type, tcu_basis basis,
                               int count, int degree)
{
    double coefficients[MOST_POLYNOMIALS * (MOST_DEGREE + 1)], points[MOST_POLYNOMIALS * POINTS];
    double breakpoints[MOST_POLYNOMIALS + 1], out[(DERIVATIVES + 1) * MOST_POLYNOMIALS * POINTS] = {0};
    int32_t pieces[POINTS];
    for (int k = 0; k < count * (degree + 1); k++) {
        coefficients[k] = 1 + k % 3;
    }
    for (int i = 0; i < count * POINTS; i++) {
        points[i] = point_of(i % POINTS);
        pieces[i % POINTS] = i % count;
    }
    for (int p = 0; p <= count; p++) {
        breakpoints[p] = p;
    }
    tcu_polynomial_options options = TCU_POLYNOMIAL_OPTIONS_INIT;
    options.basis = basis;
    options.derivatives = DERIVATIVES;
    const int rows = has_all_rows(form) ? count : 1;
    const uint64_t results = (uint64_t)((DERIVATIVES + 1) * rows * POINTS);
    void *given = test_elements(type, coefficients, (uint64_t)(count * (degree + 1)));
    void *ends = test_elements(type, breakpoints, (uint64_t)count + 1);
    test_memory memory = {0};
    const test_slice indices = test_slice_open(&memory, sizeof pieces, 0, 0);
    test_copy_in(indices.data, pieces, sizeof pieces);
    test_polynomial_call call = {.form = form,
                                 .points = test_elements(type, points, (uint64_t)(count * POINTS)),
                                 .n = POINTS,
                                 .out = test_elements(type, out, results),
                                 .out_type = type,
                                 .order = TCU_ORDER_ROW_MAJOR,
                                 .indices = indices.data,
                                 .index_type = TCU_TYPE_I32,
                                 .breakpoints = ends,
                                 .outside = TCU_SPLINE_EXTRAPOLATE,
                                 .reduction = TCU_POLYNOMIAL_MAX};
    test_synchronise();
    cr_assert_eq(
        tcu_polynomial_create(context, given, (uint64_t)count, (uint64_t)degree, type, &options, &call.polynomial),
        TCU_SUCCESS, "%s", tcu_context_last_error(context));
    cr_assert_eq(test_polynomial_run_call(context, &call), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    test_synchronise();
    test_read_elements(type, call.out, out, results);
    for (int at = rows * POINTS; at < (int)results; at++) {
        const int j = at / (rows * POINTS);
        const double x = point_of(at % POINTS), expected = expected_derivative(form, degree, j, x), got = out[at];
        cr_assert(isnan(expected) ? isnan(got)
                  : expected == 0 ? got == 0
                                  : isfinite(got),
                  "%s of %s, basis %d, P %d, degree %d: derivative %d at %g is %g", test_polynomial_names[form],
                  test_types[type].name, (int)basis, count, degree, j, x, got);
    }
    tcu_polynomial_destroy(call.polynomial);
    test_release_elements(given);
    test_release_elements(ends);
    test_release_elements((void *)call.points);
    test_release_elements(call.out);
    test_memory_release(&memory);
}

Test(polynomial_derivatives, where_points_are_not_finite, .timeout = 120)
{
    tcu_context *context = test_context_new();
    for (int form = 0; form < TEST_POLYNOMIAL_COUNT; form++) {
        for (int i = 0; i < 4 * (MOST_DEGREE + 1) && form != TEST_POLYNOMIAL_ONCE; i++) {
            const tcu_basis basis = i % 2 == 0 ? TCU_BASIS_MONOMIAL : TCU_BASIS_CHEBYSHEV;
            const tcu_type type = test_polynomial_types[i % 4];
            expect_derivatives(context, (test_polynomial_form)form, type, basis, 1, i / 4);
            expect_derivatives(context, (test_polynomial_form)form, type, basis, MOST_POLYNOMIALS, i / 4);
        }
    }
    tcu_context_destroy(context);
}

/* The whole of a plan's memory is written, which held something else before. */
static void expect_padded(tcu_context *context, tcu_type type, tcu_basis basis, uint64_t degree)
{
    enum { P = 3 };
    double *numbers = calloc(P * (degree + 1), sizeof *numbers);
    cr_assert_not_null(numbers);
    for (uint64_t k = 0; k < P * (degree + 1); k++) {
        numbers[k] = 1;
    }
    void *given = test_elements(type, numbers, P * (degree + 1));
    tcu_polynomial_options options = TCU_POLYNOMIAL_OPTIONS_INIT;
    options.basis = basis;
    options.derivatives = 1;
    tcu_polynomial *plan = NULL;
    cr_assert_eq(tcu_polynomial_create(context, given, P, degree, type, &options, &plan), TCU_SUCCESS, "%s",
                 tcu_context_last_error(context));
    const tcu_type ready = type == TCU_TYPE_F64 ? TCU_TYPE_F64 : TCU_TYPE_F32;
    const uint64_t stride = plan->polynomials.stride, elements = 2 * P * stride;
    test_set(plan->memory, 0x55, elements * test_types[ready].bytes);
    test_synchronise();
    cr_assert_eq(tcu_polynomial_update(context, plan, given), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    test_synchronise();
    double *got = calloc(elements, sizeof *got);
    cr_assert_not_null(got);
    test_read_elements(ready, plan->memory, got, elements);
    for (uint64_t i = 0; i < elements; i++) {
        const uint64_t row = i / stride, k = i % stride;
        const bool is_zero = k + row / P > degree;
        cr_assert(is_zero ? got[i] == 0 : got[i] >= 1 && got[i] < 1e9,
                  "%s, basis %d, degree %d: coefficient %d of row %d is %g", test_types[type].name, (int)basis,
                  (int)degree, (int)k, (int)row, got[i]);
    }
    free(numbers);
    free(got);
    test_release_elements(given);
    tcu_polynomial_destroy(plan);
}

Test(polynomial_derivatives, of_plans_whose_memory_is_written_in_whole)
{
    tcu_context *context = test_context_new();
    for (int i = 0; i < 8; i++) {
        const tcu_basis basis = i % 2 == 0 ? TCU_BASIS_MONOMIAL : TCU_BASIS_CHEBYSHEV;
        for (uint64_t degree = 0; degree < 10; degree++) {
            expect_padded(context, test_polynomial_types[i / 2], basis, degree);
        }
        expect_padded(context, test_polynomial_types[i / 2], basis, test_long(20000)); /* beyond shared memory */
    }
    tcu_context_destroy(context);
}
