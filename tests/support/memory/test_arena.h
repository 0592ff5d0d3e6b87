/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One block of memory with room for the buffers of a call, far enough apart to slide them over each other, and a copy
 * of it: tests of bad arguments check that not a byte of it changed.
 */
#ifndef TEST_ARENA_H
#define TEST_ARENA_H

#include "sums/operation.h"
#include "test_memory.h"

enum { TEST_ARENA_ELEMENTS = 1000, TEST_ARENA_SEGMENTS = 10 };

typedef struct test_arena {
    tcu_context *context;
    test_memory memory;
    test_slice slice; /* free | out | free | in | free | offsets | free */
    unsigned char *copy;
    tcu_reduce_options options;    /* the defaults again after every test_arena_call() */
    tcu_scan_options scan_options; /* likewise; the call takes them */
} test_arena;

test_arena test_arena_new(void);
void test_arena_free(test_arena *arena);

/* Fills the arena anew and returns a good call: f32 -> f32, segments of 100 elements. */
test_call test_arena_call(test_arena *arena, test_operation operation);

/* Whether the arena, guards and all, is as test_arena_call() left it. */
bool test_arena_unchanged(test_arena *arena);

/* Likewise, but `call` may have written its `out`. */
bool test_arena_unchanged_but_out(test_arena *arena, const test_call *call);

#endif /* TEST_ARENA_H */
