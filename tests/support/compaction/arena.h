/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A good call of every compaction in one block of memory, whose arrays have room around them to slide over each other,
 * and a copy of the block: tests of bad arguments spoil the call and check that not a byte has changed.
 */
#ifndef TEST_COMPACTION_ARENA_H
#define TEST_COMPACTION_ARENA_H

#include "compaction.h"

enum { TEST_ARENA_ITEMS = 64, TEST_ARENA_COLUMNS = 3 };

/* Places of the arena, each with as much free room before and behind it as its array has at most. */
enum {
    TEST_ARENA_ROOM = 4096,
    TEST_ARENA_IN_AT = 1 * TEST_ARENA_ROOM, /* and of each column a room further */
    TEST_ARENA_OUT_AT = 5 * TEST_ARENA_ROOM,
    TEST_ARENA_FLAGS_AT = 9 * TEST_ARENA_ROOM,
    TEST_ARENA_VALUE_AT = 11 * TEST_ARENA_ROOM,
    TEST_ARENA_UPPER_AT = 12 * TEST_ARENA_ROOM,
    TEST_ARENA_INDICES_AT = 13 * TEST_ARENA_ROOM,
    TEST_ARENA_LENGTHS_AT = 15 * TEST_ARENA_ROOM,
    TEST_ARENA_COUNT_AT = 17 * TEST_ARENA_ROOM,
    TEST_ARENA_BYTES = 19 * TEST_ARENA_ROOM
};

/* A good call and all that it points to. */
typedef struct test_compaction_arena {
    tcu_context *context;
    test_memory memory;
    test_slice slice;
    unsigned char copy[TEST_ARENA_BYTES];
    test_compaction_call call;
    tcu_predicate predicate;
    tcu_compact_options options;
    tcu_column columns[TCU_MAX_COLUMNS];
    float value, upper;
} test_compaction_arena;

test_compaction_arena *test_compaction_arena_new(void);
void test_compaction_arena_free(test_compaction_arena *arena);

/* Fills the arena anew and makes arena->call a good one. Its predicate is INSIDE a range. */
void test_compaction_arena_set(test_compaction_arena *arena, test_compaction_operation operation);

/* The predicate's values lie in the arena from now on. */
void test_compaction_arena_use_context_values(test_compaction_arena *arena);

/* Whether the arena, guards and all, is as test_compaction_arena_set() left it. */
bool test_compaction_arena_unchanged(test_compaction_arena *arena);

/* arena->call is refused with that status and a sentence that names both, and nothing is written. */
void test_compaction_arena_expect_refusal(test_compaction_arena *arena, tcu_status expected, const char *word,
                                          size_t value);

/* Operations that take an argument, as bits. */
enum {
    TEST_OF_FLAGS_ONE = 1 << TEST_COMPACT | 1 << TEST_PARTITION,
    TEST_OF_INDICES = 1 << TEST_COMPACT_INDICES,
    TEST_OF_BY_COLUMNS = 1 << TEST_COMPACT_COLUMNS,
    TEST_OF_UNIQUE = 1 << TEST_UNIQUE,
    TEST_OF_PARTITIONS = 1 << TEST_PARTITION | 1 << TEST_PARTITION_IF,
    TEST_OF_FLAGGED = TEST_OF_FLAGS_ONE | TEST_OF_INDICES | TEST_OF_BY_COLUMNS,
    TEST_OF_COMPARED = 1 << TEST_COMPACT_IF | 1 << TEST_PARTITION_IF,
    TEST_OF_SIZED = TEST_OF_FLAGS_ONE | TEST_OF_UNIQUE,
    TEST_OF_ONE_ARRAY = TEST_OF_SIZED | TEST_OF_COMPARED,
    TEST_OF_ALL = TEST_OF_ONE_ARRAY | TEST_OF_INDICES | TEST_OF_BY_COLUMNS
};

#endif /* TEST_COMPACTION_ARENA_H */
