/* SPDX-License-Identifier: Apache-2.0 */
#include "operation.h"

const char *const test_operation_names[TEST_OPERATION_COUNT] = {
    "tcu_reduce", "tcu_segmented_reduce", "tcu_segmented_reduce_offsets",
    "tcu_scan",   "tcu_segmented_scan",   "tcu_segmented_scan_offsets"};

bool test_is_scan(test_operation operation)
{
    return operation >= TEST_SCAN;
}

bool test_has_sizes(test_operation operation)
{
    return operation == TEST_SEGMENTED_REDUCE || operation == TEST_SEGMENTED_SCAN;
}

bool test_has_offsets(test_operation operation)
{
    return operation == TEST_SEGMENTED_REDUCE_OFFSETS || operation == TEST_SEGMENTED_SCAN_OFFSETS;
}

tcu_status test_call_run(tcu_context *context, const test_call *c)
{
    switch (c->operation) {
    case TEST_REDUCE:
        return tcu_reduce(context, c->in, c->in_type, c->out, c->out_type, c->n, c->options);
    case TEST_SEGMENTED_REDUCE:
        return tcu_segmented_reduce(context, c->in, c->in_type, c->out, c->out_type, c->n, c->segment_size, c->options);
    case TEST_SEGMENTED_REDUCE_OFFSETS:
        return tcu_segmented_reduce_offsets(context, c->in, c->in_type, c->out, c->out_type, c->n, c->offsets,
                                            c->num_segments, c->options);
    case TEST_SCAN:
        return tcu_scan(context, c->kind, c->in, c->in_type, c->out, c->out_type, c->n, c->scan_options);
    case TEST_SEGMENTED_SCAN:
        return tcu_segmented_scan(context, c->kind, c->in, c->in_type, c->out, c->out_type, c->n, c->segment_size,
                                  c->scan_options);
    default:
        return tcu_segmented_scan_offsets(context, c->kind, c->in, c->in_type, c->out, c->out_type, c->n, c->offsets,
                                          c->num_segments, c->scan_options);
    }
}

tcu_status test_call_query(tcu_context *context, const test_call *c, size_t *bytes)
{
    int in_place = c->in == c->out && c->in != NULL;
    switch (c->operation) {
    case TEST_REDUCE:
        return tcu_reduce_workspace(context, c->in_type, c->out_type, c->n, c->options, bytes);
    case TEST_SEGMENTED_REDUCE:
        return tcu_segmented_reduce_workspace(context, c->in_type, c->out_type, c->n, c->segment_size, in_place,
                                              c->options, bytes);
    case TEST_SEGMENTED_REDUCE_OFFSETS:
        return tcu_segmented_reduce_offsets_workspace(context, c->in_type, c->out_type, c->n, c->num_segments, in_place,
                                                      c->options, bytes);
    case TEST_SCAN:
        return tcu_scan_workspace(context, c->in_type, c->out_type, c->n, c->scan_options, bytes);
    case TEST_SEGMENTED_SCAN:
        return tcu_segmented_scan_workspace(context, c->in_type, c->out_type, c->n, c->segment_size, c->scan_options,
                                            bytes);
    default:
        return tcu_segmented_scan_offsets_workspace(context, c->in_type, c->out_type, c->n, c->num_segments,
                                                    c->scan_options, bytes);
    }
}

uint64_t test_call_outputs(const test_call *c)
{
    switch (c->operation) {
    case TEST_REDUCE:
        return 1;
    case TEST_SEGMENTED_REDUCE:
        return c->n / c->segment_size + (c->n % c->segment_size != 0);
    case TEST_SEGMENTED_REDUCE_OFFSETS:
        return c->num_segments;
    default:
        return c->n;
    }
}
