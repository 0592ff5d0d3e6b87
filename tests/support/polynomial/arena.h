/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A good call of every function of polynomials in one block of memory, whose arrays have room around them to slide over
 * each other, and a copy of the block: tests of bad arguments spoil the call and check that not a byte has changed.
 */
#ifndef TEST_POLYNOMIAL_ARENA_H
#define TEST_POLYNOMIAL_ARENA_H

#include "polynomial.h"

/* Functions beside the forms of evaluation. */
enum { TEST_POLYNOMIAL_CREATE = TEST_POLYNOMIAL_COUNT, TEST_POLYNOMIAL_UPDATE, TEST_POLYNOMIAL_FUNCTIONS };

/* Functions that take an argument, as bits. */
enum {
    TEST_OF_GRID = 1 << TEST_POLYNOMIAL_GRID,
    TEST_OF_ONCE = 1 << TEST_POLYNOMIAL_ONCE,
    TEST_OF_BATCHED = 1 << TEST_POLYNOMIAL_BATCHED,
    TEST_OF_INDEXED = 1 << TEST_POLYNOMIAL_INDEXED,
    TEST_OF_SPLINE = 1 << TEST_POLYNOMIAL_SPLINE,
    TEST_OF_REDUCE = 1 << TEST_POLYNOMIAL_REDUCE,
    TEST_OF_CREATE = 1 << TEST_POLYNOMIAL_CREATE,
    TEST_OF_UPDATE = 1 << TEST_POLYNOMIAL_UPDATE,
    TEST_OF_FORMS = (1 << TEST_POLYNOMIAL_COUNT) - 1,
    TEST_OF_PLANS = TEST_OF_FORMS & ~TEST_OF_ONCE,
    TEST_OF_ALL_ROWS = TEST_OF_GRID | TEST_OF_ONCE | TEST_OF_BATCHED,
    TEST_OF_ONE_ROW = TEST_OF_INDEXED | TEST_OF_SPLINE | TEST_OF_REDUCE,
    TEST_OF_STRIDES = TEST_OF_BATCHED | TEST_OF_ONE_ROW,
    TEST_OF_SHAPES = TEST_OF_ONCE | TEST_OF_CREATE,
    TEST_OF_COEFFICIENTS = TEST_OF_SHAPES | TEST_OF_UPDATE
};

const char *test_polynomial_function(int function);

enum { TEST_ARENA_P = 3, TEST_ARENA_DEGREE = 4, TEST_ARENA_N = 20, TEST_ARENA_ROWS = 6 };

/* Places of the arena, each with as much free room before and behind it as its array has at most. */
enum {
    TEST_ROOM = 4096,
    TEST_COEFFICIENTS_AT = 1 * TEST_ROOM,
    TEST_POINTS_AT = 3 * TEST_ROOM,
    TEST_PIECES_AT = 5 * TEST_ROOM,
    TEST_OUT_AT = 7 * TEST_ROOM,
    TEST_WHICH_AT = 9 * TEST_ROOM,
    TEST_POLYNOMIAL_ARENA_BYTES = 11 * TEST_ROOM
};

typedef struct test_polynomial_arena {
    tcu_context *context;
    test_memory memory;
    test_slice slice;
    unsigned char copy[TEST_POLYNOMIAL_ARENA_BYTES];
    tcu_polynomial *plan;      /* with one derivative, as the options say */
    tcu_polynomial *plain;     /* P = 3, without derivatives */
    tcu_polynomial *single;    /* P = 1, without derivatives */
    tcu_polynomial *halves;    /* of f16 */
    tcu_polynomial *destroyed; /* a plan no more */
    tcu_polynomial *created;   /* by a call of tcu_polynomial_create(); the next one destroys it */
    tcu_polynomial_options options;
    int function;
    test_polynomial_call call;
} test_polynomial_arena;

test_polynomial_arena *test_polynomial_arena_new(void);
void test_polynomial_arena_free(test_polynomial_arena *arena);

/* Fills the arena anew and makes arena->call a good one. */
void test_polynomial_arena_set(test_polynomial_arena *arena, int function);

/* The call of one query or function, and its status. */
tcu_status test_polynomial_arena_run(test_polynomial_arena *arena, bool query, size_t *bytes);

/* Whether the arena, guards and all, is as its copy. */
bool test_polynomial_arena_unchanged(test_polynomial_arena *arena);

#endif /* TEST_POLYNOMIAL_ARENA_H */
