/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs one case of one form of evaluation and checks all that a call promises: the status, every result against the
 * oracle (oracle.h), the inputs, what lies between the rows, and the guards around all of them.
 */
#ifndef TEST_POLYNOMIAL_POLYNOMIAL_H
#define TEST_POLYNOMIAL_POLYNOMIAL_H

#include "numbers.h"
#include "oracle.h"
#include "sums/runner.h"
#include "test_buffer.h"
#include "test_random.h"

typedef enum test_polynomial_form {
    TEST_POLYNOMIAL_GRID,
    TEST_POLYNOMIAL_ONCE,
    TEST_POLYNOMIAL_BATCHED,
    TEST_POLYNOMIAL_INDEXED,
    TEST_POLYNOMIAL_SPLINE,
    TEST_POLYNOMIAL_REDUCE,
    TEST_POLYNOMIAL_COUNT
} test_polynomial_form;

extern const char *const test_polynomial_names[TEST_POLYNOMIAL_COUNT];

/* Arguments of any form; one that does not take an argument ignores it. */
typedef struct test_polynomial_call {
    test_polynomial_form form;
    tcu_polynomial *polynomial;
    const void *coefficients; /* these five of ONCE, which has no plan */
    uint64_t count, degree;
    tcu_type type;
    const tcu_polynomial_options *options;
    const void *points;
    uint64_t point_stride;
    uint64_t n;
    void *out;
    tcu_type out_type;
    uint64_t out_stride; /* GRID: leading dimension */
    tcu_order order;
    const void *indices;
    tcu_type index_type;
    const void *breakpoints;
    tcu_spline_outside outside;
    tcu_polynomial_reduction reduction;
    uint64_t *which;
} test_polynomial_call;

tcu_status test_polynomial_run_call(tcu_context *context, const test_polynomial_call *call);
tcu_status test_polynomial_query(tcu_context *context, const test_polynomial_call *call, size_t *bytes);

typedef struct test_polynomial_case {
    test_polynomial_form form;
    tcu_type type, out_type;
    uint64_t count, degree, n;
    tcu_basis basis;
    uint32_t derivatives;
    double lower, upper;
    uint64_t coefficient_gap, point_gap, out_gap; /* elements between rows */
    tcu_order order;
    tcu_type index_type;
    tcu_spline_outside outside;
    tcu_polynomial_reduction reduction;
    bool without_out, with_which; /* REDUCE */
    bool in_place;                /* where the form and the shape allow it */
    bool updated;                 /* the plan is made of other coefficients, and updated before each call */
    test_numbers point_numbers, coefficient_numbers;
    uint64_t every; /* of long cases: one point in so many is held against the oracle, 0: all */
    bool has_count; /* in the context's memory; its value is of the seed */
    bool copies;    /* polynomials come again, so that equal values do; splines: breakpoints do */
    uint64_t seed;
    unsigned in_shift, out_shift; /* elements by which slices are off a multiple of 256 bytes */
    test_temporary temporary;
} test_polynomial_case;

/* Everything but form, type and sizes at random. */
test_polynomial_case test_polynomial_random(test_polynomial_form form, tcu_type type, uint64_t count, uint64_t degree,
                                            uint64_t n, test_random *random);

/* A degree, a number of polynomials and of points from those where kernels may change, or any, so that the whole takes
 * no more than about `work` steps of Horner's scheme. */
test_polynomial_case test_polynomial_any(test_polynomial_form form, uint64_t work, test_random *random);

/* Whether results may lie where the points do. */
bool test_polynomial_works_in_place(const test_polynomial_case *test);

extern const tcu_type test_polynomial_types[4];

enum {
    TEST_POLYNOMIAL_COEFFICIENTS,
    TEST_POLYNOMIAL_POINTS,
    TEST_POLYNOMIAL_PIECES, /* indices or breakpoints */
    TEST_POLYNOMIAL_OUT,
    TEST_POLYNOMIAL_WHICH,
    TEST_POLYNOMIAL_POINT_COUNT,
    TEST_POLYNOMIAL_BUFFERS
};

typedef struct test_evaluator {
    tcu_context *context;
    tcu_polynomial *plan;
    tcu_polynomial_options options;
    test_polynomial_case planned; /* what `plan` was made for */
    test_buffer buffers[TEST_POLYNOMIAL_BUFFERS];
    double *coefficients, *points, *breakpoints; /* of the last case, without gaps */
    int64_t *pieces;                             /* of each point: the polynomial, or -1 */
    uint64_t num_points;                         /* that there are: all, or by the count */
    test_memory workspace_memory;
    test_slice workspace; /* of the last case that had one */
    test_allocator allocator;
    const char *path;  /* of the last call, whose context may be gone; "" if it took none */
    uint64_t verified; /* results, finite ones: what a test may count on */
    char failure[1600];
} test_evaluator;

test_evaluator test_evaluator_new(void);
void test_evaluator_free(test_evaluator *evaluator);

/* The three steps of a case; the last two return false with the sentence in evaluator->failure. Cases of the same sizes
 * and shifts find the same addresses, and those that update keep the plan. */
void test_evaluator_prepare(test_evaluator *evaluator, const test_polynomial_case *test);
bool test_evaluator_execute(test_evaluator *evaluator, const test_polynomial_case *test);
bool test_evaluator_verify(test_evaluator *evaluator, const test_polynomial_case *test);

/* All three. */
bool test_evaluator_run(test_evaluator *evaluator, const test_polynomial_case *test);

/* All three; a failure ends the test with its sentence. */
void test_evaluator_expect(test_evaluator *evaluator, const test_polynomial_case *test);

/* The call that a prepared case makes; its options are the evaluator's, filled in anew. And makes it: with an update
 * before it where the case has one. */
test_polynomial_call test_evaluator_call(test_evaluator *evaluator, const test_polynomial_case *test);
tcu_status test_evaluator_enqueue(test_evaluator *evaluator, const test_polynomial_case *test);

/* The polynomials as the oracle takes them. */
test_polynomials test_evaluator_polynomials(const test_evaluator *evaluator, const test_polynomial_case *test);

/* Where an element of the results lies, in elements: row (j, p) or batch j, and point. And how many they are in all. */
uint64_t test_polynomial_place(const test_polynomial_case *test, uint64_t row, uint64_t point);
uint64_t test_polynomial_rows(const test_polynomial_case *test);
uint64_t test_polynomial_out_elements(const test_polynomial_case *test);

#endif /* TEST_POLYNOMIAL_POLYNOMIAL_H */
