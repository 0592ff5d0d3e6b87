/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Evaluations with more than 2^31 points, and with more than 2^32 results. Points and polynomials are functions of
 * their number, and few: values come from a table, and no arithmetic rounds. The shorter tiers run the same code on
 * fewer points; the long tier needs up to 13 GB a test.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "polynomial/numbers.h"
#include "test_backend.h"
#include "test_expectation.h"
#include "test_memory.h"

enum { CHUNK = 1 << 19, VALUES = 5, DEGREE = 3 };

/* Points repeat with a period that is no divisor of a chunk or a tile. */
static const double values[VALUES] = {-2, -1, 0, 1, 2};
enum { PERIOD = 1000003 };

static int value_at(uint64_t i)
{
    return (int)(i % PERIOD % 7 % VALUES);
}

static uint64_t past_2_to_31(void)
{
    return test_long(test_by_tier(1000017, 10000017, ((uint64_t)1 << 31) + 100017));
}

typedef struct fixture {
    tcu_context *context;
    tcu_polynomial *plan;
    test_memory points_memory, out_memory, coefficient_memory;
    test_slice points, out;
    uint16_t *chunk;
} fixture;

/* Polynomial p is p + x + x^3. */
static double value_of(uint64_t p, double x)
{
    return (double)p + x + x * x * x;
}

static fixture fixture_new(uint64_t n, uint64_t batches, uint64_t polynomials, uint64_t results)
{
    fixture f = {.context = test_context_new(), .chunk = malloc(CHUNK * sizeof(uint16_t))};
    cr_assert_not_null(f.chunk);
    f.points = test_slice_open(&f.points_memory, n * batches * 2, 6, 0);
    f.out = test_slice_open(&f.out_memory, results * 2, 2, 0xee);
    for (uint64_t first = 0; first < n * batches; first += CHUNK) {
        const uint64_t count = n * batches - first < CHUNK ? n * batches - first : CHUNK;
        for (uint64_t k = 0; k < count; k++) {
            test_number_store(TCU_TYPE_F16, values[value_at((first + k) % n)], &f.chunk[k]);
        }
        test_copy_in(f.points.data + 2 * first, f.chunk, 2 * count);
    }
    const size_t row = DEGREE + 1;
    uint16_t *coefficients = malloc(polynomials * row * 2);
    cr_assert_not_null(coefficients);
    for (uint64_t p = 0; p < polynomials; p++) {
        const double c[] = {(double)p, 1, 0, 1};
        for (size_t k = 0; k < row; k++) {
            test_number_store(TCU_TYPE_F16, c[k], &coefficients[p * row + k]);
        }
    }
    const test_slice slice = test_slice_open(&f.coefficient_memory, polynomials * row * 2, 0, 0);
    test_copy_in(slice.data, coefficients, slice.bytes);
    free(coefficients);
    test_synchronise();
    cr_assert_eq(tcu_polynomial_create(f.context, slice.data, polynomials, DEGREE, TCU_TYPE_F16, NULL, &f.plan),
                 TCU_SUCCESS, "%s", tcu_context_last_error(f.context));
    return f;
}

static void fixture_free(fixture *f)
{
    test_synchronise();
    cr_expect(test_slice_guarded(&f->out));
    cr_expect_eq(tcu_polynomial_destroy(f->plan), TCU_SUCCESS);
    cr_expect_eq(tcu_context_destroy(f->context), TCU_SUCCESS);
    test_memory_release(&f->points_memory);
    test_memory_release(&f->out_memory);
    test_memory_release(&f->coefficient_memory);
    free(f->chunk);
}

/* Rows one after the other: row p is polynomial p at all points. */
static void expect_rows(const fixture *f, uint64_t rows, uint64_t n)
{
    test_expectation e = test_expectation_of(f->out.data, rows * n * 2);
    test_synchronise();
    for (uint64_t p = 0; p < rows; p++) {
        uint16_t results[VALUES];
        for (int v = 0; v < VALUES; v++) {
            test_number_store(TCU_TYPE_F16, value_of(p, values[v]), &results[v]);
        }
        for (uint64_t i = 0; i < n;) {
            uint64_t bytes = (n - i) * 2;
            uint16_t *to = test_expectation_room(&e, &bytes);
            for (uint64_t k = 0; k < bytes / 2; k++) {
                to[k] = results[value_at(i + k)];
            }
            i += bytes / 2;
        }
    }
    test_expectation_end(&e);
}

static void expect_success(const fixture *f, tcu_status status)
{
    cr_assert_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(f->context));
}

Test(large_polynomial, one_polynomial, .timeout = 900)
{
    const uint64_t n = past_2_to_31();
    fixture f = fixture_new(n, 1, 1, n);
    expect_success(&f, tcu_polynomial_evaluate(f.context, f.plan, f.points.data, n, f.out.data, TCU_TYPE_F16,
                                               TCU_ORDER_ROW_MAJOR, 0));
    expect_rows(&f, 1, n);
    fixture_free(&f);
}

/* 17 rows: more than a tile of them, and 2^32 results in all. */
Test(large_polynomial, all_polynomials_at_all_points, .timeout = 900)
{
    enum { P = 17 };
    const uint64_t n = test_long(test_by_tier(60000, 600007, (((uint64_t)1 << 32) + 100000) / P));
    fixture f = fixture_new(n, 1, P, P * n);
    expect_success(&f, tcu_polynomial_evaluate(f.context, f.plan, f.points.data, n, f.out.data, TCU_TYPE_F16,
                                               TCU_ORDER_ROW_MAJOR, 0));
    expect_rows(&f, P, n);
    fixture_free(&f);
}

/* Many rows, of points that are one short run. */
Test(large_polynomial, many_polynomials, .timeout = 900)
{
    const uint64_t polynomials = 2000, n = test_long(test_by_tier(500, 5000, (((uint64_t)1 << 32) + 100000) / 2000));
    fixture f = fixture_new(n, 1, polynomials, polynomials * n);
    expect_success(&f, tcu_polynomial_evaluate(f.context, f.plan, f.points.data, n, f.out.data, TCU_TYPE_F16,
                                               TCU_ORDER_ROW_MAJOR, 0));
    expect_rows(&f, polynomials, n);
    fixture_free(&f);
}

Test(large_polynomial, points_of_their_own, .timeout = 900)
{
    enum { P = 3 };
    const uint64_t n = past_2_to_31() / P + 1;
    fixture f = fixture_new(n, P, P, P * n);
    expect_success(
        &f, tcu_polynomial_evaluate_batched(f.context, f.plan, f.points.data, 0, n, f.out.data, TCU_TYPE_F16, 0));
    expect_rows(&f, P, n);
    fixture_free(&f);
}

/* One piece, which all points belong to; and the smallest value of one polynomial. */
Test(large_polynomial, splines_and_reductions, .timeout = 900)
{
    const uint64_t n = past_2_to_31();
    uint16_t breakpoints[2];
    fixture f = fixture_new(n, 1, 1, n);
    test_memory memory = {0};
    const test_slice slice = test_slice_open(&memory, sizeof breakpoints, 0, 0);
    test_number_store(TCU_TYPE_F16, 0, &breakpoints[0]);
    test_number_store(TCU_TYPE_F16, 1, &breakpoints[1]);
    test_copy_in(slice.data, breakpoints, sizeof breakpoints);
    test_synchronise();
    expect_success(&f, tcu_polynomial_evaluate_spline(f.context, f.plan, slice.data, f.points.data, n, f.out.data,
                                                      TCU_TYPE_F16, 0, TCU_SPLINE_EXTRAPOLATE));
    expect_rows(&f, 1, n);
    test_set(f.out.data, 0xee, f.out.bytes);
    expect_success(&f, tcu_polynomial_reduce(f.context, f.plan, TCU_POLYNOMIAL_MIN, f.points.data, n, f.out.data,
                                             TCU_TYPE_F16, 0, NULL));
    expect_rows(&f, 1, n);
    test_memory_release(&memory);
    fixture_free(&f);
}

Test(large_polynomial, indexed, .timeout = 900)
{
    const uint64_t n = past_2_to_31();
    fixture f = fixture_new(n, 1, 2, n);
    test_memory memory = {0};
    const test_slice indices = test_slice_open(&memory, n * 4, 0, 0); /* all 0, but the last one */
    const uint32_t last = 1;
    test_copy_in(indices.data + (n - 1) * 4, &last, sizeof last);
    test_synchronise();
    expect_success(&f, tcu_polynomial_evaluate_indexed(f.context, f.plan, f.points.data, indices.data, TCU_TYPE_U32, n,
                                                       f.out.data, TCU_TYPE_F16, 0));
    test_synchronise();
    uint16_t got, expected;
    test_copy_out(&got, f.out.data + (n - 1) * 2, 2);
    test_number_store(TCU_TYPE_F16, value_of(1, values[value_at(n - 1)]), &expected);
    cr_expect_eq(got, expected, "the last one is 0x%04x, not 0x%04x", got, expected);
    test_number_store(TCU_TYPE_F16, value_of(0, values[value_at(n - 1)]), &expected);
    test_copy_in(f.out.data + (n - 1) * 2, &expected, 2);
    expect_rows(&f, 1, n);
    test_memory_release(&memory);
    fixture_free(&f);
}
