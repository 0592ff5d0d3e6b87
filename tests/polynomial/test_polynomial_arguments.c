/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments of polynomials one at a time: what looks wrong and is not, queries, plans that are none, no context. */
#include <math.h>

#include "polynomial/arena.h"
#include "test_backend.h"
#include "test_refusal.h"

typedef test_polynomial_arena arena;

/* What looks like a mistake and is none. */
#define CHANGE(NAME, ...) TEST_SPOIL(arena, test_polynomial_call, NAME, __VA_ARGS__)
#define PLACE(AT)         ((void *)(a->slice.data + (AT)))

CHANGE(no_options, call->options = NULL)
CHANGE(nothing_at_all, call->n = 0; call->points = NULL; call->out = NULL; call->which = NULL; call->indices = NULL;
       call->breakpoints = NULL)
CHANGE(no_points_and_a_stride, call->n = 0; call->out_stride = 12345; call->point_stride = 54321)
CHANGE(no_polynomials, call->count = 0; call->coefficients = NULL)
CHANGE(exact_strides, call->out_stride = call->point_stride = TEST_ARENA_N)
CHANGE(columns, call->order = TCU_ORDER_COLUMN_MAJOR)
CHANGE(exact_columns, call->order = TCU_ORDER_COLUMN_MAJOR; call->out_stride = TEST_ARENA_ROWS)
CHANGE(columns_with_a_gap, call->order = TCU_ORDER_COLUMN_MAJOR; call->out_stride = 21)
CHANGE(only_values, call->which = NULL)
CHANGE(only_numbers, call->out = NULL)
CHANGE(sums, call->which = NULL; call->reduction = TCU_POLYNOMIAL_SUM)
CHANGE(halves_to_f32, call->polynomial = a->halves)
CHANGE(halves_to_f16, call->polynomial = a->halves; call->out_type = TCU_TYPE_F16)
CHANGE(single_in_place, call->polynomial = a->single; call->out = PLACE(TEST_POINTS_AT))
CHANGE(single_in_place_with_dimension, call->polynomial = a->single; call->out = PLACE(TEST_POINTS_AT);
       call->out_stride = 500)
CHANGE(single_in_place_in_columns, call->polynomial = a->single; call->out = PLACE(TEST_POINTS_AT);
       call->order = TCU_ORDER_COLUMN_MAJOR; call->out_stride = 1)
CHANGE(plain_in_place, call->polynomial = a->plain; call->out = PLACE(TEST_POINTS_AT))
CHANGE(batches_in_place, call->polynomial = a->plain; call->out = PLACE(TEST_POINTS_AT);
       call->point_stride = call->out_stride = 33)
CHANGE(neighbour_behind, call->out = PLACE(TEST_POINTS_AT + 4 * TEST_ARENA_N))
CHANGE(neighbour_before, call->polynomial = a->plain; call->out = PLACE(TEST_POINTS_AT - 4 * TEST_ARENA_N))
CHANGE(an_interval, a->options.lower = -3; a->options.upper = 2)
CHANGE(an_interval_up_to_0, a->options.lower = -3)
CHANGE(many_derivatives, a->options.derivatives = 40; call->n = 1)
CHANGE(a_stride, a->options.coefficient_stride = 77)
CHANGE(points_are_coefficients, call->points = call->coefficients)
CHANGE(points_are_breakpoints, call->points = call->breakpoints)
CHANGE(coefficients_again, call->coefficients = (const char *)call->coefficients + 4)

Test(polynomial_arguments, that_are_good_are_not_refused)
{
    static const struct {
        int where;
        void (*change)(void *arena, void *call);
    } table[] = {{TEST_OF_SHAPES, no_options},
                 {TEST_OF_FORMS, nothing_at_all},
                 {TEST_OF_FORMS, no_points_and_a_stride},
                 {TEST_OF_SHAPES, no_polynomials},
                 {TEST_OF_FORMS, exact_strides},
                 {TEST_OF_GRID, columns},
                 {TEST_OF_GRID, exact_columns},
                 {TEST_OF_GRID, columns_with_a_gap},
                 {TEST_OF_REDUCE, only_values},
                 {TEST_OF_REDUCE, only_numbers},
                 {TEST_OF_REDUCE, sums},
                 {TEST_OF_PLANS, halves_to_f32},
                 {TEST_OF_PLANS, halves_to_f16},
                 {TEST_OF_PLANS, single_in_place},
                 {TEST_OF_PLANS, single_in_place_with_dimension},
                 {TEST_OF_GRID, single_in_place_in_columns},
                 {TEST_OF_STRIDES, plain_in_place},
                 {TEST_OF_BATCHED, batches_in_place},
                 {TEST_OF_FORMS & ~TEST_OF_BATCHED, neighbour_behind},
                 {TEST_OF_INDEXED | TEST_OF_SPLINE | TEST_OF_REDUCE, neighbour_before},
                 {TEST_OF_SHAPES, an_interval},
                 {TEST_OF_SHAPES, an_interval_up_to_0},
                 {TEST_OF_SHAPES, many_derivatives},
                 {TEST_OF_SHAPES, a_stride},
                 {TEST_OF_ONCE, points_are_coefficients},
                 {TEST_OF_SPLINE, points_are_breakpoints},
                 {TEST_OF_COEFFICIENTS, coefficients_again}};
    arena *a = test_polynomial_arena_new();
    for (int function = 0; function < TEST_POLYNOMIAL_FUNCTIONS; function++) {
        for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
            if (table[i].where & 1 << function) {
                test_polynomial_arena_set(a, function);
                table[i].change(a, &a->call);
                cr_expect_eq(test_polynomial_arena_run(a, false, NULL), TCU_SUCCESS, "%s, row %zu: %s",
                             test_polynomial_function(function), i, tcu_context_last_error(a->context));
                test_synchronise();
                cr_expect(test_slice_guarded(&a->slice), "%s, row %zu", test_polynomial_function(function), i);
            }
        }
    }
    test_polynomial_arena_free(a);
}

/* Reductions of no polynomials are written, and read nothing. */
Test(polynomial_arguments, no_polynomials_need_no_points)
{
    arena *a = test_polynomial_arena_new();
    test_polynomial_arena_set(a, TEST_POLYNOMIAL_REDUCE);
    tcu_polynomial *none = NULL;
    cr_assert_eq(tcu_polynomial_create(a->context, NULL, 0, TEST_ARENA_DEGREE, TCU_TYPE_F32, NULL, &none), TCU_SUCCESS);
    cr_expect_eq(tcu_polynomial_reduce(a->context, none, TCU_POLYNOMIAL_MAX, NULL, TEST_ARENA_N, a->call.out,
                                       TCU_TYPE_F32, 0, a->call.which),
                 TCU_SUCCESS, "%s", tcu_context_last_error(a->context));
    test_synchronise();
    float out[TEST_ARENA_N];
    uint64_t which[TEST_ARENA_N];
    test_copy_out(out, a->call.out, sizeof out);
    test_copy_out(which, a->call.which, sizeof which);
    for (int i = 0; i < TEST_ARENA_N; i++) {
        cr_expect(out[i] == -INFINITY && which[i] == 0, "point %d: %g, number %llu", i, (double)out[i],
                  (unsigned long long)which[i]);
    }
    cr_expect_eq(tcu_polynomial_destroy(none), TCU_SUCCESS);
    test_polynomial_arena_free(a);
}

Test(polynomial_arguments, a_query_needs_somewhere_to_answer)
{
    arena *a = test_polynomial_arena_new();
    for (int form = 0; form < TEST_POLYNOMIAL_COUNT; form++) {
        test_polynomial_arena_set(a, form);
        cr_expect_eq(test_polynomial_query(a->context, &a->call, NULL), TCU_ERROR_INVALID_ARGUMENT, "%s",
                     test_polynomial_names[form]);
        cr_expect(test_mentions(tcu_context_last_error(a->context), "bytes"), "%s", tcu_context_last_error(a->context));
    }
    test_polynomial_arena_free(a);
}

Test(polynomial_arguments, a_plan_needs_somewhere_to_go)
{
    arena *a = test_polynomial_arena_new();
    test_polynomial_arena_set(a, TEST_POLYNOMIAL_CREATE);
    cr_expect_eq(tcu_polynomial_create(a->context, a->call.coefficients, 3, 4, TCU_TYPE_F32, NULL, NULL),
                 TCU_ERROR_INVALID_ARGUMENT);
    const char *sentence = tcu_context_last_error(a->context);
    cr_expect(test_mentions(sentence, "polynomial") && test_mentions(sentence, "NULL"), "%s", sentence);
    test_polynomial_arena_free(a);
}

Test(polynomial_arguments, what_is_destroyed_is_a_plan)
{
    arena *a = test_polynomial_arena_new();
    void *const none[] = {a->destroyed, a};
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(tcu_polynomial_destroy(none[i]), TCU_ERROR_INVALID_ARGUMENT, "row %d", i);
        const char *sentence = tcu_context_last_error(NULL);
        cr_expect(strncmp(sentence, "tcu_polynomial_destroy: ", 24) == 0 && test_mentions(sentence, "polynomial"), "%s",
                  sentence);
    }
    cr_expect_eq(tcu_polynomial_destroy(NULL), TCU_SUCCESS);
    cr_expect_str_eq(tcu_context_last_error(NULL), "");
    test_polynomial_arena_free(a);
}

Test(polynomial_arguments, no_context)
{
    arena *a = test_polynomial_arena_new();
    tcu_context *const context = a->context;
    for (int function = 0; function < TEST_POLYNOMIAL_FUNCTIONS; function++) {
        test_polynomial_arena_set(a, function);
        size_t bytes = 4711;
        a->context = NULL;
        cr_expect_eq(test_polynomial_arena_run(a, false, NULL), TCU_ERROR_INVALID_CONTEXT, "%s",
                     test_polynomial_function(function));
        if (function < TEST_POLYNOMIAL_COUNT) {
            cr_expect_eq(test_polynomial_arena_run(a, true, &bytes), TCU_ERROR_INVALID_CONTEXT);
        }
        a->context = context;
        cr_expect(test_mentions(tcu_context_last_error(NULL), "context"));
        cr_expect_eq(bytes, 4711);
        cr_expect(test_polynomial_arena_unchanged(a), "%s", test_polynomial_function(function));
    }
    test_polynomial_arena_free(a);
}

/* A failed call leaves its sentence, and the next good one clears it. */
Test(polynomial_arguments, sentences_are_of_the_last_call)
{
    arena *a = test_polynomial_arena_new();
    test_polynomial_arena_set(a, TEST_POLYNOMIAL_GRID);
    a->call.points = NULL;
    cr_expect_neq(test_polynomial_arena_run(a, false, NULL), TCU_SUCCESS);
    cr_expect_neq(tcu_context_last_error(a->context)[0], '\0');
    test_polynomial_arena_set(a, TEST_POLYNOMIAL_GRID);
    cr_expect_eq(test_polynomial_arena_run(a, false, NULL), TCU_SUCCESS);
    cr_expect_str_eq(tcu_context_last_error(a->context), "");
    test_polynomial_arena_free(a);
}
