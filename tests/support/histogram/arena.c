/* SPDX-License-Identifier: Apache-2.0 */
#include "arena.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "test_backend.h"

test_histogram_arena *test_histogram_arena_new(void)
{
    test_histogram_arena *a = calloc(1, sizeof *a);
    cr_assert_not_null(a);
    a->context = test_context_new();
    return a;
}

void test_histogram_arena_free(test_histogram_arena *a)
{
    cr_expect_eq(tcu_context_destroy(a->context), TCU_SUCCESS);
    test_memory_release(&a->memory);
    free(a);
}

void test_histogram_arena_set_level(test_histogram_arena *a, int c, int k, float level)
{
    memcpy(a->copy + TEST_LEVELS_AT + c * TEST_ROOM + 4 * k, &level, sizeof level);
}

void test_histogram_arena_upload(test_histogram_arena *a)
{
    test_copy_in(a->slice.data, a->copy, TEST_ARENA_BYTES);
}

void test_histogram_arena_set(test_histogram_arena *a, test_histogram_operation operation)
{
    a->slice = test_slice_open(&a->memory, TEST_ARENA_BYTES, 0, 0x5a);
    for (int i = 0; i < TEST_ARENA_BYTES; i++) {
        a->copy[i] = (unsigned char)(i * 7 % 5);
    }
    unsigned char *data = a->slice.data;
    a->lower.f32 = -1;
    a->upper.f32 = 1;
    for (int c = 0; c < TEST_CHANNELS; c++) {
        for (int k = 0; k <= TEST_BINS; k++) {
            test_histogram_arena_set_level(a, c, k, (float)k / TEST_BINS);
        }
        void *counts = data + TEST_COUNTS_AT + c * TEST_ROOM;
        if (operation == TEST_HISTOGRAM_RANGE || c == 1) {
            a->channels[c] = (tcu_histogram_channel)TCU_HISTOGRAM_CHANNEL_RANGE_INIT(
                counts, TEST_BINS, data + TEST_LEVELS_AT + c * TEST_ROOM, TCU_TYPE_F32);
        } else {
            a->channels[c] = (tcu_histogram_channel)TCU_HISTOGRAM_CHANNEL_EVEN_INIT(counts, TEST_BINS, &a->lower,
                                                                                    &a->upper, TCU_TYPE_F32);
        }
    }
    a->options = (tcu_histogram_options)TCU_HISTOGRAM_OPTIONS_INIT;
    a->options.outside = (uint64_t *)(void *)(data + TEST_OUTSIDE_AT);
    a->options.flags = (uint32_t *)(void *)(data + TEST_FLAGS_AT);
    a->call = (test_histogram_call){.operation = operation,
                                    .samples = data + TEST_SAMPLES_AT,
                                    .sample_type = TCU_TYPE_F32,
                                    .num_channels = TEST_CHANNELS,
                                    .channels = a->channels,
                                    .weights = data + TEST_WEIGHTS_AT,
                                    .weight_type = TCU_TYPE_F32,
                                    .out_type = operation == TEST_HISTOGRAM_WEIGHTED ? TCU_TYPE_F32 : TCU_TYPE_U32,
                                    .n = TEST_PIXELS,
                                    .options = &a->options};
    test_histogram_arena_upload(a);
}

tcu_status test_histogram_arena_run(test_histogram_arena *a, bool query, size_t *bytes)
{
    return query ? test_histogram_query(a->context, &a->call, bytes) : test_histogram_run_call(a->context, &a->call);
}

bool test_histogram_arena_unchanged(test_histogram_arena *a)
{
    test_synchronise();
    return test_slice_guarded(&a->slice) && test_slice_holds(&a->slice, a->copy);
}
