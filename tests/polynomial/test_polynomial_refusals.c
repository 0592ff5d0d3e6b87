/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every function of polynomials and every workspace query against every bad argument: the status, a sentence that names
 * it, and not a byte of memory changed. One good call, and a table of ways to spoil it.
 */
#include <math.h>

#include "polynomial/arena.h"
#include "test_backend.h"
#include "test_refusal.h"

typedef test_polynomial_arena arena;

/* In a row's `where`, beside functions: the query fails in the same way. */
enum { QUERY = 1 << 16 };

#define SPOIL(NAME, ...) TEST_SPOIL(arena, test_polynomial_call, NAME, __VA_ARGS__)
#define PLACE(AT)        ((void *)(a->slice.data + (AT)))

static void set_interval(arena *a, double lower, double upper)
{
    a->options.lower = lower;
    a->options.upper = upper;
}

SPOIL(null_polynomial, call->polynomial = NULL)
SPOIL(destroyed_polynomial, call->polynomial = a->destroyed)
SPOIL(no_polynomial, call->polynomial = (tcu_polynomial *)(void *)a)
SPOIL(null_coefficients, call->coefficients = NULL)
SPOIL(null_points, call->points = NULL)
SPOIL(null_out, call->out = NULL; call->which = NULL)
SPOIL(null_indices, call->indices = NULL)
SPOIL(null_breakpoints, call->breakpoints = NULL)
SPOIL(type_below, call->type = (tcu_type)-1)
SPOIL(type_above, call->type = (tcu_type)12)
SPOIL(type_integer, call->type = TCU_TYPE_I32)
SPOIL(out_type_below, call->out_type = (tcu_type)-1)
SPOIL(out_type_above, call->out_type = (tcu_type)12)
SPOIL(out_type_wider, call->out_type = TCU_TYPE_F64)
SPOIL(out_type_narrower, call->out_type = TCU_TYPE_F16)
SPOIL(out_type_integer, call->out_type = TCU_TYPE_U32)
SPOIL(out_type_of_halves, call->polynomial = a->halves; call->type = TCU_TYPE_F16; call->out_type = TCU_TYPE_BF16)
SPOIL(out_type_twice_as_wide, call->polynomial = a->halves; call->type = TCU_TYPE_F16; call->out_type = TCU_TYPE_F64)
SPOIL(index_type_below, call->index_type = (tcu_type)-1)
SPOIL(index_type_above, call->index_type = (tcu_type)12)
SPOIL(index_type_real, call->index_type = TCU_TYPE_F32)
SPOIL(index_type_short, call->index_type = TCU_TYPE_U16)
SPOIL(order_below, call->order = (tcu_order)-1)
SPOIL(order_above, call->order = (tcu_order)2)
SPOIL(reduction_below, call->reduction = (tcu_polynomial_reduction)-1)
SPOIL(reduction_above, call->reduction = (tcu_polynomial_reduction)3)
SPOIL(outside_below, call->outside = (tcu_spline_outside)-1)
SPOIL(outside_above, call->outside = (tcu_spline_outside)2)
SPOIL(which_of_sums, call->reduction = TCU_POLYNOMIAL_SUM)
SPOIL(degree_above, call->degree = TCU_MAX_DEGREE + 1)
SPOIL(degree_far_above, call->degree = UINT64_MAX)
SPOIL(basis_below, a->options.basis = (tcu_basis)-1)
SPOIL(basis_above, a->options.basis = (tcu_basis)2)
SPOIL(reserved_first, a->options.reserved[0] = 41)
SPOIL(reserved_last, a->options.reserved[3] = 42)
SPOIL(stride_of_degree, a->options.coefficient_stride = 4)
SPOIL(stride_of_one, a->options.coefficient_stride = 1; call->count = 1)
SPOIL(ends_equal, set_interval(a, 1.5, 1.5))
SPOIL(ends_decrease, set_interval(a, 0, -2.5))
SPOIL(lower_nan, set_interval(a, NAN, 1))
SPOIL(upper_nan, set_interval(a, 0, NAN))
SPOIL(lower_infinite, set_interval(a, -INFINITY, 1))
SPOIL(upper_infinite, set_interval(a, 0, INFINITY))
SPOIL(dimension_of_rows, call->out_stride = TEST_ARENA_N - 1)
SPOIL(dimension_of_columns, call->order = TCU_ORDER_COLUMN_MAJOR; call->out_stride = TEST_ARENA_ROWS - 1)
SPOIL(out_stride_below, call->out_stride = TEST_ARENA_N - 1)
SPOIL(point_stride_below, call->point_stride = TEST_ARENA_N - 1)
SPOIL(coefficients_off_by_2, call->coefficients = (const char *)call->coefficients + 2)
SPOIL(points_off_by_2, call->points = (const char *)call->points + 2)
SPOIL(points_off_by_1, call->points = (const char *)call->points + 1)
SPOIL(out_off_by_2, call->out = (char *)call->out + 2)
SPOIL(indices_off_by_2, call->indices = (const char *)call->indices + 2)
SPOIL(indices_off_by_4, call->indices = (const char *)call->indices + 4; call->index_type = TCU_TYPE_U64)
SPOIL(breakpoints_off_by_1, call->breakpoints = (const char *)call->breakpoints + 1)
SPOIL(which_off_by_4, call->which = PLACE(TEST_WHICH_AT + 4))
SPOIL(bytes_wrap, call->n = ((uint64_t)1 << 62) + 10)
SPOIL(bytes_wrap_most, call->n = UINT64_MAX)
SPOIL(rows_wrap, call->n = (uint64_t)1 << 61)
SPOIL(batches_wrap, call->n = ((uint64_t)1 << 62) / TEST_ARENA_P + 1)
SPOIL(end_wraps, call->n = ((uint64_t)1 << 62) - 16)
SPOIL(dimension_wraps, call->out_stride = (uint64_t)1 << 60)
SPOIL(dimension_wraps_most, call->out_stride = UINT64_MAX)
SPOIL(point_stride_wraps, call->point_stride = (uint64_t)1 << 62)
SPOIL(coefficient_stride_wraps, a->options.coefficient_stride = (uint64_t)1 << 62)
SPOIL(too_many_polynomials, call->count = (uint64_t)1 << 62)
SPOIL(too_many_polynomials_most, call->count = UINT64_MAX)
SPOIL(out_is_points, call->out = PLACE(TEST_POINTS_AT))
SPOIL(out_begins_in_points, call->out = PLACE(TEST_POINTS_AT + 4 * (TEST_ARENA_N - 1)))
SPOIL(out_ends_in_points, call->out = PLACE(TEST_POINTS_AT - 4 * (TEST_ARENA_N + 1)))
SPOIL(out_between_batches, call->point_stride = 200; call->out_stride = 20; call->out = PLACE(TEST_POINTS_AT + 160))
SPOIL(points_between_rows, call->out_stride = 200; call->out = PLACE(TEST_POINTS_AT - 160))
SPOIL(out_on_coefficients, call->out = PLACE(TEST_COEFFICIENTS_AT + 4 * (TEST_ARENA_P * (TEST_ARENA_DEGREE + 1) - 1)))
SPOIL(out_on_gap_of_coefficients, a->options.coefficient_stride = 200; call->out = PLACE(TEST_COEFFICIENTS_AT + 80);
      call->n = 5)
SPOIL(out_on_indices, call->out = PLACE(TEST_PIECES_AT + 4 * (TEST_ARENA_N - 1)))
SPOIL(out_on_breakpoints, call->out = PLACE(TEST_PIECES_AT + 4 * TEST_ARENA_P))
SPOIL(which_on_points, call->which = PLACE(TEST_POINTS_AT + 4 * (TEST_ARENA_N - 2)))
SPOIL(which_on_out, call->which = PLACE(TEST_OUT_AT + 4 * (2 * TEST_ARENA_N - 2)))
SPOIL(plain_out_shifted, call->polynomial = a->plain; call->out = PLACE(TEST_POINTS_AT + 4))
SPOIL(single_out_shifted, call->polynomial = a->single; call->out = PLACE(TEST_POINTS_AT - 4))
SPOIL(plain_out_is_points, call->polynomial = a->plain; call->out = PLACE(TEST_POINTS_AT))
SPOIL(single_out_in_columns, call->polynomial = a->single; call->out = PLACE(TEST_POINTS_AT);
      call->order = TCU_ORDER_COLUMN_MAJOR; call->out_stride = 2)
SPOIL(batches_of_other_stride, call->polynomial = a->plain; call->out = PLACE(TEST_POINTS_AT);
      call->out_stride = TEST_ARENA_N + 1)

static const test_refusal rows[] = {
    {TEST_OF_PLANS | TEST_OF_UPDATE | QUERY, null_polynomial, TCU_ERROR_INVALID_ARGUMENT, "polynomial", "NULL"},
    {TEST_OF_PLANS | TEST_OF_UPDATE | QUERY, destroyed_polynomial, TCU_ERROR_INVALID_ARGUMENT, "polynomial",
     "destroyed"},
    {TEST_OF_PLANS | TEST_OF_UPDATE | QUERY, no_polynomial, TCU_ERROR_INVALID_ARGUMENT, "polynomial", "plan"},
    {TEST_OF_COEFFICIENTS, null_coefficients, TCU_ERROR_INVALID_ARGUMENT, "coefficients", "NULL"},
    {TEST_OF_FORMS, null_points, TCU_ERROR_INVALID_ARGUMENT, "points", "NULL"},
    {TEST_OF_FORMS, null_out, TCU_ERROR_INVALID_ARGUMENT, "out", "NULL"},
    {TEST_OF_INDEXED, null_indices, TCU_ERROR_INVALID_ARGUMENT, "indices", "NULL"},
    {TEST_OF_SPLINE, null_breakpoints, TCU_ERROR_INVALID_ARGUMENT, "breakpoints", "NULL"},
    {TEST_OF_SHAPES | QUERY, type_below, TCU_ERROR_INVALID_ARGUMENT, "type", "-1"},
    {TEST_OF_SHAPES | QUERY, type_above, TCU_ERROR_INVALID_ARGUMENT, "type", "12"},
    {TEST_OF_SHAPES | QUERY, type_integer, TCU_ERROR_UNSUPPORTED_TYPE, "type", "i32"},
    {TEST_OF_FORMS | QUERY, out_type_below, TCU_ERROR_INVALID_ARGUMENT, "out_type", "-1"},
    {TEST_OF_FORMS | QUERY, out_type_above, TCU_ERROR_INVALID_ARGUMENT, "out_type", "12"},
    {TEST_OF_FORMS | QUERY, out_type_wider, TCU_ERROR_UNSUPPORTED_TYPE, "out_type", "f64"},
    {TEST_OF_FORMS | QUERY, out_type_narrower, TCU_ERROR_UNSUPPORTED_TYPE, "out_type", "f16"},
    {TEST_OF_FORMS | QUERY, out_type_integer, TCU_ERROR_UNSUPPORTED_TYPE, "out_type", "u32"},
    {TEST_OF_FORMS | QUERY, out_type_of_halves, TCU_ERROR_UNSUPPORTED_TYPE, "out_type", "bf16"},
    {TEST_OF_FORMS | QUERY, out_type_twice_as_wide, TCU_ERROR_UNSUPPORTED_TYPE, "out_type", "f64"},
    {TEST_OF_INDEXED | QUERY, index_type_below, TCU_ERROR_INVALID_ARGUMENT, "index_type", "-1"},
    {TEST_OF_INDEXED | QUERY, index_type_above, TCU_ERROR_INVALID_ARGUMENT, "index_type", "12"},
    {TEST_OF_INDEXED | QUERY, index_type_real, TCU_ERROR_UNSUPPORTED_TYPE, "index_type", "f32"},
    {TEST_OF_INDEXED | QUERY, index_type_short, TCU_ERROR_UNSUPPORTED_TYPE, "index_type", "u16"},
    {TEST_OF_GRID, order_below, TCU_ERROR_INVALID_ARGUMENT, "order", "-1"},
    {TEST_OF_GRID, order_above, TCU_ERROR_INVALID_ARGUMENT, "order", "2"},
    {TEST_OF_REDUCE, reduction_below, TCU_ERROR_INVALID_ARGUMENT, "reduction", "-1"},
    {TEST_OF_REDUCE, reduction_above, TCU_ERROR_INVALID_ARGUMENT, "reduction", "3"},
    {TEST_OF_SPLINE, outside_below, TCU_ERROR_INVALID_ARGUMENT, "outside", "-1"},
    {TEST_OF_SPLINE, outside_above, TCU_ERROR_INVALID_ARGUMENT, "outside", "2"},
    {TEST_OF_REDUCE, which_of_sums, TCU_ERROR_INVALID_ARGUMENT, "which", "NULL"},
    {TEST_OF_SHAPES | QUERY, degree_above, TCU_ERROR_INVALID_ARGUMENT, "degree", "16777217"},
    {TEST_OF_SHAPES | QUERY, degree_far_above, TCU_ERROR_INVALID_ARGUMENT, "degree", "18446744073709551615"},
    {TEST_OF_SHAPES | QUERY, basis_below, TCU_ERROR_INVALID_ARGUMENT, "options.basis", "-1"},
    {TEST_OF_SHAPES | QUERY, basis_above, TCU_ERROR_INVALID_ARGUMENT, "options.basis", "2"},
    {TEST_OF_SHAPES | QUERY, reserved_first, TCU_ERROR_INVALID_ARGUMENT, "options.reserved[0]", "41"},
    {TEST_OF_SHAPES | QUERY, reserved_last, TCU_ERROR_INVALID_ARGUMENT, "options.reserved[3]", "42"},
    {TEST_OF_SHAPES | QUERY, stride_of_degree, TCU_ERROR_INVALID_ARGUMENT, "options.coefficient_stride", "4"},
    {TEST_OF_SHAPES | QUERY, stride_of_one, TCU_ERROR_INVALID_ARGUMENT, "options.coefficient_stride", "1"},
    {TEST_OF_SHAPES | QUERY, ends_equal, TCU_ERROR_INVALID_ARGUMENT, "options.upper", "1.5"},
    {TEST_OF_SHAPES | QUERY, ends_decrease, TCU_ERROR_INVALID_ARGUMENT, "options.upper", "-2.5"},
    {TEST_OF_SHAPES | QUERY, lower_nan, TCU_ERROR_INVALID_ARGUMENT, "options.lower", "nan"},
    {TEST_OF_SHAPES | QUERY, upper_nan, TCU_ERROR_INVALID_ARGUMENT, "options.upper", "nan"},
    {TEST_OF_SHAPES | QUERY, lower_infinite, TCU_ERROR_INVALID_ARGUMENT, "options.lower", "-inf"},
    {TEST_OF_SHAPES | QUERY, upper_infinite, TCU_ERROR_INVALID_ARGUMENT, "options.upper", "inf"},
    {TEST_OF_GRID, dimension_of_rows, TCU_ERROR_INVALID_ARGUMENT, "leading_dimension", "19"},
    {TEST_OF_GRID, dimension_of_columns, TCU_ERROR_INVALID_ARGUMENT, "leading_dimension", "5"},
    {TEST_OF_STRIDES, out_stride_below, TCU_ERROR_INVALID_ARGUMENT, "out_stride", "19"},
    {TEST_OF_BATCHED, point_stride_below, TCU_ERROR_INVALID_ARGUMENT, "point_stride", "19"},
    {TEST_OF_COEFFICIENTS, coefficients_off_by_2, TCU_ERROR_MISALIGNED, "coefficients", "4"},
    {TEST_OF_FORMS, points_off_by_2, TCU_ERROR_MISALIGNED, "points", "4"},
    {TEST_OF_FORMS, points_off_by_1, TCU_ERROR_MISALIGNED, "points", "4"},
    {TEST_OF_FORMS, out_off_by_2, TCU_ERROR_MISALIGNED, "out", "4"},
    {TEST_OF_INDEXED, indices_off_by_2, TCU_ERROR_MISALIGNED, "indices", "4"},
    {TEST_OF_INDEXED, indices_off_by_4, TCU_ERROR_MISALIGNED, "indices", "8"},
    {TEST_OF_SPLINE, breakpoints_off_by_1, TCU_ERROR_MISALIGNED, "breakpoints", "4"},
    {TEST_OF_REDUCE, which_off_by_4, TCU_ERROR_MISALIGNED, "which", "8"},
    {TEST_OF_ALL_ROWS | QUERY, bytes_wrap, TCU_ERROR_SIZE_OVERFLOW, "rows", "4611686018427387914"},
    {TEST_OF_ONE_ROW | QUERY, bytes_wrap, TCU_ERROR_SIZE_OVERFLOW, "out", "4611686018427387914"},
    {TEST_OF_BATCHED | QUERY, bytes_wrap_most, TCU_ERROR_SIZE_OVERFLOW, "points", "18446744073709551615"},
    {(TEST_OF_FORMS & ~TEST_OF_BATCHED) | QUERY, bytes_wrap_most, TCU_ERROR_SIZE_OVERFLOW, "out",
     "18446744073709551615"},
    {TEST_OF_GRID | TEST_OF_ONCE | QUERY, rows_wrap, TCU_ERROR_SIZE_OVERFLOW, "out", "2305843009213693952"},
    {TEST_OF_BATCHED | QUERY, batches_wrap, TCU_ERROR_SIZE_OVERFLOW, "out", "1537228672809129302"},
    {TEST_OF_GRID, end_wraps, TCU_ERROR_SIZE_OVERFLOW, "out", "4611686018427387888"},
    {TEST_OF_ONE_ROW, end_wraps, TCU_ERROR_SIZE_OVERFLOW, "points", "4611686018427387888"},
    {TEST_OF_GRID, dimension_wraps, TCU_ERROR_SIZE_OVERFLOW, "out", "5764607523034234900"},
    {TEST_OF_STRIDES | TEST_OF_GRID, dimension_wraps_most, TCU_ERROR_SIZE_OVERFLOW, "out", "18446744073709551615"},
    {TEST_OF_BATCHED, point_stride_wraps, TCU_ERROR_SIZE_OVERFLOW, "points", "4611686018427387904"},
    {TEST_OF_SHAPES, coefficient_stride_wraps, TCU_ERROR_SIZE_OVERFLOW, "coefficients", "4611686018427387904"},
    {TEST_OF_SHAPES | QUERY, too_many_polynomials, TCU_ERROR_SIZE_OVERFLOW, "num_polynomials", "4611686018427387904"},
    {TEST_OF_SHAPES | QUERY, too_many_polynomials_most, TCU_ERROR_SIZE_OVERFLOW, "num_polynomials",
     "18446744073709551615"},
    {TEST_OF_FORMS, out_is_points, TCU_ERROR_OVERLAP, "out", "points"},
    {TEST_OF_FORMS, out_begins_in_points, TCU_ERROR_OVERLAP, "out", "points"},
    {TEST_OF_FORMS, out_ends_in_points, TCU_ERROR_OVERLAP, "out", "points"},
    {TEST_OF_BATCHED, out_between_batches, TCU_ERROR_OVERLAP, "out", "points"},
    {TEST_OF_GRID | TEST_OF_STRIDES, points_between_rows, TCU_ERROR_OVERLAP, "out", "points"},
    {TEST_OF_ONCE, out_on_coefficients, TCU_ERROR_OVERLAP, "out", "coefficients"},
    {TEST_OF_ONCE, out_on_gap_of_coefficients, TCU_ERROR_OVERLAP, "out", "coefficients"},
    {TEST_OF_INDEXED, out_on_indices, TCU_ERROR_OVERLAP, "out", "indices"},
    {TEST_OF_SPLINE, out_on_breakpoints, TCU_ERROR_OVERLAP, "out", "breakpoints"},
    {TEST_OF_REDUCE, which_on_points, TCU_ERROR_OVERLAP, "which", "points"},
    {TEST_OF_REDUCE, which_on_out, TCU_ERROR_OVERLAP, "which", "out"},
    {TEST_OF_PLANS, plain_out_shifted, TCU_ERROR_OVERLAP, "out", "points"},
    {TEST_OF_PLANS, single_out_shifted, TCU_ERROR_OVERLAP, "out", "points"},
    {TEST_OF_GRID, plain_out_is_points, TCU_ERROR_OVERLAP, "out", "points"},
    {TEST_OF_GRID, single_out_in_columns, TCU_ERROR_OVERLAP, "out", "points"},
    {TEST_OF_BATCHED, batches_of_other_stride, TCU_ERROR_OVERLAP, "out", "points"},
};

static void expect_failure(arena *a, const test_refusal *r, size_t index, bool query)
{
    size_t bytes = TEST_REFUSED_BYTES;
    const tcu_status status = test_polynomial_arena_run(a, query, &bytes);
    test_refusal_expect(r, index, test_polynomial_function(a->function), query, status,
                        tcu_context_last_error(a->context), r->value, bytes, test_polynomial_arena_unchanged(a));
}

Test(polynomial_refusals, are_refused_with_a_sentence, .timeout = 120)
{
    arena *a = test_polynomial_arena_new();
    for (int function = 0; function < TEST_POLYNOMIAL_FUNCTIONS; function++) {
        /* Not spoilt, the call succeeds: what fails below fails for its reason. */
        test_polynomial_arena_set(a, function);
        cr_assert_eq(test_polynomial_arena_run(a, false, NULL), TCU_SUCCESS, "%s: %s",
                     test_polynomial_function(function), tcu_context_last_error(a->context));
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            if (!(rows[i].where & 1 << function)) {
                continue;
            }
            test_polynomial_arena_set(a, function);
            rows[i].spoil(a, &a->call);
            expect_failure(a, &rows[i], i, false);
            if (rows[i].where & QUERY && function < TEST_POLYNOMIAL_COUNT) {
                expect_failure(a, &rows[i], i, true);
            }
        }
    }
    test_polynomial_arena_free(a);
}
