/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs one case of the extrema and checks all that a call promises: the status, every minimum, maximum and position
 * against a plain loop over long doubles, outputs that are not wanted, the guards around every array, and the inputs.
 */
#ifndef TEST_EXTREMA_H
#define TEST_EXTREMA_H

#include "sums/runner.h"
#include "test_buffer.h"
#include "test_random.h"

typedef enum test_extrema_form {
    TEST_EXTREMA_WHOLE,
    TEST_EXTREMA_SEGMENTS,
    TEST_EXTREMA_OFFSETS,
    TEST_EXTREMA_COUNT
} test_extrema_form;

extern const char *const test_extrema_names[TEST_EXTREMA_COUNT];

typedef enum test_extrema_values {
    TEST_EXTREMA_VALUES_ANY,       /* all bits at random: of reals some NaN */
    TEST_EXTREMA_VALUES_FEW,       /* four values: ties everywhere */
    TEST_EXTREMA_VALUES_ONE,       /* the same everywhere, drawn among all bits */
    TEST_EXTREMA_VALUES_RISING,    /* each extremum at an end */
    TEST_EXTREMA_VALUES_FALLING,   /* likewise */
    TEST_EXTREMA_VALUES_ZEROS,     /* -0 and +0; of integers 0 and 1 */
    TEST_EXTREMA_VALUES_LIMITS,    /* infinities and NaN; of integers the least and the greatest values */
    TEST_EXTREMA_VALUES_RARE_NAN,  /* small numbers with one NaN in the middle of some thousand */
    TEST_EXTREMA_VALUES_RARE_REAL, /* NaN with one number among some hundred */
    TEST_EXTREMA_VALUES_COUNT
} test_extrema_values;

/* Numbers of the arrays. */
enum {
    TEST_EXTREMA_IN,
    TEST_EXTREMA_OFFSETS_IN,
    TEST_EXTREMA_MIN,
    TEST_EXTREMA_ARGMIN,
    TEST_EXTREMA_MAX,
    TEST_EXTREMA_ARGMAX,
    TEST_EXTREMA_BUFFERS
};

typedef struct test_extrema_case {
    test_extrema_form form;
    tcu_type type;
    uint64_t n, segment_size;
    const int64_t *offsets; /* host memory; num_segments + 1 */
    uint64_t num_segments;
    test_extrema_values values;
    tcu_nan_mode nan_mode;
    unsigned wanted; /* a bit for each output, by its number */
    uint64_t seed;
    unsigned shift[TEST_EXTREMA_BUFFERS]; /* elements by which arrays are off a multiple of 256 bytes */
    test_temporary temporary;
    test_count count; /* of elements, by offsets of segments */
} test_extrema_case;

/* Arguments of any form. */
typedef struct test_extrema_call {
    test_extrema_form form;
    const void *in;
    tcu_type type;
    void *min, *max;
    int64_t *argmin, *argmax;
    uint64_t n, segment_size;
    const int64_t *offsets;
    uint64_t num_segments;
    const tcu_extrema_options *options;
} test_extrema_call;

tcu_status test_extrema_run_call(tcu_context *context, const test_extrema_call *call);
tcu_status test_extrema_query(tcu_context *context, const test_extrema_call *call, size_t *bytes);

typedef struct test_extrema_runner {
    tcu_context *context;
    test_buffer buffers[TEST_EXTREMA_BUFFERS];
    test_memory workspace_memory;
    test_slice workspace;
    test_count_place count;
    const uint64_t *counted; /* there, or NULL */
    test_allocator allocator;
    tcu_extrema_options options;
    char failure[1200];
} test_extrema_runner;

test_extrema_runner test_extrema_runner_new(void);
void test_extrema_runner_free(test_extrema_runner *runner);

/* The steps of a case; those that may fail return false with the sentence in runner->failure. */
void test_extrema_prepare(test_extrema_runner *runner, const test_extrema_case *test);
test_extrema_call test_extrema_make_call(test_extrema_runner *runner, const test_extrema_case *test);
bool test_extrema_execute(test_extrema_runner *runner, const test_extrema_case *test);
bool test_extrema_verify(test_extrema_runner *runner, const test_extrema_case *test);

/* All of them; a failure ends the test with its sentence. */
void test_extrema_expect(test_extrema_runner *runner, const test_extrema_case *test);

/* Everything but the shape drawn at random. */
test_extrema_case test_extrema_random(test_extrema_form form, tcu_type type, test_random *random);

/* Segments of a case, and where each begins. */
uint64_t test_extrema_segments(const test_extrema_case *test);
uint64_t test_extrema_begin(const test_extrema_case *test, uint64_t segment);

/* The input's elements. */
void test_extrema_fill(const test_extrema_case *test, void *in);

/* A plain loop over elements as numbers. */
typedef struct test_extrema_oracle {
    long double min, max; /* of no elements those that the contract names */
    int64_t argmin, argmax;
} test_extrema_oracle;

test_extrema_oracle test_extrema_of(tcu_type type, const void *in, uint64_t count, tcu_nan_mode nan_mode);

#endif /* TEST_EXTREMA_H */
