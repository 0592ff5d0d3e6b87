/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs one case of the dot products and checks all that a call promises: the status, every result against a plain loop,
 * the guards around every array, and the inputs.
 */
#ifndef TEST_DOT_H
#define TEST_DOT_H

#include "sums/runner.h"
#include "sums/source.h"
#include "test_buffer.h"
#include "test_random.h"

typedef enum test_dot_form { TEST_DOT_WHOLE, TEST_DOT_SEGMENTS, TEST_DOT_OFFSETS, TEST_DOT_COUNT } test_dot_form;

/* Numbers of the arrays. */
enum { TEST_DOT_X, TEST_DOT_Y, TEST_DOT_OFFSETS_IN, TEST_DOT_OUT, TEST_DOT_BUFFERS };

typedef struct test_dot_case {
    test_dot_form form;
    test_pair types;
    uint64_t n, segment_size;
    const int64_t *offsets; /* host memory; num_segments + 1 */
    uint64_t num_segments;
    test_distribution distribution[2];
    uint64_t seed;
    unsigned shift[TEST_DOT_BUFFERS]; /* elements off a multiple of 256 bytes */
    bool is_square;                   /* y is x */
    test_temporary temporary;
    test_count count; /* of products, by offsets of segments */
} test_dot_case;

typedef struct test_dot_runner {
    tcu_context *context;
    test_buffer buffers[TEST_DOT_BUFFERS];
    test_memory workspace_memory;
    test_slice workspace;
    test_count_place count;
    const uint64_t *counted; /* there, or NULL */
    test_allocator allocator;
    char failure[1200];
} test_dot_runner;

test_dot_runner test_dot_runner_new(void);
void test_dot_runner_free(test_dot_runner *runner);

/* The steps of a case; those that may fail return false with the sentence in runner->failure. */
void test_dot_prepare(test_dot_runner *runner, const test_dot_case *test);
tcu_status test_dot_run_call(test_dot_runner *runner, const test_dot_case *test);
bool test_dot_execute(test_dot_runner *runner, const test_dot_case *test);
bool test_dot_verify(test_dot_runner *runner, const test_dot_case *test);

/* All of them; a failure ends the test with its sentence. */
void test_dot_expect(test_dot_runner *runner, const test_dot_case *test);

/* Everything but the shape drawn at random. */
test_dot_case test_dot_random(test_dot_form form, test_pair types, test_random *random);

#endif /* TEST_DOT_H */
