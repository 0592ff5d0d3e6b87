/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every histogram against its definition. Each test goes over every value of the dimensions in its name; all others are
 * drawn at random for every case.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "histogram/edges.h"
#include "histogram/histogram.h"
#include "sums/sweep.h"
#include "test_backend.h"
#include "test_types.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 9000 + test);
}

static uint64_t some_size(test_random *random)
{
    if (test_random_below(random, 12) == 0) {
        return 1 + test_random_below(random, test_long(test_by_tier(5000, 30000, 200000)));
    }
    return test_random_below(random, 700);
}

Test(histogram, every_size_and_type, .timeout = 600)
{
    test_counter counter = test_counter_new();
    test_random random = random_of(1);
    for (int operation = 0; operation < TEST_HISTOGRAM_COUNT; operation++) {
        for (int type = 0; type < TCU_TYPE_COUNT; type++) {
            for (int size = 0; size < test_size_count; size++) {
                if (test_sizes[size] > test_by_tier(2000, 5000, 100000) || !test_takes(&random, 12)) {
                    continue;
                }
                test_histogram_case t =
                    test_histogram_random((test_histogram_operation)operation, test_sizes[size], &random);
                const bool same = test_types[t.sample_type].real == test_types[type].real;
                t.sample_type = (tcu_type)type;
                for (int c = 0; c < t.num_channels && !same; c++) {
                    t.channels[c].level_type = (tcu_type)type;
                }
                test_counter_expect(&counter, &t);
            }
        }
    }
    test_counter_free(&counter);
}

/* Copies of many bins, about as many as samples of each thread, which the threads sum together. */
Test(histogram, many_bins_by_any_number_of_threads, .timeout = 600)
{
    static const uint64_t numbers_of_bins[] = {4095, 4097, 40000, 65536, 65537};
    test_counter counter = test_counter_new();
    test_random random = random_of(8);
    for (int i = 0; i < 5; i++) {
        for (int threads = 1; threads <= 5; threads++) {
            const uint64_t bins = numbers_of_bins[i], per_thread = bins < 65536 ? 65536 : bins + 16;
            test_histogram_case t = test_histogram_random(
                TEST_HISTOGRAM_EVEN, (1 + test_random_below(&random, 3)) * per_thread - test_random_below(&random, 2),
                &random);
            t.channels[0].num_bins = bins;
            cr_assert_eq(tcu_context_set_threads(counter.context, threads), TCU_SUCCESS);
            test_share_all_calls(counter.context);
            test_counter_expect(&counter, &t);
        }
    }
    test_counter_free(&counter);
}

Test(histogram, every_pair_of_sample_and_level_types, .timeout = 600)
{
    test_counter counter = test_counter_new();
    test_random random = random_of(2);
    for (int sample_type = 0; sample_type < TCU_TYPE_COUNT; sample_type++) {
        for (int level_type = 0; level_type < TCU_TYPE_COUNT; level_type++) {
            if (test_types[sample_type].real != test_types[level_type].real) {
                continue;
            }
            for (int i = 0; i < 2 * TEST_SCALE_COUNT * (int)test_by_tier(1, 4, 20); i++) {
                test_histogram_case t = test_histogram_random(i % 2 ? TEST_HISTOGRAM_EVEN : TEST_HISTOGRAM_RANGE,
                                                              some_size(&random), &random);
                t.sample_type = (tcu_type)sample_type;
                t.channels[0].level_type = (tcu_type)level_type;
                t.channels[0].scale = (test_scale)(i / 2 % TEST_SCALE_COUNT);
                t.spread = i / 2 % 3 ? TEST_SPREAD_EDGES : (test_spread)test_random_below(&random, TEST_SPREAD_COUNT);
                test_counter_expect(&counter, &t);
            }
        }
    }
    test_counter_free(&counter);
}

/* All numbers that a type of 8 or 16 bits has, in many sets of bins. */
Test(histogram, every_sample_of_short_types, .timeout = 900)
{
    test_counter counter = test_counter_new();
    test_random random = random_of(3);
    test_counter_expect_short_samples(&counter, TEST_HISTOGRAM_EVEN, &random);
    test_counter_free(&counter);
}

Test(histogram, every_edge_of_integers, .timeout = 600)
{
    test_counter counter = test_counter_new();
    test_random random = random_of(4);
    static const uint64_t ends[][2] = {
        {0, 1000},
        {(uint64_t)-1000, 1000},
        {(uint64_t)-1000000000, 1000000007},
        {(uint64_t)INT32_MIN, (uint64_t)INT32_MAX + 1},
        {(uint64_t)INT32_MIN, INT32_MAX},
        {0, (uint64_t)1 << 32},
        {1, ((uint64_t)1 << 32) + 1},
        {(uint64_t)-5000000000, 5000000000},
        {7, ((uint64_t)1 << 33) + 7},
        {(uint64_t)INT64_MIN, INT64_MAX},
        {(uint64_t)-3, ((uint64_t)1 << 62) + 5},
        {0, ((uint64_t)1 << 53) + 1},
        {5, 6},
        {(uint64_t)INT64_MIN, (uint64_t)INT64_MIN + 3},
    };
    static const tcu_type types[] = {TCU_TYPE_I32, TCU_TYPE_U32, TCU_TYPE_I64, TCU_TYPE_U64, TCU_TYPE_I16};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        for (size_t type = 0; type < sizeof types / sizeof types[0]; type++) {
            for (int k = 0; k < (int)test_by_tier(3, 15, 60); k++) {
                const uint64_t num_bins = k == 0 ? 256 : test_num_bins(&random);
                if (!test_takes(&random, 16)) {
                    continue;
                }
                test_counter_expect_between(&counter, types[type], TCU_TYPE_I64, ends[i][0], ends[i][1], num_bins,
                                            &random);
            }
        }
    }
    test_counter_expect_between(&counter, TCU_TYPE_U64, TCU_TYPE_U64, 0, UINT64_MAX, 1009, &random);
    test_counter_expect_between(&counter, TCU_TYPE_I64, TCU_TYPE_U64, 0, UINT64_MAX, 4096, &random);
    test_counter_expect_between(&counter, TCU_TYPE_I8, TCU_TYPE_U64, UINT64_MAX - 20, UINT64_MAX, 7, &random);
    test_counter_expect_between(&counter, TCU_TYPE_U64, TCU_TYPE_I8, 0xf6, 100, 11, &random);
    test_counter_free(&counter);
}

Test(histogram, every_edge_of_reals, .timeout = 600)
{
    test_counter counter = test_counter_new();
    test_random random = random_of(5);
    test_counter_expect_edges_of_reals(&counter, &random);
    test_counter_free(&counter);
}

/* More bins than the samples' type has values, and as many as there are. */
Test(histogram, many_bins, .timeout = 600)
{
    test_counter counter = test_counter_new();
    test_random random = random_of(6);
    for (int i = 0; i < 2 * TCU_TYPE_COUNT * (int)test_by_tier(1, 1, 4); i++) {
        test_histogram_case t =
            test_histogram_random(i % 2 ? TEST_HISTOGRAM_EVEN : TEST_HISTOGRAM_RANGE, 5000, &random);
        t.sample_type = (tcu_type)(i / 2 % TCU_TYPE_COUNT);
        t.channels[0].level_type = test_types[t.sample_type].real ? TCU_TYPE_F64 : TCU_TYPE_I64;
        if (!test_takes(&random, 16)) {
            continue;
        }
        t.channels[0].num_bins = test_by_tier(1 << 17, i % 2 ? 1 << 20 : 1 << 17, i % 16 < 2 ? (1 << 24) + 3 : 1 << 19);
        test_counter_expect(&counter, &t);
    }
    test_counter_free(&counter);
}

/* Integers, of which there may be fewer than bins, or far more. */
Test(histogram, a_bin_for_each_value, .timeout = 600)
{
    test_counter counter = test_counter_new();
    test_random random = random_of(8);
    for (int i = 0; i < TCU_TYPE_COUNT * (int)test_by_tier(6, 40, 200); i++) {
        const uint64_t n = test_random_below(&random, (uint64_t)1 << test_random_below(&random, 16));
        test_histogram_case t =
            test_histogram_random(i % 3 > 0 ? TEST_HISTOGRAM_EVEN : TEST_HISTOGRAM_MULTI, n, &random);
        t.sample_type = (tcu_type)(i / 6 % TCU_TYPE_COUNT);
        for (int c = 0; c < t.num_channels; c++) {
            t.channels[c].level_type = t.sample_type;
            t.channels[c].kind = TCU_BINS_EVEN;
            t.channels[c].scale = TEST_SCALE_UNIT;
            if (test_random_below(&random, 2) && t.channels[c].num_bins > 0) {
                t.channels[c].num_bins = (uint64_t)1 << test_by_tier(8, 16, 16);
            }
        }
        test_counter_expect(&counter, &t);
    }
    test_counter_free(&counter);
}

/* So many samples that there are several private copies. */
Test(histogram, many_samples, .timeout = 900)
{
    test_counter counter = test_counter_new();
    test_random random = random_of(7);
    for (int i = 0; i < (int)test_by_tier(2, 8, 40) * TEST_HISTOGRAM_COUNT; i++) {
        const uint64_t n =
            test_long(100000) + test_random_below(&random, test_long(test_by_tier(100000, 400000, 2000000)));
        test_histogram_case t = test_histogram_random((test_histogram_operation)(i % TEST_HISTOGRAM_COUNT), n, &random);
        for (int c = 3; c < t.num_channels; c++) {
            t.channels[c].num_bins = 0;
        }
        if (t.num_channels > 3) {
            t.channels[0].num_bins = 1 + test_random_below(&random, 300);
        }
        test_counter_expect(&counter, &t);
    }
    test_counter_free(&counter);
}

/* Counts of type u32 that go to the end of their type, and beyond. */
Test(histogram, counts_saturate_and_say_so)
{
    static const uint32_t before[] = {0, UINT32_MAX - 100, UINT32_MAX - 99, UINT32_MAX};
    static const uint32_t after[] = {100, UINT32_MAX, UINT32_MAX, UINT32_MAX};
    enum { N = 400 };
    unsigned char samples[N];
    for (int i = 0; i < N; i++) {
        samples[i] = (unsigned char)(i % 4);
    }
    const int32_t lower = 0, upper = 4;
    tcu_context *context = test_context_new();
    test_memory in_memory = {0}, out_memory = {0};
    test_slice in = test_slice_open(&in_memory, N, 0, 0), out = test_slice_open(&out_memory, 4 * 4 + 4, 0, 0);
    test_copy_in(in.data, samples, N);
    for (int start = 0; start < 2; start++) {
        uint32_t values[5];
        memcpy(values, before, sizeof before);
        if (start == 0) {
            values[2] = values[3] = 5; /* none is more than its type holds */
        }
        values[4] = 0;
        test_copy_in(out.data, values, sizeof values);
        tcu_histogram_options options = TCU_HISTOGRAM_OPTIONS_INIT;
        options.accumulate = 1;
        options.flags = (uint32_t *)(void *)(out.data + 16);
        cr_assert_eq(tcu_histogram_even(context, in.data, TCU_TYPE_U8, out.data, TCU_TYPE_U32, 4, &lower, &upper,
                                        TCU_TYPE_I32, N, &options),
                     TCU_SUCCESS, "%s", tcu_context_last_error(context));
        test_synchronise();
        test_copy_out(values, out.data, sizeof values);
        for (int k = 0; k < 4; k++) {
            cr_expect_eq(values[k], start == 0 && k > 1 ? 105 : after[k], "bin %d is %u", k, (unsigned)values[k]);
        }
        cr_expect_eq(values[4], start == 0 ? 0 : TCU_HISTOGRAM_SATURATED);
    }
    test_memory_release(&in_memory);
    test_memory_release(&out_memory);
    tcu_context_destroy(context);
}

Test(histogram, queries_do_not_decrease_with_n)
{
    tcu_context *context = test_context_new();
    test_random random = random_of(12);
    for (int operation = 0; operation < TEST_HISTOGRAM_COUNT; operation++) {
        for (int i = 0; i < 20; i++) {
            const test_histogram_case t = test_histogram_random((test_histogram_operation)operation, 0, &random);
            tcu_histogram_channel channels[TCU_MAX_CHANNELS];
            memset(channels, 0, sizeof channels);
            for (int c = 0; c < t.num_channels; c++) {
                channels[c].num_bins = t.channels[c].num_bins;
                channels[c].kind = t.channels[c].kind;
                channels[c].level_type = t.channels[c].level_type;
            }
            test_histogram_call call = {.operation = t.operation,
                                        .sample_type = t.sample_type,
                                        .num_channels = t.num_channels,
                                        .channels = channels,
                                        .weight_type = t.weight_type,
                                        .out_type = t.out_type};
            size_t last = 0;
            for (call.n = 0; call.n < (uint64_t)1 << 40; call.n += 1 + call.n / 7) {
                size_t bytes = SIZE_MAX;
                cr_assert_eq(test_histogram_query(context, &call, &bytes), TCU_SUCCESS, "%s",
                             tcu_context_last_error(context));
                cr_assert_geq(bytes, last, "%s, n %llu", test_histogram_names[operation], (unsigned long long)call.n);
                last = bytes;
            }
        }
    }
    tcu_context_destroy(context);
}

Test(histogram, anything_at_random, .timeout = 900)
{
    test_counter counter = test_counter_new();
    test_random random = random_of(13);
    for (uint64_t i = 0; i < test_by_tier(300, 5000, 30000); i++) {
        if (!test_takes(&random, 12)) {
            continue;
        }
        const test_histogram_operation operation =
            (test_histogram_operation)test_random_below(&random, TEST_HISTOGRAM_COUNT);
        /* As many sizes between any two powers of two. */
        const uint64_t n = test_random_below(&random, (uint64_t)1 << test_random_below(&random, 15));
        const test_histogram_case t = test_histogram_random(operation, n, &random);
        test_counter_expect(&counter, &t);
    }
    test_counter_free(&counter);
}
