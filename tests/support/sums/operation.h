/* SPDX-License-Identifier: Apache-2.0 */
/* The six operations behind one signature, so that tests can go over all of them in a loop. */
#ifndef TEST_SUMS_OPERATION_H
#define TEST_SUMS_OPERATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tcu/tcu.h>

typedef enum test_operation {
    TEST_REDUCE,
    TEST_SEGMENTED_REDUCE,
    TEST_SEGMENTED_REDUCE_OFFSETS,
    TEST_SCAN,
    TEST_SEGMENTED_SCAN,
    TEST_SEGMENTED_SCAN_OFFSETS,
    TEST_OPERATION_COUNT
} test_operation;

extern const char *const test_operation_names[TEST_OPERATION_COUNT];

bool test_is_scan(test_operation operation);
bool test_has_sizes(test_operation operation);   /* takes segment_size */
bool test_has_offsets(test_operation operation); /* takes offsets and num_segments */

/* Arguments of any operation; one that does not take an argument ignores it. */
typedef struct test_call {
    test_operation operation;
    tcu_scan_kind kind;
    const void *in;
    tcu_type in_type;
    void *out;
    tcu_type out_type;
    uint64_t n;
    uint64_t segment_size;
    const int64_t *offsets;
    uint64_t num_segments;
    const tcu_reduce_options *options;
    const tcu_scan_options *scan_options;
} test_call;

tcu_status test_call_run(tcu_context *context, const test_call *call);

/* The operation's _workspace query; in place if call->out == call->in. */
tcu_status test_call_query(tcu_context *context, const test_call *call, size_t *bytes);

/* Elements that the operation writes between its first and its last output. */
uint64_t test_call_outputs(const test_call *call);

#endif /* TEST_SUMS_OPERATION_H */
