/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs one case of tcu_group_by() and checks all that a call promises: groups and every column's results against a
 * plain loop over the elements in a merge sort's order, what lies behind the last group, guards, inputs.
 */
#ifndef TEST_BY_KEY_GROUPS_H
#define TEST_BY_KEY_GROUPS_H

#include "by_key.h"

enum { TEST_GROUP_VALUES = 1, TEST_GROUP_RESULTS = TEST_GROUP_VALUES + TCU_MAX_GROUP_COLUMNS };
enum {
    TEST_GROUP_KEYS_OUT = TEST_GROUP_RESULTS + TCU_MAX_GROUP_COLUMNS,
    TEST_GROUP_LENGTHS,
    TEST_GROUP_OFFSETS,
    TEST_GROUP_COUNT_OUT,
    TEST_GROUP_BUFFERS
};

typedef struct test_group_case {
    tcu_type key_type;
    test_count length; /* of a call that may be of more elements than n */
    uint64_t n;        /* elements that there are */
    uint64_t groups;   /* about so many different keys */
    int num_columns;
    tcu_aggregate aggregates[TCU_MAX_GROUP_COLUMNS];
    test_pair pairs[TCU_MAX_GROUP_COLUMNS];
    size_t item_bytes[TCU_MAX_GROUP_COLUMNS]; /* 0: elements of the pair's types */
    bool shares_values;                       /* columns of one value type have the same array */
    test_distribution distribution;
    tcu_nan_mode nan_mode;
    unsigned wanted; /* as of test_by_key_case */
    uint64_t seed;
    unsigned shift; /* elements by which arrays are off a multiple of 256 bytes */
    test_temporary temporary;
} test_group_case;

typedef struct test_grouper {
    tcu_context *context;
    test_buffer buffers[TEST_GROUP_BUFFERS]; /* the first: keys */
    test_memory workspace_memory;
    test_slice workspace;
    test_allocator allocator;
    tcu_group_column columns[TCU_MAX_GROUP_COLUMNS];
    tcu_runs groups;
    tcu_group_by_options options;
    test_count_place length;
    const uint64_t *counted; /* there, or NULL */
    uint64_t *order;         /* the elements in the order of their keys */
    char failure[800];
} test_grouper;

test_grouper test_grouper_new(void);
void test_grouper_free(test_grouper *grouper);

/* The call alone, of a case that is prepared; it does not wait. */
tcu_status test_grouper_enqueue(test_grouper *grouper, const test_group_case *test);

/* The workspace that it needs. */
size_t test_grouper_query(test_grouper *grouper, const test_group_case *test);

/* The steps of a case; those that may fail return false with the sentence in grouper->failure. */
void test_grouper_prepare(test_grouper *grouper, const test_group_case *test);
bool test_grouper_execute(test_grouper *grouper, const test_group_case *test);
bool test_grouper_verify(test_grouper *grouper, const test_group_case *test);

/* All of them; a failure ends the test with its sentence. */
void test_grouper_expect(test_grouper *grouper, const test_group_case *test);

/* Gives the case a count one in three times. */
void test_group_draw_length(test_group_case *test, test_random *random);

/* Everything but n drawn at random; without a count. */
test_group_case test_group_random(uint64_t n, test_random *random);

#endif /* TEST_BY_KEY_GROUPS_H */
