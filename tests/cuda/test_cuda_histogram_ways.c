/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Histograms by ways that sizes would not lead to: few samples by a cluster or a grid, many by one block, few bins in
 * one copy in the workspace, by the general counters; and by so few blocks that each has many rounds.
 */
#include <criterion/criterion.h>

#include "algorithms/histogram/histogram_tuning.h"
#include "test_backend.h"
#include "test_histogram.h"
#include "test_types.h"

static const tcui_histogram_policy by_block = {UINT64_MAX, UINT64_MAX, 0, 0, true};
static const tcui_histogram_policy by_cluster = {UINT64_MAX, 0, UINT64_MAX, 0, true};
static const tcui_histogram_policy by_grid = {UINT64_MAX, 0, 0, 0, true};
static const tcui_histogram_policy by_general_grid = {UINT64_MAX, 0, 0, 0, false};
static const tcui_histogram_policy in_one_copy = {0, 0, 0, 0, true};

static test_random random_of(unsigned part)
{
    return test_random_part(test_seed_of_run(), 9500 + part);
}

static test_counter counter_by(const tcui_histogram_policy *policy, int multiprocessors)
{
    test_counter counter = test_counter_new();
    counter.context->histogram_policy = policy;
    if (multiprocessors > 0) {
        counter.context->properties.multiprocessors = multiprocessors;
    }
    return counter;
}

static void sweep(const tcui_histogram_policy *policy, int multiprocessors, unsigned part)
{
    test_counter counter = counter_by(policy, multiprocessors);
    test_random random = random_of(part);
    for (uint64_t i = 0; i < test_by_tier(100, 600, 4000); i++) {
        const uint64_t n = test_random_below(&random, (uint64_t)1 << test_random_below(&random, 18));
        const test_histogram_case t =
            test_histogram_random((test_histogram_operation)(i % TEST_HISTOGRAM_COUNT), n, &random);
        test_counter_expect(&counter, &t);
    }
    /* One channel of each type, in the numbers of bins and with the data that most histograms have. */
    for (uint64_t i = 0; i < test_by_tier(36, 240, 1200); i++) {
        const uint64_t n = test_random_below(&random, (uint64_t)1 << 17);
        test_histogram_case t = test_histogram_random(TEST_HISTOGRAM_EVEN, n, &random);
        t.sample_type = (tcu_type)(i % TCU_TYPE_COUNT);
        t.channels[0].level_type = test_types[t.sample_type].real ? TCU_TYPE_F32 : TCU_TYPE_I32;
        t.channels[0].num_bins = (uint64_t)16 << 2 * test_random_below(&random, 6);
        t.channels[0].scale = (test_scale)(i / TCU_TYPE_COUNT % TEST_SCALE_COUNT);
        t.columns = 0;
        t.spread = i % 2 ? TEST_SPREAD_EDGES : TEST_SPREAD_BETWEEN;
        test_counter_expect(&counter, &t);
    }
    test_counter_free(&counter);
}

TestSuite(histogram_ways, .timeout = 600);

Test(histogram_ways, by_one_block)
{
    sweep(&by_block, 0, 0);
}

Test(histogram_ways, by_a_cluster)
{
    sweep(&by_cluster, 0, 1);
}

Test(histogram_ways, by_a_grid)
{
    sweep(&by_grid, 0, 2);
}

Test(histogram_ways, by_a_grid_of_few_blocks)
{
    sweep(&by_grid, 2, 3);
}

Test(histogram_ways, by_general_counters)
{
    sweep(&by_general_grid, 3, 4);
}

Test(histogram_ways, in_one_copy)
{
    sweep(&in_one_copy, 0, 5);
}

/* Weights in pictures' numbers of bins, and in so many that a copy has no room in shared memory. */
Test(histogram_ways, sums_of_many_copies)
{
    test_counter counter = counter_by(NULL, 0);
    test_random random = random_of(6);
    for (uint64_t i = 0; i < test_by_tier(24, 100, 500); i++) {
        const uint64_t n = test_random_below(&random, (uint64_t)1 << 17);
        test_histogram_case t = test_histogram_random(TEST_HISTOGRAM_WEIGHTED, n, &random);
        t.num_channels = 1;
        t.channels[0].num_bins = i % 4 == 3 ? 40000 : (uint64_t)32 << test_random_below(&random, 8);
        t.spread = i % 3 ? TEST_SPREAD_BETWEEN : TEST_SPREAD_CONSTANT;
        test_counter_expect(&counter, &t);
    }
    test_counter_free(&counter);
}
