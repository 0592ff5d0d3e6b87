/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs one case of a merge or a search and checks all that a call promises: the status, every byte of every output
 * against plain loops over ranks of keys (sorting/order.h), what lies behind counts, the inputs, and the guards around
 * all arrays.
 */
#ifndef TEST_MERGE_H
#define TEST_MERGE_H

#include "sums/runner.h"
#include "test_buffer.h"
#include "test_random.h"

typedef enum test_merge_form { TEST_MERGE_KEYS, TEST_MERGE_PAIRS, TEST_MERGE_SEARCH, TEST_MERGE_COUNT } test_merge_form;

extern const char *const test_merge_names[TEST_MERGE_COUNT];

typedef enum test_merge_spread {
    TEST_MERGE_UNIFORM, /* any bits */
    TEST_MERGE_FEW,     /* some values: ties everywhere */
    TEST_MERGE_ONE,     /* all keys are equal */
    TEST_MERGE_SPECIAL, /* zeros, infinities, NaNs of both signs, extremes */
    TEST_MERGE_APART,   /* all keys of one array come before those of the other */
    TEST_MERGE_RISING,  /* evenly spaced */
    TEST_MERGE_SPREADS
} test_merge_spread;

/* Numbers of the arrays: of searches `a` is the sorted array, and `b` has the values. */
enum {
    TEST_MERGE_A,
    TEST_MERGE_B,
    TEST_MERGE_A_VALUES,
    TEST_MERGE_B_VALUES,
    TEST_MERGE_A_COUNT,
    TEST_MERGE_B_COUNT,
    TEST_MERGE_OUT, /* keys */
    TEST_MERGE_VALUES_OUT,
    TEST_MERGE_POSITIONS,
    TEST_MERGE_BUFFERS
};

typedef struct test_merge_case {
    test_merge_form form;
    tcu_type key_type, index_type;
    size_t value_bytes;
    uint64_t n[2];     /* of a and b: capacities */
    bool has_count[2]; /* there is a count in the context's memory */
    uint64_t count[2]; /* which may be more than the capacity */
    bool descending, upper, values_sorted;
    test_merge_spread spread;
    uint64_t seed;
    unsigned shift[TEST_MERGE_BUFFERS]; /* elements by which arrays are off a multiple of 256 bytes */
    test_temporary temporary;
} test_merge_case;

/* Arguments of any form. */
typedef struct test_merge_call {
    test_merge_form form;
    const void *a, *b, *a_values, *b_values;
    uint64_t num_a, num_b;
    void *keys_out, *values_out, *positions;
    tcu_type key_type, index_type;
    size_t value_bytes;
    const tcu_merge_options *merge_options;
    const tcu_search_options *search_options;
} test_merge_call;

tcu_status test_merge_run_call(tcu_context *context, const test_merge_call *call);
tcu_status test_merge_query(tcu_context *context, const test_merge_call *call, size_t *bytes);

typedef struct test_merge_runner {
    tcu_context *context;
    test_buffer buffers[TEST_MERGE_BUFFERS];
    test_memory workspace_memory;
    test_slice workspace;
    test_allocator allocator;
    tcu_merge_options merge_options;
    tcu_search_options search_options;
    char failure[1200];
} test_merge_runner;

test_merge_runner test_merge_runner_new(void);
void test_merge_runner_free(test_merge_runner *runner);

/* The steps of a case; those that may fail return false with the sentence in runner->failure. */
void test_merge_prepare(test_merge_runner *runner, const test_merge_case *test);
test_merge_call test_merge_make_call(test_merge_runner *runner, const test_merge_case *test);
bool test_merge_execute(test_merge_runner *runner, const test_merge_case *test);
bool test_merge_verify(test_merge_runner *runner, const test_merge_case *test);

/* All of them; a failure ends the test with its sentence. */
void test_merge_expect(test_merge_runner *runner, const test_merge_case *test);

/* Everything but lengths drawn at random; counts of a case with these lengths. */
test_merge_case test_merge_random(test_merge_form form, tcu_type type, test_random *random);
void test_merge_draw_counts(test_merge_case *test, test_random *random);

/* Elements of array `which` that there are. */
uint64_t test_merge_length(const test_merge_case *test, int which);

/* Keys in order, and values to search for; and what the outputs have to hold, by plain loops. Buffers on the host. */
void test_merge_fill(const test_merge_case *test, test_buffer *buffers);
void test_merge_oracle(const test_merge_case *test, test_buffer *buffers);

#endif /* TEST_MERGE_H */
