/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A good call of every histogram in one block of memory, whose arrays have room around them to slide over each other,
 * and a copy of the block: tests of bad arguments spoil the call and check that not a byte has changed.
 */
#ifndef TEST_HISTOGRAM_ARENA_H
#define TEST_HISTOGRAM_ARENA_H

#include "histogram.h"

enum { TEST_PIXELS = 60, TEST_CHANNELS = 3, TEST_BINS = 20 };

/* Places of the arena, each with as much free room before and behind it as its array has at most. */
enum {
    TEST_ROOM = 4096,
    TEST_SAMPLES_AT = 1 * TEST_ROOM,
    TEST_WEIGHTS_AT = 3 * TEST_ROOM,
    TEST_LEVELS_AT = 5 * TEST_ROOM, /* and of each channel a room further */
    TEST_COUNTS_AT = 9 * TEST_ROOM,
    TEST_OUTSIDE_AT = 13 * TEST_ROOM,
    TEST_FLAGS_AT = 15 * TEST_ROOM,
    TEST_ARENA_BYTES = 17 * TEST_ROOM
};

/* A good call and all that it points to. */
typedef struct test_histogram_arena {
    tcu_context *context;
    test_memory memory;
    test_slice slice;
    unsigned char copy[TEST_ARENA_BYTES];
    test_histogram_call call;
    tcu_histogram_channel channels[TCU_MAX_CHANNELS];
    tcu_histogram_options options;
    union {
        float f32;
        double f64;
        int64_t i64;
        uint64_t u64;
    } lower, upper;
} test_histogram_arena;

test_histogram_arena *test_histogram_arena_new(void);
void test_histogram_arena_free(test_histogram_arena *arena);

/* Fills the arena anew and makes arena->call a good one. */
void test_histogram_arena_set(test_histogram_arena *arena, test_histogram_operation operation);

/* Changes a level in the copy; upload() takes it to the context's memory. */
void test_histogram_arena_set_level(test_histogram_arena *arena, int channel, int k, float level);
void test_histogram_arena_upload(test_histogram_arena *arena);

/* The call of one query or operation, and its status. */
tcu_status test_histogram_arena_run(test_histogram_arena *arena, bool query, size_t *bytes);

/* Whether the arena, guards and all, is as its copy. */
bool test_histogram_arena_unchanged(test_histogram_arena *arena);

/* Operations that take an argument, as bits. */
enum {
    TEST_OF_EVEN = 1 << TEST_HISTOGRAM_EVEN,
    TEST_OF_RANGE = 1 << TEST_HISTOGRAM_RANGE,
    TEST_OF_MULTI = 1 << TEST_HISTOGRAM_MULTI,
    TEST_OF_WEIGHTED = 1 << TEST_HISTOGRAM_WEIGHTED,
    TEST_OF_ONE = TEST_OF_EVEN | TEST_OF_RANGE,
    TEST_OF_CHANNELS = TEST_OF_MULTI | TEST_OF_WEIGHTED,
    TEST_OF_COUNTS = TEST_OF_ONE | TEST_OF_MULTI,
    TEST_OF_ALL = TEST_OF_ONE | TEST_OF_CHANNELS
};

#endif /* TEST_HISTOGRAM_ARENA_H */
