/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A good call of every sort in one block of memory, whose arrays have room around them to slide over each other, and a
 * copy of the block: tests of bad arguments spoil the call and check that not a byte has changed.
 */
#ifndef TEST_SORTING_ARENA_H
#define TEST_SORTING_ARENA_H

#include "sorting.h"

enum { TEST_SORT_ITEMS = 200, TEST_SORT_SEGMENTS = 4 };

/* Places of the arena, each with as much free room before and behind it as its array has at most. */
enum {
    TEST_SORT_ROOM = 4096,
    TEST_SORT_KEYS_IN_AT = 1 * TEST_SORT_ROOM,
    TEST_SORT_KEYS_OUT_AT = 3 * TEST_SORT_ROOM,
    TEST_SORT_VALUES_IN_AT = 5 * TEST_SORT_ROOM,
    TEST_SORT_VALUES_OUT_AT = 7 * TEST_SORT_ROOM,
    TEST_SORT_OFFSETS_AT = 9 * TEST_SORT_ROOM,
    TEST_SORT_ARENA_BYTES = 11 * TEST_SORT_ROOM
};

/* A good call and all that it points to. */
typedef struct test_sort_arena {
    tcu_context *context;
    test_memory memory;
    test_slice slice;
    unsigned char copy[TEST_SORT_ARENA_BYTES];
    test_sort_call call;
    tcu_sort_options options;
    tcu_sort_buffers buffers;
} test_sort_arena;

test_sort_arena *test_sort_arena_new(void);
void test_sort_arena_free(test_sort_arena *arena);

/* Fills the arena anew and makes arena->call a good one. */
void test_sort_arena_set(test_sort_arena *arena, test_sort_operation operation);

/* Whether the arena, guards and all, is as test_sort_arena_set() left it, and buffers.current too. */
bool test_sort_arena_unchanged(test_sort_arena *arena);

#endif /* TEST_SORTING_ARENA_H */
