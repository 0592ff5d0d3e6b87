/* SPDX-License-Identifier: Apache-2.0 */
/* The examples that the comments of the reference work out by hand, on whichever backend this run tests. */
#include <criterion/criterion.h>

#include "plans/apply.h"
#include "test_backend.h"

static void expect_numbers(const char *what, tcu_type type, const void *memory, uint64_t n, const double *expected)
{
    double got[16];
    cr_assert_leq(n, 16);
    test_read_elements(type, memory, got, n);
    for (uint64_t i = 0; i < n; i++) {
        cr_expect_eq(got[i], expected[i], "%s, number %d: %g, not %g", what, (int)i, got[i], expected[i]);
    }
}

static const double zeros[16];

/* algorithms/stencil/reference/sweep.c */
Test(stencil_examples, the_second_difference_of_a_line)
{
    static const double in[] = {1, 2, 4, 7, 0, 3, 5, 1}, expected[] = {0, 1, 1, -10, 10, -1, -6, 3};
    static const double weights[] = {1, -2, 1};
    tcu_context *context = test_context_new();
    tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
    desc.dimensions = 1;
    desc.extents[0] = 8;
    desc.weights = weights;
    desc.box[0] = 3;
    desc.origin[0] = 1;
    tcu_stencil *stencil = NULL;
    cr_assert_eq(tcu_stencil_create(context, &desc, &stencil), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    void *from = test_elements(TCU_TYPE_F32, in, 8), *to = test_elements(TCU_TYPE_F32, zeros, 8);
    cr_assert_eq(tcu_stencil_execute(context, stencil, from, to), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    expect_numbers("second difference", TCU_TYPE_F32, to, 8, expected);
    tcu_stencil_destroy(stencil);
    test_release_elements(from);
    test_release_elements(to);
    tcu_context_destroy(context);
}

/* algorithms/stencil/reference/taps.c: a ... f are 1 ... 6; the result of the point whose neighbours are all 0 but one. */
Test(stencil_examples, a_kernel_turned_over)
{
    static const double weights[] = {1, 2, 3, 4, 5, 6};
    tcu_context *context = test_context_new();
    for (int kind = TCU_CONVOLUTION; kind <= TCU_CORRELATION; kind++) {
        for (int t = 0; t < 6; t++) {
            double in[6] = {0};
            in[t] = 1;
            const double expected[] = {kind == TCU_CORRELATION ? weights[t] : weights[5 - t]};
            tcu_convolution_desc desc = TCU_CONVOLUTION_DESC_INIT;
            desc.height = 2;
            desc.width = 3;
            desc.kind = (tcu_convolution_kind)kind;
            void *from = test_elements(TCU_TYPE_F32, in, 6), *to = test_elements(TCU_TYPE_F32, zeros, 1);
            void *kernel = test_elements(TCU_TYPE_F32, weights, 6);
            cr_assert_eq(tcu_convolve_2d(context, &desc, from, kernel, 2, 3, to, NULL), TCU_SUCCESS, "%s",
                         tcu_context_last_error(context));
            expect_numbers("kernel", TCU_TYPE_F32, to, 1, expected);
            test_release_elements(from);
            test_release_elements(to);
            test_release_elements(kernel);
        }
    }
    tcu_context_destroy(context);
}

/* algorithms/stencil/reference/difference.c */
Test(stencil_examples, differences_of_neighbours)
{
    static const double in[] = {3, 4, 8, 9, 14, 23}, expected[] = {3, 1, 4, 1, 5, 9};
    tcu_context *context = test_context_new();
    void *u = test_elements(TCU_TYPE_F32, in, 6);
    cr_assert_eq(tcu_adjacent_difference(context, u, 6, TCU_TYPE_F32, u, NULL), TCU_SUCCESS, "%s",
                 tcu_context_last_error(context));
    expect_numbers("differences", TCU_TYPE_F32, u, 6, expected);
    test_release_elements(u);
    tcu_context_destroy(context);
}

/* algorithms/convolution_layer/reference/convolution_layer.c */
Test(stencil_examples, a_layer_of_two_filters)
{
    static const double image[] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, filters[] = {1, 0, 0, -1, 1, 1, 1, 1};
    static const double expected[] = {-4, -4, -4, -4, 12, 16, 24, 28};
    tcu_context *context = test_context_new();
    tcu_convolution_layer_desc desc = TCU_CONVOLUTION_LAYER_DESC_INIT;
    desc.type = TCU_TYPE_F32;
    desc.batch = desc.in_channels = 1;
    desc.height = desc.width = 3;
    desc.out_channels = desc.kernel_height = desc.kernel_width = 2;
    void *in = test_elements(TCU_TYPE_F32, image, 9), *weights = test_elements(TCU_TYPE_F32, filters, 8);
    void *out = test_elements(TCU_TYPE_F32, zeros, 8);
    cr_assert_eq(tcu_convolution_layer(context, &desc, in, weights, NULL, out, NULL), TCU_SUCCESS, "%s",
                 tcu_context_last_error(context));
    expect_numbers("layer", TCU_TYPE_F32, out, 8, expected);
    test_release_elements(in);
    test_release_elements(weights);
    test_release_elements(out);
    tcu_context_destroy(context);
}
