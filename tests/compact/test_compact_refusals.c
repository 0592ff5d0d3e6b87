/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every compaction and every workspace query against every bad argument: the status, a sentence that names it, and not
 * a byte of memory changed. One good call, and a table of ways to spoil it.
 */
#include "compaction/arena.h"
#include "test_backend.h"
#include "test_refusal.h"

typedef test_compaction_arena arena;

enum { QUERY = 1 << 16 /* in a row's `where`: the query fails in the same way */ };

#define SPOIL(NAME, ...) TEST_SPOIL(arena, test_compaction_call, NAME, __VA_ARGS__)
#define PLACE(AT)        (a->slice.data + (AT))

SPOIL(null_in, call->in = NULL)
SPOIL(null_out, call->out = NULL)
SPOIL(null_flags, call->flags = NULL)
SPOIL(null_flags_bits, call->flags = NULL; call->format = TCU_FLAGS_BITS)
SPOIL(null_indices, call->indices = NULL)
SPOIL(null_count, call->count = NULL)
SPOIL(null_count_of_none, call->count = NULL; call->n = 0)
SPOIL(null_columns, call->columns = NULL)
SPOIL(null_column_in, a->columns[1].in = NULL)
SPOIL(null_column_out, a->columns[2].out = NULL)
SPOIL(null_predicate, call->predicate = NULL)
SPOIL(null_value, a->predicate.value = NULL)
SPOIL(null_upper, a->predicate.upper = NULL)
SPOIL(null_upper_outside, a->predicate.upper = NULL; a->predicate.comparison = TCU_COMPARE_OUTSIDE)
SPOIL(null_context_value, test_compaction_arena_use_context_values(a); a->predicate.value = NULL)
SPOIL(null_context_upper, test_compaction_arena_use_context_values(a); a->predicate.upper = NULL)
SPOIL(item_bytes_0, call->item_bytes = 0)
SPOIL(item_bytes_most, call->item_bytes = SIZE_MAX)
SPOIL(column_bytes_0, a->columns[2].item_bytes = 0)
SPOIL(column_bytes_most, a->columns[1].item_bytes = SIZE_MAX)
SPOIL(records_wrap, call->item_bytes = 24; call->n = UINT64_MAX / 24 + 2)
SPOIL(records_begin_inside, call->item_bytes = 24; call->out = (char *)call->in + 23)
SPOIL(records_end_inside, call->item_bytes = 24; call->out = (char *)call->in - 24 * TEST_ARENA_ITEMS + 1)
SPOIL(column_records_overlap, a->columns[1].item_bytes = 3;
      a->columns[1].out = (char *)a->columns[1].in + 3 * TEST_ARENA_ITEMS - 1)
SPOIL(format_below, call->format = (tcu_flags_format)-1)
SPOIL(format_above, call->format = (tcu_flags_format)2)
SPOIL(type_below, call->type = (tcu_type)-1)
SPOIL(type_above, call->type = (tcu_type)12)
SPOIL(index_type_below, call->index_type = (tcu_type)-1)
SPOIL(index_type_above, call->index_type = (tcu_type)12)
SPOIL(index_type_signed, call->index_type = TCU_TYPE_I32)
SPOIL(index_type_real, call->index_type = TCU_TYPE_F64)
SPOIL(comparison_below, a->predicate.comparison = (tcu_comparison)-1)
SPOIL(comparison_above, a->predicate.comparison = (tcu_comparison)8)
SPOIL(reserved_first, a->predicate.reserved[0] = 41)
SPOIL(reserved_last, a->predicate.reserved[3] = 42)
SPOIL(options_reserved_first, a->options.reserved[0] = 43)
SPOIL(options_reserved_last, a->options.reserved[7] = 44)
SPOIL(length_off_by_4, a->options.count = (const uint64_t *)(const void *)PLACE(TEST_ARENA_VALUE_AT + 4))
SPOIL(length_on_count, a->options.count = call->count)
SPOIL(length_on_out, a->options.count = (const uint64_t *)call->out + 1)
SPOIL(length_on_indices, a->options.count = (const uint64_t *)call->indices + 1)
SPOIL(length_on_lengths, a->options.count = call->run_lengths)
SPOIL(range_below, a->upper = 0)
SPOIL(range_outside_below, a->upper = 0; a->predicate.comparison = TCU_COMPARE_OUTSIDE)
SPOIL(no_columns, call->num_columns = 0)
SPOIL(minus_columns, call->num_columns = -1)
SPOIL(nine_columns, call->num_columns = 9)
SPOIL(in_off_by_2, call->in = (const char *)call->in + 2)
SPOIL(out_off_by_1, call->out = (char *)call->out + 1)
SPOIL(column_in_off_by_4, a->columns[1].in = (const char *)a->columns[1].in + 4)
SPOIL(column_out_off_by_8, a->columns[2].out = (char *)a->columns[2].out + 8)
SPOIL(items_of_16_off_by_8, call->item_bytes = 16; call->in = (const char *)call->in + 8)
SPOIL(indices_off_by_2, call->indices = (char *)call->indices + 2)
SPOIL(indices_off_by_4, call->indices = (char *)call->indices + 4; call->index_type = TCU_TYPE_U64)
SPOIL(lengths_off_by_4, call->run_lengths = (uint64_t *)(void *)((char *)call->run_lengths + 4))
SPOIL(count_off_by_4, call->count = (uint64_t *)(void *)((char *)call->count + 4))
SPOIL(count_off_by_1, call->count = (uint64_t *)(void *)((char *)call->count + 1))
SPOIL(value_off_by_2, test_compaction_arena_use_context_values(a); a->predicate.value = PLACE(TEST_ARENA_VALUE_AT + 2))
SPOIL(upper_off_by_1, test_compaction_arena_use_context_values(a); a->predicate.upper = PLACE(TEST_ARENA_UPPER_AT + 1))
SPOIL(bytes_wrap, call->n = ((uint64_t)1 << 62) + 10)
SPOIL(bytes_wrap_most, call->n = UINT64_MAX)
SPOIL(end_wraps, call->n = ((uint64_t)1 << 62) - 16)
SPOIL(index_wraps, call->n = ((uint64_t)1 << 61) + 1; call->index_type = TCU_TYPE_U64)
SPOIL(index_above, call->n = ((uint64_t)1 << 32) + 1)
SPOIL(lengths_wrap, call->item_bytes = 1; call->n = (uint64_t)1 << 61)
SPOIL(out_begins_inside, call->out = (char *)call->in + 4)
SPOIL(out_ends_inside, call->out = (char *)call->in - 4 * (TEST_ARENA_ITEMS - 1))
SPOIL(out_equals_in, call->out = (void *)call->in)
SPOIL(out_on_flags, call->out = (void *)call->flags)
SPOIL(out_ends_in_flags, call->out = (char *)call->flags - 4 * (TEST_ARENA_ITEMS - 1))
SPOIL(bits_on_out, call->format = TCU_FLAGS_BITS; call->flags = (char *)call->out + 4 * TEST_ARENA_ITEMS - 1)
SPOIL(indices_on_flags, call->indices = (void *)call->flags)
SPOIL(lengths_on_in, call->run_lengths = (uint64_t *)(void *)((char *)call->in + 4 * (TEST_ARENA_ITEMS - 2)))
SPOIL(lengths_on_out, call->run_lengths = call->out)
SPOIL(count_on_in, call->count = (uint64_t *)(void *)((char *)call->in + 8))
SPOIL(count_on_out, call->count = (uint64_t *)(void *)((char *)call->out + 4 * (TEST_ARENA_ITEMS - 2)))
SPOIL(count_on_flags, call->count = (uint64_t *)(void *)((char *)call->flags + TEST_ARENA_ITEMS - 8))
SPOIL(count_on_indices, call->count = call->indices)
SPOIL(count_on_lengths, call->count = call->run_lengths + TEST_ARENA_ITEMS - 1)
SPOIL(count_on_column, call->count = (uint64_t *)(void *)((char *)a->columns[2].out + 16 * (TEST_ARENA_ITEMS - 1)))
SPOIL(column_in_place, a->columns[1].out = (void *)a->columns[1].in)
SPOIL(only_column_in_place, call->num_columns = 1; a->columns[0].out = (void *)a->columns[0].in)
SPOIL(columns_share_out, a->columns[2].out = a->columns[0].out)
SPOIL(column_begins_inside, a->columns[1].out = (char *)a->columns[1].in + 8)
SPOIL(column_ends_inside, a->columns[2].out = (char *)a->columns[2].in - 16 * (TEST_ARENA_ITEMS - 1))
SPOIL(column_on_flags, a->columns[0].out = (void *)call->flags)
SPOIL(column_on_anothers_in, a->columns[2].out = (void *)a->columns[0].in)
SPOIL(value_on_out, test_compaction_arena_use_context_values(a); a->predicate.value = call->out)
SPOIL(upper_on_count, test_compaction_arena_use_context_values(a); a->predicate.upper = call->count)
SPOIL(value_in_place, test_compaction_arena_use_context_values(a); a->predicate.value = call->in;
      call->out = (void *)call->in)

static const test_refusal rows[] = {
    {TEST_OF_ONE_ARRAY, null_in, TCU_ERROR_INVALID_ARGUMENT, "in", "NULL"},
    {TEST_OF_ONE_ARRAY, null_out, TCU_ERROR_INVALID_ARGUMENT, "out", "NULL"},
    {TEST_OF_FLAGGED, null_flags, TCU_ERROR_INVALID_ARGUMENT, "flags", "NULL"},
    {TEST_OF_FLAGGED, null_flags_bits, TCU_ERROR_INVALID_ARGUMENT, "flags", "NULL"},
    {TEST_OF_INDICES, null_indices, TCU_ERROR_INVALID_ARGUMENT, "indices", "NULL"},
    {TEST_OF_ALL, null_count, TCU_ERROR_INVALID_ARGUMENT, "count", "NULL"},
    {TEST_OF_ALL, null_count_of_none, TCU_ERROR_INVALID_ARGUMENT, "count", "NULL"},
    {TEST_OF_BY_COLUMNS, null_columns, TCU_ERROR_INVALID_ARGUMENT, "columns", "NULL"},
    {TEST_OF_BY_COLUMNS, null_column_in, TCU_ERROR_INVALID_ARGUMENT, "columns[1].in", "NULL"},
    {TEST_OF_BY_COLUMNS, null_column_out, TCU_ERROR_INVALID_ARGUMENT, "columns[2].out", "NULL"},
    {TEST_OF_COMPARED, null_predicate, TCU_ERROR_INVALID_ARGUMENT, "predicate", "NULL"},
    {TEST_OF_COMPARED, null_value, TCU_ERROR_INVALID_ARGUMENT, "predicate.value", "NULL"},
    {TEST_OF_COMPARED, null_upper, TCU_ERROR_INVALID_ARGUMENT, "predicate.upper", "NULL"},
    {TEST_OF_COMPARED, null_upper_outside, TCU_ERROR_INVALID_ARGUMENT, "predicate.upper", "NULL"},
    {TEST_OF_COMPARED, null_context_value, TCU_ERROR_INVALID_ARGUMENT, "predicate.value", "NULL"},
    {TEST_OF_COMPARED, null_context_upper, TCU_ERROR_INVALID_ARGUMENT, "predicate.upper", "NULL"},
    {TEST_OF_SIZED | QUERY, item_bytes_0, TCU_ERROR_INVALID_ARGUMENT, "item_bytes", "0"},
    {TEST_OF_SIZED | QUERY, item_bytes_most, TCU_ERROR_SIZE_OVERFLOW, "in", "18446744073709551615"},
    {TEST_OF_SIZED | QUERY, records_wrap, TCU_ERROR_SIZE_OVERFLOW, "in", "24"},
    {TEST_OF_SIZED, records_begin_inside, TCU_ERROR_OVERLAP, "out", "in"},
    {TEST_OF_SIZED, records_end_inside, TCU_ERROR_OVERLAP, "out", "in"},
    {TEST_OF_BY_COLUMNS, column_bytes_0, TCU_ERROR_INVALID_ARGUMENT, "columns[2].item_bytes", "0"},
    {TEST_OF_BY_COLUMNS, column_bytes_most, TCU_ERROR_SIZE_OVERFLOW, "columns[1].in", "18446744073709551615"},
    {TEST_OF_BY_COLUMNS, column_records_overlap, TCU_ERROR_OVERLAP, "columns[1].out", "columns[1].in"},
    {TEST_OF_FLAGGED | QUERY, format_below, TCU_ERROR_INVALID_ARGUMENT, "format", "-1"},
    {TEST_OF_FLAGGED | QUERY, format_above, TCU_ERROR_INVALID_ARGUMENT, "format", "2"},
    {TEST_OF_COMPARED | QUERY, type_below, TCU_ERROR_INVALID_ARGUMENT, "type", "-1"},
    {TEST_OF_COMPARED | QUERY, type_above, TCU_ERROR_INVALID_ARGUMENT, "type", "12"},
    {TEST_OF_INDICES | QUERY, index_type_below, TCU_ERROR_INVALID_ARGUMENT, "index_type", "-1"},
    {TEST_OF_INDICES | QUERY, index_type_above, TCU_ERROR_INVALID_ARGUMENT, "index_type", "12"},
    {TEST_OF_INDICES | QUERY, index_type_signed, TCU_ERROR_UNSUPPORTED_TYPE, "index_type", "i32"},
    {TEST_OF_INDICES | QUERY, index_type_real, TCU_ERROR_UNSUPPORTED_TYPE, "index_type", "f64"},
    {TEST_OF_COMPARED, comparison_below, TCU_ERROR_INVALID_ARGUMENT, "predicate.comparison", "-1"},
    {TEST_OF_COMPARED, comparison_above, TCU_ERROR_INVALID_ARGUMENT, "predicate.comparison", "8"},
    {TEST_OF_COMPARED, reserved_first, TCU_ERROR_INVALID_ARGUMENT, "predicate.reserved[0]", "41"},
    {TEST_OF_COMPARED, reserved_last, TCU_ERROR_INVALID_ARGUMENT, "predicate.reserved[3]", "42"},
    {TEST_OF_ALL | QUERY, options_reserved_first, TCU_ERROR_INVALID_ARGUMENT, "options->reserved[0]", "43"},
    {TEST_OF_ALL | QUERY, options_reserved_last, TCU_ERROR_INVALID_ARGUMENT, "options->reserved[7]", "44"},
    {TEST_OF_ALL, length_off_by_4, TCU_ERROR_MISALIGNED, "options->count", "8"},
    {TEST_OF_ALL, length_on_count, TCU_ERROR_OVERLAP, "count", "options->count"},
    {TEST_OF_ONE_ARRAY, length_on_out, TCU_ERROR_OVERLAP, "out", "options->count"},
    {TEST_OF_INDICES, length_on_indices, TCU_ERROR_OVERLAP, "indices", "options->count"},
    {TEST_OF_UNIQUE, length_on_lengths, TCU_ERROR_OVERLAP, "run_lengths", "options->count"},
    {TEST_OF_COMPARED, range_below, TCU_ERROR_INVALID_ARGUMENT, "predicate.upper", "predicate.value"},
    {TEST_OF_COMPARED, range_outside_below, TCU_ERROR_INVALID_ARGUMENT, "predicate.upper", "predicate.value"},
    {TEST_OF_BY_COLUMNS | QUERY, no_columns, TCU_ERROR_INVALID_ARGUMENT, "num_columns", "0"},
    {TEST_OF_BY_COLUMNS | QUERY, minus_columns, TCU_ERROR_INVALID_ARGUMENT, "num_columns", "-1"},
    {TEST_OF_BY_COLUMNS | QUERY, nine_columns, TCU_ERROR_INVALID_ARGUMENT, "num_columns", "9"},
    {TEST_OF_ONE_ARRAY, in_off_by_2, TCU_ERROR_MISALIGNED, "in", "4"},
    {TEST_OF_ONE_ARRAY, out_off_by_1, TCU_ERROR_MISALIGNED, "out", "4"},
    {TEST_OF_BY_COLUMNS, column_in_off_by_4, TCU_ERROR_MISALIGNED, "columns[1].in", "8"},
    {TEST_OF_BY_COLUMNS, column_out_off_by_8, TCU_ERROR_MISALIGNED, "columns[2].out", "16"},
    {TEST_OF_SIZED, items_of_16_off_by_8, TCU_ERROR_MISALIGNED, "in", "16"},
    {TEST_OF_INDICES, indices_off_by_2, TCU_ERROR_MISALIGNED, "indices", "4"},
    {TEST_OF_INDICES, indices_off_by_4, TCU_ERROR_MISALIGNED, "indices", "8"},
    {TEST_OF_UNIQUE, lengths_off_by_4, TCU_ERROR_MISALIGNED, "run_lengths", "8"},
    {TEST_OF_ALL, count_off_by_4, TCU_ERROR_MISALIGNED, "count", "8"},
    {TEST_OF_ALL, count_off_by_1, TCU_ERROR_MISALIGNED, "count", "8"},
    {TEST_OF_COMPARED, value_off_by_2, TCU_ERROR_MISALIGNED, "predicate.value", "4"},
    {TEST_OF_COMPARED, upper_off_by_1, TCU_ERROR_MISALIGNED, "predicate.upper", "4"},
    {TEST_OF_ONE_ARRAY | QUERY, bytes_wrap, TCU_ERROR_SIZE_OVERFLOW, "in", "4611686018427387914"},
    {TEST_OF_ONE_ARRAY | QUERY, bytes_wrap_most, TCU_ERROR_SIZE_OVERFLOW, "in", "18446744073709551615"},
    {TEST_OF_ONE_ARRAY, end_wraps, TCU_ERROR_SIZE_OVERFLOW, "in", "4611686018427387888"},
    {TEST_OF_BY_COLUMNS | QUERY, bytes_wrap_most, TCU_ERROR_SIZE_OVERFLOW, "columns[0].in", "18446744073709551615"},
    {TEST_OF_INDICES | QUERY, index_wraps, TCU_ERROR_SIZE_OVERFLOW, "indices", "2305843009213693953"},
    {TEST_OF_INDICES | QUERY, index_above, TCU_ERROR_SIZE_OVERFLOW, "n", "4294967297"},
    {TEST_OF_UNIQUE | QUERY, lengths_wrap, TCU_ERROR_SIZE_OVERFLOW, "run_lengths", "2305843009213693952"},
    {TEST_OF_ONE_ARRAY, out_begins_inside, TCU_ERROR_OVERLAP, "out", "in"},
    {TEST_OF_ONE_ARRAY, out_ends_inside, TCU_ERROR_OVERLAP, "out", "in"},
    {TEST_OF_PARTITIONS, out_equals_in, TCU_ERROR_OVERLAP, "out", "in"},
    {TEST_OF_FLAGS_ONE, out_on_flags, TCU_ERROR_OVERLAP, "out", "flags"},
    {TEST_OF_FLAGS_ONE, out_ends_in_flags, TCU_ERROR_OVERLAP, "out", "flags"},
    {TEST_OF_FLAGS_ONE, bits_on_out, TCU_ERROR_OVERLAP, "out", "flags"},
    {TEST_OF_INDICES, indices_on_flags, TCU_ERROR_OVERLAP, "indices", "flags"},
    {TEST_OF_UNIQUE, lengths_on_in, TCU_ERROR_OVERLAP, "run_lengths", "in"},
    {TEST_OF_UNIQUE, lengths_on_out, TCU_ERROR_OVERLAP, "run_lengths", "out"},
    {TEST_OF_ONE_ARRAY, count_on_in, TCU_ERROR_OVERLAP, "count", "in"},
    {TEST_OF_ONE_ARRAY, count_on_out, TCU_ERROR_OVERLAP, "count", "out"},
    {TEST_OF_FLAGGED, count_on_flags, TCU_ERROR_OVERLAP, "count", "flags"},
    {TEST_OF_INDICES, count_on_indices, TCU_ERROR_OVERLAP, "count", "indices"},
    {TEST_OF_UNIQUE, count_on_lengths, TCU_ERROR_OVERLAP, "count", "run_lengths"},
    {TEST_OF_BY_COLUMNS, count_on_column, TCU_ERROR_OVERLAP, "count", "columns[2].out"},
    {TEST_OF_BY_COLUMNS, column_in_place, TCU_ERROR_OVERLAP, "columns[1].out", "columns[1].in"},
    {TEST_OF_BY_COLUMNS, only_column_in_place, TCU_ERROR_OVERLAP, "columns[0].out", "columns[0].in"},
    {TEST_OF_BY_COLUMNS, column_begins_inside, TCU_ERROR_OVERLAP, "columns[1].out", "columns[1].in"},
    {TEST_OF_BY_COLUMNS, column_ends_inside, TCU_ERROR_OVERLAP, "columns[2].out", "columns[2].in"},
    {TEST_OF_BY_COLUMNS, column_on_flags, TCU_ERROR_OVERLAP, "columns[0].out", "flags"},
    {TEST_OF_BY_COLUMNS, columns_share_out, TCU_ERROR_OVERLAP, "columns[2].out", "columns[0].out"},
    {TEST_OF_BY_COLUMNS, column_on_anothers_in, TCU_ERROR_OVERLAP, "columns[2].out", "columns[0].in"},
    {TEST_OF_COMPARED, value_on_out, TCU_ERROR_OVERLAP, "out", "predicate.value"},
    {TEST_OF_COMPARED, upper_on_count, TCU_ERROR_OVERLAP, "count", "predicate.upper"},
    {1 << TEST_COMPACT_IF, value_in_place, TCU_ERROR_OVERLAP, "out", "predicate.value"},
};

static void expect_failure(arena *a, const test_refusal *r, size_t index, bool query)
{
    size_t bytes = TEST_REFUSED_BYTES;
    const tcu_status status =
        query ? test_compaction_query(a->context, &a->call, &bytes) : test_compaction_run_call(a->context, &a->call);
    test_refusal_expect(r, index, test_compaction_names[a->call.operation], query, status,
                        tcu_context_last_error(a->context), r->value, bytes, test_compaction_arena_unchanged(a));
}

Test(compact_refusals, are_refused_with_a_sentence, .timeout = 120)
{
    arena *a = test_compaction_arena_new();
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        /* Not spoilt, the call succeeds, with values in context memory too: what fails below fails for its reason. */
        for (int in_context = 0; in_context < 2; in_context++) {
            test_compaction_arena_set(a, (test_compaction_operation)operation);
            if (in_context) {
                test_compaction_arena_use_context_values(a);
            }
            cr_assert_eq(test_compaction_run_call(a->context, &a->call), TCU_SUCCESS, "%s",
                         tcu_context_last_error(a->context));
        }
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            if (!(rows[i].where & 1 << operation)) {
                continue;
            }
            test_compaction_arena_set(a, (test_compaction_operation)operation);
            rows[i].spoil(a, &a->call);
            expect_failure(a, &rows[i], i, false);
            if (rows[i].where & QUERY) {
                expect_failure(a, &rows[i], i, true);
            }
        }
    }
    test_compaction_arena_free(a);
}
