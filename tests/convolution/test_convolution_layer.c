/* SPDX-License-Identifier: Apache-2.0 */
/* Convolution layers: shapes of all kinds, with strides, zeros around, gaps between the kernel's points, and biases. */
#include <criterion/criterion.h>

#include "stencil/stencil.h"
#include "test_backend.h"

static test_stencil_case layer_of(int type, test_random *random)
{
    test_stencil_case t = test_stencil_plain(TEST_STENCIL_LAYER, test_stencil_types[1 + type], 2);
    t.seed = test_random_next(random);
    t.value_seed = test_random_next(random);
    t.arithmetic = (tcu_arithmetic)test_random_below(random, 3);
    return t;
}

/* Every combination of few kernels, strides, paddings and dilations. */
Test(convolution_layer, every_window, .timeout = 300)
{
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18300);
    for (int i = 0; i < 4 * 3 * 3 * 3 * 3; i++) {
        test_stencil_case t = layer_of(i % 3, &random);
        for (int axis = 0; axis < 2; axis++) {
            t.kernel[axis] = 1 + (uint64_t)(i / 3 % 4);
            t.stride[axis] = 1 + (uint32_t)(i / 12 % 3);
            t.padding_zeros[axis] = (uint32_t)(i / 36 % 3);
            t.dilation[axis] = 1 + (uint32_t)(i / 108 % 3);
            t.extents[axis + 1] = 5 + test_random_below(&random, 9);
        }
        t.kernel[1] = 1 + test_random_below(&random, 4); /* along x other ones, too */
        t.stride[1] = 1 + (uint32_t)test_random_below(&random, 3);
        t.padding_zeros[1] = (uint32_t)test_random_below(&random, 3);
        t.dilation[1] = 1 + (uint32_t)test_random_below(&random, 3);
        t.in_fields = 1 + (uint32_t)test_random_below(&random, 9);
        t.out_fields = 1 + (uint32_t)test_random_below(&random, 9);
        t.batch = 1 + test_random_below(&random, 3);
        t.has_bias = i % 2 == 0;
        t.weight_numbers = t.numbers = i % 4 < 2 ? TEST_NUMBERS_EXACT : TEST_NUMBERS_UNIT;
        test_stencil_settle(&t);
        test_sweeper_expect(&s, &t);
    }
    test_sweeper_free(&s);
}

/* Channels and filters beside what tiles of 8, 16, 64 and 128 hold. */
Test(convolution_layer, every_number_of_channels, .timeout = 300)
{
    static const uint32_t counts[] = {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 130};
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18301);
    for (int i = 0; i < 14 * 3; i++) {
        test_stencil_case t = layer_of(i % 3, &random);
        t.in_fields = counts[i / 3];
        t.out_fields = counts[test_random_below(&random, 14)];
        t.kernel[0] = t.kernel[1] = i % 2 == 0 ? 3 : 1;
        t.padding_zeros[0] = t.padding_zeros[1] = i % 2 == 0;
        t.extents[1] = 5 + test_random_below(&random, 8);
        t.extents[2] = 5 + test_random_below(&random, 20);
        t.has_bias = test_random_below(&random, 2);
        t.weight_numbers = t.numbers = i % 4 == 0 ? TEST_NUMBERS_EXACT : TEST_NUMBERS_UNIT;
        t.every = test_by_tier(7, 3, 1);
        t.in_shift = (unsigned)test_random_below(&random, 9);
        t.out_shift = (unsigned)test_random_below(&random, 9);
        test_stencil_settle(&t);
        test_sweeper_expect(&s, &t);
    }
    test_sweeper_free(&s);
}

Test(convolution_layer, at_random, .timeout = 600)
{
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18302);
    for (uint64_t i = 0; i < test_by_tier(300, 1500, 20000); i++) {
        if (!test_takes(&random, 6)) {
            continue;
        }
        test_stencil_case t = test_stencil_random(TEST_STENCIL_LAYER, test_stencil_types[1 + i % 3],
                                                  i % 10 == 0 ? 500000 : 50000, &random);
        test_sweeper_expect(&s, &t);
    }
    test_sweeper_free(&s);
}

/* No images, no points of the output: nothing is written. */
Test(convolution_layer, of_nothing)
{
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18303);
    for (int i = 0; i < 60; i++) {
        test_stencil_case t = test_stencil_random(TEST_STENCIL_LAYER, test_stencil_types[1 + i % 3], 3000, &random);
        if (i / 3 % 2 == 0) {
            test_stencil_empty(&t);
        } else {
            t.kernel[1] = t.extents[2] + 2 * t.padding_zeros[1] + 1;
        }
        test_sweeper_expect(&s, &t);
    }
    test_sweeper_free(&s);
}
