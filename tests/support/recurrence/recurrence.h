/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs one case of the recurrences and checks all that a call promises: the status, every x against a plain loop in
 * long double, within the bounds of recurrence.h, the guards around every array, the inputs, and what belongs to no
 * segment.
 */
#ifndef TEST_RECURRENCE_H
#define TEST_RECURRENCE_H

#include "sums/runner.h"
#include "test_buffer.h"
#include "test_random.h"

typedef enum test_recurrence_form {
    TEST_RECURRENCE_WHOLE,
    TEST_RECURRENCE_SEGMENTS,
    TEST_RECURRENCE_OFFSETS,
    TEST_RECURRENCE_COUNT
} test_recurrence_form;

extern const char *const test_recurrence_names[TEST_RECURRENCE_COUNT];

enum { TEST_RECURRENCE_TYPES = 4 };
extern const tcu_type test_recurrence_types[TEST_RECURRENCE_TYPES];

typedef enum test_factors {
    TEST_FACTORS_UNIFORM, /* from -1 to 1: x forgets soon */
    TEST_FACTORS_NEAR_1,  /* from 0.99 to 1 */
    TEST_FACTORS_ONES,    /* prefix sums */
    TEST_FACTORS_MIXED,   /* powers of two with small products of any neighbours */
    TEST_FACTORS_TINY,    /* their products are below the normal range soon */
    TEST_FACTORS_ZEROS,   /* uniform, and 0 here and there */
    TEST_FACTORS_SPECIAL, /* near 1, and NaN and both infinities in a few places of a and b */
    TEST_FACTORS_COUNT
} test_factors;

/* Numbers of the arrays. */
enum {
    TEST_RECURRENCE_A,
    TEST_RECURRENCE_B,
    TEST_RECURRENCE_INITIAL,
    TEST_RECURRENCE_OFFSETS_IN,
    TEST_RECURRENCE_X,
    TEST_RECURRENCE_BUFFERS
};

typedef struct test_recurrence_case {
    test_recurrence_form form;
    tcu_type type;
    uint64_t n, segment_size;
    const int64_t *offsets; /* host memory; num_segments + 1 */
    uint64_t num_segments;
    test_factors factors;
    bool has_initial, constant_a, in_place;
    double a, scale_b;
    uint64_t seed;
    unsigned shift[TEST_RECURRENCE_BUFFERS]; /* elements by which arrays are off a multiple of 256 bytes */
    test_temporary temporary;
    test_count count; /* of elements, by offsets of segments */
} test_recurrence_case;

/* Arguments of any form. */
typedef struct test_recurrence_call {
    test_recurrence_form form;
    const void *a, *b, *initial;
    void *x;
    tcu_type type;
    uint64_t n, segment_size;
    const int64_t *offsets;
    uint64_t num_segments;
    const tcu_recurrence_options *options;
} test_recurrence_call;

tcu_status test_recurrence_run_call(tcu_context *context, const test_recurrence_call *call);
tcu_status test_recurrence_query(tcu_context *context, const test_recurrence_call *call, size_t *bytes);

typedef struct test_recurrence_runner {
    tcu_context *context;
    test_buffer buffers[TEST_RECURRENCE_BUFFERS];
    test_memory workspace_memory;
    test_slice workspace;
    test_count_place count;
    const uint64_t *counted; /* there, or NULL */
    test_allocator allocator;
    tcu_recurrence_options options;
    char failure[1200];
} test_recurrence_runner;

test_recurrence_runner test_recurrence_runner_new(void);
void test_recurrence_runner_free(test_recurrence_runner *runner);

/* The steps of a case; those that may fail return false with the sentence in runner->failure. */
void test_recurrence_prepare(test_recurrence_runner *runner, const test_recurrence_case *test);
test_recurrence_call test_recurrence_make_call(test_recurrence_runner *runner, const test_recurrence_case *test);
bool test_recurrence_execute(test_recurrence_runner *runner, const test_recurrence_case *test);
bool test_recurrence_verify(test_recurrence_runner *runner, const test_recurrence_case *test);

/* All of them; a failure ends the test with its sentence. */
void test_recurrence_expect(test_recurrence_runner *runner, const test_recurrence_case *test);

bool test_recurrence_fail(test_recurrence_runner *runner, const test_recurrence_case *test, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Everything but the shape drawn at random. */
test_recurrence_case test_recurrence_random(test_recurrence_form form, tcu_type type, test_random *random);

/* Segments of a case, and where each begins. */
uint64_t test_recurrence_segments(const test_recurrence_case *test);
uint64_t test_recurrence_begin(const test_recurrence_case *test, uint64_t segment);

/* The inputs' elements, as the type stores them; `initial` has one for each segment. */
void test_recurrence_fill(const test_recurrence_case *test, void *a, void *b, void *initial);

/* A plain loop, and how far results may be from it. */
typedef struct test_recurrence_oracle {
    long double x;
    long double terms;    /* the sum of |terms| */
    long double most;     /* the largest of those so far */
    long double weighted; /* and of |terms| times the numbers of their factors */
    long double unit;     /* of the type that is computed in: twice its rounding; and its smallest denormal */
    long double smallest;
    uint64_t elements; /* so far */
    bool is_finite;
} test_recurrence_oracle;

test_recurrence_oracle test_recurrence_before(tcu_type type, long double initial);
void test_recurrence_step(test_recurrence_oracle *o, long double a, long double b);
bool test_recurrence_accepts(const test_recurrence_oracle *o, tcu_type type, long double x);

#endif /* TEST_RECURRENCE_H */
