/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs one case of an operation on runs of equal keys and checks all that a call promises: the status, every result
 * against a plain loop over the keys, what lies behind the last run, guards around every array, inputs, and outputs
 * that are not wanted.
 */
#ifndef TEST_BY_KEY_H
#define TEST_BY_KEY_H

#include "sums/reduction.h"
#include "sums/runner.h"
#include "test_buffer.h"
#include "test_count.h"
#include "test_random.h"

typedef enum test_by_key_form {
    TEST_BY_KEY_REDUCE,
    TEST_BY_KEY_SCAN,
    TEST_BY_KEY_UNIQUE,
    TEST_BY_KEY_COUNT
} test_by_key_form;

extern const char *const test_by_key_names[TEST_BY_KEY_COUNT];

/* How long runs are. */
typedef enum test_run_shape {
    TEST_RUNS_DISTINCT, /* no two neighbours are equal */
    TEST_RUNS_MEAN,     /* any length, `mean_run` on average */
    TEST_RUNS_ONE,      /* all keys are equal */
    TEST_RUNS_MIXED,    /* long ones among short ones */
    TEST_RUN_SHAPES
} test_run_shape;

/* Outputs, a bit each in what is wanted. */
enum {
    TEST_WANT_KEYS = 1,
    TEST_WANT_LENGTHS = 2,
    TEST_WANT_OFFSETS = 4,
    TEST_WANT_COUNT = 8,
    TEST_WANT_RESULTS = 16, /* of reductions; others always have them */
    TEST_WANT_ALL = 31
};

typedef struct test_by_key_case {
    test_by_key_form form;
    size_t key_bytes;
    test_pair pair;           /* of reductions and scans */
    test_reduction reduction; /* likewise; scans have no maps */
    size_t value_bytes;       /* of first values */
    tcu_scan_kind kind;
    test_count length;    /* of a call that may be of more elements than n */
    uint64_t n, mean_run; /* elements that there are */
    test_run_shape shape;
    bool real_keys; /* among NaNs, zeros of both signs and infinities of f32 and f64 */
    test_distribution distribution;
    uint64_t seed;
    unsigned key_shift, value_shift, out_shift; /* elements by which arrays are off a multiple of 256 bytes */
    bool in_place;                              /* scans, of types of one size */
    unsigned wanted;
    test_temporary temporary;
} test_by_key_case;

enum {
    TEST_BY_KEY_KEYS,
    TEST_BY_KEY_VALUES,
    TEST_BY_KEY_OUT,
    TEST_BY_KEY_RUN_KEYS,
    TEST_BY_KEY_LENGTHS,
    TEST_BY_KEY_OFFSETS,
    TEST_BY_KEY_RUN_COUNT,
    TEST_BY_KEY_BUFFERS
};

/* Arguments of any form. */
typedef struct test_by_key_call {
    test_by_key_form form;
    tcu_scan_kind kind;
    const void *keys;
    size_t key_bytes;
    const void *values;
    tcu_type value_type;
    size_t value_bytes;
    void *out;
    tcu_type out_type;
    uint64_t n;
    const tcu_runs *runs;
    const tcu_by_key_options *options;
} test_by_key_call;

tcu_status test_by_key_run_call(tcu_context *context, const test_by_key_call *call);
tcu_status test_by_key_query(tcu_context *context, const test_by_key_call *call, size_t *bytes);

typedef struct test_by_key_runner {
    tcu_context *context;
    test_buffer buffers[TEST_BY_KEY_BUFFERS];
    test_memory workspace_memory;
    test_slice workspace;
    test_allocator allocator;
    tcu_runs runs;
    tcu_by_key_options options;
    test_count_place length;
    const uint64_t *counted; /* there, or NULL */
    char failure[1200];
} test_by_key_runner;

test_by_key_runner test_by_key_runner_new(void);
void test_by_key_runner_free(test_by_key_runner *runner);

/* The steps of a case; those that may fail return false with the sentence in runner->failure. */
void test_by_key_prepare(test_by_key_runner *runner, const test_by_key_case *test);
test_by_key_call test_by_key_make_call(test_by_key_runner *runner, const test_by_key_case *test);
bool test_by_key_execute(test_by_key_runner *runner, const test_by_key_case *test);
bool test_by_key_verify(test_by_key_runner *runner, const test_by_key_case *test);

/* All of them; a failure ends the test with its sentence. */
void test_by_key_expect(test_by_key_runner *runner, const test_by_key_case *test);

bool test_by_key_fail(test_by_key_runner *runner, const test_by_key_case *test, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Gives the case a count one in three times. */
void test_by_key_draw_length(test_by_key_case *test, test_random *random);

/* Everything but form and n drawn at random; without a count. */
test_by_key_case test_by_key_random(test_by_key_form form, uint64_t n, test_random *random);

/* Gives it operator `which` of test_reductions, a pair of types that goes with it, and values. */
void test_by_key_draw_reduction(test_by_key_case *test, int which, test_random *random);

/* n keys. */
void test_by_key_fill(const test_by_key_case *test, void *keys);

/* As test_by_key_random(), but with any operator half of the time, of which the pair of types and the values are. */
test_by_key_case test_by_key_any(test_by_key_form form, uint64_t n, test_random *random);

#endif /* TEST_BY_KEY_H */
