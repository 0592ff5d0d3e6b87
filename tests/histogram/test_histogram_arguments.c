/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments of histograms one at a time: what looks wrong and is not, queries, no context. */
#include <math.h>

#include "histogram/arena.h"
#include "test_refusal.h"

typedef test_histogram_arena arena;

/* What looks like a mistake and is none. */
#define CHANGE(NAME, ...) TEST_SPOIL(arena, test_histogram_call, NAME, __VA_ARGS__)
#define PLACE(AT)         ((void *)(a->slice.data + (AT)))

static void set_rows(arena *a, uint64_t columns, uint64_t stride)
{
    a->options.columns = columns;
    a->options.row_stride_bytes = stride;
}

CHANGE(no_options, call->options = NULL)
CHANGE(no_outside, a->options.outside = NULL; a->options.flags = NULL)
CHANGE(one_row, set_rows(a, TEST_PIXELS, 1))
CHANGE(longer_row, set_rows(a, TEST_PIXELS + 1, 2))
CHANGE(rows_without_gap, set_rows(a, 7, 0))
CHANGE(one_bin, a->channels[0].num_bins = 1)
CHANGE(levels_are_samples, a->channels[1].levels = a->channels[0].levels = PLACE(TEST_LEVELS_AT);
       call->samples = PLACE(TEST_LEVELS_AT))
CHANGE(weights_are_samples, call->weights = call->samples)
CHANGE(levels_equal, for (int k = 0; k <= TEST_BINS; k++) test_histogram_arena_set_level(a, 0, k, 0.5f);
       test_histogram_arena_upload(a))
CHANGE(levels_infinite, test_histogram_arena_set_level(a, 0, 0, -(float)INFINITY);
       test_histogram_arena_set_level(a, 0, TEST_BINS, (float)INFINITY); test_histogram_arena_upload(a))
CHANGE(channels_share_levels, a->channels[1].levels = PLACE(TEST_LEVELS_AT))
CHANGE(one_channel, call->num_channels = 1)
CHANGE(counted_last, a->channels[0].num_bins = a->channels[1].num_bins = 0)
CHANGE(not_counted_is_not_looked_at, a->channels[1] = (tcu_histogram_channel)TCU_HISTOGRAM_CHANNEL_NONE_INIT;
       a->channels[1].kind = (tcu_bins_kind)77; a->channels[1].reserved[1] = 5)
CHANGE(counts_of_neighbours, a->channels[2].counts = PLACE(TEST_COUNTS_AT + 4 * TEST_BINS))
CHANGE(stride_of_one_row_may_be_odd, set_rows(a, TEST_PIXELS, 3))

Test(histogram_arguments, that_are_good_are_not_refused)
{
    static const struct {
        int where;
        void (*change)(void *arena, void *call);
    } table[] = {{TEST_OF_ALL, no_options},
                 {TEST_OF_ALL, no_outside},
                 {TEST_OF_ALL, one_row},
                 {TEST_OF_ALL, longer_row},
                 {TEST_OF_ALL, rows_without_gap},
                 {TEST_OF_ALL, one_bin},
                 {TEST_OF_RANGE | TEST_OF_CHANNELS, levels_are_samples},
                 {TEST_OF_WEIGHTED, weights_are_samples},
                 {TEST_OF_RANGE, levels_equal},
                 {TEST_OF_RANGE, levels_infinite},
                 {TEST_OF_CHANNELS, channels_share_levels},
                 {TEST_OF_CHANNELS, one_channel},
                 {TEST_OF_CHANNELS, counted_last},
                 {TEST_OF_CHANNELS, not_counted_is_not_looked_at},
                 {TEST_OF_CHANNELS, counts_of_neighbours},
                 {TEST_OF_ALL, stride_of_one_row_may_be_odd}};
    arena *a = test_histogram_arena_new();
    for (int operation = 0; operation < TEST_HISTOGRAM_COUNT; operation++) {
        for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
            if (table[i].where & 1 << operation) {
                test_histogram_arena_set(a, (test_histogram_operation)operation);
                table[i].change(a, &a->call);
                cr_expect_eq(test_histogram_run_call(a->context, &a->call), TCU_SUCCESS, "%s, row %zu: %s",
                             test_histogram_names[operation], i, tcu_context_last_error(a->context));
                test_synchronise();
            }
        }
    }
    test_histogram_arena_free(a);
}

Test(histogram_arguments, a_query_needs_somewhere_to_answer)
{
    arena *a = test_histogram_arena_new();
    for (int operation = 0; operation < TEST_HISTOGRAM_COUNT; operation++) {
        test_histogram_arena_set(a, (test_histogram_operation)operation);
        cr_expect_eq(test_histogram_query(a->context, &a->call, NULL), TCU_ERROR_INVALID_ARGUMENT, "%s",
                     test_histogram_names[operation]);
        cr_expect(test_mentions(tcu_context_last_error(a->context), "bytes"), "%s", tcu_context_last_error(a->context));
    }
    test_histogram_arena_free(a);
}

/* A query follows no pointer of a channel, as there may be no memory yet. */
Test(histogram_arguments, a_query_follows_no_pointers)
{
    arena *a = test_histogram_arena_new();
    for (int operation = 0; operation < TEST_HISTOGRAM_COUNT; operation++) {
        test_histogram_arena_set(a, (test_histogram_operation)operation);
        size_t with = 1, without = 2;
        cr_expect_eq(test_histogram_query(a->context, &a->call, &with), TCU_SUCCESS);
        for (int c = 0; c < TEST_CHANNELS; c++) {
            a->channels[c].counts = NULL;
            a->channels[c].lower = a->channels[c].upper = a->channels[c].levels = (const void *)(uintptr_t)1;
        }
        cr_expect_eq(test_histogram_query(a->context, &a->call, &without), TCU_SUCCESS, "%s",
                     tcu_context_last_error(a->context));
        cr_expect_eq(with, without);
    }
    test_histogram_arena_free(a);
}

Test(histogram_arguments, no_context)
{
    arena *a = test_histogram_arena_new();
    for (int operation = 0; operation < TEST_HISTOGRAM_COUNT; operation++) {
        test_histogram_arena_set(a, (test_histogram_operation)operation);
        size_t bytes = 4711;
        cr_expect_eq(test_histogram_run_call(NULL, &a->call), TCU_ERROR_INVALID_CONTEXT);
        cr_expect_eq(test_histogram_query(NULL, &a->call, &bytes), TCU_ERROR_INVALID_CONTEXT);
        cr_expect(test_mentions(tcu_context_last_error(NULL), "context"));
        cr_expect_eq(bytes, 4711);
        cr_expect(test_histogram_arena_unchanged(a), "%s", test_histogram_names[operation]);
    }
    test_histogram_arena_free(a);
}
