/* SPDX-License-Identifier: Apache-2.0 */
/* Dot products against a plain loop: every pair of types, sizes, shapes of segments, arrays that lie anywhere. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "dot/dot.h"
#include "test_backend.h"
#include "test_offsets.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 45000 + test);
}

/* ---------------------------------------------------------------------------------------------------- tests --- */

Test(reduce_dot, every_pair_and_length, .timeout = 600)
{
    static const uint64_t lengths[] = {0,  1,   2,    3,    7,    8,    9,    15,    16,    17,    31,
                                       33, 100, 1000, 4095, 4096, 4097, 9000, 32768, 32769, 70001, 100000};
    test_dot_runner runner = test_dot_runner_new();
    test_random random = random_of(0);
    for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
            if (test_takes(&random, 4)) {
                test_dot_case t = test_dot_random(TEST_DOT_WHOLE, test_pairs[pair], &random);
                t.n = t.segment_size = lengths[i];
                test_dot_expect(&runner, &t);
            }
        }
    }
    test_dot_runner_free(&runner);
}

Test(reduce_dot, long_arrays, .timeout = 600)
{
    test_dot_runner runner = test_dot_runner_new();
    test_random random = random_of(1);
    for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
        if (test_takes(&random, 5)) {
            test_dot_case t = test_dot_random(TEST_DOT_WHOLE, test_pairs[pair], &random);
            t.n = t.segment_size =
                test_on_emulated() ? 300000 : test_long(1000000 + test_random_below(&random, 100000));
            test_dot_expect(&runner, &t);
        }
    }
    test_dot_runner_free(&runner);
}

Test(reduce_dot, every_pair_and_segment_size, .timeout = 600)
{
    static const uint64_t sizes[] = {1,   2,   3,   4,    7,    8,    15,   16,   17,   31,    33,   64,
                                     100, 255, 256, 1000, 1024, 2047, 4096, 5000, 8191, 20000, 50000};
    test_dot_runner runner = test_dot_runner_new();
    test_random random = random_of(2);
    for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            if (test_takes(&random, 4)) {
                test_dot_case t = test_dot_random(TEST_DOT_SEGMENTS, test_pairs[pair], &random);
                t.segment_size = sizes[s];
                t.n = 3 * sizes[s] + test_random_below(&random, 20000 + sizes[s]);
                test_dot_expect(&runner, &t);
            }
        }
    }
    test_dot_runner_free(&runner);
}

Test(reduce_dot, every_shape_of_offsets, .timeout = 600)
{
    test_dot_runner runner = test_dot_runner_new();
    test_random random = random_of(3);
    for (int i = 0; i < TEST_PAIR_COUNT * TEST_SHAPE_COUNT; i++) {
        if (!test_takes(&random, 4)) {
            continue;
        }
        test_dot_case t = test_dot_random(TEST_DOT_OFFSETS, test_pairs[i % TEST_PAIR_COUNT], &random);
        t.n = test_random_below(&random, i % 3 == 0 ? test_long(300000) : 30000);
        test_offsets offsets = test_offsets_new((test_shape)(i / TEST_PAIR_COUNT), t.n, &random);
        t.offsets = offsets.values;
        t.num_segments = offsets.num_segments;
        test_dot_expect(&runner, &t);
        test_offsets_free(&offsets);
    }
    test_dot_runner_free(&runner);
}

/* Small integers, whose sums are exact in every type: products are not rounded to the elements' type. */
Test(reduce_dot, products_are_not_rounded_to_halves)
{
    enum { N = 100 };
    uint16_t x[N];
    float out = 0;
    test_dot_runner runner = test_dot_runner_new();
    for (int i = 0; i < N; i++) {
        x[i] = test_f16_bits(2047 - i);
    }
    double expected = 0;
    for (int i = 0; i < N; i++) {
        expected += (2047.0 - i) * (2047.0 - i);
    }
    const test_slice in = test_slice_open(&runner.buffers[TEST_DOT_X].memory, sizeof x, 0, 0x11),
                     to = test_slice_open(&runner.buffers[TEST_DOT_OUT].memory, sizeof out, 0, 0x12);
    test_copy_in(in.data, x, sizeof x);
    cr_assert_eq(tcu_dot(runner.context, in.data, in.data, TCU_TYPE_F16, to.data, TCU_TYPE_F32, N, NULL), TCU_SUCCESS);
    test_synchronise();
    test_copy_out(&out, to.data, sizeof out);
    cr_expect(fabs(out - expected) <= 4 * 0x1p-24 * 7 * expected, "%.9g instead of %.9g", (double)out, expected);
    test_dot_runner_free(&runner);
}

/* ------------------------------------------------------------------------------------------------- refusals --- */

Test(reduce_dot, bad_arguments)
{
    enum { N = 64 };
    test_dot_runner runner = test_dot_runner_new();
    const test_slice x = test_slice_open(&runner.buffers[TEST_DOT_X].memory, N * sizeof(float), 0, 0x11),
                     y = test_slice_open(&runner.buffers[TEST_DOT_Y].memory, N * sizeof(float), 0, 0x12),
                     out = test_slice_open(&runner.buffers[TEST_DOT_OUT].memory, N * sizeof(float), 0, 0x13);
    tcu_context *const context = runner.context;
    tcu_dot_options wrong = TCU_DOT_OPTIONS_INIT;
    wrong.reserved[7] = 1;
    const tcu_type f32 = TCU_TYPE_F32;
    const struct {
        tcu_status is, expected;
    } rows[] = {
        {tcu_dot(context, NULL, y.data, f32, out.data, f32, N, NULL), TCU_ERROR_INVALID_ARGUMENT},
        {tcu_dot(context, x.data, NULL, f32, out.data, f32, N, NULL), TCU_ERROR_INVALID_ARGUMENT},
        {tcu_dot(context, x.data, y.data, f32, NULL, f32, N, NULL), TCU_ERROR_INVALID_ARGUMENT},
        {tcu_dot(context, x.data, y.data, f32, out.data, f32, N, &wrong), TCU_ERROR_INVALID_ARGUMENT},
        {tcu_dot(context, x.data, y.data, f32, out.data, TCU_TYPE_F16, N, NULL), TCU_ERROR_UNSUPPORTED_TYPE},
        {tcu_dot(context, x.data, y.data + 1, f32, out.data, f32, N - 1, NULL), TCU_ERROR_MISALIGNED},
        {tcu_dot(context, x.data, y.data, f32, y.data + 4, f32, N, NULL), TCU_ERROR_OVERLAP},
        {tcu_dot(context, x.data, y.data, f32, x.data, f32, N, NULL), TCU_ERROR_OVERLAP},
        {tcu_segmented_dot(context, x.data, y.data, f32, out.data, f32, N, 0, NULL), TCU_ERROR_INVALID_ARGUMENT},
        {tcu_segmented_dot_offsets(context, x.data, y.data, f32, out.data, f32, N, NULL, 2, NULL),
         TCU_ERROR_INVALID_ARGUMENT},
        {tcu_dot_workspace(context, f32, f32, N, NULL, NULL), TCU_ERROR_INVALID_ARGUMENT},
        {tcu_dot(NULL, x.data, y.data, f32, out.data, f32, N, NULL), TCU_ERROR_INVALID_CONTEXT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect_eq(rows[i].is, rows[i].expected, "row %zu: status %d instead of %d", i, (int)rows[i].is,
                     (int)rows[i].expected);
    }
    test_synchronise();
    cr_expect(test_slice_untouched(&x, 0, x.bytes) && test_slice_untouched(&y, 0, y.bytes) &&
              test_slice_untouched(&out, 0, out.bytes));
    test_dot_runner_free(&runner);
}
