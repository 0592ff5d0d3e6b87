/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments of compactions one at a time: every size of items, what looks wrong and is not, ranges, no context. */
#include <criterion/criterion.h>
#include <math.h>

#include "compaction/arena.h"
#include "primitives/context/context_internal.h"
#include "test_backend.h"
#include "test_refusal.h"

typedef test_compaction_arena arena;

Test(compact_arguments, items_have_1_byte_or_more)
{
    arena *a = test_compaction_arena_new();
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        for (size_t bytes = 0; bytes <= 40; bytes++) {
            test_compaction_arena_set(a, (test_compaction_operation)operation);
            a->call.item_bytes = bytes;
            a->columns[1].item_bytes = bytes;
            if (bytes > 0) {
                cr_expect_eq(test_compaction_run_call(a->context, &a->call), TCU_SUCCESS, "%s of %zu bytes: %s",
                             test_compaction_names[operation], bytes, tcu_context_last_error(a->context));
            } else if (TEST_OF_SIZED & 1 << operation) {
                test_compaction_arena_expect_refusal(a, TCU_ERROR_INVALID_ARGUMENT, "item_bytes", bytes);
            } else if (TEST_OF_BY_COLUMNS & 1 << operation) {
                test_compaction_arena_expect_refusal(a, TCU_ERROR_INVALID_ARGUMENT, "columns[1].item_bytes", bytes);
            }
        }
    }
    test_compaction_arena_free(a);
}

Test(compact_arguments, items_are_aligned_to_their_size)
{
    arena *a = test_compaction_arena_new();
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        for (size_t bytes = 2; bytes <= 16; bytes *= 2) {
            for (size_t off = 1; off < bytes; off++) {
                if (TEST_OF_SIZED & 1 << operation) {
                    test_compaction_arena_set(a, (test_compaction_operation)operation);
                    a->call.item_bytes = bytes;
                    a->call.in = (const char *)a->call.in + off;
                    test_compaction_arena_expect_refusal(a, TCU_ERROR_MISALIGNED, "in", bytes);
                    a->call.in = (const char *)a->call.in - off;
                    a->call.out = (char *)a->call.out + off;
                    test_compaction_arena_expect_refusal(a, TCU_ERROR_MISALIGNED, "out", bytes);
                }
                if (TEST_OF_BY_COLUMNS & 1 << operation) {
                    test_compaction_arena_set(a, (test_compaction_operation)operation);
                    a->columns[1].item_bytes = bytes;
                    a->columns[1].in = (const char *)a->columns[1].in + off;
                    test_compaction_arena_expect_refusal(a, TCU_ERROR_MISALIGNED, "columns[1].in", bytes);
                    a->columns[1].in = (const char *)a->columns[1].in - off;
                    a->columns[1].out = (char *)a->columns[1].out + off;
                    test_compaction_arena_expect_refusal(a, TCU_ERROR_MISALIGNED, "columns[1].out", bytes);
                }
            }
        }
    }
    test_compaction_arena_free(a);
}

/* What looks like a mistake and is none. */
#define CHANGE(NAME, ...) TEST_SPOIL(arena, test_compaction_call, NAME, __VA_ARGS__)

CHANGE(out_equals_in, call->out = (void *)call->in)
CHANGE(out_before_in, call->out = (char *)call->in - 4 * TEST_ARENA_ITEMS)
CHANGE(out_behind_in, call->out = (char *)call->in + 4 * TEST_ARENA_ITEMS)
CHANGE(upper_is_not_looked_at, a->predicate.comparison = TCU_COMPARE_LESS; a->predicate.upper = NULL)
CHANGE(a_range_of_one, a->upper = 1)
CHANGE(a_range_with_nan, a->upper = (float)NAN)
CHANGE(no_lengths, call->run_lengths = NULL)
CHANGE(value_is_an_item, test_compaction_arena_use_context_values(a); a->predicate.value = call->in)
CHANGE(flags_are_items, call->flags = call->in)
CHANGE(odd_flags, call->flags = (const char *)call->flags + 1)
CHANGE(columns_share_in, a->columns[1].in = a->columns[0].in)

Test(compact_arguments, that_are_good_are_not_refused)
{
    static const struct {
        int where;
        void (*change)(void *arena, void *call);
    } table[] = {{TEST_OF_ONE_ARRAY, out_before_in},
                 {TEST_OF_ONE_ARRAY, out_behind_in},
                 {TEST_OF_ONE_ARRAY & ~TEST_OF_PARTITIONS, out_equals_in},
                 {TEST_OF_COMPARED, upper_is_not_looked_at},
                 {TEST_OF_COMPARED, a_range_of_one},
                 {TEST_OF_COMPARED, a_range_with_nan},
                 {TEST_OF_COMPARED, value_is_an_item},
                 {TEST_OF_UNIQUE, no_lengths},
                 {TEST_OF_FLAGS_ONE, flags_are_items},
                 {TEST_OF_FLAGGED, odd_flags},
                 {TEST_OF_BY_COLUMNS, columns_share_in}};
    arena *a = test_compaction_arena_new();
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
            if (table[i].where & 1 << operation) {
                test_compaction_arena_set(a, (test_compaction_operation)operation);
                table[i].change(a, &a->call);
                cr_expect_eq(test_compaction_run_call(a->context, &a->call), TCU_SUCCESS, "%s, row %zu: %s",
                             test_compaction_names[operation], i, tcu_context_last_error(a->context));
                test_synchronise();
            }
        }
    }
    test_compaction_arena_free(a);
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
    arena *a = test_compaction_arena_new();
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        test_compaction_arena_set(a, TEST_COMPACT_IF);
        a->call.type = table[i].type;
        a->call.n = 8;
        a->predicate.value = &table[i].value;
        a->predicate.upper = &table[i].upper;
        cr_expect_eq(test_compaction_run_call(a->context, &a->call), table[i].status, "row %zu", i);
    }
    test_synchronise();
    test_compaction_arena_free(a);
}

/* The last of 2^32 items has position 2^32 - 1. */
Test(compact_arguments, positions_of_32_bits_have_to_hold_n_items)
{
    arena *a = test_compaction_arena_new();
    for (int format = TCU_FLAGS_BYTES; format <= TCU_FLAGS_BITS; format++) {
        size_t bytes = 4711;
        test_compaction_arena_set(a, TEST_COMPACT_INDICES);
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
    test_compaction_arena_free(a);
}

Test(compact_arguments, a_query_needs_somewhere_to_answer)
{
    arena *a = test_compaction_arena_new();
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        test_compaction_arena_set(a, (test_compaction_operation)operation);
        cr_expect_eq(test_compaction_query(a->context, &a->call, NULL), TCU_ERROR_INVALID_ARGUMENT, "%s",
                     test_compaction_names[operation]);
        cr_expect(test_mentions(tcu_context_last_error(a->context), "bytes"), "%s", tcu_context_last_error(a->context));
    }
    test_compaction_arena_free(a);
}

Test(compact_arguments, no_context)
{
    arena *a = test_compaction_arena_new();
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        test_compaction_arena_set(a, (test_compaction_operation)operation);
        size_t bytes = 4711;
        cr_expect_eq(test_compaction_run_call(NULL, &a->call), TCU_ERROR_INVALID_CONTEXT);
        cr_expect_eq(test_compaction_query(NULL, &a->call, &bytes), TCU_ERROR_INVALID_CONTEXT);
        cr_expect(test_mentions(tcu_context_last_error(NULL), "context"));
        cr_expect_eq(bytes, 4711);
        cr_expect(test_compaction_arena_unchanged(a), "%s", test_compaction_names[operation]);
    }
    test_compaction_arena_free(a);
}
