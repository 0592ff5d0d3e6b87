/* SPDX-License-Identifier: Apache-2.0 */
/* Histograms of two-dimensional inputs, and of several channels. */
#include <criterion/criterion.h>

#include "histogram/rows.h"
#include "test_backend.h"
#include "test_types.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 9100 + test);
}

Test(histogram_rows, of_all_lengths, .timeout = 600)
{
    static const uint64_t columns[] = {1, 2, 15, 16, 17, 255, 256, 257, 1000};
    test_counter counter = test_counter_new();
    test_random random = random_of(1);
    for (int operation = 0; operation < TEST_HISTOGRAM_COUNT; operation++) {
        for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
            for (int k = 0; k < (int)test_by_tier(4, 8, 40); k++) {
                if (!test_takes(&random, 8)) {
                    continue;
                }
                const uint64_t n = columns[i] * test_random_below(&random, 7) + test_random_below(&random, columns[i]);
                test_histogram_case t = test_histogram_random((test_histogram_operation)operation, n, &random);
                t.columns = columns[i];
                t.gap = k % 2 ? 1 + test_random_below(&random, 100) : 0;
                test_counter_expect(&counter, &t);
            }
        }
    }
    test_counter_free(&counter);
}

/* The usual picture: three of four channels, whose samples are of 8 bits. */
Test(histogram_rows, of_pictures, .timeout = 600)
{
    test_counter counter = test_counter_new();
    test_random random = random_of(2);
    for (int num_channels = 1; num_channels <= TCU_MAX_CHANNELS; num_channels++) {
        for (int i = 0; i < (int)test_by_tier(2, 6, 30); i++) {
            test_histogram_case t = test_histogram_random(TEST_HISTOGRAM_MULTI, 4000 + (uint64_t)i, &random);
            t.sample_type = i % 3 ? TCU_TYPE_U8 : TCU_TYPE_I8;
            t.num_channels = num_channels;
            t.spread = i % 2 ? TEST_SPREAD_BITS : t.spread;
            for (int c = 0; c < num_channels; c++) {
                t.channels[c] = (test_histogram_channel){.num_bins = c == 3 ? 0 : 256,
                                                         .kind = (tcu_bins_kind)(i / 2 % 2),
                                                         .level_type = TCU_TYPE_I32,
                                                         .scale = TEST_SCALE_UNIT};
            }
            test_counter_expect(&counter, &t);
        }
    }
    test_counter_free(&counter);
}

Test(histogram_rows, with_gaps, .timeout = 600)
{
    test_counter counter = test_counter_new();
    test_random random = random_of(3);
    test_counter_expect_misaligned_rows(&counter, &random);
    test_counter_free(&counter);
}

Test(histogram_rows, with_gaps_and_real_weights, .timeout = 600)
{
    static const test_pair pairs[] = {{TCU_TYPE_F16, TCU_TYPE_F32},
                                      {TCU_TYPE_BF16, TCU_TYPE_BF16},
                                      {TCU_TYPE_F32, TCU_TYPE_F32},
                                      {TCU_TYPE_F64, TCU_TYPE_F64}};
    test_counter counter = test_counter_new();
    test_random random = random_of(4);
    for (int num_channels = 1; num_channels <= TCU_MAX_CHANNELS; num_channels++) {
        for (int i = 0; i < 4 * (int)test_by_tier(1, 4, 20); i++) {
            if (!test_takes(&random, 6)) {
                continue;
            }
            const tcu_type type = (tcu_type)test_random_below(&random, TCU_TYPE_COUNT);
            const test_histogram_case t = test_histogram_misaligned_rows(type, num_channels, &pairs[i % 4], &random);
            test_counter_expect(&counter, &t);
        }
    }
    test_counter_free(&counter);
}
