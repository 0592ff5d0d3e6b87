/* SPDX-License-Identifier: Apache-2.0 */
#include "arena.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "plans/apply.h"
#include "test_backend.h"

const char *test_stencil_function(int function)
{
    static const char *const makers[] = {"tcu_stencil_create", "tcu_stencil_create_derivative",
                                         "tcu_stencil_create_laplacian", "tcu_stencil_create_gradient",
                                         "tcu_stencil_create_divergence"};
    return function < TEST_STENCIL_COUNT ? test_stencil_names[function] : makers[function - TEST_STENCIL_CREATE];
}

/* Small numbers. */
static void fill(test_stencil_arena *a)
{
    a->slice = test_slice_open(&a->memory, TEST_STENCIL_ARENA_BYTES, 0, 0x5a);
    for (int i = 0; i < TEST_STENCIL_ARENA_BYTES / 4; i++) {
        const float number = (float)(i % 5) - 2;
        memcpy(a->copy + 4 * i, &number, 4);
    }
    test_copy_in(a->slice.data, a->copy, TEST_STENCIL_ARENA_BYTES);
    test_synchronise();
}

static void set_desc(test_stencil_arena *a)
{
    static const int32_t offsets[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1};
    static const double weights[] = {-4, 1, 1, 1, 1};
    a->desc = (tcu_stencil_desc)TCU_STENCIL_DESC_INIT;
    a->desc.dimensions = 2;
    a->desc.extents[0] = TEST_ARENA_H;
    a->desc.extents[1] = TEST_ARENA_W;
    memcpy(a->offsets, offsets, sizeof offsets);
    memcpy(a->weights, weights, sizeof weights);
    memset(a->fields, 0, sizeof a->fields);
    if (a->function <= TEST_STENCIL_CREATE) {
        a->desc.num_taps = TEST_ARENA_TAPS;
        a->desc.offsets = a->offsets;
        a->desc.weights = a->weights;
    }
    a->given = &a->desc;
    for (int axis = 0; axis < TCU_STENCIL_MAX_DIMENSIONS; axis++) {
        a->spacings[axis] = 0.5;
    }
    a->given_spacings = a->spacings;
    a->axis = 1;
    a->derivative = 1;
    a->order = 4;
    a->receives = &a->created;
}

static void set_images(test_stencil_arena *a)
{
    a->convolution = (tcu_convolution_desc)TCU_CONVOLUTION_DESC_INIT;
    a->convolution.height = a->function == TEST_STENCIL_CONVOLVE_1D ? 1 : TEST_ARENA_H;
    a->convolution.width = a->function == TEST_STENCIL_CONVOLVE_1D ? TEST_ARENA_POINTS : TEST_ARENA_W;
    a->convolution.padding = TCU_PADDING_SAME;
    a->layer = (tcu_convolution_layer_desc)TCU_CONVOLUTION_LAYER_DESC_INIT;
    a->layer.type = TCU_TYPE_F32;
    a->layer.batch = 1;
    a->layer.in_channels = TEST_ARENA_C;
    a->layer.out_channels = TEST_ARENA_K;
    a->layer.height = TEST_ARENA_H;
    a->layer.width = TEST_ARENA_W;
    a->layer.kernel_height = a->layer.kernel_width = 3;
    a->layer.padding_y = a->layer.padding_x = 1;
}

test_stencil_arena *test_stencil_arena_new(void)
{
    test_stencil_arena *a = calloc(1, sizeof *a);
    cr_assert_not_null(a);
    a->context = test_context_new();
    fill(a);
    set_desc(a);
    a->plan = test_plan_of(a->context, &a->desc);
    a->destroyed = test_plan_of(a->context, &a->desc);
    cr_assert_eq(tcu_stencil_destroy(a->destroyed), TCU_SUCCESS);
    a->desc.out_strides[0] = TEST_ARENA_W + 2;
    a->of_strides = test_plan_of(a->context, &a->desc);
    return a;
}

void test_stencil_arena_free(test_stencil_arena *a)
{
    tcu_stencil *plans[] = {a->plan, a->of_strides, a->created};
    for (size_t i = 0; i < sizeof plans / sizeof plans[0]; i++) {
        cr_expect_eq(tcu_stencil_destroy(plans[i]), TCU_SUCCESS);
    }
    cr_expect_eq(tcu_context_destroy(a->context), TCU_SUCCESS);
    test_memory_release(&a->memory);
    free(a);
}

void test_stencil_arena_set(test_stencil_arena *a, int function)
{
    a->function = function;
    a->used = a->context;
    fill(a);
    set_desc(a);
    set_images(a);
    a->convolution_options = (tcu_convolution_options)TCU_CONVOLUTION_OPTIONS_INIT;
    a->layer_options = (tcu_convolution_layer_options)TCU_CONVOLUTION_LAYER_OPTIONS_INIT;
    a->difference_options = (tcu_adjacent_difference_options)TCU_ADJACENT_DIFFERENCE_OPTIONS_INIT;
    unsigned char *data = a->slice.data;
    const bool is_bias = function == TEST_STENCIL_LAYER || function == TEST_STENCIL_SEPARABLE;
    a->call =
        (test_stencil_call){.form = function < TEST_STENCIL_COUNT ? (test_stencil_form)function : TEST_STENCIL_EXECUTE,
                            .plan = a->plan,
                            .convolution = &a->convolution,
                            .layer = &a->layer,
                            .in = data + TEST_IN_AT,
                            .weights = data + TEST_WEIGHTS_AT,
                            .more = is_bias ? data + TEST_MORE_AT : NULL,
                            .kernel = {3, 3},
                            .out = data + TEST_OUT_AT,
                            .scratch = data + TEST_SCRATCH_AT,
                            .steps = 3,
                            .n = TEST_ARENA_POINTS,
                            .type = TCU_TYPE_F32,
                            .convolution_options = &a->convolution_options,
                            .layer_options = &a->layer_options,
                            .difference_options = &a->difference_options};
}

static tcu_status make(test_stencil_arena *a)
{
    const tcu_stencil_desc *grid = a->given;
    const double *spacings = a->given_spacings;
    switch (a->function) {
    case TEST_STENCIL_CREATE:
        return tcu_stencil_create(a->used, grid, a->receives);
    case TEST_STENCIL_DERIVATIVE:
        return tcu_stencil_create_derivative(a->used, grid, a->axis, a->derivative, a->order, spacings, a->receives);
    case TEST_STENCIL_LAPLACIAN:
        return tcu_stencil_create_laplacian(a->used, grid, a->order, spacings, a->receives);
    case TEST_STENCIL_GRADIENT:
        return tcu_stencil_create_gradient(a->used, grid, a->order, spacings, a->receives);
    default:
        return tcu_stencil_create_divergence(a->used, grid, a->order, spacings, a->receives);
    }
}

tcu_status test_stencil_arena_run(test_stencil_arena *a, bool query, size_t *bytes)
{
    if (a->function < TEST_STENCIL_COUNT) {
        return query ? test_stencil_query(a->used, &a->call, bytes) : test_stencil_run_call(a->used, &a->call);
    }
    cr_assert_eq(tcu_stencil_destroy(a->created), TCU_SUCCESS);
    a->created = a->receives == NULL ? NULL : (tcu_stencil *)(void *)a; /* to be overwritten */
    const tcu_status status = make(a);
    cr_expect_eq(status == TCU_SUCCESS, a->created != NULL,
                 "status %d: *stencil is NULL after a failure, and then alone", (int)status);
    a->created = status == TCU_SUCCESS ? a->created : NULL;
    return status;
}

bool test_stencil_arena_unchanged(test_stencil_arena *a)
{
    test_synchronise();
    return test_slice_guarded(&a->slice) && test_slice_holds(&a->slice, a->copy);
}

static void expect_failure(test_stencil_arena *a, const test_refusal *r, size_t index, bool query)
{
    size_t bytes = TEST_REFUSED_BYTES;
    const tcu_status status = test_stencil_arena_run(a, query, &bytes);
    test_refusal_expect(r, index, test_stencil_function(a->function), query, status, tcu_context_last_error(a->used),
                        r->value, bytes, test_stencil_arena_unchanged(a));
}

void test_stencil_expect_refusals(const test_refusal *rows, size_t count)
{
    test_stencil_arena *a = test_stencil_arena_new();
    for (int function = 0; function < TEST_STENCIL_FUNCTIONS; function++) {
        /* Not spoilt, the call succeeds: what fails below fails for its reason. */
        test_stencil_arena_set(a, function);
        cr_assert_eq(test_stencil_arena_run(a, false, NULL), TCU_SUCCESS, "%s: %s", test_stencil_function(function),
                     tcu_context_last_error(a->context));
        for (size_t i = 0; i < count; i++) {
            if (!(rows[i].where & 1 << function)) {
                continue;
            }
            test_stencil_arena_set(a, function);
            rows[i].spoil(a, &a->call);
            expect_failure(a, &rows[i], i, false);
            if (rows[i].where & TEST_OF_QUERY && function < TEST_STENCIL_COUNT) {
                expect_failure(a, &rows[i], i, true);
            }
        }
    }
    test_stencil_arena_free(a);
}
