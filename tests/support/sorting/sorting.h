/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs one case of one sort and checks all that a call promises: the status, every byte of every output against a
 * stable merge sort (order.h), what belongs to no segment, or is behind a count, the inputs, and the guards around all of
 * them.
 */
#ifndef TEST_SORTING_SORTING_H
#define TEST_SORTING_SORTING_H

#include "sums/runner.h"
#include "test_memory.h"
#include "test_offsets.h"
#include "test_random.h"

typedef enum test_sort_operation {
    TEST_SORT_KEYS,
    TEST_SORT_PAIRS,
    TEST_SORT_ARGSORT,
    TEST_SORT_BUFFERS,
    TEST_SORT_SEGMENTED,
    TEST_SORT_SEGMENTED_PAIRS,
    TEST_SORT_OFFSETS,
    TEST_SORT_PAIRS_OFFSETS,
    TEST_SORT_COUNT
} test_sort_operation;

extern const char *const test_sort_names[TEST_SORT_COUNT];

bool test_sort_takes_values(test_sort_operation operation);
bool test_sort_takes_offsets(test_sort_operation operation);
bool test_sort_works_in_place(test_sort_operation operation);

/* Arguments of any sort; one that does not take an argument ignores it. */
typedef struct test_sort_call {
    test_sort_operation operation;
    const void *keys_in;
    void *keys_out;
    tcu_type key_type;
    const void *values_in;
    void *values_out; /* or indices */
    size_t value_bytes;
    tcu_type index_type;
    tcu_sort_buffers *buffers;
    uint64_t n, segment_size;
    const int64_t *offsets;
    uint64_t num_segments;
    const tcu_sort_options *options;
} test_sort_call;

tcu_status test_sort_run_call(tcu_context *context, const test_sort_call *call);

/* The operation's _workspace query; in place if an output equals an input. */
tcu_status test_sort_query(tcu_context *context, const test_sort_call *call, size_t *bytes);

/* How keys lie. */
typedef enum test_sort_spread {
    TEST_SORT_UNIFORM,  /* any bits */
    TEST_SORT_ORDERED,  /* already in order */
    TEST_SORT_REVERSED, /* in the opposite order */
    TEST_SORT_CONSTANT,
    TEST_SORT_TWO,         /* two values */
    TEST_SORT_NIBBLES,     /* four values a byte */
    TEST_SORT_ZIPF,        /* the k-th most frequent value 1/k as often as the first */
    TEST_SORT_STEPS,       /* 0, 1, 2, ...: digits change in step with places */
    TEST_SORT_SPECIAL,     /* zeros, infinities, NaNs, extremes, and their neighbours */
    TEST_SORT_ONE_BYTE,    /* differ in one byte alone */
    TEST_SORT_ALTERNATING, /* two values in turn */
    TEST_SORT_LONE,        /* one key is another than all others, in every byte */
    TEST_SORT_BLOCKS,      /* thousands of keys are the same, then thousands are another: tiles with a digit each */
    TEST_SORT_LOW_BITS,    /* differ in their lowest 12 to 20 bits alone */
    TEST_SORT_LOW_BITS_BUT_ONE, /* and one of them in its highest bit */
    TEST_SORT_GIANT,            /* nine of ten agree in their highest 16 bits */
    TEST_SORT_TIES, /* some runs of 2, 15, 16 or 17 keys of a segment agree in the bits that blocks of a GPU sort by first */
    TEST_SORT_LIMITS, /* as many agree in their highest bits as a block of a GPU sorts at most, or one more or less */
    TEST_SORT_SPREADS
} test_sort_spread;

extern const char *const test_sort_spread_names[TEST_SORT_SPREADS];

typedef struct test_sort_case {
    test_sort_operation operation;
    tcu_type key_type, index_type;
    size_t value_bytes; /* TEST_SORT_BUFFERS: or 0 */
    bool keys_in_place, values_in_place;
    int current; /* TEST_SORT_BUFFERS */
    uint64_t n, segment_size;
    test_shape shape;        /* of offsets */
    uint64_t given_segments; /* not 0: so many, whatever the shape (test_offsets_resize()) */
    tcu_sort_options options;
    bool without_options; /* NULL; options are then the defaults */
    bool has_count;       /* in the context's memory; its value is of the seed, or the given one */
    bool has_given_count;
    uint64_t given_count;
    test_sort_spread spread;
    const void *given_keys; /* instead of those of the spread */
    uint64_t seed;
    unsigned in_shift, out_shift; /* elements by which slices are off a multiple of 256 bytes */
    test_temporary temporary;
} test_sort_case;

/* Everything but operation and n at random, within what the operation allows. */
test_sort_case test_sort_random(test_sort_operation operation, uint64_t n, test_random *random);

/* n keys of the case's spread. */
void test_sort_make_keys(const test_sort_case *test, void *keys);

enum {
    TEST_SORT_KEYS_IN,
    TEST_SORT_KEYS_OUT,
    TEST_SORT_VALUES_IN,
    TEST_SORT_VALUES_OUT, /* or indices */
    TEST_SORT_OFFSET_VALUES,
    TEST_SORT_COUNT_VALUE,
    TEST_SORT_ARRAYS
};

/* An array in the context's memory space, and on the host what it has to hold after the call. */
typedef struct test_sort_array {
    test_memory memory;
    test_slice slice;
    unsigned char *host;
    size_t capacity; /* of host */
    bool used;       /* by this case */
    size_t garbage;  /* so many of its bytes may be anything after the call */
} test_sort_array;

typedef struct test_sorter {
    tcu_context *context;
    test_sort_array arrays[TEST_SORT_ARRAYS];
    test_memory workspace_memory;
    test_slice workspace; /* of the last case that had one */
    test_allocator allocator;
    tcu_sort_buffers buffers; /* what the call points to */
    tcu_sort_options options;
    uint64_t num_segments;
    uint64_t elements, segments; /* that there are: all, or by the count */
    char failure[1600];
} test_sorter;

test_sorter test_sorter_new(void);
void test_sorter_free(test_sorter *sorter);

/* Runs the case; on failure returns false with sorter->failure. */
bool test_sorter_run(test_sorter *sorter, const test_sort_case *test);

/* What test_sorter_run() does, in steps; and the call alone, for tests that put other things between them. A case between
 * two buffers is verified where sorter->buffers.current says. */
void test_sorter_prepare(test_sorter *sorter, const test_sort_case *test);
bool test_sorter_execute(test_sorter *sorter, const test_sort_case *test);
test_sort_call test_sorter_call(test_sorter *sorter, const test_sort_case *test);
void test_sorter_spoil(test_sorter *sorter); /* host memory that the call may read no longer */
bool test_sorter_verify(test_sorter *sorter, const test_sort_case *test);

/* Runs the case; a failure ends the test with a sentence. */
void test_sorter_expect(test_sorter *sorter, const test_sort_case *test);

#endif /* TEST_SORTING_SORTING_H */
