/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Histograms on paths that sizes would not lead to: few samples by a cluster or a grid, many by one block, few bins in
 * one copy in the workspace, by the general counters; and by so few blocks that each has many rounds.
 */
#include <criterion/criterion.h>

#include "histogram/edges.h"
#include "histogram/histogram.h"
#include "histogram/rows.h"
#include "test_backend.h"
#include "test_cuda_histogram.h"
#include "test_types.h"
#include "tests/cuda/test_cuda.h"

static test_random random_of(unsigned part)
{
    return test_random_part(test_seed_of_run(), 9500 + part);
}

static test_counter counter_by(const tcui_histogram_policy *policy, int multiprocessors)
{
    test_counter counter = test_counter_new();
    counter.context->policies[TCUI_HISTOGRAM] = policy;
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
        if (!test_takes(&random, 20)) {
            continue;
        }
        const uint64_t n = test_random_below(&random, (uint64_t)1 << test_random_below(&random, 18));
        const test_histogram_case t =
            test_histogram_random((test_histogram_operation)(i % TEST_HISTOGRAM_COUNT), n, &random);
        test_counter_expect(&counter, &t);
    }
    /* One channel of each type, in the numbers of bins and with the data that most histograms have. */
    for (uint64_t i = 0; i < test_by_tier(36, 240, 1200); i++) {
        if (!test_takes(&random, 20)) {
            continue;
        }
        const uint64_t n = test_random_below(&random, test_long((uint64_t)1 << 17));
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

TestSuite(histogram_paths, .timeout = 600);

Test(histogram_paths, by_one_block)
{
    sweep(&by_block, 0, 0);
}

Test(histogram_paths, by_a_cluster)
{
    sweep(&by_cluster, 0, 1);
}

Test(histogram_paths, by_clusters)
{
    sweep(&by_clusters, 0, 30);
}

Test(histogram_paths, by_a_grid)
{
    sweep(&by_grid, 0, 2);
}

Test(histogram_paths, by_a_grid_of_few_blocks)
{
    sweep(&by_grid, 2, 3);
}

/* Reals whose bins no table tells: found in double precision, or in f32 where their widths are powers of two. Of up to
 * 1 MB, and of more, by blocks of few threads and of many. */
Test(histogram_paths, by_a_grid_without_tables)
{
    static const tcu_type types[] = {TCU_TYPE_F16, TCU_TYPE_BF16, TCU_TYPE_F32, TCU_TYPE_F64};
    sweep(&only_grid, 3, 11);
    test_counter counter = counter_by(&only_grid, 0);
    test_random random = random_of(12);
    for (uint64_t i = 0; i < test_by_tier(32, 96, 480); i++) {
        if (!test_takes(&random, 20)) {
            continue;
        }
        const tcu_type type = types[i % 4];
        const uint64_t n_of_1_mb = ((uint64_t)1 << 20) / test_types[type].bytes;
        const bool is_few = i / 4 % 2, is_binary = i / 8 % 2;
        const uint64_t n = is_few ? n_of_1_mb - test_random_below(&random, 1000)
                                  : n_of_1_mb + 1 + test_random_below(&random, n_of_1_mb);
        test_histogram_case t = test_histogram_random(TEST_HISTOGRAM_EVEN, n, &random);
        t.sample_type = type;
        t.columns = 0;
        t.channels[0].level_type = TCU_TYPE_F32;
        t.channels[0].num_bins = (uint64_t)1 << test_random_below(&random, 13);
        t.channels[0].scale = TEST_SCALE_MIDDLE;
        t.channels[0].given = is_binary;
        t.channels[0].lower = test_near_bits(TCU_TYPE_F32, 0);
        t.channels[0].upper =
            test_near_bits(TCU_TYPE_F32, (long double)t.channels[0].num_bins / (1 << test_random_below(&random, 5)));
        t.spread = i % 3 ? TEST_SPREAD_EDGES : TEST_SPREAD_BETWEEN;
        test_counter_expect(&counter, &t);
    }
    test_counter_free(&counter);
}

Test(histogram_paths, by_general_counters)
{
    sweep(&by_general_grid, 3, 4);
}

Test(histogram_paths, in_one_copy)
{
    sweep(&in_one_copy, 0, 5);
}

/* 16-bit integers in a bin for each value, which two blocks share, and in some fewer or other ones. */
Test(histogram_paths, of_each_value)
{
    test_counter counter = counter_by(&by_grid, 6);
    test_random random = random_of(9);
    for (uint64_t i = 0; i < test_by_tier(16, 60, 300); i++) {
        if (!test_takes(&random, 20)) {
            continue;
        }
        const uint64_t n = test_random_below(&random, (uint64_t)1 << test_random_below(&random, 22));
        test_histogram_case t = test_histogram_random(TEST_HISTOGRAM_EVEN, n, &random);
        t.sample_type = i % 2 ? TCU_TYPE_U16 : TCU_TYPE_I16;
        const int32_t first = i % 2 ? 0 : -32768, lower = first + (i % 8 == 7), upper = first + 65536;
        t.channels[0] = (test_histogram_channel){.num_bins = (uint64_t)(upper - lower),
                                                 .kind = TCU_BINS_EVEN,
                                                 .level_type = TCU_TYPE_I32,
                                                 .given = true,
                                                 .lower = (uint32_t)lower,
                                                 .upper = (uint32_t)upper};
        t.spread = i % 4 < 2 ? TEST_SPREAD_BITS : TEST_SPREAD_BETWEEN;
        test_counter_expect(&counter, &t);
    }
    test_counter_free(&counter);
}

/* So many bins that a block has no room for all of them, with sums of some of them there and without. */
Test(histogram_paths, in_one_copy_of_many_bins)
{
    test_counter counters[2] = {counter_by(&in_one_copy, 0), counter_by(&without_cache, 0)};
    test_random random = random_of(10);
    for (uint64_t i = 0; i < test_by_tier(40, 200, 1000); i++) {
        if (!test_takes(&random, 20)) {
            continue;
        }
        const uint64_t n = test_random_below(&random, (uint64_t)1 << test_random_below(&random, 18));
        test_histogram_case t = test_histogram_random((test_histogram_operation)(i % TEST_HISTOGRAM_COUNT), n, &random);
        t.channels[0].num_bins = 30000 + test_random_below(&random, 300000);
        t.spread = (test_spread)(i / TEST_HISTOGRAM_COUNT % TEST_SPREAD_COUNT);
        if (t.operation == TEST_HISTOGRAM_WEIGHTED) {
            const bool is_narrow = test_random_below(&random, 2);
            t.weight_type = is_narrow ? TCU_TYPE_I16 : TCU_TYPE_U64;
            t.out_type = is_narrow ? TCU_TYPE_I32 : TCU_TYPE_U64;
        }
        test_counter_expect(&counters[i / TEST_HISTOGRAM_COUNT % 2], &t);
    }
    test_counter_free(&counters[0]);
    test_counter_free(&counters[1]);
}

/* The counters that look at tables of edges and levels take large arrays, but for this policy. */
Test(histogram_paths, by_a_grid_every_sample_of_short_types, .timeout = 900)
{
    test_counter counter = counter_by(&by_grid, 0);
    test_random random = random_of(7);
    test_counter_expect_short_samples(&counter, TEST_HISTOGRAM_EVEN, &random);
    test_counter_expect_short_samples(&counter, TEST_HISTOGRAM_RANGE, &random);
    test_counter_free(&counter);
}

Test(histogram_paths, by_a_grid_every_edge_of_reals)
{
    test_counter counter = counter_by(&by_grid, 0);
    test_random random = random_of(8);
    test_counter_expect_edges_of_reals(&counter, &random);
    test_counter_free(&counter);
}

/* Weights in pictures' numbers of bins, and in so many that a copy has no room in shared memory. */
Test(histogram_paths, sums_of_many_copies)
{
    test_counter counter = counter_by(NULL, 0);
    test_random random = random_of(6);
    for (uint64_t i = 0; i < test_by_tier(24, 100, 500); i++) {
        if (!test_takes(&random, 20)) {
            continue;
        }
        const uint64_t n = test_random_below(&random, test_long((uint64_t)1 << 17));
        test_histogram_case t = test_histogram_random(TEST_HISTOGRAM_WEIGHTED, n, &random);
        t.num_channels = 1;
        t.channels[0].num_bins = i % 4 == 3 ? 40000 : (uint64_t)32 << test_random_below(&random, 8);
        t.spread = i % 3 ? TEST_SPREAD_BETWEEN : TEST_SPREAD_CONSTANT;
        test_counter_expect(&counter, &t);
    }
    test_counter_free(&counter);
}

/* Pixels of several channels in rows that begin anywhere: short, since racecheck runs these. */
static void expect_misaligned_rows(const tcui_histogram_policy *policy, unsigned part)
{
    test_counter counter = counter_by(policy, 3);
    test_random random = random_of(part);
    test_counter_expect_misaligned_rows(&counter, &random);
    test_counter_free(&counter);
}

Test(histogram_paths, by_one_block_misaligned)
{
    expect_misaligned_rows(&by_block, 20);
}

Test(histogram_paths, by_a_cluster_misaligned)
{
    expect_misaligned_rows(&by_cluster, 21);
}

Test(histogram_paths, by_clusters_misaligned)
{
    expect_misaligned_rows(&by_clusters, 31);
}

Test(histogram_paths, by_a_grid_misaligned)
{
    expect_misaligned_rows(&by_grid, 22);
}

Test(histogram_paths, by_general_counters_misaligned)
{
    expect_misaligned_rows(&by_general_grid, 23);
}

Test(histogram_paths, in_one_copy_misaligned)
{
    expect_misaligned_rows(&in_one_copy, 24);
}

Test(histogram_paths, in_one_copy_of_many_bins_misaligned)
{
    static const test_pair weights[] = {{TCU_TYPE_I16, TCU_TYPE_I32}, {TCU_TYPE_U64, TCU_TYPE_U64}};
    test_counter counter = counter_by(&in_one_copy, 3);
    test_random random = random_of(26);
    for (uint64_t i = 0; i < test_by_tier(6, 20, 100); i++) {
        const uint64_t n = test_random_below(&random, (uint64_t)1 << 15);
        test_histogram_case t = test_histogram_random(i % 3 == 2   ? TEST_HISTOGRAM_WEIGHTED
                                                      : i % 3 == 1 ? TEST_HISTOGRAM_MULTI
                                                                   : TEST_HISTOGRAM_EVEN,
                                                      n, &random);
        t.channels[0].num_bins = 30000 + test_random_below(&random, 50000);
        t.weight_type = weights[i / 3 % 2].in;
        t.out_type = t.operation == TEST_HISTOGRAM_WEIGHTED ? weights[i / 3 % 2].out : t.out_type;
        t.spread = i / 3 % 3 == 2 ? TEST_SPREAD_CONSTANT : TEST_SPREAD_BETWEEN;
        t.in_shift = 1 + (unsigned)test_random_below(&random, 15);
        test_counter_expect(&counter, &t);
    }
    test_counter_free(&counter);
}

/* Shapes of samples and bins that have kernels of their own in large arrays. */
typedef struct large_shape {
    tcu_type type;
    int channels;
    uint64_t num_bins;
    tcu_bins_kind kind;
    test_scale scale;
    bool has_table; /* in shared memory, of edges or levels */
} large_shape;

static const large_shape large_shapes[] = {
    {TCU_TYPE_U8, 1, 200, TCU_BINS_EVEN, TEST_SCALE_MIDDLE, false},
    {TCU_TYPE_U8, 2, 200, TCU_BINS_EVEN, TEST_SCALE_MIDDLE, false},
    {TCU_TYPE_U8, 3, 200, TCU_BINS_EVEN, TEST_SCALE_MIDDLE, false},
    {TCU_TYPE_U8, 4, 200, TCU_BINS_RANGE, TEST_SCALE_MIDDLE, false},
    {TCU_TYPE_U16, 1, 1000, TCU_BINS_EVEN, TEST_SCALE_UNIT, false},
    {TCU_TYPE_U16, 1, 1000, TCU_BINS_EVEN, TEST_SCALE_MIDDLE, false},
    {TCU_TYPE_I16, 1, 4096, TCU_BINS_EVEN, TEST_SCALE_UNIT, false},
    {TCU_TYPE_I32, 1, 256, TCU_BINS_EVEN, TEST_SCALE_MIDDLE, false},
    {TCU_TYPE_I32, 1, 40000, TCU_BINS_EVEN, TEST_SCALE_WHOLE, false},
    {TCU_TYPE_U64, 1, 300, TCU_BINS_EVEN, TEST_SCALE_MIDDLE, false},
    {TCU_TYPE_I32, 1, 3000, TCU_BINS_RANGE, TEST_SCALE_WHOLE, true},
    {TCU_TYPE_U16, 1, 300, TCU_BINS_RANGE, TEST_SCALE_WHOLE, true},
    {TCU_TYPE_F32, 1, 255, TCU_BINS_RANGE, TEST_SCALE_MIDDLE, true},
    {TCU_TYPE_F32, 1, 1000, TCU_BINS_EVEN, TEST_SCALE_MIDDLE, true},
    {TCU_TYPE_F16, 1, 1000, TCU_BINS_EVEN, TEST_SCALE_MIDDLE, true},
    {TCU_TYPE_BF16, 1, 255, TCU_BINS_RANGE, TEST_SCALE_MIDDLE, true},
};

static void expect_large(test_counter *counter, const large_shape *shape, uint64_t n, test_random *random)
{
    const test_histogram_operation of_one = shape->kind == TCU_BINS_EVEN ? TEST_HISTOGRAM_EVEN : TEST_HISTOGRAM_RANGE;
    test_histogram_case t = test_histogram_random(shape->channels > 1 ? TEST_HISTOGRAM_MULTI : of_one, n, random);
    t.sample_type = shape->type;
    t.num_channels = shape->channels;
    for (int c = 0; c < shape->channels; c++) {
        t.channels[c] =
            (test_histogram_channel){.num_bins = shape->num_bins,
                                     .kind = shape->kind,
                                     .level_type = test_types[shape->type].real ? TCU_TYPE_F32 : TCU_TYPE_I32,
                                     .scale = shape->scale};
    }
    t.columns = 0;
    t.spread = test_random_below(random, 2) ? TEST_SPREAD_EDGES : TEST_SPREAD_BETWEEN;
    test_counter_expect(counter, &t);
}

/* By blocks of as many threads as they can have. */
Test(histogram_paths, by_a_grid_of_large_blocks)
{
    test_counter counter = counter_by(&by_grid, 0);
    test_random random = random_of(27);
    for (uint64_t i = 0; i < test_by_tier(1, 4, 20); i++) {
        for (size_t s = 0; s < sizeof large_shapes / sizeof large_shapes[0]; s++) {
            const large_shape *shape = &large_shapes[s];
            if (!test_takes(&random, 6)) {
                continue;
            }
            const uint64_t few = TCUI_HISTOGRAM_FEW_BYTES / (test_types[shape->type].bytes * (size_t)shape->channels);
            expect_large(&counter, shape, few + 1 + test_random_below(&random, few / 8), &random);
        }
    }
    test_counter_free(&counter);
}

/* So many samples that the device's own policy takes tables. */
Test(histogram_paths, by_tables)
{
    test_counter counter = counter_by(NULL, 0);
    test_random random = random_of(28);
    const uint64_t table_samples = tcui_histogram_policy_of(counter.context).table_samples;
    for (size_t s = 0; s < sizeof large_shapes / sizeof large_shapes[0]; s++) {
        if (large_shapes[s].has_table && test_takes(&random, 4)) {
            expect_large(&counter, &large_shapes[s], table_samples + test_random_below(&random, 1000), &random);
        }
    }
    test_counter_free(&counter);
}
