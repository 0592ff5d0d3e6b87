/* SPDX-License-Identifier: Apache-2.0 */
#include "arena.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "test_backend.h"

const char *test_polynomial_function(int function)
{
    return function < TEST_POLYNOMIAL_COUNT     ? test_polynomial_names[function]
           : function == TEST_POLYNOMIAL_CREATE ? "tcu_polynomial_create"
                                                : "tcu_polynomial_update";
}

static tcu_polynomial *create(test_polynomial_arena *a, uint64_t count, tcu_type type,
                              const tcu_polynomial_options *options)
{
    tcu_polynomial *plan = NULL;
    cr_assert_eq(tcu_polynomial_create(a->context, a->slice.data + TEST_COEFFICIENTS_AT, count, TEST_ARENA_DEGREE, type,
                                       options, &plan),
                 TCU_SUCCESS, "%s", tcu_context_last_error(a->context));
    return plan;
}

/* Small numbers, sorted where breakpoints are; index elements are 0, 1 and 2. */
static void fill(test_polynomial_arena *a)
{
    a->slice = test_slice_open(&a->memory, TEST_POLYNOMIAL_ARENA_BYTES, 0, 0x5a);
    for (int i = 0; i < TEST_POLYNOMIAL_ARENA_BYTES; i++) {
        a->copy[i] = (unsigned char)(i * 7 % 5);
    }
    for (int i = 0; i < TEST_ROOM / 4; i++) {
        const float coefficient = (float)(i % 5) - 2, x = (float)(i % 20) / 8, breakpoint = (float)i / 2;
        const int32_t index = i % TEST_ARENA_P;
        memcpy(a->copy + TEST_COEFFICIENTS_AT + 4 * i, &coefficient, 4);
        memcpy(a->copy + TEST_POINTS_AT + 4 * i, &x, 4);
        if (a->function == TEST_POLYNOMIAL_SPLINE) {
            memcpy(a->copy + TEST_PIECES_AT + 4 * i, &breakpoint, 4);
        } else {
            memcpy(a->copy + TEST_PIECES_AT + 4 * i, &index, 4);
        }
    }
    test_copy_in(a->slice.data, a->copy, TEST_POLYNOMIAL_ARENA_BYTES);
    test_synchronise();
}

static void set_options(test_polynomial_arena *a)
{
    a->options = (tcu_polynomial_options)TCU_POLYNOMIAL_OPTIONS_INIT;
    a->options.derivatives = 1;
}

test_polynomial_arena *test_polynomial_arena_new(void)
{
    test_polynomial_arena *a = calloc(1, sizeof *a);
    cr_assert_not_null(a);
    a->context = test_context_new();
    fill(a);
    set_options(a);
    a->plan = create(a, TEST_ARENA_P, TCU_TYPE_F32, &a->options);
    a->plain = create(a, TEST_ARENA_P, TCU_TYPE_F32, NULL);
    a->single = create(a, 1, TCU_TYPE_F32, NULL);
    a->halves = create(a, TEST_ARENA_P, TCU_TYPE_F16, &a->options);
    a->destroyed = create(a, TEST_ARENA_P, TCU_TYPE_F32, NULL);
    cr_assert_eq(tcu_polynomial_destroy(a->destroyed), TCU_SUCCESS);
    return a;
}

void test_polynomial_arena_free(test_polynomial_arena *a)
{
    tcu_polynomial *plans[] = {a->plan, a->plain, a->single, a->halves, a->created};
    for (size_t i = 0; i < sizeof plans / sizeof plans[0]; i++) {
        cr_expect_eq(tcu_polynomial_destroy(plans[i]), TCU_SUCCESS);
    }
    cr_expect_eq(tcu_context_destroy(a->context), TCU_SUCCESS);
    test_memory_release(&a->memory);
    free(a);
}

void test_polynomial_arena_set(test_polynomial_arena *a, int function)
{
    a->function = function;
    fill(a);
    set_options(a);
    unsigned char *data = a->slice.data;
    a->call = (test_polynomial_call){.form = function < TEST_POLYNOMIAL_COUNT ? (test_polynomial_form)function
                                                                              : TEST_POLYNOMIAL_GRID,
                                     .polynomial = a->plan,
                                     .coefficients = data + TEST_COEFFICIENTS_AT,
                                     .count = TEST_ARENA_P,
                                     .degree = TEST_ARENA_DEGREE,
                                     .type = TCU_TYPE_F32,
                                     .options = &a->options,
                                     .points = data + TEST_POINTS_AT,
                                     .n = TEST_ARENA_N,
                                     .out = data + TEST_OUT_AT,
                                     .out_type = TCU_TYPE_F32,
                                     .indices = data + TEST_PIECES_AT,
                                     .index_type = TCU_TYPE_I32,
                                     .breakpoints = data + TEST_PIECES_AT,
                                     .which = (uint64_t *)(void *)(data + TEST_WHICH_AT)};
}

tcu_status test_polynomial_arena_run(test_polynomial_arena *a, bool query, size_t *bytes)
{
    const test_polynomial_call *c = &a->call;
    if (a->function == TEST_POLYNOMIAL_UPDATE) {
        return tcu_polynomial_update(a->context, c->polynomial, c->coefficients);
    }
    if (a->function == TEST_POLYNOMIAL_CREATE) {
        cr_assert_eq(tcu_polynomial_destroy(a->created), TCU_SUCCESS);
        a->created = (tcu_polynomial *)(void *)a; /* to be overwritten */
        const tcu_status status =
            tcu_polynomial_create(a->context, c->coefficients, c->count, c->degree, c->type, c->options, &a->created);
        cr_expect_eq(status == TCU_SUCCESS, a->created != NULL,
                     "status %d: *polynomial is NULL after a failure, and then alone", (int)status);
        a->created = status == TCU_SUCCESS ? a->created : NULL;
        return status;
    }
    return query ? test_polynomial_query(a->context, c, bytes) : test_polynomial_run_call(a->context, c);
}

bool test_polynomial_arena_unchanged(test_polynomial_arena *a)
{
    test_synchronise();
    return test_slice_guarded(&a->slice) && test_slice_holds(&a->slice, a->copy);
}
