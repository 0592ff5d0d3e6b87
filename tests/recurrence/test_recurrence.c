/* SPDX-License-Identifier: Apache-2.0 */
/* Recurrences against a plain loop: sizes, shapes of segments, kinds of factors, and bits that stay. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "recurrence/recurrence.h"
#include "test_backend.h"
#include "test_offsets.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 43000 + test);
}

/* Around vectors, warps, blocks of the host, tiles and groups of tiles. */
Test(recurrence, every_type_and_length, .timeout = 600)
{
    static const uint64_t lengths[] = {0,    1,    2,    3,    7,    8,     9,     31,    32,    33,    127,
                                       128,  129,  511,  512,  513,  1000,  2047,  2048,  2049,  4095,  4096,
                                       4097, 8191, 8192, 8193, 9000, 32767, 32768, 32769, 40961, 65537, 100000};
    test_recurrence_runner runner = test_recurrence_runner_new();
    test_random random = random_of(0);
    for (int type = 0; type < TEST_RECURRENCE_TYPES; type++) {
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
            if (!test_takes(&random, 3)) {
                continue;
            }
            test_recurrence_case t =
                test_recurrence_random(TEST_RECURRENCE_WHOLE, test_recurrence_types[type], &random);
            t.n = lengths[i];
            test_recurrence_expect(&runner, &t);
        }
    }
    test_recurrence_runner_free(&runner);
}

/* More tiles than a group has on a device, more chunks than threads on the host. */
Test(recurrence, long_arrays, .timeout = 600)
{
    test_recurrence_runner runner = test_recurrence_runner_new();
    test_random random = random_of(1);
    for (int i = 0; i < 3 * TEST_RECURRENCE_TYPES; i++) {
        test_recurrence_case t =
            test_recurrence_random(TEST_RECURRENCE_WHOLE, test_recurrence_types[i % TEST_RECURRENCE_TYPES], &random);
        const uint64_t tile = 16384 / test_types[t.type].bytes;
        t.n = (test_on_emulated() ? 258 * tile : test_long(1200 * tile)) + test_random_below(&random, 3 * tile);
        t.factors = i % 3 == 0 ? TEST_FACTORS_NEAR_1 : t.factors;
        if (!test_on_emulated() || i < TEST_RECURRENCE_TYPES) {
            test_recurrence_expect(&runner, &t);
        }
    }
    test_recurrence_runner_free(&runner);
}

Test(recurrence, every_type_and_segment_size, .timeout = 600)
{
    static const uint64_t sizes[] = {1,    2,    3,    4,    7,    8,    16,   17,   31,    32,    33,    100,   255,
                                     1000, 1024, 2047, 2048, 4096, 4097, 5000, 8192, 20000, 32768, 50000, 100000};
    test_recurrence_runner runner = test_recurrence_runner_new();
    test_random random = random_of(2);
    for (int type = 0; type < TEST_RECURRENCE_TYPES; type++) {
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            if (!test_takes(&random, 3)) {
                continue;
            }
            test_recurrence_case t =
                test_recurrence_random(TEST_RECURRENCE_SEGMENTS, test_recurrence_types[type], &random);
            t.segment_size = sizes[s];
            t.n = 3 * sizes[s] + test_random_below(&random, 40000 + sizes[s]);
            test_recurrence_expect(&runner, &t);
        }
    }
    test_recurrence_runner_free(&runner);
}

/* Every type x every shape of offsets. */
Test(recurrence, every_shape_of_offsets, .timeout = 600)
{
    test_recurrence_runner runner = test_recurrence_runner_new();
    test_random random = random_of(3);
    for (int i = 0; i < 3 * TEST_RECURRENCE_TYPES * TEST_SHAPE_COUNT; i++) {
        if (!test_takes(&random, 3)) {
            continue;
        }
        test_recurrence_case t =
            test_recurrence_random(TEST_RECURRENCE_OFFSETS, test_recurrence_types[i % TEST_RECURRENCE_TYPES], &random);
        t.n = test_random_below(&random, i % 3 == 0 ? test_long(600000) : 50000);
        test_offsets offsets =
            test_offsets_new((test_shape)(i / TEST_RECURRENCE_TYPES % TEST_SHAPE_COUNT), t.n, &random);
        t.offsets = offsets.values;
        t.num_segments = offsets.num_segments;
        test_recurrence_expect(&runner, &t);
        test_offsets_free(&offsets);
    }
    test_recurrence_runner_free(&runner);
}

/* Each kind of factors in each form, with and without initial values, in place and not. */
Test(recurrence, every_kind_of_factors, .timeout = 600)
{
    test_recurrence_runner runner = test_recurrence_runner_new();
    test_random random = random_of(4);
    for (int i = 0; i < TEST_FACTORS_COUNT * TEST_RECURRENCE_TYPES * 4; i++) {
        const int form = (int)test_random_below(&random, TEST_RECURRENCE_COUNT);
        if (!test_takes(&random, 3)) {
            continue;
        }
        test_recurrence_case t = test_recurrence_random((test_recurrence_form)form,
                                                        test_recurrence_types[i % TEST_RECURRENCE_TYPES], &random);
        t.n = 1 + test_random_below(&random, test_long(200000));
        const int64_t offsets[] = {0, (int64_t)t.n / 3, (int64_t)t.n / 3, (int64_t)t.n / 2, (int64_t)t.n};
        t.factors = (test_factors)(i / TEST_RECURRENCE_TYPES % TEST_FACTORS_COUNT);
        t.has_initial = i / (TEST_RECURRENCE_TYPES * TEST_FACTORS_COUNT) % 2 == 0;
        t.in_place = i / (TEST_RECURRENCE_TYPES * TEST_FACTORS_COUNT) / 2 == 0;
        t.segment_size = 1 + test_random_below(&random, t.n);
        t.offsets = offsets;
        t.num_segments = 4;
        test_recurrence_expect(&runner, &t);
    }
    test_recurrence_runner_free(&runner);
}

/* One element of the middle is not finite: what is before it and in other segments is as if it were not there. */
Test(recurrence, specials_stay_behind_their_position, .timeout = 600)
{
    static const double specials[] = {INFINITY, -INFINITY, NAN};
    enum { N = 30000 };
    static double a[N], b[N], x[N];
    tcu_context *context = test_context_new();
    test_memory memory[3] = {{0}};
    test_random random = random_of(5);
    for (int i = 0; i < 12; i++) {
        const uint64_t at = test_random_below(&random, N), size = 1 + test_random_below(&random, N);
        test_slice slices[3];
        for (int k = 0; k < N; k++) {
            a[k] = 0.5;
            b[k] = 1;
        }
        (i % 2 == 0 ? a : b)[at] = specials[i % 3];
        for (int k = 0; k < 3; k++) {
            slices[k] = test_slice_open(&memory[k], sizeof a, 8, 0x11);
        }
        test_copy_in(slices[0].data, a, sizeof a);
        test_copy_in(slices[1].data, b, sizeof b);
        const tcu_status status = tcu_segmented_linear_recurrence(context, slices[0].data, slices[1].data, NULL,
                                                                  slices[2].data, TCU_TYPE_F64, N, size, NULL);
        cr_assert_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(context));
        test_synchronise();
        test_copy_out(x, slices[2].data, sizeof x);
        for (uint64_t k = 0; k < N; k++) {
            /* (An infinite factor of x = 0, before a segment, gives NaN.) */
            const bool is_special = k >= at && k / size == at / size;
            cr_assert_eq(isfinite(x[k]) == 0, is_special, "x[%d] is %g, element %d of a segment of %d, special at %d",
                         (int)k, x[k], (int)(k % size), (int)size, (int)at);
        }
    }
    for (int k = 0; k < 3; k++) {
        test_memory_release(&memory[k]);
    }
    tcu_context_destroy(context);
}

static void expect_same_bits(test_recurrence_runner *runner, const test_recurrence_case *t)
{
    const test_slice *x = &runner->buffers[TEST_RECURRENCE_X].slice;
    unsigned char *const was = malloc(x->bytes + 1);
    cr_assert_not_null(was);
    for (int run = 0; run < 4; run++) {
        if (!test_on_cuda() && !test_on_reference()) {
            cr_assert_eq(tcu_context_set_threads(runner->context, 1 + run % 3), TCU_SUCCESS);
            test_share_all_calls(runner->context);
        }
        cr_assert(test_recurrence_execute(runner, t) && test_recurrence_verify(runner, t), "%s", runner->failure);
        if (run == 0) {
            test_copy_out(was, x->data, x->bytes);
        }
        cr_assert(test_slice_holds(x, was), "%s, %s: other bits in run %d", test_recurrence_names[t->form],
                  test_types[t->type].name, run);
    }
    free(was);
}

Test(recurrence, same_bits_from_run_to_run, .timeout = 600)
{
    test_recurrence_runner runner = test_recurrence_runner_new();
    test_random random = random_of(6);
    for (int i = 0; i < TEST_RECURRENCE_TYPES; i++) {
        for (int form = 0; form < TEST_RECURRENCE_COUNT; form++) {
            const uint64_t n = test_long(800000 + test_random_below(&random, 100000));
            const int64_t offsets[4] = {7, (int64_t)(n / 5), (int64_t)(n / 4), (int64_t)n};
            test_recurrence_case t =
                test_recurrence_random((test_recurrence_form)form, test_recurrence_types[i], &random);
            t.temporary = TEST_TEMPORARY_DEFAULT;
            t.in_place = false;
            t.factors = TEST_FACTORS_NEAR_1;
            t.n = n;
            t.segment_size = 1 + test_random_below(&random, n / 2);
            t.offsets = offsets;
            t.num_segments = 3;
            test_recurrence_prepare(&runner, &t);
            expect_same_bits(&runner, &t);
        }
    }
    test_recurrence_runner_free(&runner);
}

/* The same values give the same bits wherever arrays begin. */
Test(recurrence, same_bits_at_every_alignment, .timeout = 600)
{
    test_recurrence_runner runner = test_recurrence_runner_new();
    test_random random = random_of(7);
    for (int i = 0; i < TEST_RECURRENCE_TYPES; i++) {
        test_recurrence_case t = test_recurrence_random(TEST_RECURRENCE_WHOLE, test_recurrence_types[i], &random);
        unsigned char *was = NULL;
        t.n = 30011;
        t.in_place = false;
        t.factors = TEST_FACTORS_NEAR_1;
        for (unsigned run = 0; run < 4; run++) {
            for (int b = 0; b < TEST_RECURRENCE_BUFFERS; b++) {
                t.shift[b] = run * (unsigned)b;
            }
            test_recurrence_expect(&runner, &t);
            const test_slice *x = &runner.buffers[TEST_RECURRENCE_X].slice;
            if (was == NULL) {
                was = malloc(x->bytes + 1);
                cr_assert_not_null(was);
                test_copy_out(was, x->data, x->bytes);
            }
            cr_assert(test_slice_holds(x, was), "%s: other bits at alignment %u", test_types[t.type].name, run);
        }
        free(was);
    }
    test_recurrence_runner_free(&runner);
}

/* An exponential moving average in one call, from the first element on. */
Test(recurrence, moving_average)
{
    enum { N = 3 };
    const float b[N] = {4, 8, 0}, expected[N] = {4, 5, 3.75F};
    float y[N];
    tcu_context *context = test_context_new();
    test_memory memory[2] = {{0}};
    const test_slice in = test_slice_open(&memory[0], sizeof b, 0, 0x11),
                     out = test_slice_open(&memory[1], sizeof y, 0, 0x12);
    tcu_recurrence_options options = TCU_RECURRENCE_OPTIONS_INIT;
    options.constant_a = 1;
    options.a = 0.75;
    options.scale_b = 0.25;
    test_copy_in(in.data, b, sizeof b);
    cr_assert_eq(tcu_linear_recurrence(context, NULL, in.data, in.data, out.data, TCU_TYPE_F32, N, &options),
                 TCU_SUCCESS, "%s", tcu_context_last_error(context));
    test_synchronise();
    test_copy_out(y, out.data, sizeof y);
    for (int i = 0; i < N; i++) {
        cr_expect_eq(y[i], expected[i], "y[%d] is %g", i, (double)y[i]);
    }
    test_memory_release(&memory[0]);
    test_memory_release(&memory[1]);
    tcu_context_destroy(context);
}
