/* SPDX-License-Identifier: Apache-2.0 */
/* Extrema against a plain loop: sizes, shapes of segments, kinds of values, and outputs that are not wanted. */
#include <criterion/criterion.h>

#include "extrema/extrema.h"
#include "test_backend.h"
#include "test_offsets.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 44000 + test);
}

/* Around vectors, warps, blocks of the host, tiles and groups of tiles. */
Test(extrema, every_type_and_length, .timeout = 600)
{
    static const uint64_t lengths[] = {0,    1,    2,    3,    7,    8,     9,     31,    32,    33,    127,
                                       128,  129,  511,  512,  513,  1000,  2047,  2048,  2049,  4095,  4096,
                                       4097, 8191, 8192, 8193, 9000, 32767, 32768, 32769, 40961, 65537, 100000};
    test_extrema_runner runner = test_extrema_runner_new();
    test_random random = random_of(0);
    for (int type = 0; type < TCU_TYPE_COUNT; type++) {
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
            if (!test_takes(&random, 3)) {
                continue;
            }
            test_extrema_case t = test_extrema_random(TEST_EXTREMA_WHOLE, (tcu_type)type, &random);
            t.n = lengths[i];
            test_extrema_expect(&runner, &t);
        }
    }
    test_extrema_runner_free(&runner);
}

/* Several chunks of several batches on a device, more chunks than threads on the host. */
Test(extrema, long_arrays, .timeout = 600)
{
    test_extrema_runner runner = test_extrema_runner_new();
    test_random random = random_of(1);
    for (int i = 0; i < 2 * TCU_TYPE_COUNT; i++) {
        test_extrema_case t = test_extrema_random(TEST_EXTREMA_WHOLE, (tcu_type)(i % TCU_TYPE_COUNT), &random);
        const uint64_t tile = 16384 / test_types[t.type].bytes;
        t.n = (test_on_emulated() ? 40 * tile : test_long(1200 * tile)) + test_random_below(&random, 3 * tile);
        if (test_takes(&random, 3)) {
            test_extrema_expect(&runner, &t);
        }
    }
    test_extrema_runner_free(&runner);
}

Test(extrema, every_type_and_segment_size, .timeout = 600)
{
    static const uint64_t sizes[] = {1,    2,    3,    4,    7,    8,    16,   17,   31,    32,    33,    100,   255,
                                     1000, 1024, 2047, 2048, 4096, 4097, 5000, 8192, 20000, 32768, 50000, 100000};
    test_extrema_runner runner = test_extrema_runner_new();
    test_random random = random_of(2);
    for (int type = 0; type < TCU_TYPE_COUNT; type++) {
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            if (!test_takes(&random, 3)) {
                continue;
            }
            test_extrema_case t = test_extrema_random(TEST_EXTREMA_SEGMENTS, (tcu_type)type, &random);
            t.segment_size = sizes[s];
            t.n = 3 * sizes[s] + test_random_below(&random, 40000 + sizes[s]);
            test_extrema_expect(&runner, &t);
        }
    }
    test_extrema_runner_free(&runner);
}

/* Every type x every shape of offsets. */
Test(extrema, every_shape_of_offsets, .timeout = 600)
{
    test_extrema_runner runner = test_extrema_runner_new();
    test_random random = random_of(3);
    for (int i = 0; i < TCU_TYPE_COUNT * TEST_SHAPE_COUNT; i++) {
        if (!test_takes(&random, 3)) {
            continue;
        }
        test_extrema_case t = test_extrema_random(TEST_EXTREMA_OFFSETS, (tcu_type)(i % TCU_TYPE_COUNT), &random);
        t.n = test_random_below(&random, i % 3 == 0 ? test_long(600000) : 50000);
        test_offsets offsets = test_offsets_new((test_shape)(i / TCU_TYPE_COUNT % TEST_SHAPE_COUNT), t.n, &random);
        t.offsets = offsets.values;
        t.num_segments = offsets.num_segments;
        test_extrema_expect(&runner, &t);
        test_offsets_free(&offsets);
    }
    test_extrema_runner_free(&runner);
}

/* Each kind of values in each form, both modes of NaN, each output alone and all together. */
Test(extrema, every_kind_of_values, .timeout = 600)
{
    test_extrema_runner runner = test_extrema_runner_new();
    test_random random = random_of(4);
    for (int i = 0; i < TEST_EXTREMA_VALUES_COUNT * TCU_TYPE_COUNT * 2; i++) {
        if (!test_takes(&random, 3)) {
            continue;
        }
        const int form = (int)test_random_below(&random, TEST_EXTREMA_COUNT);
        test_extrema_case t = test_extrema_random((test_extrema_form)form, (tcu_type)(i % TCU_TYPE_COUNT), &random);
        t.n = 1 + test_random_below(&random, test_random_below(&random, 2) == 0 ? test_long(300000) : 5000);
        const int64_t offsets[] = {0, (int64_t)t.n / 3, (int64_t)t.n / 3, (int64_t)t.n / 2, (int64_t)t.n};
        t.values = (test_extrema_values)(i / TCU_TYPE_COUNT % TEST_EXTREMA_VALUES_COUNT);
        t.nan_mode = i / (TCU_TYPE_COUNT * TEST_EXTREMA_VALUES_COUNT) == 0 ? TCU_NAN_PROPAGATE : TCU_NAN_IGNORE;
        t.segment_size = 1 + test_random_below(&random, test_random_below(&random, 2) == 0 ? 100 : t.n);
        t.offsets = offsets;
        t.num_segments = 4;
        test_extrema_expect(&runner, &t);
    }
    test_extrema_runner_free(&runner);
}

/* The extremum is one element among equal ones, at every place of a short array: lanes, vectors, warps. */
Test(extrema, one_element_anywhere, .timeout = 600)
{
    enum { N = 300 };
    float in[N], min, max;
    int64_t argmin, argmax;
    tcu_context *context = test_context_new();
    test_memory memory[3] = {{0}};
    test_random random = random_of(5);
    const test_slice from = test_slice_open(&memory[0], sizeof in, 4, 0x11),
                     values = test_slice_open(&memory[1], 2 * sizeof(float), 0, 0x12),
                     positions = test_slice_open(&memory[2], 2 * sizeof(int64_t), 0, 0x13);
    for (int low = 0; low < N; low++) {
        if (!test_takes(&random, 10)) {
            continue;
        }
        const int high = (low + 1 + (int)test_random_below(&random, N - 1)) % N;
        for (int i = 0; i < N; i++) {
            in[i] = i == low ? -2.F : i == high ? 3.F : 1.F;
        }
        test_copy_in(from.data, in, sizeof in);
        float *const out = (float *)(void *)values.data;
        int64_t *const at = (int64_t *)(void *)positions.data;
        cr_assert_eq(tcu_reduce_extrema(context, from.data, TCU_TYPE_F32, out, at, out + 1, at + 1, N, NULL),
                     TCU_SUCCESS, "%s", tcu_context_last_error(context));
        test_synchronise();
        test_copy_out(&min, values.data, sizeof min);
        test_copy_out(&max, values.data + sizeof min, sizeof max);
        test_copy_out(&argmin, positions.data, sizeof argmin);
        test_copy_out(&argmax, positions.data + sizeof argmin, sizeof argmax);
        cr_expect(min == -2 && argmin == low && max == 3 && argmax == high,
                  "min %g at %d instead of %d, max %g at %d instead of %d", (double)min, (int)argmin, low, (double)max,
                  (int)argmax, high);
    }
    for (int k = 0; k < 3; k++) {
        test_memory_release(&memory[k]);
    }
    tcu_context_destroy(context);
}

/* The number of threads makes no difference. */
Test(extrema, any_number_of_threads, .timeout = 600)
{
    test_extrema_runner runner = test_extrema_runner_new();
    test_random random = random_of(6);
    for (int i = 0; i < TCU_TYPE_COUNT; i++) {
        if (!test_has_threads() && !test_takes(&random, 4)) {
            continue;
        }
        const uint64_t n = test_long(400000 + test_random_below(&random, 100000));
        const int64_t offsets[4] = {7, (int64_t)(n / 5), (int64_t)(n / 4), (int64_t)n};
        test_extrema_case t = test_extrema_random((test_extrema_form)(i % TEST_EXTREMA_COUNT), (tcu_type)i, &random);
        t.n = n;
        t.segment_size = 1 + test_random_below(&random, n / 2);
        t.offsets = offsets;
        t.num_segments = 3;
        for (int threads = 1; threads <= (test_has_threads() ? 3 : 1); threads++) {
            if (test_has_threads()) {
                cr_assert_eq(tcu_context_set_threads(runner.context, threads), TCU_SUCCESS);
                test_share_all_calls(runner.context);
            }
            test_extrema_expect(&runner, &t);
        }
    }
    test_extrema_runner_free(&runner);
}
