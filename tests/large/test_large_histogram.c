/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Histograms of more than 2^32 samples, most of them in one bin: its count is more than u32 holds. Samples are
 * functions of their position. The shorter tiers run the same code on fewer samples; the long tier needs 4.3 GB.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/histogram/cuda/tuning.h"
#include "test_backend.h"
#include "test_memory.h"

enum { CHUNK = 1 << 20, BINS = 5, EVERY = 65536 };

static uint64_t past_2_to_32(void)
{
    return test_long(test_by_tier(1000017, 10000017, ((uint64_t)1 << 32) + 1000017));
}

typedef struct fixture {
    tcu_context *context;
    test_memory in_memory, out_memory;
    test_slice in, out; /* of out: counts, and behind them a value of 8 bytes */
} fixture;

/* One sample in EVERY is 3, the last one is 4, all others are 1. */
static fixture fixture_new(uint64_t n)
{
    const unsigned char last = 4;
    fixture f = {.context = test_context_new()};
    f.in = test_slice_open(&f.in_memory, n, 3, 0);
    f.out = test_slice_open(&f.out_memory, BINS * 8 + 8, 0, 0xee);
    unsigned char *chunk = malloc(CHUNK);
    cr_assert_not_null(chunk);
    for (uint64_t i = 0; i < CHUNK; i++) {
        chunk[i] = i % EVERY == EVERY - 1 ? 3 : 1;
    }
    for (uint64_t first = 0; first < n; first += CHUNK) {
        test_copy_in(f.in.data + first, chunk, n - first < CHUNK ? n - first : CHUNK);
    }
    test_copy_in(f.in.data + n - 1, &last, 1);
    free(chunk);
    return f;
}

static void fixture_free(fixture *f)
{
    cr_expect(test_slice_guarded(&f->out));
    test_memory_release(&f->in_memory);
    test_memory_release(&f->out_memory);
    cr_expect_eq(tcu_context_destroy(f->context), TCU_SUCCESS);
}

static void expected_counts(uint64_t n, uint64_t expected[BINS])
{
    const uint64_t threes = (n - 1) / EVERY; /* the last sample is none of them */
    const uint64_t counts[BINS] = {0, n - 1 - threes, 0, threes, 1};
    memcpy(expected, counts, sizeof counts);
}

/* Of bins of width 1 from `lower` on; the samples below are outside, with lower > 1 more than 2^32 of them. */
static void expect_counts(const fixture *f, uint64_t n, int lower, bool weighted)
{
    uint64_t expected[BINS], counts[BINS + 1], outside = 0;
    expected_counts(n, expected);
    test_synchronise();
    test_copy_out(counts, f->out.data, sizeof counts);
    for (int k = 0; k < lower; k++) {
        outside += expected[k];
    }
    for (int k = lower; k < BINS; k++) {
        const uint64_t count = weighted ? (uint64_t)k * expected[k] : expected[k];
        cr_expect_eq(counts[k - lower], count, "bin of %d: %" PRIu64 ", not %" PRIu64, k, counts[k - lower], count);
    }
    cr_expect_eq(counts[BINS], outside, "%" PRIu64 " outside, not %" PRIu64, counts[BINS], outside);
}

static void count_from(int lower, const tcui_histogram_policy *policy)
{
    const uint64_t n = past_2_to_32();
    const int upper = BINS;
    fixture f = fixture_new(n);
    f.context->policies[TCUI_HISTOGRAM] = policy;
    tcu_histogram_options options = TCU_HISTOGRAM_OPTIONS_INIT;
    options.outside = (uint64_t *)(void *)(f.out.data + BINS * 8);
    cr_assert_eq(tcu_histogram_even(f.context, f.in.data, TCU_TYPE_U8, f.out.data, TCU_TYPE_U64,
                                    (uint64_t)(BINS - lower), &lower, &upper, TCU_TYPE_I32, n, &options),
                 TCU_SUCCESS, "%s", tcu_context_last_error(f.context));
    expect_counts(&f, n, lower, false);
    fixture_free(&f);
}

Test(large_histogram, counts, .timeout = 900)
{
    count_from(0, NULL);
}

/* Of as many samples as a number in memory says, the last one of which is 4; behind them the call has more. */
Test(large_histogram, counted, .timeout = 900)
{
    const uint64_t n = past_2_to_32(), behind = 100000;
    const int lower = 0, upper = BINS;
    fixture f = fixture_new(n + behind);
    const unsigned char last = 4;
    test_copy_in(f.in.data + n - 1, &last, 1);
    test_copy_in(f.out.data + BINS * 8, &(uint64_t){n}, 8);
    tcu_histogram_options options = TCU_HISTOGRAM_OPTIONS_INIT;
    options.count = (const uint64_t *)(const void *)(f.out.data + BINS * 8);
    cr_assert_eq(tcu_histogram_even(f.context, f.in.data, TCU_TYPE_U8, f.out.data, TCU_TYPE_U64, BINS, &lower, &upper,
                                    TCU_TYPE_I32, n + behind, &options),
                 TCU_SUCCESS, "%s", tcu_context_last_error(f.context));
    uint64_t expected[BINS], counts[BINS];
    expected_counts(n, expected);
    test_synchronise();
    test_copy_out(counts, f.out.data, sizeof counts);
    for (int k = 0; k < BINS; k++) {
        cr_expect_eq(counts[k], expected[k], "bin of %d: %" PRIu64 ", not %" PRIu64, k, counts[k], expected[k]);
    }
    fixture_free(&f);
}

Test(large_histogram, counts_and_more_outside, .timeout = 900)
{
    count_from(3, NULL);
}

/* As millions of bins are counted on a GPU. */
Test(large_histogram, counts_in_one_copy, .timeout = 900)
{
    static const tcui_histogram_policy in_one_copy = {.special_counters = true};
    count_from(0, &in_one_copy);
    count_from(3, &in_one_copy);
}

/* In rounds. */
Test(large_histogram, counts_in_buckets, .timeout = 900)
{
    static const tcui_histogram_policy in_buckets = {
        .bucket_bits = 1, .bucket_round = (uint64_t)1 << 30, .special_counters = true};
    count_from(0, &in_buckets);
    count_from(3, &in_buckets);
}

/* Each sample is its own weight. */
Test(large_histogram, weights, .timeout = 900)
{
    const uint64_t n = past_2_to_32();
    const int upper = BINS;
    fixture f = fixture_new(n);
    tcu_histogram_options options = TCU_HISTOGRAM_OPTIONS_INIT;
    options.outside = (uint64_t *)(void *)(f.out.data + BINS * 8);
    for (int lower = 0; lower <= 3; lower += 3) {
        const tcu_histogram_channel channel =
            TCU_HISTOGRAM_CHANNEL_EVEN_INIT(f.out.data, (uint64_t)(BINS - lower), &lower, &upper, TCU_TYPE_I32);
        cr_assert_eq(tcu_histogram_weighted(f.context, f.in.data, TCU_TYPE_U8, f.in.data, TCU_TYPE_U8, 1, &channel,
                                            TCU_TYPE_U64, n, &options),
                     TCU_SUCCESS, "%s", tcu_context_last_error(f.context));
        expect_counts(&f, n, lower, true);
    }
    fixture_free(&f);
}

Test(large_histogram, counts_of_u32_saturate, .timeout = 900)
{
    const uint64_t n = past_2_to_32();
    const int lower = 0, upper = BINS;
    uint64_t expected[BINS];
    uint32_t counts[BINS + 1];
    fixture f = fixture_new(n);
    expected_counts(n, expected);
    tcu_histogram_options options = TCU_HISTOGRAM_OPTIONS_INIT;
    options.flags = (uint32_t *)(void *)(f.out.data + BINS * 4);
    cr_assert_eq(tcu_histogram_even(f.context, f.in.data, TCU_TYPE_U8, f.out.data, TCU_TYPE_U32, BINS, &lower, &upper,
                                    TCU_TYPE_I32, n, &options),
                 TCU_SUCCESS, "%s", tcu_context_last_error(f.context));
    test_synchronise();
    test_copy_out(counts, f.out.data, sizeof counts);
    for (int k = 0; k < BINS; k++) {
        const uint64_t most = expected[k] < UINT32_MAX ? expected[k] : UINT32_MAX;
        cr_expect_eq(counts[k], most, "bin %d: %" PRIu32 ", not %" PRIu64, k, counts[k], most);
    }
    cr_expect_eq(counts[BINS], expected[1] > UINT32_MAX ? TCU_HISTOGRAM_SATURATED : 0);
    fixture_free(&f);
}

/* The same in rows of 2^24, between levels. */
Test(large_histogram, in_rows_between_levels, .timeout = 900)
{
    const uint64_t n = past_2_to_32();
    const unsigned char levels[] = {0, 3, 4, 255};
    uint64_t expected[BINS], counts[3];
    fixture f = fixture_new(n);
    expected_counts(n, expected);
    test_memory level_memory = {0};
    test_slice level_slice = test_slice_open(&level_memory, sizeof levels, 0, 0);
    test_copy_in(level_slice.data, levels, sizeof levels);
    tcu_histogram_options options = TCU_HISTOGRAM_OPTIONS_INIT;
    options.columns = (uint64_t)1 << 24;
    cr_assert_eq(tcu_histogram_range(f.context, f.in.data, TCU_TYPE_U8, f.out.data, TCU_TYPE_U64, 3, level_slice.data,
                                     TCU_TYPE_U8, n, &options),
                 TCU_SUCCESS, "%s", tcu_context_last_error(f.context));
    test_synchronise();
    test_copy_out(counts, f.out.data, sizeof counts);
    cr_expect_eq(counts[0], expected[1]);
    cr_expect_eq(counts[1], expected[3]);
    cr_expect_eq(counts[2], expected[4]);
    test_memory_release(&level_memory);
    fixture_free(&f);
}
