/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs one case of a selection and checks all that a call promises: the status, every byte of every output against a
 * stable sort of the keys' ranks (sorting/order.h), what is not to be written, the inputs, and the guards around all
 * arrays.
 */
#ifndef TEST_SELECTION_H
#define TEST_SELECTION_H

#include "sums/runner.h"
#include "test_buffer.h"
#include "test_random.h"

typedef enum test_selection_form {
    TEST_TOP_K,
    TEST_TOP_K_PAIRS,
    TEST_SEGMENTED_TOP_K,
    TEST_SEGMENTED_TOP_K_PAIRS,
    TEST_SEGMENTED_TOP_K_OFFSETS,
    TEST_SEGMENTED_TOP_K_PAIRS_OFFSETS,
    TEST_NTH_ELEMENT,
    TEST_QUANTILES,
    TEST_SELECTION_COUNT
} test_selection_form;

enum { TEST_TOP_K_FORMS = TEST_NTH_ELEMENT };

extern const char *const test_selection_names[TEST_SELECTION_COUNT];

bool test_selection_is_top_k(test_selection_form form);
bool test_selection_has_values(test_selection_form form);
bool test_selection_by_size(test_selection_form form);
bool test_selection_by_offsets(test_selection_form form);

typedef enum test_selection_spread {
    TEST_SELECTION_UNIFORM, /* any bits */
    TEST_SELECTION_FEW,     /* some values: ties everywhere */
    TEST_SELECTION_ONE,     /* all keys are equal */
    TEST_SELECTION_SPECIAL, /* zeros, infinities, NaNs of both signs, extremes */
    TEST_SELECTION_RISING,  /* in order */
    TEST_SELECTION_FALLING,
    TEST_SELECTION_NEAR,   /* they differ in their lowest bits alone */
    TEST_SELECTION_MOSTLY, /* one value, but for some keys */
    TEST_SELECTION_SPREADS
} test_selection_spread;

/* Numbers of the arrays; outputs are those from KEYS_OUT on. */
enum {
    TEST_SELECTION_KEYS,
    TEST_SELECTION_VALUES,
    TEST_SELECTION_OFFSETS,
    TEST_SELECTION_LENGTH, /* the option `count` */
    TEST_SELECTION_KEYS_OUT,
    TEST_SELECTION_VALUES_OUT,
    TEST_SELECTION_POSITIONS,
    TEST_SELECTION_NUM_OUT,
    TEST_SELECTION_OUT, /* of quantiles */
    TEST_SELECTION_NUM_NANS,
    TEST_SELECTION_BUFFERS
};

enum { TEST_SELECTION_MOST_Q = 4000 };

typedef struct test_selection_case {
    test_selection_form form;
    tcu_type key_type, index_type, out_type;
    size_t value_bytes;
    uint64_t n, k;                       /* of nth_element k is the rank, of quantiles num_q */
    uint64_t segment_size, num_segments; /* of forms that have one; offsets follow from the seed */
    bool has_count;                      /* there is a count in the context's memory */
    uint64_t count;                      /* which may be more than n */
    bool smallest, input_order, indices_in_segment;
    bool has_keys_out, has_positions, has_num_out, has_num_nans;
    tcu_quantile_method method;
    tcu_quantile_nan_mode nan_mode;
    bool has_nans; /* of quantiles: NaNs that a spread draws stay */
    test_selection_spread spread;
    uint64_t seed;
    unsigned shift[TEST_SELECTION_BUFFERS]; /* elements by which arrays are off a multiple of 256 bytes */
    test_temporary temporary;
} test_selection_case;

/* Arguments of any form. */
typedef struct test_selection_call {
    test_selection_form form;
    const void *keys, *values;
    const int64_t *offsets;
    uint64_t n, k, segment_size, num_segments;
    tcu_type key_type, index_type, out_type;
    size_t value_bytes;
    void *keys_out, *values_out, *positions, *out;
    const double *q;
    const tcu_top_k_options *top_k_options;
    const tcu_nth_element_options *nth_options;
    const tcu_quantiles_options *quantiles_options;
} test_selection_call;

tcu_status test_selection_run_call(tcu_context *context, const test_selection_call *call);
tcu_status test_selection_query(tcu_context *context, const test_selection_call *call, size_t *bytes);

typedef struct test_selection_runner {
    tcu_context *context;
    test_buffer buffers[TEST_SELECTION_BUFFERS];
    test_memory workspace_memory;
    test_slice workspace;
    test_allocator allocator;
    tcu_top_k_options top_k_options;
    tcu_nth_element_options nth_options;
    tcu_quantiles_options quantiles_options;
    double q[TEST_SELECTION_MOST_Q];
    char failure[1600];
} test_selection_runner;

test_selection_runner test_selection_runner_new(void);
void test_selection_runner_free(test_selection_runner *runner);

/* The steps of a case; those that may fail return false with the sentence in runner->failure. Options and q are spoilt
 * once the call has returned. */
void test_selection_prepare(test_selection_runner *runner, const test_selection_case *test);
test_selection_call test_selection_make_call(test_selection_runner *runner, const test_selection_case *test);
void test_selection_spoil(test_selection_runner *runner);
bool test_selection_execute(test_selection_runner *runner, const test_selection_case *test);
bool test_selection_verify(test_selection_runner *runner, const test_selection_case *test);

/* All of them; a failure ends the test with its sentence. */
void test_selection_expect(test_selection_runner *runner, const test_selection_case *test);

/* Everything drawn at random, of up to n keys; k of all kinds; and a count of a case with this n. */
test_selection_case test_selection_random(test_selection_form form, tcu_type type, uint64_t n, test_random *random);
uint64_t test_selection_draw_k(uint64_t n, test_random *random);
void test_selection_draw_count(test_selection_case *test, test_random *random);

/* Keys that there are; segments at most, and those that there are; and segment s of these: from *begin to *end, by offsets
 * in the buffer. */
uint64_t test_selection_length(const test_selection_case *test);
uint64_t test_selection_segments(const test_selection_case *test);
uint64_t test_selection_segments_now(const test_selection_case *test);
void test_selection_segment(const test_selection_case *test, const test_buffer *buffers, uint64_t s, uint64_t *begin,
                            uint64_t *end);

/* The inputs; the numbers q; and what the outputs have to hold, by plain loops. Buffers on the host. */
void test_selection_fill(const test_selection_case *test, test_buffer *buffers);
void test_selection_fill_q(const test_selection_case *test, double *q);
void test_selection_oracle(const test_selection_case *test, test_buffer *buffers);

/* Of quantiles: from the ranks of m keys in order, those that are NaN left out, the bits of the quantile q. */
uint64_t test_quantile_bits(const test_selection_case *test, const uint64_t *ranks, uint64_t m, double q);

#endif /* TEST_SELECTION_H */
