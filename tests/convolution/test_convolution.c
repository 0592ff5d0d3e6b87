/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions of signals and images, dense and separable: every padding, boundary, kind and type, and at random. */
#include <criterion/criterion.h>

#include "stencil/stencil.h"
#include "test_backend.h"

static const test_stencil_form forms[] = {TEST_STENCIL_CONVOLVE_1D, TEST_STENCIL_CONVOLVE_2D, TEST_STENCIL_SEPARABLE};

static test_stencil_case convolution_of(int form, int type, test_random *random)
{
    test_stencil_case t = test_stencil_plain(forms[form], test_stencil_types[type], 2);
    t.seed = test_random_next(random);
    t.value_seed = test_random_next(random);
    t.kind = (tcu_convolution_kind)test_random_below(random, 2);
    t.arithmetic = (tcu_arithmetic)test_random_below(random, 3);
    t.constant = 3.3;
    return t;
}

/* Images and kernels from one point on; kernels larger than the image, too. */
Test(convolution, every_padding_and_boundary, .timeout = 300)
{
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18200);
    for (int i = 0; i < 3 * 6 * 3 * TEST_STENCIL_TYPES; i++) {
        for (uint64_t extent = 1; extent < 12; extent++) {
            test_stencil_case t = convolution_of(i % 3, i / 3 % TEST_STENCIL_TYPES, &random);
            t.padding = (tcu_padding)(i / 15 % 3);
            t.boundaries[1] = t.boundaries[2] = (tcu_boundary)(i / 45);
            for (int axis = 0; axis < 2; axis++) {
                t.extents[axis + 1] = extent + test_random_below(&random, 3);
                t.kernel[axis] = 1 + test_random_below(&random, 15);
                t.stride[axis] = 1 + (uint32_t)(test_random_below(&random, 3) == 0 ? test_random_below(&random, 5) : 0);
            }
            t.weight_numbers = t.numbers = extent % 2 == 0 ? TEST_NUMBERS_EXACT : TEST_NUMBERS_UNIT;
            test_stencil_settle(&t);
            test_sweeper_expect(&s, &t);
        }
    }
    test_sweeper_free(&s);
}

/* Images of bytes: sums are integers, rounded and saturated. */
Test(convolution, images_of_bytes, .timeout = 300)
{
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18201);
    for (uint64_t i = 0; i < test_by_tier(60, 200, 2000); i++) {
        test_stencil_case t = convolution_of(1 + (int)(i % 2), TEST_STENCIL_TYPES - 1, &random);
        t.extents[1] = 20 + test_random_below(&random, 40);
        t.extents[2] = 20 + test_random_below(&random, 80);
        t.channels = 1 + i % 4;
        t.batch = 1 + i % 3;
        t.kernel[0] = t.kernel[1] = 1 + 2 * (i % 5);
        t.padding = (tcu_padding)test_random_below(&random, 3);
        t.boundaries[2] = (tcu_boundary)test_random_below(&random, 6);
        t.weight_numbers = TEST_NUMBERS_EXACT;
        t.in_gaps.axes[1] = test_random_below(&random, 3);
        t.out_gaps.axes[1] = test_random_below(&random, 3);
        t.out_gaps.batch = test_random_below(&random, 9);
        t.in_shift = (unsigned)test_random_below(&random, 16);
        t.out_shift = (unsigned)test_random_below(&random, 16);
        test_stencil_settle(&t);
        test_sweeper_expect(&s, &t);
    }
    test_sweeper_free(&s);
}

Test(convolution, at_random, .timeout = 600)
{
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18202);
    for (uint64_t i = 0; i < test_by_tier(900, 4000, 40000); i++) {
        if (!test_takes(&random, 6)) {
            continue;
        }
        const test_stencil_case t = test_stencil_random(forms[i % 3], test_stencil_types[i / 3 % TEST_STENCIL_TYPES],
                                                        i % 10 == 0 ? 200000 : 20000, &random);
        test_sweeper_expect(&s, &t);
    }
    test_sweeper_free(&s);
}

/* Images of more than a few blocks of threads, and long kernels of signals. */
Test(convolution, larger_images, .timeout = 600)
{
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18203);
    for (uint64_t i = 0; i < test_by_tier(15, 60, 600); i++) {
        test_stencil_case t = test_stencil_random(forms[i % 3], test_stencil_types[i / 3 % TEST_STENCIL_TYPES],
                                                  test_long(test_by_tier(3000000, 6000000, 20000000)), &random);
        if (i % 6 == 0) {
            t.kernel[1] = 100 + test_random_below(&random, 900);
            t.extents[2] = t.extents[2] < 20000 ? t.extents[2] : 20000;
        }
        t.every = 31;
        test_sweeper_expect(&s, &t);
    }
    test_sweeper_free(&s);
}

Test(convolution, nothing_to_write)
{
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18204);
    for (int i = 0; i < 60; i++) {
        test_stencil_case t =
            test_stencil_random(forms[i % 3], test_stencil_types[i / 3 % TEST_STENCIL_TYPES], 500, &random);
        test_stencil_empty(&t);
        test_sweeper_expect(&s, &t);
    }
    test_sweeper_free(&s);
}
