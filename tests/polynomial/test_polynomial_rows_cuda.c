/* SPDX-License-Identifier: Apache-2.0 */
/* So many values that products pay: rows of results that are no whole vectors with exactly the workspace that a query names
 * for them all, and minima of zero. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "test_backend.h"

enum { ROWS = 64, DEGREE = 30, N = 70001, PADDED = N + 3 };

/* p + x, or x - 1 where they are all the same: x from 0 to 15. */
typedef struct {
    tcu_context *context;
    tcu_polynomial *polynomial;
    void *coefficients, *points, *out, *workspace;
    size_t out_bytes;
    float *results;
} values;

static void open_values(values *v, bool are_same)
{
    static float coefficients[ROWS * (DEGREE + 1)], points[N];
    for (int p = 0; p < ROWS; p++) {
        coefficients[p * (DEGREE + 1)] = are_same ? -1.0f : (float)p;
        coefficients[p * (DEGREE + 1) + 1] = 1;
    }
    for (int i = 0; i < N; i++) {
        points[i] = (float)(i % 16);
    }
    v->context = test_context_new();
    v->out_bytes = (ROWS * (size_t)PADDED + 1) * sizeof(float);
    v->results = malloc(v->out_bytes);
    cr_assert(v->results != NULL);
    cr_assert_eq(tcu_allocate(v->context, sizeof coefficients, &v->coefficients), TCU_SUCCESS);
    cr_assert_eq(tcu_allocate(v->context, sizeof points, &v->points), TCU_SUCCESS);
    cr_assert_eq(tcu_allocate(v->context, v->out_bytes, &v->out), TCU_SUCCESS);
    cr_assert_eq(tcu_copy_in(v->context, v->coefficients, coefficients, sizeof coefficients), TCU_SUCCESS);
    cr_assert_eq(tcu_copy_in(v->context, v->points, points, sizeof points), TCU_SUCCESS);
    cr_assert_eq(tcu_polynomial_create(v->context, v->coefficients, ROWS, DEGREE, TCU_TYPE_F32, NULL, &v->polynomial),
                 TCU_SUCCESS);
}

static void close_values(values *v)
{
    free(v->results);
    cr_assert_eq(tcu_polynomial_destroy(v->polynomial), TCU_SUCCESS);
    cr_assert_eq(tcu_free(v->context, v->coefficients), TCU_SUCCESS);
    cr_assert_eq(tcu_free(v->context, v->points), TCU_SUCCESS);
    cr_assert_eq(tcu_free(v->context, v->out), TCU_SUCCESS);
    cr_assert_eq(tcu_context_destroy(v->context), TCU_SUCCESS);
}

static void expect_values(values *v, tcu_order order, size_t ld, size_t shift)
{
    float *const out = (float *)v->out + shift;
    cr_assert_eq(tcu_polynomial_evaluate(v->context, v->polynomial, v->points, N, out, TCU_TYPE_F32, order, ld),
                 TCU_SUCCESS, "%s", tcu_context_last_error(v->context));
    cr_assert_eq(tcu_copy_out(v->context, v->results, v->out, v->out_bytes), TCU_SUCCESS);
    for (int p = 0; p < ROWS; p++) {
        for (int i = 0; i < N; i++) {
            const size_t at = order == TCU_ORDER_ROW_MAJOR ? (size_t)p * ld + (size_t)i : (size_t)i * ld + (size_t)p;
            cr_assert_eq(v->results[shift + at], (float)(p + i % 16), "row %d, point %d, leading dimension %zu", p, i,
                         ld);
        }
    }
}

Test(polynomial_rows, any_rows_with_the_workspace_of_the_query)
{
    values v = {0};
    open_values(&v, false);
    size_t bytes = 0;
    cr_assert_eq(tcu_polynomial_evaluate_workspace(v.context, v.polynomial, N, TCU_TYPE_F32, &bytes), TCU_SUCCESS);
    cr_assert_eq(tcu_allocate(v.context, bytes, &v.workspace), TCU_SUCCESS);
    cr_assert_eq(tcu_context_set_workspace(v.context, v.workspace, bytes), TCU_SUCCESS);
    for (size_t shift = 0; shift < 2; shift++) {
        expect_values(&v, TCU_ORDER_ROW_MAJOR, N, shift);
        expect_values(&v, TCU_ORDER_ROW_MAJOR, PADDED, shift);
        expect_values(&v, TCU_ORDER_COLUMN_MAJOR, ROWS, shift);
    }
    cr_assert_eq(tcu_context_set_workspace(v.context, NULL, 0), TCU_SUCCESS);
    cr_assert_eq(tcu_free(v.context, v.workspace), TCU_SUCCESS);
    close_values(&v);
}

/* 1 - 1 is +0 in every sum, so it is in minima. */
Test(polynomial_rows, minima_of_zero_are_positive)
{
    values v = {0};
    open_values(&v, true);
    cr_assert_eq(
        tcu_polynomial_reduce(v.context, v.polynomial, TCU_POLYNOMIAL_MIN, v.points, N, v.out, TCU_TYPE_F32, N, NULL),
        TCU_SUCCESS, "%s", tcu_context_last_error(v.context));
    cr_assert_eq(tcu_copy_out(v.context, v.results, v.out, N * sizeof(float)), TCU_SUCCESS);
    for (int i = 0; i < N; i++) {
        cr_assert_eq(v.results[i], (float)(i % 16 - 1), "point %d", i);
        cr_assert(!(v.results[i] == 0 && signbit(v.results[i])), "point %d", i);
    }
    close_values(&v);
}
