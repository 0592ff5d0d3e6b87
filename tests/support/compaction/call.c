/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>

#include "compaction.h"
#include "test_types.h"

const char *const test_compaction_names[TEST_COMPACTION_COUNT] = {
    "tcu_compact",   "tcu_compact_if",   "tcu_compact_indices", "tcu_compact_columns",
    "tcu_partition", "tcu_partition_if", "tcu_unique"};

const char *const test_density_names[TEST_DENSITY_COUNT] = {"none", "one",      "1e-4", "0.1",      "0.5",
                                                            "0.9",  "1 - 1e-4", "all",  "clusters", "every other"};

bool test_takes_flags(test_compaction_operation operation)
{
    return operation == TEST_COMPACT || operation == TEST_COMPACT_INDICES || operation == TEST_COMPACT_COLUMNS ||
           operation == TEST_PARTITION;
}

bool test_takes_predicate(test_compaction_operation operation)
{
    return operation == TEST_COMPACT_IF || operation == TEST_PARTITION_IF;
}

bool test_works_in_place(test_compaction_operation operation)
{
    return operation == TEST_COMPACT || operation == TEST_COMPACT_IF || operation == TEST_UNIQUE;
}

tcu_status test_compaction_run_call(tcu_context *context, const test_compaction_call *c)
{
    switch (c->operation) {
    case TEST_COMPACT:
        return tcu_compact(context, c->in, c->item_bytes, c->flags, c->format, c->out, c->count, c->n, c->options);
    case TEST_COMPACT_IF:
        return tcu_compact_if(context, c->in, c->type, c->predicate, c->out, c->count, c->n, c->options);
    case TEST_COMPACT_INDICES:
        return tcu_compact_indices(context, c->flags, c->format, c->indices, c->index_type, c->count, c->n, c->options);
    case TEST_COMPACT_COLUMNS:
        return tcu_compact_columns(context, c->columns, c->num_columns, c->flags, c->format, c->count, c->n,
                                   c->options);
    case TEST_PARTITION:
        return tcu_partition(context, c->in, c->item_bytes, c->flags, c->format, c->out, c->count, c->n, c->options);
    case TEST_PARTITION_IF:
        return tcu_partition_if(context, c->in, c->type, c->predicate, c->out, c->count, c->n, c->options);
    default:
        return tcu_unique(context, c->in, c->item_bytes, c->out, c->run_lengths, c->count, c->n, c->options);
    }
}

tcu_status test_compaction_query(tcu_context *context, const test_compaction_call *c, size_t *bytes)
{
    const int in_place = c->in == c->out;
    switch (c->operation) {
    case TEST_COMPACT:
        return tcu_compact_workspace(context, c->item_bytes, c->format, c->n, in_place, c->options, bytes);
    case TEST_COMPACT_IF:
        return tcu_compact_if_workspace(context, c->type, c->n, in_place, c->options, bytes);
    case TEST_COMPACT_INDICES:
        return tcu_compact_indices_workspace(context, c->format, c->index_type, c->n, c->options, bytes);
    case TEST_COMPACT_COLUMNS:
        return tcu_compact_columns_workspace(context, c->num_columns, c->format, c->n, c->options, bytes);
    case TEST_PARTITION:
        return tcu_partition_workspace(context, c->item_bytes, c->format, c->n, c->options, bytes);
    case TEST_PARTITION_IF:
        return tcu_partition_if_workspace(context, c->type, c->n, c->options, bytes);
    default:
        return tcu_unique_workspace(context, c->item_bytes, c->run_lengths != NULL, c->n, in_place, c->options, bytes);
    }
}

void test_compaction_draw_length(test_compaction_case *t, test_random *random)
{
    t->length = test_random_below(random, 3) == 0 ? test_count_random(t->n, random) : (test_count){0};
}

test_compaction_case test_compaction_random(test_compaction_operation operation, uint64_t n, test_random *random)
{
    test_compaction_case t = {.operation = operation, .n = n};
    t.type = (tcu_type)test_random_below(random, TCU_TYPE_COUNT);
    t.item_bytes =
        test_takes_predicate(operation) ? test_types[t.type].bytes : (size_t)1 << test_random_below(random, 5);
    t.num_columns = 1 + (int)test_random_below(random, TCU_MAX_COLUMNS);
    for (int c = 0; c < TCU_MAX_COLUMNS; c++) {
        t.column_bytes[c] = (size_t)1 << test_random_below(random, 5);
    }
    t.comparison = (tcu_comparison)test_random_below(random, TCU_COMPARE_OUTSIDE + 1);
    t.values_in_context = test_random_below(random, 2) != 0;
    t.format = test_random_below(random, 2) ? TCU_FLAGS_BITS : TCU_FLAGS_BYTES;
    t.index_type = test_random_below(random, 2) ? TCU_TYPE_U64 : TCU_TYPE_U32;
    t.with_lengths = test_random_below(random, 2) != 0;
    t.in_place = test_works_in_place(operation) && test_random_below(random, 4) == 0;
    t.density = (test_density)test_random_below(random, TEST_DENSITY_COUNT);
    t.seed = test_random_next(random);
    static const unsigned shifts[] = {0, 1, 3, 7};
    t.in_shift = shifts[test_random_below(random, 4)];
    t.out_shift = shifts[test_random_below(random, 4)];
    t.flags_shift = (unsigned)test_random_below(random, 19);
    t.temporary = (test_temporary)test_random_below(random, TEST_TEMPORARY_COUNT);
    return t;
}
