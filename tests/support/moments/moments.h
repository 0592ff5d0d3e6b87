/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs one case of the moments and checks all that a call promises: the status, every result against a plain loop in long
 * double, within the bounds of moments.h, the guards around every array, the input, and results that are not wanted.
 */
#ifndef TEST_MOMENTS_H
#define TEST_MOMENTS_H

#include "sums/runner.h"
#include "test_buffer.h"
#include "test_random.h"

typedef enum test_moments_form {
    TEST_MOMENTS_SEGMENTS,
    TEST_MOMENTS_OFFSETS,
    TEST_MOMENTS_COLUMNS,
    TEST_MOMENTS_COUNT
} test_moments_form;

extern const char *const test_moments_names[TEST_MOMENTS_COUNT];

/* The pairs of types. */
enum { TEST_MOMENTS_PAIRS = 9 };
extern const test_pair test_moments_pairs[TEST_MOMENTS_PAIRS];

typedef enum test_moments_values {
    TEST_VALUES_UNIFORM,    /* reals in [-1, 1]; integers of all bits */
    TEST_VALUES_LARGE_MEAN, /* a mean 10^6 times the deviation, or as many times as the type has room for */
    TEST_VALUES_CONSTANT,
    TEST_VALUES_OUTLIERS, /* a few values 1000 times as large, the first one among them */
    TEST_VALUES_TREND,    /* grow with the position */
    TEST_VALUES_WIDE,     /* many binary orders */
    TEST_VALUES_SPECIAL,  /* uniform, with NaN and both infinities in a few places (uniform for integers) */
    TEST_VALUES_COUNT
} test_moments_values;

/* Numbers of the arrays. */
enum {
    TEST_MOMENTS_IN,
    TEST_MOMENTS_OFFSETS_IN,
    TEST_MOMENTS_N,
    TEST_MOMENTS_MEAN,
    TEST_MOMENTS_VARIANCE,
    TEST_MOMENTS_BUFFERS
};

typedef struct test_moments_case {
    test_moments_form form;
    test_pair pair;
    uint64_t n, segment_size; /* segments */
    const int64_t *offsets;   /* host memory; num_segments + 1 */
    uint64_t num_segments;
    uint64_t rows, columns, row_stride; /* columns */
    uint64_t correction;
    bool reproducible; /* TCU_SUM_REPRODUCIBLE; not of columns */
    test_moments_values values;
    uint64_t seed;
    unsigned in_shift, out_shift; /* elements by which the arrays are off a multiple of 256 bytes */
    unsigned wanted;              /* bits 0, 1, 2: count, mean, variance */
    test_temporary temporary;
    test_count count; /* of elements, by offsets of segments, of columns of rows */
} test_moments_case;

/* Arguments of any form. */
typedef struct test_moments_call {
    test_moments_form form;
    const void *in;
    tcu_type in_type;
    uint64_t *count;
    void *mean, *variance;
    tcu_type out_type;
    uint64_t n, segment_size;
    const int64_t *offsets;
    uint64_t num_segments;
    uint64_t rows, columns, row_stride;
    const tcu_moments_options *options;
} test_moments_call;

tcu_status test_moments_run_call(tcu_context *context, const test_moments_call *call);
tcu_status test_moments_query(tcu_context *context, const test_moments_call *call, size_t *bytes);
uint64_t test_moments_results(const test_moments_call *call);

typedef struct test_moments_runner {
    tcu_context *context;
    test_buffer buffers[TEST_MOMENTS_BUFFERS];
    test_memory workspace_memory;
    test_slice workspace;
    test_count_place count;
    const uint64_t *counted; /* there, or NULL */
    test_allocator allocator;
    tcu_moments_options options;
    char failure[1200];
} test_moments_runner;

test_moments_runner test_moments_runner_new(void);
void test_moments_runner_free(test_moments_runner *runner);

/* The steps of a case; those that may fail return false with the sentence in runner->failure. */
void test_moments_prepare(test_moments_runner *runner, const test_moments_case *test);
test_moments_call test_moments_make_call(test_moments_runner *runner, const test_moments_case *test);
bool test_moments_execute(test_moments_runner *runner, const test_moments_case *test);
bool test_moments_verify(test_moments_runner *runner, const test_moments_case *test);

/* All of them; a failure ends the test with its sentence. */
void test_moments_expect(test_moments_runner *runner, const test_moments_case *test);

bool test_moments_fail(test_moments_runner *runner, const test_moments_case *test, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Everything but types and shape drawn at random. */
test_moments_case test_moments_random(test_moments_form form, test_pair pair, test_random *random);

/* The input's elements, as the type stores them. */
void test_moments_fill(const test_moments_case *test, uint64_t elements, void *in);

/* What a plain loop gives for some elements, `step` apart, and whether results are within the bounds of it. */
typedef struct test_moments_oracle {
    uint64_t count;
    long double mean, squares; /* M2 */
    long double magnitude;     /* the largest */
    double loop;               /* of elements that are not all finite: infinity or NaN */
    bool is_finite;
} test_moments_oracle;

test_moments_oracle test_moments_of(tcu_type type, const unsigned char *in, uint64_t first, uint64_t step,
                                    uint64_t count);
bool test_moments_accepts_mean(const test_moments_oracle *o, tcu_type out, double mean);
bool test_moments_accepts_variance(const test_moments_oracle *o, tcu_type out, uint64_t correction, double variance);

/* To the bit, by the formulas of moments.h for TCU_SUM_REPRODUCIBLE; before they are rounded to the output's type. */
void test_moments_reproducible(tcu_type type, const unsigned char *in, uint64_t first, uint64_t count,
                               uint64_t correction, double *mean, double *variance);

#endif /* TEST_MOMENTS_H */
