/* SPDX-License-Identifier: Apache-2.0 */
#include "sorting.h"
#include "test_types.h"

const char *const test_sort_names[TEST_SORT_COUNT] = {"tcu_radix_sort",
                                                      "tcu_radix_sort_pairs",
                                                      "tcu_argsort",
                                                      "tcu_radix_sort_buffers",
                                                      "tcu_segmented_sort",
                                                      "tcu_segmented_sort_pairs",
                                                      "tcu_segmented_sort_offsets",
                                                      "tcu_segmented_sort_pairs_offsets"};

bool test_sort_takes_values(test_sort_operation operation)
{
    return operation == TEST_SORT_PAIRS || operation == TEST_SORT_SEGMENTED_PAIRS ||
           operation == TEST_SORT_PAIRS_OFFSETS;
}

bool test_sort_takes_offsets(test_sort_operation operation)
{
    return operation == TEST_SORT_OFFSETS || operation == TEST_SORT_PAIRS_OFFSETS;
}

bool test_sort_works_in_place(test_sort_operation operation)
{
    return operation != TEST_SORT_ARGSORT && operation != TEST_SORT_BUFFERS;
}

tcu_status test_sort_run_call(tcu_context *context, const test_sort_call *c)
{
    switch (c->operation) {
    case TEST_SORT_KEYS:
        return tcu_radix_sort(context, c->keys_in, c->keys_out, c->key_type, c->n, c->options);
    case TEST_SORT_PAIRS:
        return tcu_radix_sort_pairs(context, c->keys_in, c->keys_out, c->key_type, c->values_in, c->values_out,
                                    c->value_bytes, c->n, c->options);
    case TEST_SORT_ARGSORT:
        return tcu_argsort(context, c->keys_in, c->key_type, c->values_out, c->index_type, c->n, c->options);
    case TEST_SORT_BUFFERS:
        return tcu_radix_sort_buffers(context, c->buffers, c->key_type, c->n, c->options);
    case TEST_SORT_SEGMENTED:
        return tcu_segmented_sort(context, c->keys_in, c->keys_out, c->key_type, c->n, c->segment_size, c->options);
    case TEST_SORT_SEGMENTED_PAIRS:
        return tcu_segmented_sort_pairs(context, c->keys_in, c->keys_out, c->key_type, c->values_in, c->values_out,
                                        c->value_bytes, c->n, c->segment_size, c->options);
    case TEST_SORT_OFFSETS:
        return tcu_segmented_sort_offsets(context, c->keys_in, c->keys_out, c->key_type, c->n, c->offsets,
                                          c->num_segments, c->options);
    default:
        return tcu_segmented_sort_pairs_offsets(context, c->keys_in, c->keys_out, c->key_type, c->values_in,
                                                c->values_out, c->value_bytes, c->n, c->offsets, c->num_segments,
                                                c->options);
    }
}

tcu_status test_sort_query(tcu_context *context, const test_sort_call *c, size_t *bytes)
{
    const int keys_in_place = c->keys_in == c->keys_out;
    const int in_place = keys_in_place || c->values_in == c->values_out;
    switch (c->operation) {
    case TEST_SORT_KEYS:
        return tcu_radix_sort_workspace(context, c->key_type, c->n, keys_in_place, c->options, bytes);
    case TEST_SORT_PAIRS:
        return tcu_radix_sort_pairs_workspace(context, c->key_type, c->value_bytes, c->n, in_place, c->options, bytes);
    case TEST_SORT_ARGSORT:
        return tcu_argsort_workspace(context, c->key_type, c->index_type, c->n, c->options, bytes);
    case TEST_SORT_BUFFERS:
        return tcu_radix_sort_buffers_workspace(context, c->key_type, c->buffers->value_bytes, c->n, c->options, bytes);
    case TEST_SORT_SEGMENTED:
        return tcu_segmented_sort_workspace(context, c->key_type, c->n, c->segment_size, keys_in_place, c->options,
                                            bytes);
    case TEST_SORT_SEGMENTED_PAIRS:
        return tcu_segmented_sort_pairs_workspace(context, c->key_type, c->value_bytes, c->n, c->segment_size, in_place,
                                                  c->options, bytes);
    case TEST_SORT_OFFSETS:
        return tcu_segmented_sort_offsets_workspace(context, c->key_type, c->n, c->num_segments, keys_in_place,
                                                    c->options, bytes);
    default:
        return tcu_segmented_sort_pairs_offsets_workspace(context, c->key_type, c->value_bytes, c->n, c->num_segments,
                                                          in_place, c->options, bytes);
    }
}

test_sort_case test_sort_random(test_sort_operation operation, uint64_t n, test_random *random)
{
    static const uint64_t segment_sizes[] = {1, 2, 3, 7, 16, 17, 63, 64, 65, 100, 256, 1000, 5000};
    static const unsigned shifts[] = {0, 1, 3, 7};
    test_sort_case t = {.operation = operation, .n = n, .options = TCU_SORT_OPTIONS_INIT};
    t.key_type = (tcu_type)test_random_below(random, TCU_TYPE_COUNT);
    t.index_type = test_random_below(random, 2) ? TCU_TYPE_U64 : TCU_TYPE_U32;
    t.value_bytes = (size_t)1 << test_random_below(random, 5);
    if (operation == TEST_SORT_BUFFERS && test_random_below(random, 2)) {
        t.value_bytes = 0;
    }
    t.keys_in_place = test_sort_works_in_place(operation) && test_random_below(random, 4) == 0;
    t.values_in_place = test_sort_takes_values(operation) && test_random_below(random, 4) == 0;
    t.current = (int)test_random_below(random, 2);
    t.segment_size = segment_sizes[test_random_below(random, sizeof segment_sizes / sizeof segment_sizes[0])];
    t.shape = (test_shape)test_random_below(random, TEST_SHAPE_COUNT);
    const int bits = 8 * (int)test_types[t.key_type].bytes;
    if (test_random_below(random, 2)) {
        t.options.begin_bit = (int)test_random_below(random, (uint64_t)bits + 1);
        t.options.end_bit =
            t.options.begin_bit + (int)test_random_below(random, (uint64_t)(bits - t.options.begin_bit) + 1);
    }
    t.options.descending = (int)test_random_below(random, 2);
    t.options.ranking = (tcu_ranking)test_random_below(random, TCU_RANKING_DOCUMENTED + 1);
    t.without_options = test_random_below(random, 4) == 0;
    t.has_count = !t.without_options && test_random_below(random, 3) == 0;
    if (t.without_options) {
        t.options = (tcu_sort_options)TCU_SORT_OPTIONS_INIT;
    }
    t.spread = (test_sort_spread)test_random_below(random, TEST_SORT_SPREADS);
    t.seed = test_random_next(random);
    t.in_shift = shifts[test_random_below(random, 4)];
    t.out_shift = shifts[test_random_below(random, 4)];
    t.temporary = (test_temporary)test_random_below(random, TEST_TEMPORARY_COUNT);
    return t;
}
