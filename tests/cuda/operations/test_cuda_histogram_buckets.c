/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Histograms whose samples are sorted into buckets of bins first: any histogram by small buckets, in rounds of few
 * tiles; many bins; samples on edges, in few buckets and in one; and what fills a vector of a bucket up or begins
 * another one.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "histogram/edges.h"
#include "histogram/histogram.h"
#include "histogram/rows.h"
#include "primitives/context/path.h"
#include "test_backend.h"
#include "test_cuda_histogram.h"
#include "test_types.h"
#include "tests/cuda/test_cuda.h"

enum { TILE = TCUI_HISTOGRAM_TILE_THREADS * TCUI_HISTOGRAM_THREAD_SAMPLES };

static test_random random_of(unsigned part)
{
    return test_random_part(test_seed_of_run(), 9600 + part);
}

/* On the path, whatever it pays for: between levels, too. */
static test_counter counter_by(const tcui_histogram_policy *policy, int multiprocessors)
{
    test_counter counter = test_counter_new();
    counter.context->policies[TCUI_HISTOGRAM] = policy;
    cr_assert_eq(tcui_force_paths(counter.context, "histogram:buckets"), TCU_SUCCESS);
    if (multiprocessors > 0) {
        counter.context->properties.multiprocessors = multiprocessors;
    }
    return counter;
}

static void expect_in_buckets(test_counter *counter, const test_histogram_case *t)
{
    tcu_call_info info;
    test_counter_expect(counter, t);
    cr_assert_eq(tcu_context_get_last_call(counter->context, &info), TCU_SUCCESS);
    cr_assert_str_eq(info.path, "buckets");
}

static void sweep(const tcui_histogram_policy *policy, int multiprocessors, unsigned part)
{
    test_counter counter = counter_by(policy, multiprocessors);
    test_random random = random_of(part);
    for (uint64_t i = 0; i < test_by_tier(100, 600, 4000); i++) {
        if (!test_takes(&random, 10)) {
            continue;
        }
        const uint64_t n = test_random_below(&random, (uint64_t)1 << test_random_below(&random, 18));
        const test_histogram_case t =
            test_histogram_random((test_histogram_operation)(i % TEST_HISTOGRAM_COUNT), n, &random);
        test_counter_expect(&counter, &t);
    }
    test_counter_free(&counter);
}

TestSuite(histogram_buckets, .timeout = 600);

Test(histogram_buckets, of_any_histogram)
{
    sweep(&in_small_buckets, 0, 0);
}

Test(histogram_buckets, of_any_histogram_by_few_blocks)
{
    sweep(&in_small_buckets, 2, 1);
}

Test(histogram_buckets, of_any_histogram_by_the_definition)
{
    sweep(&in_general_buckets, 3, 2);
}

/* Integers and reals of 32 bits in even bins, many of them on edges: found in registers, but for what is not a whole
 * tile. So many samples that blocks have several tiles, and several rounds. */
static void expect_words(tcu_type type, const tcui_histogram_policy *policy, uint64_t most_bins, unsigned part)
{
    test_counter counter = counter_by(policy, 2);
    test_random random = random_of(part);
    for (uint64_t i = 0; i < test_by_tier(24, 100, 600); i++) {
        if (!test_takes(&random, 8)) {
            continue;
        }
        const uint64_t n = TILE * (1 + test_random_below(&random, 9)) + test_random_below(&random, TILE);
        test_histogram_case t = test_histogram_random(TEST_HISTOGRAM_EVEN, n, &random);
        t.sample_type = type;
        t.columns = i % 6 == 5 ? TILE / 4 + test_random_below(&random, TILE) : 0;
        t.channels[0].num_bins = 1 + test_random_below(&random, most_bins);
        t.channels[0].level_type =
            test_types[type].real ? test_random_below(&random, 2) ? TCU_TYPE_F64 : TCU_TYPE_F32 : TCU_TYPE_I64;
        t.channels[0].scale = (test_scale)(i % TEST_SCALE_COUNT);
        t.spread = (test_spread)(i / TEST_SCALE_COUNT % TEST_SPREAD_COUNT);
        t.finds_ends = false;
        expect_in_buckets(&counter, &t);
    }
    test_counter_free(&counter);
}

Test(histogram_buckets, of_integers)
{
    expect_words(TCU_TYPE_I32, &in_small_buckets, 8000, 3);
    expect_words(TCU_TYPE_U32, &in_small_buckets, 8000, 4);
}

Test(histogram_buckets, of_reals)
{
    expect_words(TCU_TYPE_F32, &in_small_buckets, 8000, 5);
}

Test(histogram_buckets, of_many_bins)
{
    expect_words(TCU_TYPE_I32, &in_buckets, 1 << 20, 6);
    expect_words(TCU_TYPE_F32, &in_buckets, 1 << 20, 7);
}

/* Every edge of bins of reals, and what lies beside it. */
Test(histogram_buckets, every_edge_of_reals)
{
    test_counter counter = counter_by(&in_small_buckets, 2);
    test_random random = random_of(8);
    test_counter_expect_edges_of_reals(&counter, &random);
    test_counter_free(&counter);
}

/* Pixels of several channels in rows that begin anywhere. */
Test(histogram_buckets, of_misaligned_rows)
{
    test_counter counter = counter_by(&in_small_buckets, 3);
    test_random random = random_of(9);
    test_counter_expect_misaligned_rows(&counter, &random);
    test_counter_free(&counter);
}

/* Whole tiles of given samples, value k of bin k: how many of a tile are in a bucket decides where vectors end, and
 * which block counts them. */
static void expect_given(test_counter *counter, const uint32_t *samples, uint64_t n, uint64_t num_bins,
                         test_random *random)
{
    test_histogram_case t = test_histogram_random(TEST_HISTOGRAM_EVEN, n, random);
    t.sample_type = TCU_TYPE_U32;
    t.channels[0] = (test_histogram_channel){.num_bins = num_bins,
                                             .kind = TCU_BINS_EVEN,
                                             .level_type = TCU_TYPE_U32,
                                             .given = true,
                                             .lower = 0,
                                             .upper = num_bins};
    t.columns = 0;
    t.given = samples;
    t.finds_ends = false;
    expect_in_buckets(counter, &t);
}

Test(histogram_buckets, however_samples_lie)
{
    enum { TILES = 5, N = TILES * TILE, BUCKET = 32, BINS = 40 * BUCKET };
    test_random random = random_of(10);
    uint32_t *const samples = malloc(N * sizeof *samples);
    cr_assert_not_null(samples);
    for (int multiprocessors = 1; multiprocessors <= 7; multiprocessors += 3) {
        test_counter counter = counter_by(&in_small_buckets, multiprocessors);
        for (int kind = 0; kind < 6; kind++) {
            if (!test_takes(&random, 3)) {
                continue;
            }
            for (uint32_t i = 0; i < N; i++) {
                const uint32_t any = (uint32_t)test_random_below(&random, BINS);
                samples[i] = kind == 0   ? (uint32_t)((uint64_t)i * BINS / N) /* sorted: each tile has few buckets */
                             : kind == 1 ? 7                                  /* one bin */
                             : kind == 2 ? i % 2 * (BINS - 1)                 /* the first bin and the last one */
                             : kind == 3 ? i % BINS / BUCKET * BUCKET         /* one bin of each bucket */
                             : kind == 4 ? (i % TILE < i / TILE ? any : BINS) /* a few in bins */
                                         : (test_random_below(&random, 100) < 78 ? 11 : any); /* many in one */
            }
            expect_given(&counter, samples, N, BINS, &random);
        }
        test_counter_free(&counter);
    }
    free(samples);
}

/* The device's own policy: from some samples on, and of more bins than private copies have. */
Test(histogram_buckets, pay_for_many_samples_in_many_bins)
{
    static const struct {
        tcu_type type;
        uint64_t num_bins;
    } cases[] = {{TCU_TYPE_I32, 1 << 17}, {TCU_TYPE_F32, 200000}, {TCU_TYPE_I32, 1 << 20}};
    test_counter counter = test_counter_new();
    test_random random = random_of(11);
    counter.context->policies[TCUI_HISTOGRAM] = &tcui_histogram_own_policy;
    const uint64_t least = tcui_histogram_own_policy.bucket_samples;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (!test_takes(&random, 3)) {
            continue;
        }
        test_histogram_case t = test_histogram_random(TEST_HISTOGRAM_EVEN, least, &random);
        t.sample_type = cases[i].type;
        t.columns = 0;
        t.channels[0].num_bins = cases[i].num_bins;
        t.channels[0].level_type = test_types[t.sample_type].real ? TCU_TYPE_F32 : TCU_TYPE_I32;
        t.channels[0].scale = TEST_SCALE_WHOLE;
        t.spread = TEST_SPREAD_BETWEEN;
        t.finds_ends = false;
        expect_in_buckets(&counter, &t);
        tcu_call_info info;
        t.n = least - 1;
        test_counter_expect(&counter, &t);
        cr_assert_eq(tcu_context_get_last_call(counter.context, &info), TCU_SUCCESS);
        cr_expect_str_neq(info.path, "buckets");
    }
    test_counter_free(&counter);
}
