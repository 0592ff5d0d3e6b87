/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every compaction and every workspace query against every bad argument: the status, a sentence that names it, and not
 * a byte of memory changed. One good call, and a table of ways to spoil it.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/compact/compact_tuning.h"
#include "primitives/context/context_internal.h"
#include "test_backend.h"
#include "test_compaction.h"
#include "test_sentence.h"
#include "test_types.h"

enum { N = 64, COLUMNS = 3 };

/* Places of the arena, each with as much free room before and behind it as its array has at most. */
enum {
    ROOM = 4096,
    IN_AT = 1 * ROOM, /* and of each column a room further */
    OUT_AT = 5 * ROOM,
    FLAGS_AT = 9 * ROOM,
    VALUE_AT = 11 * ROOM,
    UPPER_AT = 12 * ROOM,
    INDICES_AT = 13 * ROOM,
    LENGTHS_AT = 15 * ROOM,
    COUNT_AT = 17 * ROOM,
    ARENA_BYTES = 19 * ROOM
};

/* A good call and all that it points to. */
typedef struct arena {
    tcu_context *context;
    test_memory memory;
    test_slice slice;
    unsigned char copy[ARENA_BYTES];
    test_compaction_call call;
    tcu_predicate predicate;
    tcu_column columns[TCU_MAX_COLUMNS];
    float value, upper;
} arena;

static arena *arena_new(void)
{
    arena *a = calloc(1, sizeof *a);
    cr_assert_not_null(a);
    a->context = test_context_new();
    for (int i = 0; i < ARENA_BYTES; i++) {
        a->copy[i] = (unsigned char)(i * 7 % 5);
    }
    return a;
}

static void arena_free(arena *a)
{
    cr_expect_eq(tcu_context_destroy(a->context), TCU_SUCCESS);
    test_memory_release(&a->memory);
    free(a);
}

static void set_good(arena *a, test_compaction_operation operation)
{
    a->slice = test_slice_open(&a->memory, ARENA_BYTES, 0, 0x5a);
    test_copy_in(a->slice.data, a->copy, ARENA_BYTES);
    unsigned char *data = a->slice.data;
    a->value = 1;
    a->upper = 2;
    a->predicate = (tcu_predicate)TCU_PREDICATE_INIT(TCU_COMPARE_INSIDE, &a->value);
    a->predicate.upper = &a->upper;
    for (int c = 0; c < COLUMNS; c++) {
        a->columns[c] = (tcu_column){data + IN_AT + c * ROOM, data + OUT_AT + c * ROOM, (size_t)4 << c};
    }
    a->call = (test_compaction_call){.operation = operation,
                                     .in = data + IN_AT,
                                     .item_bytes = 4,
                                     .type = TCU_TYPE_F32,
                                     .predicate = &a->predicate,
                                     .flags = data + FLAGS_AT,
                                     .columns = a->columns,
                                     .num_columns = COLUMNS,
                                     .out = data + OUT_AT,
                                     .indices = data + INDICES_AT,
                                     .index_type = TCU_TYPE_U32,
                                     .run_lengths = (uint64_t *)(void *)(data + LENGTHS_AT),
                                     .count = (uint64_t *)(void *)(data + COUNT_AT),
                                     .n = N};
}

/* What a row is about. */
enum {
    FLAGS_ONE = 1 << TEST_COMPACT | 1 << TEST_PARTITION,
    INDICES = 1 << TEST_COMPACT_INDICES,
    BY_COLUMNS = 1 << TEST_COMPACT_COLUMNS,
    UNIQUE = 1 << TEST_UNIQUE,
    PARTITIONS = 1 << TEST_PARTITION | 1 << TEST_PARTITION_IF,
    FLAGGED = FLAGS_ONE | INDICES | BY_COLUMNS,
    COMPARED = 1 << TEST_COMPACT_IF | 1 << TEST_PARTITION_IF,
    SIZED = FLAGS_ONE | UNIQUE,
    ONE_ARRAY = SIZED | COMPARED,
    ALL = ONE_ARRAY | INDICES | BY_COLUMNS,
    QUERY = 1 << 16 /* the query fails in the same way */
};

typedef struct row {
    int where;
    void (*spoil)(arena *a, test_compaction_call *call);
    tcu_status status;
    const char *word, *value; /* in the sentence */
} row;

#define SPOIL(NAME, ...)                                                                                               \
    static void NAME(arena *a, test_compaction_call *call)                                                             \
    {                                                                                                                  \
        (void)a, (void)call;                                                                                           \
        __VA_ARGS__;                                                                                                   \
    }
#define PLACE(AT) (a->slice.data + (AT))

static void use_context_values(arena *a)
{
    a->predicate.in_context_memory = 1;
    a->predicate.value = PLACE(VALUE_AT);
    a->predicate.upper = PLACE(UPPER_AT);
}

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
SPOIL(null_context_value, use_context_values(a); a->predicate.value = NULL)
SPOIL(null_context_upper, use_context_values(a); a->predicate.upper = NULL)
SPOIL(item_bytes_0, call->item_bytes = 0)
SPOIL(item_bytes_3, call->item_bytes = 3)
SPOIL(item_bytes_32, call->item_bytes = 32)
SPOIL(item_bytes_most, call->item_bytes = SIZE_MAX)
SPOIL(column_bytes_0, a->columns[2].item_bytes = 0)
SPOIL(column_bytes_12, a->columns[1].item_bytes = 12)
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
SPOIL(value_off_by_2, use_context_values(a); a->predicate.value = PLACE(VALUE_AT + 2))
SPOIL(upper_off_by_1, use_context_values(a); a->predicate.upper = PLACE(UPPER_AT + 1))
SPOIL(bytes_wrap, call->n = ((uint64_t)1 << 62) + 10)
SPOIL(bytes_wrap_most, call->n = UINT64_MAX)
SPOIL(end_wraps, call->n = ((uint64_t)1 << 62) - 16)
SPOIL(index_wraps, call->n = ((uint64_t)1 << 61) + 1; call->index_type = TCU_TYPE_U64)
SPOIL(index_above, call->n = ((uint64_t)1 << 32) + 1)
SPOIL(lengths_wrap, call->item_bytes = 1; call->n = (uint64_t)1 << 61)
SPOIL(out_begins_inside, call->out = (char *)call->in + 4)
SPOIL(out_ends_inside, call->out = (char *)call->in - 4 * (N - 1))
SPOIL(out_equals_in, call->out = (void *)call->in)
SPOIL(out_on_flags, call->out = (void *)call->flags)
SPOIL(out_ends_in_flags, call->out = (char *)call->flags - 4 * (N - 1))
SPOIL(bits_on_out, call->format = TCU_FLAGS_BITS; call->flags = (char *)call->out + 4 * N - 1)
SPOIL(indices_on_flags, call->indices = (void *)call->flags)
SPOIL(lengths_on_in, call->run_lengths = (uint64_t *)(void *)((char *)call->in + 4 * (N - 2)))
SPOIL(lengths_on_out, call->run_lengths = call->out)
SPOIL(count_on_in, call->count = (uint64_t *)(void *)((char *)call->in + 8))
SPOIL(count_on_out, call->count = (uint64_t *)(void *)((char *)call->out + 4 * (N - 2)))
SPOIL(count_on_flags, call->count = (uint64_t *)(void *)((char *)call->flags + N - 8))
SPOIL(count_on_indices, call->count = call->indices)
SPOIL(count_on_lengths, call->count = call->run_lengths + N - 1)
SPOIL(count_on_column, call->count = (uint64_t *)(void *)((char *)a->columns[2].out + 16 * (N - 1)))
SPOIL(column_in_place, a->columns[1].out = (void *)a->columns[1].in)
SPOIL(only_column_in_place, call->num_columns = 1; a->columns[0].out = (void *)a->columns[0].in)
SPOIL(columns_share_out, a->columns[2].out = a->columns[0].out)
SPOIL(column_begins_inside, a->columns[1].out = (char *)a->columns[1].in + 8)
SPOIL(column_ends_inside, a->columns[2].out = (char *)a->columns[2].in - 16 * (N - 1))
SPOIL(column_on_flags, a->columns[0].out = (void *)call->flags)
SPOIL(column_on_anothers_in, a->columns[2].out = (void *)a->columns[0].in)
SPOIL(value_on_out, use_context_values(a); a->predicate.value = call->out)
SPOIL(upper_on_count, use_context_values(a); a->predicate.upper = call->count)
SPOIL(value_in_place, use_context_values(a); a->predicate.value = call->in; call->out = (void *)call->in)

static const row rows[] = {
    {ONE_ARRAY, null_in, TCU_ERROR_INVALID_ARGUMENT, "in", "NULL"},
    {ONE_ARRAY, null_out, TCU_ERROR_INVALID_ARGUMENT, "out", "NULL"},
    {FLAGGED, null_flags, TCU_ERROR_INVALID_ARGUMENT, "flags", "NULL"},
    {FLAGGED, null_flags_bits, TCU_ERROR_INVALID_ARGUMENT, "flags", "NULL"},
    {INDICES, null_indices, TCU_ERROR_INVALID_ARGUMENT, "indices", "NULL"},
    {ALL, null_count, TCU_ERROR_INVALID_ARGUMENT, "count", "NULL"},
    {ALL, null_count_of_none, TCU_ERROR_INVALID_ARGUMENT, "count", "NULL"},
    {BY_COLUMNS, null_columns, TCU_ERROR_INVALID_ARGUMENT, "columns", "NULL"},
    {BY_COLUMNS, null_column_in, TCU_ERROR_INVALID_ARGUMENT, "columns[1].in", "NULL"},
    {BY_COLUMNS, null_column_out, TCU_ERROR_INVALID_ARGUMENT, "columns[2].out", "NULL"},
    {COMPARED, null_predicate, TCU_ERROR_INVALID_ARGUMENT, "predicate", "NULL"},
    {COMPARED, null_value, TCU_ERROR_INVALID_ARGUMENT, "predicate.value", "NULL"},
    {COMPARED, null_upper, TCU_ERROR_INVALID_ARGUMENT, "predicate.upper", "NULL"},
    {COMPARED, null_upper_outside, TCU_ERROR_INVALID_ARGUMENT, "predicate.upper", "NULL"},
    {COMPARED, null_context_value, TCU_ERROR_INVALID_ARGUMENT, "predicate.value", "NULL"},
    {COMPARED, null_context_upper, TCU_ERROR_INVALID_ARGUMENT, "predicate.upper", "NULL"},
    {SIZED | QUERY, item_bytes_0, TCU_ERROR_UNSUPPORTED_TYPE, "item_bytes", "0"},
    {SIZED | QUERY, item_bytes_3, TCU_ERROR_UNSUPPORTED_TYPE, "item_bytes", "3"},
    {SIZED | QUERY, item_bytes_32, TCU_ERROR_UNSUPPORTED_TYPE, "item_bytes", "32"},
    {SIZED | QUERY, item_bytes_most, TCU_ERROR_UNSUPPORTED_TYPE, "item_bytes", "18446744073709551615"},
    {BY_COLUMNS, column_bytes_0, TCU_ERROR_UNSUPPORTED_TYPE, "columns[2].item_bytes", "0"},
    {BY_COLUMNS, column_bytes_12, TCU_ERROR_UNSUPPORTED_TYPE, "columns[1].item_bytes", "12"},
    {FLAGGED | QUERY, format_below, TCU_ERROR_INVALID_ARGUMENT, "format", "-1"},
    {FLAGGED | QUERY, format_above, TCU_ERROR_INVALID_ARGUMENT, "format", "2"},
    {COMPARED | QUERY, type_below, TCU_ERROR_INVALID_ARGUMENT, "type", "-1"},
    {COMPARED | QUERY, type_above, TCU_ERROR_INVALID_ARGUMENT, "type", "12"},
    {INDICES | QUERY, index_type_below, TCU_ERROR_INVALID_ARGUMENT, "index_type", "-1"},
    {INDICES | QUERY, index_type_above, TCU_ERROR_INVALID_ARGUMENT, "index_type", "12"},
    {INDICES | QUERY, index_type_signed, TCU_ERROR_UNSUPPORTED_TYPE, "index_type", "i32"},
    {INDICES | QUERY, index_type_real, TCU_ERROR_UNSUPPORTED_TYPE, "index_type", "f64"},
    {COMPARED, comparison_below, TCU_ERROR_INVALID_ARGUMENT, "predicate.comparison", "-1"},
    {COMPARED, comparison_above, TCU_ERROR_INVALID_ARGUMENT, "predicate.comparison", "8"},
    {COMPARED, reserved_first, TCU_ERROR_INVALID_ARGUMENT, "predicate.reserved[0]", "41"},
    {COMPARED, reserved_last, TCU_ERROR_INVALID_ARGUMENT, "predicate.reserved[3]", "42"},
    {COMPARED, range_below, TCU_ERROR_INVALID_ARGUMENT, "predicate.upper", "predicate.value"},
    {COMPARED, range_outside_below, TCU_ERROR_INVALID_ARGUMENT, "predicate.upper", "predicate.value"},
    {BY_COLUMNS | QUERY, no_columns, TCU_ERROR_INVALID_ARGUMENT, "num_columns", "0"},
    {BY_COLUMNS | QUERY, minus_columns, TCU_ERROR_INVALID_ARGUMENT, "num_columns", "-1"},
    {BY_COLUMNS | QUERY, nine_columns, TCU_ERROR_INVALID_ARGUMENT, "num_columns", "9"},
    {ONE_ARRAY, in_off_by_2, TCU_ERROR_MISALIGNED, "in", "4"},
    {ONE_ARRAY, out_off_by_1, TCU_ERROR_MISALIGNED, "out", "4"},
    {BY_COLUMNS, column_in_off_by_4, TCU_ERROR_MISALIGNED, "columns[1].in", "8"},
    {BY_COLUMNS, column_out_off_by_8, TCU_ERROR_MISALIGNED, "columns[2].out", "16"},
    {SIZED, items_of_16_off_by_8, TCU_ERROR_MISALIGNED, "in", "16"},
    {INDICES, indices_off_by_2, TCU_ERROR_MISALIGNED, "indices", "4"},
    {INDICES, indices_off_by_4, TCU_ERROR_MISALIGNED, "indices", "8"},
    {UNIQUE, lengths_off_by_4, TCU_ERROR_MISALIGNED, "run_lengths", "8"},
    {ALL, count_off_by_4, TCU_ERROR_MISALIGNED, "count", "8"},
    {ALL, count_off_by_1, TCU_ERROR_MISALIGNED, "count", "8"},
    {COMPARED, value_off_by_2, TCU_ERROR_MISALIGNED, "predicate.value", "4"},
    {COMPARED, upper_off_by_1, TCU_ERROR_MISALIGNED, "predicate.upper", "4"},
    {ONE_ARRAY | QUERY, bytes_wrap, TCU_ERROR_SIZE_OVERFLOW, "in", "4611686018427387914"},
    {ONE_ARRAY | QUERY, bytes_wrap_most, TCU_ERROR_SIZE_OVERFLOW, "in", "18446744073709551615"},
    {ONE_ARRAY, end_wraps, TCU_ERROR_SIZE_OVERFLOW, "in", "4611686018427387888"},
    {BY_COLUMNS | QUERY, bytes_wrap_most, TCU_ERROR_SIZE_OVERFLOW, "columns[0].in", "18446744073709551615"},
    {INDICES | QUERY, index_wraps, TCU_ERROR_SIZE_OVERFLOW, "indices", "2305843009213693953"},
    {INDICES | QUERY, index_above, TCU_ERROR_SIZE_OVERFLOW, "n", "4294967297"},
    {UNIQUE | QUERY, lengths_wrap, TCU_ERROR_SIZE_OVERFLOW, "run_lengths", "2305843009213693952"},
    {ONE_ARRAY, out_begins_inside, TCU_ERROR_OVERLAP, "out", "in"},
    {ONE_ARRAY, out_ends_inside, TCU_ERROR_OVERLAP, "out", "in"},
    {PARTITIONS, out_equals_in, TCU_ERROR_OVERLAP, "out", "in"},
    {FLAGS_ONE, out_on_flags, TCU_ERROR_OVERLAP, "out", "flags"},
    {FLAGS_ONE, out_ends_in_flags, TCU_ERROR_OVERLAP, "out", "flags"},
    {FLAGS_ONE, bits_on_out, TCU_ERROR_OVERLAP, "out", "flags"},
    {INDICES, indices_on_flags, TCU_ERROR_OVERLAP, "indices", "flags"},
    {UNIQUE, lengths_on_in, TCU_ERROR_OVERLAP, "run_lengths", "in"},
    {UNIQUE, lengths_on_out, TCU_ERROR_OVERLAP, "run_lengths", "out"},
    {ONE_ARRAY, count_on_in, TCU_ERROR_OVERLAP, "count", "in"},
    {ONE_ARRAY, count_on_out, TCU_ERROR_OVERLAP, "count", "out"},
    {FLAGGED, count_on_flags, TCU_ERROR_OVERLAP, "count", "flags"},
    {INDICES, count_on_indices, TCU_ERROR_OVERLAP, "count", "indices"},
    {UNIQUE, count_on_lengths, TCU_ERROR_OVERLAP, "count", "run_lengths"},
    {BY_COLUMNS, count_on_column, TCU_ERROR_OVERLAP, "count", "columns[2].out"},
    {BY_COLUMNS, column_in_place, TCU_ERROR_OVERLAP, "columns[1].out", "columns[1].in"},
    {BY_COLUMNS, only_column_in_place, TCU_ERROR_OVERLAP, "columns[0].out", "columns[0].in"},
    {BY_COLUMNS, column_begins_inside, TCU_ERROR_OVERLAP, "columns[1].out", "columns[1].in"},
    {BY_COLUMNS, column_ends_inside, TCU_ERROR_OVERLAP, "columns[2].out", "columns[2].in"},
    {BY_COLUMNS, column_on_flags, TCU_ERROR_OVERLAP, "columns[0].out", "flags"},
    {BY_COLUMNS, columns_share_out, TCU_ERROR_OVERLAP, "columns[2].out", "columns[0].out"},
    {BY_COLUMNS, column_on_anothers_in, TCU_ERROR_OVERLAP, "columns[2].out", "columns[0].in"},
    {COMPARED, value_on_out, TCU_ERROR_OVERLAP, "out", "predicate.value"},
    {COMPARED, upper_on_count, TCU_ERROR_OVERLAP, "count", "predicate.upper"},
    {1 << TEST_COMPACT_IF, value_in_place, TCU_ERROR_OVERLAP, "out", "predicate.value"},
};

static bool unchanged(arena *a)
{
    test_synchronise();
    return test_slice_guarded(&a->slice) && test_slice_holds(&a->slice, a->copy);
}

static void expect_failure(arena *a, const row *r, size_t index, bool query)
{
    size_t bytes = 4711;
    const test_compaction_call *call = &a->call;
    const char *name = test_compaction_names[call->operation], *suffix = query ? "_workspace" : "";
    const tcu_status status =
        query ? test_compaction_query(a->context, call, &bytes) : test_compaction_run_call(a->context, call);
    const char *sentence = tcu_context_last_error(a->context);
    cr_expect_eq(status, r->status, "%s%s, row %zu (%s): status %d instead of %d: %s", name, suffix, index, r->word,
                 (int)status, (int)r->status, sentence);
    cr_expect(test_mentions(sentence, r->word) && test_mentions(sentence, r->value),
              "%s%s, row %zu: \"%s\" does not name %s and %s", name, suffix, index, sentence, r->word, r->value);
    cr_expect_eq(bytes, 4711, "%s%s, row %zu: *bytes was written", name, suffix, index);
    cr_expect(unchanged(a), "%s%s, row %zu (%s): memory was written", name, suffix, index, r->word);
}

Test(compact_arguments, are_refused_with_a_sentence, .timeout = 120)
{
    arena *a = arena_new();
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        /* Not spoilt, the call succeeds, with values in context memory too: what fails below fails for its reason. */
        for (int in_context = 0; in_context < 2; in_context++) {
            set_good(a, (test_compaction_operation)operation);
            if (in_context) {
                use_context_values(a);
            }
            cr_assert_eq(test_compaction_run_call(a->context, &a->call), TCU_SUCCESS, "%s",
                         tcu_context_last_error(a->context));
        }
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            if (!(rows[i].where & 1 << operation)) {
                continue;
            }
            set_good(a, (test_compaction_operation)operation);
            rows[i].spoil(a, &a->call);
            expect_failure(a, &rows[i], i, false);
            if (rows[i].where & QUERY) {
                expect_failure(a, &rows[i], i, true);
            }
        }
    }
    arena_free(a);
}

/* The sentence, the status and nothing written, of arguments that were drawn and not taken from the table. */
static void expect_refusal(arena *a, tcu_status expected, const char *word, size_t value)
{
    const test_compaction_call *call = &a->call;
    const tcu_status status = test_compaction_run_call(a->context, call);
    const char *sentence = tcu_context_last_error(a->context);
    char text[32];
    snprintf(text, sizeof text, "%zu", value);
    cr_expect_eq(status, expected, "%s, %s %zu: status %d", test_compaction_names[call->operation], word, value,
                 (int)status);
    cr_expect(test_mentions(sentence, word) && test_mentions(sentence, text), "%s: \"%s\" does not name %s and %s",
              test_compaction_names[call->operation], sentence, word, text);
    cr_expect(unchanged(a), "%s, %s %zu: memory was written", test_compaction_names[call->operation], word, value);
}

Test(compact_arguments, items_have_1_2_4_8_or_16_bytes)
{
    arena *a = arena_new();
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        for (size_t bytes = 0; bytes <= 40; bytes++) {
            const bool is_size = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
            set_good(a, (test_compaction_operation)operation);
            if (!is_size && SIZED & 1 << operation) {
                a->call.item_bytes = bytes;
                expect_refusal(a, TCU_ERROR_UNSUPPORTED_TYPE, "item_bytes", bytes);
            }
            if (!is_size && BY_COLUMNS & 1 << operation) {
                a->columns[1].item_bytes = bytes;
                expect_refusal(a, TCU_ERROR_UNSUPPORTED_TYPE, "columns[1].item_bytes", bytes);
            }
        }
    }
    arena_free(a);
}

Test(compact_arguments, items_are_aligned_to_their_size)
{
    arena *a = arena_new();
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        for (size_t bytes = 2; bytes <= 16; bytes *= 2) {
            for (size_t off = 1; off < bytes; off++) {
                if (SIZED & 1 << operation) {
                    set_good(a, (test_compaction_operation)operation);
                    a->call.item_bytes = bytes;
                    a->call.in = (const char *)a->call.in + off;
                    expect_refusal(a, TCU_ERROR_MISALIGNED, "in", bytes);
                    a->call.in = (const char *)a->call.in - off;
                    a->call.out = (char *)a->call.out + off;
                    expect_refusal(a, TCU_ERROR_MISALIGNED, "out", bytes);
                }
                if (BY_COLUMNS & 1 << operation) {
                    set_good(a, (test_compaction_operation)operation);
                    a->columns[1].item_bytes = bytes;
                    a->columns[1].in = (const char *)a->columns[1].in + off;
                    expect_refusal(a, TCU_ERROR_MISALIGNED, "columns[1].in", bytes);
                    a->columns[1].in = (const char *)a->columns[1].in - off;
                    a->columns[1].out = (char *)a->columns[1].out + off;
                    expect_refusal(a, TCU_ERROR_MISALIGNED, "columns[1].out", bytes);
                }
            }
        }
    }
    arena_free(a);
}

/*
 * Ways of so short a call on CUDA devices: in registers, which needs no temporary memory; in one pass (what does not go
 * that way goes by tiles) and by tiles, which need some however few items there are. The host never needs any.
 */
enum { POLICIES = 3, WAYS = POLICIES * 4 /* in place or not, with run lengths or not */ };

static const tcui_compact_policy in_one_pass = {TCU_ARITHMETIC_PLAIN, 0, true, 4, 0};
static const tcui_compact_policy by_tiles = {TCU_ARITHMETIC_PLAIN, 0, false, 0, 0};
static const tcui_compact_policy *const policies[POLICIES] = {NULL, &in_one_pass, &by_tiles};

/* A good call that goes that way, and what it needs; false where the operation has no such call. */
static bool set_good_by_way(arena *a, test_compaction_operation operation, int way, size_t *need)
{
    const bool in_place = way / POLICIES % 2 != 0, without_lengths = way / POLICIES / 2 != 0;
    if ((in_place && !test_works_in_place(operation)) || (without_lengths && operation != TEST_UNIQUE)) {
        return false;
    }
    set_good(a, operation);
    a->context->compact_policy = policies[way % POLICIES];
    if (in_place) {
        a->call.out = (void *)a->call.in;
    }
    if (without_lengths) {
        a->call.run_lengths = NULL;
    }
    *need = 4711;
    cr_assert_eq(test_compaction_query(a->context, &a->call, need), TCU_SUCCESS, "%s",
                 tcu_context_last_error(a->context));
    const bool in_registers = a->context->compact_policy == NULL && a->context->has_bulk_copies;
    cr_assert_eq(*need > 0, test_on_cuda() && !in_registers, "%s, way %d, needs %zu bytes",
                 test_compaction_names[operation], way, *need);
    return true;
}

/* The columns' query does not know their sizes, so their call may need less. */
Test(compact_arguments, too_small_a_workspace)
{
    static char garbage; /* never touched: the size is checked first */
    arena *a = arena_new();
    for (int i = 0; i < TEST_COMPACTION_COUNT * WAYS; i++) {
        const test_compaction_operation operation = (test_compaction_operation)(i / WAYS);
        size_t need;
        if (!set_good_by_way(a, operation, i % WAYS, &need)) {
            continue;
        }
        const size_t sizes[] = {0, 1, need / 2, need - 1};
        for (int k = 0; k < (operation == TEST_COMPACT_COLUMNS ? 2 : 4) && need > 0; k++) {
            cr_assert_eq(tcu_context_set_workspace(a->context, &garbage, sizes[k]), TCU_SUCCESS);
            expect_refusal(a, TCU_ERROR_WORKSPACE_TOO_SMALL, "workspace", sizes[k]);
        }
        if (need == 0) { /* nothing is enough */
            cr_assert_eq(tcu_context_set_workspace(a->context, &garbage, 0), TCU_SUCCESS);
            cr_expect_eq(test_compaction_run_call(a->context, &a->call), TCU_SUCCESS, "%s, way %d: %s",
                         test_compaction_names[operation], i % WAYS, tcu_context_last_error(a->context));
        }
        cr_assert_eq(tcu_context_set_workspace(a->context, NULL, 0), TCU_SUCCESS);
    }
    arena_free(a);
}

/* What looks like a mistake and is none. */
SPOIL(out_before_in, call->out = (char *)call->in - 4 * N)
SPOIL(out_behind_in, call->out = (char *)call->in + 4 * N)
SPOIL(upper_is_not_looked_at, a->predicate.comparison = TCU_COMPARE_LESS; a->predicate.upper = NULL)
SPOIL(a_range_of_one, a->upper = 1)
SPOIL(a_range_with_nan, a->upper = (float)NAN)
SPOIL(no_lengths, call->run_lengths = NULL)
SPOIL(value_is_an_item, use_context_values(a); a->predicate.value = call->in)
SPOIL(flags_are_items, call->flags = call->in)
SPOIL(odd_flags, call->flags = (const char *)call->flags + 1)
SPOIL(columns_share_in, a->columns[1].in = a->columns[0].in)

Test(compact_arguments, that_are_good_are_not_refused)
{
    static const struct {
        int where;
        void (*change)(arena *a, test_compaction_call *call);
    } table[] = {{ONE_ARRAY, out_before_in},
                 {ONE_ARRAY, out_behind_in},
                 {ONE_ARRAY & ~PARTITIONS, out_equals_in},
                 {COMPARED, upper_is_not_looked_at},
                 {COMPARED, a_range_of_one},
                 {COMPARED, a_range_with_nan},
                 {COMPARED, value_is_an_item},
                 {UNIQUE, no_lengths},
                 {FLAGS_ONE, flags_are_items},
                 {FLAGGED, odd_flags},
                 {BY_COLUMNS, columns_share_in}};
    arena *a = arena_new();
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
            if (table[i].where & 1 << operation) {
                set_good(a, (test_compaction_operation)operation);
                table[i].change(a, &a->call);
                cr_expect_eq(test_compaction_run_call(a->context, &a->call), TCU_SUCCESS, "%s, row %zu: %s",
                             test_compaction_names[operation], i, tcu_context_last_error(a->context));
                test_synchronise();
            }
        }
    }
    arena_free(a);
}

/* A range in host memory has to have its ends in order, as the elements' type sees them. */
Test(compact_arguments, ranges_are_ordered_as_their_type_is)
{
    static const struct {
        tcu_type type;
        uint64_t value, upper;
        tcu_status status;
    } table[] = {
        {TCU_TYPE_F16, 0xbc00, 0x3c00, TCU_SUCCESS},
        {TCU_TYPE_F16, 0x3c00, 0xbc00, TCU_ERROR_INVALID_ARGUMENT},
        {TCU_TYPE_F16, 0x0000, 0x8000, TCU_SUCCESS},
        {TCU_TYPE_F16, 0x7e00, 0x0000, TCU_SUCCESS},
        {TCU_TYPE_BF16, 0x3f80, 0xbf80, TCU_ERROR_INVALID_ARGUMENT},
        {TCU_TYPE_BF16, 0x0000, 0x7fc0, TCU_SUCCESS},
        {TCU_TYPE_F32, 0xff800000, 0x7f800000, TCU_SUCCESS},
        {TCU_TYPE_F32, 2, 1, TCU_ERROR_INVALID_ARGUMENT},
        {TCU_TYPE_F64, 1, 0, TCU_ERROR_INVALID_ARGUMENT},
        {TCU_TYPE_F64, (uint64_t)1 << 63, 0, TCU_SUCCESS},
        {TCU_TYPE_I8, 0xff, 0, TCU_SUCCESS},
        {TCU_TYPE_U8, 0xff, 0, TCU_ERROR_INVALID_ARGUMENT},
        {TCU_TYPE_I16, 0x8000, 0x7fff, TCU_SUCCESS},
        {TCU_TYPE_U16, 0x8000, 0x7fff, TCU_ERROR_INVALID_ARGUMENT},
        {TCU_TYPE_I32, 0, 0xffffffff, TCU_ERROR_INVALID_ARGUMENT},
        {TCU_TYPE_U32, 0, 0xffffffff, TCU_SUCCESS},
        {TCU_TYPE_I64, 0, UINT64_MAX, TCU_ERROR_INVALID_ARGUMENT},
        {TCU_TYPE_U64, 0, UINT64_MAX, TCU_SUCCESS},
    };
    arena *a = arena_new();
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        set_good(a, TEST_COMPACT_IF);
        a->call.type = table[i].type;
        a->call.n = 8;
        a->predicate.value = &table[i].value;
        a->predicate.upper = &table[i].upper;
        cr_expect_eq(test_compaction_run_call(a->context, &a->call), table[i].status, "row %zu", i);
    }
    test_synchronise();
    arena_free(a);
}

/* The last of 2^32 items has position 2^32 - 1. */
Test(compact_arguments, positions_of_32_bits_have_to_hold_n_items)
{
    arena *a = arena_new();
    for (int format = TCU_FLAGS_BYTES; format <= TCU_FLAGS_BITS; format++) {
        size_t bytes = 4711;
        set_good(a, TEST_COMPACT_INDICES);
        a->call.format = (tcu_flags_format)format;
        a->call.n = (uint64_t)1 << 32;
        cr_expect_eq(test_compaction_query(a->context, &a->call, &bytes), TCU_SUCCESS, "%s",
                     tcu_context_last_error(a->context));
        a->call.n++;
        cr_expect_eq(test_compaction_query(a->context, &a->call, &bytes), TCU_ERROR_SIZE_OVERFLOW);
        a->call.index_type = TCU_TYPE_U64;
        cr_expect_eq(test_compaction_query(a->context, &a->call, &bytes), TCU_SUCCESS, "%s",
                     tcu_context_last_error(a->context));
    }
    arena_free(a);
}

Test(compact_arguments, a_query_needs_somewhere_to_answer)
{
    arena *a = arena_new();
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        set_good(a, (test_compaction_operation)operation);
        cr_expect_eq(test_compaction_query(a->context, &a->call, NULL), TCU_ERROR_INVALID_ARGUMENT, "%s",
                     test_compaction_names[operation]);
        cr_expect(test_mentions(tcu_context_last_error(a->context), "bytes"), "%s", tcu_context_last_error(a->context));
    }
    arena_free(a);
}

Test(compact_arguments, no_context)
{
    arena *a = arena_new();
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        set_good(a, (test_compaction_operation)operation);
        size_t bytes = 4711;
        cr_expect_eq(test_compaction_run_call(NULL, &a->call), TCU_ERROR_INVALID_CONTEXT);
        cr_expect_eq(test_compaction_query(NULL, &a->call, &bytes), TCU_ERROR_INVALID_CONTEXT);
        cr_expect(test_mentions(tcu_context_last_error(NULL), "context"));
        cr_expect_eq(bytes, 4711);
        cr_expect(unchanged(a), "%s", test_compaction_names[operation]);
    }
    arena_free(a);
}

/* A backend without compaction says so, before it writes. */
Test(compact_arguments, a_backend_without_compaction)
{
    arena *a = arena_new();
    tcui_backend without = *a->context->backend;
    const tcui_backend *with = a->context->backend;
    without.compact = NULL;
    a->context->backend = &without;
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        set_good(a, (test_compaction_operation)operation);
        size_t bytes = 4711;
        cr_expect_eq(test_compaction_run_call(a->context, &a->call), TCU_ERROR_BACKEND_UNAVAILABLE);
        cr_expect(test_mentions(tcu_context_last_error(a->context), "backend"), "%s",
                  tcu_context_last_error(a->context));
        cr_expect_eq(test_compaction_query(a->context, &a->call, &bytes), TCU_ERROR_BACKEND_UNAVAILABLE);
        cr_expect_eq(bytes, 4711);
        cr_expect(unchanged(a), "%s", test_compaction_names[operation]);
    }
    a->context->backend = with;
    arena_free(a);
}

/* An allocator that has nothing to give: refused where memory is needed, and not asked where none is. */
Test(compact_arguments, an_allocator_without_memory)
{
    arena *a = arena_new();
    test_allocator allocator = {.refuse = true};
    for (int i = 0; i < TEST_COMPACTION_COUNT * WAYS; i++) {
        const test_compaction_operation operation = (test_compaction_operation)(i / WAYS);
        size_t need;
        if (!set_good_by_way(a, operation, i % WAYS, &need)) {
            continue;
        }
        cr_assert_eq(tcu_context_set_allocator(a->context, test_allocator_allocate, test_allocator_release, &allocator),
                     TCU_SUCCESS);
        const tcu_status status = test_compaction_run_call(a->context, &a->call);
        const char *sentence = tcu_context_last_error(a->context);
        if (need > 0) {
            cr_expect_eq(status, TCU_ERROR_OUT_OF_MEMORY, "%s, way %d: status %d", test_compaction_names[operation],
                         i % WAYS, (int)status);
            cr_expect(test_mentions(sentence, "allocator"), "%s, way %d: \"%s\" does not name the allocator",
                      test_compaction_names[operation], i % WAYS, sentence);
            cr_expect(unchanged(a), "%s, way %d: memory was written", test_compaction_names[operation], i % WAYS);
        } else {
            cr_expect_eq(status, TCU_SUCCESS, "%s, way %d: %s", test_compaction_names[operation], i % WAYS, sentence);
        }
        cr_assert_eq(tcu_context_set_allocator(a->context, NULL, NULL, NULL), TCU_SUCCESS);
    }
    test_synchronise();
    arena_free(a);
}
