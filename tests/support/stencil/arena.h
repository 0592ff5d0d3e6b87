/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A good call of every function of stencils and convolutions in one block of memory, whose arrays have room around them
 * to slide over each other, and a copy of the block: tests of bad arguments spoil the call and check that not a byte has
 * changed.
 */
#ifndef TEST_STENCIL_ARENA_H
#define TEST_STENCIL_ARENA_H

#include "stencil.h"
#include "test_refusal.h"

/* Functions beside the forms of calls: they make plans. */
enum {
    TEST_STENCIL_CREATE = TEST_STENCIL_COUNT,
    TEST_STENCIL_DERIVATIVE,
    TEST_STENCIL_LAPLACIAN,
    TEST_STENCIL_GRADIENT,
    TEST_STENCIL_DIVERGENCE,
    TEST_STENCIL_FUNCTIONS
};

/* Functions that take an argument, as bits. */
enum {
    TEST_OF_EXECUTE = 1 << TEST_STENCIL_EXECUTE,
    TEST_OF_ITERATE = 1 << TEST_STENCIL_ITERATE,
    TEST_OF_SIGNALS = 1 << TEST_STENCIL_CONVOLVE_1D,
    TEST_OF_DENSE = 1 << TEST_STENCIL_CONVOLVE_2D,
    TEST_OF_SEPARABLE = 1 << TEST_STENCIL_SEPARABLE,
    TEST_OF_LAYER = 1 << TEST_STENCIL_LAYER,
    TEST_OF_DIFFERENCE = 1 << TEST_STENCIL_DIFFERENCE,
    TEST_OF_CREATE = 1 << TEST_STENCIL_CREATE,
    TEST_OF_DERIVATIVE = 1 << TEST_STENCIL_DERIVATIVE,
    TEST_OF_LAPLACIAN = 1 << TEST_STENCIL_LAPLACIAN,
    TEST_OF_GRADIENT = 1 << TEST_STENCIL_GRADIENT,
    TEST_OF_DIVERGENCE = 1 << TEST_STENCIL_DIVERGENCE,
    TEST_OF_CALLS = (1 << TEST_STENCIL_COUNT) - 1,
    TEST_OF_PLANS = TEST_OF_EXECUTE | TEST_OF_ITERATE,
    TEST_OF_IMAGES = TEST_OF_DENSE | TEST_OF_SEPARABLE,
    TEST_OF_CONVOLUTIONS = TEST_OF_SIGNALS | TEST_OF_IMAGES,
    TEST_OF_FIELDS = TEST_OF_GRADIENT | TEST_OF_DIVERGENCE,
    TEST_OF_OPERATORS = TEST_OF_DERIVATIVE | TEST_OF_LAPLACIAN | TEST_OF_FIELDS,
    TEST_OF_GRIDS = TEST_OF_CREATE | TEST_OF_OPERATORS,
    TEST_OF_IN = TEST_OF_CALLS & ~TEST_OF_ITERATE,
    TEST_OF_ALL = (1 << TEST_STENCIL_FUNCTIONS) - 1,
    TEST_OF_QUERY = 1 << 16 /* the query fails in the same way */
};

const char *test_stencil_function(int function);

/* Grids and images are of 6 x 7 points, kernels of 3 x 3; signals and differences of 42 elements. */
enum { TEST_ARENA_H = 6, TEST_ARENA_W = 7, TEST_ARENA_POINTS = TEST_ARENA_H * TEST_ARENA_W, TEST_ARENA_TAPS = 5 };

/* Layers: 2 channels of images of 6 x 7, 3 filters of 3 x 3. */
enum { TEST_ARENA_C = 2, TEST_ARENA_K = 3 };

/* Places of the arena, each with as much free room before and behind it as its array has at most. */
enum {
    TEST_ROOM = 4096,
    TEST_IN_AT = 1 * TEST_ROOM,
    TEST_OUT_AT = 3 * TEST_ROOM,
    TEST_SCRATCH_AT = 5 * TEST_ROOM,
    TEST_WEIGHTS_AT = 7 * TEST_ROOM,
    TEST_MORE_AT = 9 * TEST_ROOM,
    TEST_STENCIL_ARENA_BYTES = 11 * TEST_ROOM
};

typedef struct test_stencil_arena {
    tcu_context *context, *used; /* `used` is that of the call */
    test_memory memory;
    test_slice slice;
    unsigned char copy[TEST_STENCIL_ARENA_BYTES];
    tcu_stencil *plan;       /* f32, 5 points of 2D */
    tcu_stencil *of_strides; /* the same, with gaps in out alone */
    tcu_stencil *destroyed;  /* a plan no more */
    tcu_stencil *created;    /* by a function that makes plans; the next call destroys it */
    tcu_stencil **receives;  /* where it goes: &created */
    tcu_stencil_desc desc;
    const tcu_stencil_desc *given; /* &desc */
    int32_t offsets[2 * TEST_ARENA_TAPS];
    double weights[TEST_ARENA_TAPS];
    uint32_t fields[2 * TEST_ARENA_TAPS];
    double spacings[TCU_STENCIL_MAX_DIMENSIONS];
    const double *given_spacings;
    uint32_t axis, derivative, order;
    tcu_convolution_desc convolution;
    tcu_convolution_layer_desc layer;
    tcu_convolution_options convolution_options;
    tcu_convolution_layer_options layer_options;
    tcu_adjacent_difference_options difference_options;
    int function;
    test_stencil_call call;
} test_stencil_arena;

test_stencil_arena *test_stencil_arena_new(void);
void test_stencil_arena_free(test_stencil_arena *arena);

/* Fills the arena anew and makes arena->call a good one. */
void test_stencil_arena_set(test_stencil_arena *arena, int function);

/* The call of one query or function, and its status. */
tcu_status test_stencil_arena_run(test_stencil_arena *arena, bool query, size_t *bytes);

/* Whether the arena, guards and all, is as its copy. */
bool test_stencil_arena_unchanged(test_stencil_arena *arena);

/* Every function, spoilt in every way of a table that is about it. */
void test_stencil_expect_refusals(const test_refusal *rows, size_t count);

#endif /* TEST_STENCIL_ARENA_H */
