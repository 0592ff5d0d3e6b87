/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs one case of one compaction and checks all that a call promises: the status, every byte of every output (the
 * results of a plain loop, and behind them what was there before), the inputs, and the guards around all of them.
 */
#ifndef TEST_COMPACTION_COMPACTION_H
#define TEST_COMPACTION_COMPACTION_H

#include "sums/runner.h"
#include "test_buffer.h"
#include "test_count.h"
#include "test_random.h"

typedef enum test_compaction_operation {
    TEST_COMPACT,
    TEST_COMPACT_IF,
    TEST_COMPACT_INDICES,
    TEST_COMPACT_COLUMNS,
    TEST_PARTITION,
    TEST_PARTITION_IF,
    TEST_UNIQUE,
    TEST_COMPACTION_COUNT
} test_compaction_operation;

extern const char *const test_compaction_names[TEST_COMPACTION_COUNT];

bool test_takes_flags(test_compaction_operation operation);
bool test_takes_predicate(test_compaction_operation operation);
bool test_works_in_place(test_compaction_operation operation);

/* Arguments of any compaction; one that does not take an argument ignores it. */
typedef struct test_compaction_call {
    test_compaction_operation operation;
    const void *in;
    size_t item_bytes;
    tcu_type type;
    const tcu_predicate *predicate;
    const void *flags;
    tcu_flags_format format;
    const tcu_column *columns;
    int num_columns;
    void *out;
    void *indices;
    tcu_type index_type;
    uint64_t *run_lengths;
    uint64_t *count;
    uint64_t n;
    const tcu_compact_options *options;
} test_compaction_call;

tcu_status test_compaction_run_call(tcu_context *context, const test_compaction_call *call);

/* The operation's _workspace query; in place if call->out == call->in. */
tcu_status test_compaction_query(tcu_context *context, const test_compaction_call *call, size_t *bytes);

/* Which items are kept, as far as the operation's other arguments allow it. */
typedef enum test_density {
    TEST_KEEP_NONE,
    TEST_KEEP_ONE,
    TEST_KEEP_1E_4,
    TEST_KEEP_TENTH,
    TEST_KEEP_HALF,
    TEST_KEEP_NINE_TENTHS,
    TEST_KEEP_ALL_BUT_1E_4,
    TEST_KEEP_ALL,
    TEST_KEEP_CLUSTERS,
    TEST_KEEP_EVERY_OTHER,
    TEST_DENSITY_COUNT
} test_density;

extern const char *const test_density_names[TEST_DENSITY_COUNT];

typedef struct test_compaction_case {
    test_compaction_operation operation;
    size_t item_bytes; /* of the one array; a predicate's items have that of their type */
    size_t column_bytes[TCU_MAX_COLUMNS];
    int num_columns;
    tcu_type type;
    tcu_comparison comparison;
    bool values_in_context;
    bool given_values; /* the predicate's values are these, not random ones */
    uint64_t value_bits, upper_bits;
    const void *given_items; /* n items, instead of random ones of the density */
    tcu_flags_format format;
    tcu_type index_type;
    bool with_lengths;
    bool in_place;
    test_density density;
    test_count length; /* of a call that may be of more items than n */
    uint64_t n, seed;  /* items that there are */
    unsigned in_shift, out_shift,
        flags_shift; /* items (records: bytes) by which slices are off a multiple of 256 bytes */
    test_temporary temporary;
} test_compaction_case;

/* Everything but operation and n at random, within what the operation allows; without a count. */
test_compaction_case test_compaction_random(test_compaction_operation operation, uint64_t n, test_random *random);

/* Gives the case a count one in three times. */
void test_compaction_draw_length(test_compaction_case *test, test_random *random);

/* In this order: the columns' items, what selects them, outputs. */
enum {
    TEST_BUFFER_IN = 0,
    TEST_BUFFER_FLAGS = TCU_MAX_COLUMNS,
    TEST_BUFFER_VALUE,
    TEST_BUFFER_UPPER,
    TEST_BUFFER_OUT,
    TEST_BUFFER_INDICES = TEST_BUFFER_OUT + TCU_MAX_COLUMNS,
    TEST_BUFFER_RUN_LENGTHS,
    TEST_BUFFER_COUNT,
    TEST_BUFFERS
};

typedef struct test_compactor {
    tcu_context *context;
    test_buffer buffers[TEST_BUFFERS];
    test_memory workspace_memory;
    test_slice workspace; /* of the last case that had one */
    test_count_place length;
    const uint64_t *counted; /* there, or NULL */
    tcu_compact_options options;
    test_allocator allocator;
    unsigned char value[8], upper[8]; /* the predicate's, also where they lie in context memory */
    tcu_predicate predicate;          /* what the call points to */
    tcu_column columns[TCU_MAX_COLUMNS];
    uint64_t kept;
    char failure[1200];
} test_compactor;

test_compactor test_compactor_new(void);
void test_compactor_free(test_compactor *compactor);

/* The three steps of a case; the last two return false with the sentence in compactor->failure. Cases of the same sizes
 * and shifts find the same addresses. */
void test_compactor_prepare(test_compactor *compactor, const test_compaction_case *test);
bool test_compactor_execute(test_compactor *compactor, const test_compaction_case *test);
bool test_compactor_verify(test_compactor *compactor, const test_compaction_case *test);

/* All three. */
bool test_compactor_run(test_compactor *compactor, const test_compaction_case *test);

/* All three; a failure ends the test with its sentence. */
void test_compactor_expect(test_compactor *compactor, const test_compaction_case *test);

/* All numbers of 16 bits (all of 8 many times), compared with zeros of both signs, infinities, NaNs, extremes, and with
 * any. */
void test_compactor_expect_short_numbers(test_compactor *compactor, test_random *random);

/* The call that a prepared case makes; predicate and columns are the compactor's, filled in anew. */
test_compaction_call test_compactor_call(test_compactor *compactor, const test_compaction_case *test);

#endif /* TEST_COMPACTION_COMPACTION_H */
