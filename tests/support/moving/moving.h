/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs one case of a gather, a scatter or a run-length decoding and checks all that a call promises: the status, every byte
 * of the outputs against a plain loop, items that no index names and elements behind the last one or the capacity, what
 * lies behind a count in memory, guards around every array, inputs, and outputs that are not wanted.
 */
#ifndef TEST_MOVING_H
#define TEST_MOVING_H

#include "sums/runner.h"
#include "test_buffer.h"
#include "test_random.h"

typedef enum test_moving_form {
    TEST_MOVING_GATHER,
    TEST_MOVING_SCATTER,
    TEST_MOVING_DECODE,
    TEST_MOVING_COUNT
} test_moving_form;

extern const char *const test_moving_names[TEST_MOVING_COUNT];

/* What the count of the options says. */
typedef enum test_moving_limit {
    TEST_LIMIT_NONE, /* no count is given */
    TEST_LIMIT_ZERO,
    TEST_LIMIT_ONE,
    TEST_LIMIT_SOME, /* fewer than there can be */
    TEST_LIMIT_ALL,
    TEST_LIMIT_MORE, /* more than that */
    TEST_LIMITS
} test_moving_limit;

/* How long runs are. */
typedef enum test_lengths {
    TEST_LENGTHS_EQUAL, /* mean_length */
    TEST_LENGTHS_ANY,   /* mean_length on average */
    TEST_LENGTHS_EMPTY, /* nearly all 0 */
    TEST_LENGTHS_GIANT, /* one of nearly all elements */
    TEST_LENGTHS_COUNT
} test_lengths;

/* Outputs, a bit each in what is wanted. */
enum {
    TEST_MOVING_ITEMS = 1,   /* of decodings; others always have them */
    TEST_MOVING_NUMBERS = 2, /* of decodings: runs */
    TEST_MOVING_TOTAL = 4,   /* the count, or how many indices were out of range */
    TEST_MOVING_ALL = 7
};

/* Numbers of the arrays. */
enum {
    TEST_MOVING_FROM,
    TEST_MOVING_NAMES, /* indices, or lengths */
    TEST_MOVING_LIMIT,
    TEST_MOVING_TO,
    TEST_MOVING_RUNS,
    TEST_MOVING_RESULT, /* count, or out_of_range */
    TEST_MOVING_BUFFERS
};

typedef struct test_moving_case {
    test_moving_form form;
    tcu_type type;     /* of indices, or lengths */
    tcu_type run_type; /* of decodings */
    size_t item_bytes;
    uint64_t n;      /* indices, or runs */
    uint64_t places; /* items of `source`, or `out` of a scatter, or the capacity */
    unsigned bad;    /* half of one index in so many is out of range; 0: those alone that have no place */
    bool none_is_in_range;
    test_lengths lengths;
    uint64_t mean_length;
    test_moving_limit limit;
    unsigned wanted;
    uint64_t seed;
    unsigned from_shift, to_shift, shift; /* bytes of items, and elements of the others, off a multiple of 256 bytes */
    test_temporary temporary;
} test_moving_case;

/* Arguments of any form. */
typedef struct test_moving_call {
    test_moving_form form;
    const void *from;
    const void *names;
    tcu_type type;
    void *to, *runs;
    tcu_type run_type;
    uint64_t *total;
    size_t item_bytes;
    uint64_t n, places;
    const tcu_gather_options *options;
    const tcu_run_length_options *run_options;
} test_moving_call;

tcu_status test_moving_run_call(tcu_context *context, const test_moving_call *call);
tcu_status test_moving_query(tcu_context *context, const test_moving_call *call, size_t *bytes);

typedef struct test_mover {
    tcu_context *context;
    test_buffer buffers[TEST_MOVING_BUFFERS];
    test_memory workspace_memory;
    test_slice workspace;
    test_allocator allocator;
    tcu_gather_options options;
    tcu_run_length_options run_options;
    char failure[1200];
} test_mover;

test_mover test_mover_new(void);
void test_mover_free(test_mover *mover);

/* The steps of a case; those that may fail return false with the sentence in mover->failure. */
void test_mover_prepare(test_mover *mover, const test_moving_case *test);
test_moving_call test_mover_make_call(test_mover *mover, const test_moving_case *test);
bool test_mover_execute(test_mover *mover, const test_moving_case *test);
bool test_mover_verify(test_mover *mover, const test_moving_case *test);

/* All of them; a failure ends the test with its sentence. */
void test_mover_expect(test_mover *mover, const test_moving_case *test);

/* Everything but the type, drawn at random: about n indices, or elements. */
test_moving_case test_moving_random(test_moving_form form, uint64_t n, test_random *random);

/* Indices or lengths, with garbage behind the count. */
void test_moving_fill(const test_moving_case *test, void *names);

/* How many indices or runs the case is of. */
uint64_t test_moving_limited(const test_moving_case *test);

/* Index or length i. Indices that are negative are large. */
uint64_t test_moving_name(const test_moving_case *test, const void *names, uint64_t i);

#endif /* TEST_MOVING_H */
