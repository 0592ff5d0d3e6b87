/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every sort and every workspace query against every bad argument: the status, a sentence that names it, and not a byte
 * of memory changed. One good call, and a table of ways to spoil it.
 */
#include <string.h>

#include "sorting/arena.h"
#include "test_backend.h"
#include "test_refusal.h"

typedef test_sort_arena arena;

/* Operations that take an argument, as bits. */
enum {
    OF_PAIRS = 1 << TEST_SORT_PAIRS | 1 << TEST_SORT_SEGMENTED_PAIRS | 1 << TEST_SORT_PAIRS_OFFSETS,
    OF_BARE = 1 << TEST_SORT_KEYS | 1 << TEST_SORT_SEGMENTED | 1 << TEST_SORT_OFFSETS,
    OF_ARGSORT = 1 << TEST_SORT_ARGSORT,
    OF_BUFFERS = 1 << TEST_SORT_BUFFERS,
    OF_SORTED = OF_PAIRS | OF_BARE,
    OF_FIXED = 1 << TEST_SORT_SEGMENTED | 1 << TEST_SORT_SEGMENTED_PAIRS,
    OF_OFFSETS = 1 << TEST_SORT_OFFSETS | 1 << TEST_SORT_PAIRS_OFFSETS,
    OF_ALL = OF_SORTED | OF_ARGSORT | OF_BUFFERS,
    QUERY = 1 << 16,    /* the query fails in the same way */
    HOST_ONLY = 1 << 17 /* on a device it is not seen */
};

#define SPOIL(NAME, ...)   TEST_SPOIL(arena, test_sort_call, NAME, __VA_ARGS__)
#define AT(POINTER, BYTES) ((void *)((uintptr_t)(POINTER) + (uintptr_t)(BYTES)))

/* The offsets in the arena and its copy, which must not change afterwards. */
static void put_offset(arena *a, int k, int64_t value)
{
    memcpy(a->copy + TEST_SORT_OFFSETS_AT + 8 * k, &value, sizeof value);
    test_copy_in(a->slice.data + TEST_SORT_OFFSETS_AT, a->copy + TEST_SORT_OFFSETS_AT,
                 (TEST_SORT_SEGMENTS + 1) * sizeof value);
}

SPOIL(null_keys_in, call->keys_in = NULL)
SPOIL(null_keys_out, call->keys_out = NULL)
SPOIL(null_values_in, call->values_in = NULL)
SPOIL(null_values_out, call->values_out = NULL)
SPOIL(null_buffers, call->buffers = NULL)
SPOIL(null_first_keys, a->buffers.keys[0] = NULL)
SPOIL(null_second_keys, a->buffers.keys[1] = NULL)
SPOIL(null_first_values, a->buffers.values[0] = NULL)
SPOIL(null_second_values, a->buffers.values[1] = NULL)
SPOIL(null_offsets, call->offsets = NULL)
SPOIL(key_type_below, call->key_type = (tcu_type)-1)
SPOIL(key_type_above, call->key_type = (tcu_type)12)
SPOIL(index_type_below, call->index_type = (tcu_type)-1)
SPOIL(index_type_above, call->index_type = (tcu_type)12)
SPOIL(index_type_signed, call->index_type = TCU_TYPE_I32)
SPOIL(index_type_real, call->index_type = TCU_TYPE_F64)
SPOIL(value_bytes_0, call->value_bytes = 0)
SPOIL(records_wrap, call->value_bytes = 24; call->n = UINT64_MAX / 24 + 2)
SPOIL(records_begin_inside, call->value_bytes = 12; call->values_out = AT(call->values_in, 11))
SPOIL(records_end_in_keys, call->value_bytes = 12; call->values_out = AT(call->keys_in, -12 * TEST_SORT_ITEMS + 1))
SPOIL(value_bytes_most, call->value_bytes = SIZE_MAX)
SPOIL(buffer_value_bytes_most, a->buffers.value_bytes = SIZE_MAX)
SPOIL(buffer_records_overlap, a->buffers.value_bytes = 12;
      a->buffers.values[1] = AT(a->buffers.values[0], 12 * TEST_SORT_ITEMS - 1))
SPOIL(reserved_first, a->options.reserved[0] = 41)
SPOIL(reserved_last, a->options.reserved[7] = 42)
SPOIL(buffer_reserved_first, a->buffers.reserved[0] = 43)
SPOIL(buffer_reserved_last, a->buffers.reserved[3] = 44)
SPOIL(ranking_below, a->options.ranking = (tcu_ranking)-1)
SPOIL(ranking_above, a->options.ranking = (tcu_ranking)3)
SPOIL(begin_below, a->options.begin_bit = -1)
SPOIL(begin_above_end, a->options.begin_bit = 17; a->options.end_bit = 16)
SPOIL(begin_above_key, a->options.begin_bit = 33)
SPOIL(end_below, a->options.end_bit = -5)
SPOIL(end_above, a->options.end_bit = 33)
SPOIL(end_above_byte, call->key_type = TCU_TYPE_I8; a->options.end_bit = 9)
SPOIL(segment_size_0, call->segment_size = 0)
SPOIL(too_many_segments, call->num_segments = UINT64_MAX / 8)
SPOIL(keys_in_off_by_2, call->keys_in = AT(call->keys_in, 2))
SPOIL(keys_out_off_by_1, call->keys_out = AT(call->keys_out, 1))
SPOIL(values_in_off_by_4, call->values_in = AT(call->values_in, 4))
SPOIL(values_of_16_off_by_8, call->value_bytes = 16; call->values_out = AT(call->values_out, 8))
SPOIL(indices_off_by_2, call->values_out = AT(call->values_out, 2))
SPOIL(indices_off_by_4, call->values_out = AT(call->values_out, 4); call->index_type = TCU_TYPE_U64)
SPOIL(first_keys_off_by_2, a->buffers.keys[0] = AT(a->buffers.keys[0], 2))
SPOIL(second_values_off_by_4, a->buffers.values[1] = AT(a->buffers.values[1], 4))
SPOIL(offsets_off_by_4, call->offsets = AT(call->offsets, 4))
SPOIL(bytes_wrap, call->n = ((uint64_t)1 << 62) + 10)
SPOIL(bytes_wrap_most, call->n = UINT64_MAX)
SPOIL(end_wraps, call->n = ((uint64_t)1 << 62) - 16)
SPOIL(values_wrap, call->key_type = TCU_TYPE_U8; call->n = (uint64_t)1 << 61)
SPOIL(index_above, call->n = ((uint64_t)1 << 32) + 1)
SPOIL(index_wraps, call->n = ((uint64_t)1 << 61) + 1; call->index_type = TCU_TYPE_U64; call->key_type = TCU_TYPE_U8)
SPOIL(keys_begin_inside, call->keys_out = AT(call->keys_in, 4))
SPOIL(keys_end_inside, call->keys_out = AT(call->keys_in, -4 * (TEST_SORT_ITEMS - 1)))
SPOIL(values_begin_inside, call->values_out = AT(call->values_in, 8))
SPOIL(keys_out_on_values_in, call->keys_out = (void *)call->values_in)
SPOIL(keys_out_on_values_out, call->keys_out = call->values_out)
SPOIL(values_out_on_keys_in, call->values_out = (void *)call->keys_in)
SPOIL(indices_on_keys, call->values_out = (void *)call->keys_in)
SPOIL(indices_end_in_keys, call->values_out = AT(call->keys_in, -4 * (TEST_SORT_ITEMS - 1)))
SPOIL(same_buffers, a->buffers.keys[1] = a->buffers.keys[0])
SPOIL(buffers_overlap, a->buffers.keys[1] = AT(a->buffers.keys[0], 4 * (TEST_SORT_ITEMS - 1)))
SPOIL(buffer_values_on_keys, a->buffers.values[0] = a->buffers.keys[1])
SPOIL(same_buffer_values, a->buffers.values[1] = a->buffers.values[0])
SPOIL(current_2, a->buffers.current = 2)
SPOIL(current_below, a->buffers.current = -1)
SPOIL(offsets_on_keys_out, call->offsets = call->keys_out)
SPOIL(offsets_on_values_out, call->offsets = call->values_out)
SPOIL(count_off_by_4, a->options.count = AT(a->slice.data, 4))
SPOIL(count_on_keys_out, a->options.count = call->keys_out)
SPOIL(count_on_values_out, a->options.count = AT(call->values_out, 8))
SPOIL(count_on_buffers, a->options.count = a->buffers.values[1])
SPOIL(offsets_below, put_offset(a, 0, -3))
SPOIL(offsets_decrease, put_offset(a, 2, 89))
SPOIL(offsets_above, put_offset(a, 4, TEST_SORT_ITEMS + 1))

static const test_refusal rows[] = {
    {OF_SORTED, null_keys_in, TCU_ERROR_INVALID_ARGUMENT, "keys_in", "NULL"},
    {OF_ARGSORT, null_keys_in, TCU_ERROR_INVALID_ARGUMENT, "keys", "NULL"},
    {OF_SORTED, null_keys_out, TCU_ERROR_INVALID_ARGUMENT, "keys_out", "NULL"},
    {OF_PAIRS, null_values_in, TCU_ERROR_INVALID_ARGUMENT, "values_in", "NULL"},
    {OF_PAIRS, null_values_out, TCU_ERROR_INVALID_ARGUMENT, "values_out", "NULL"},
    {OF_ARGSORT, null_values_out, TCU_ERROR_INVALID_ARGUMENT, "indices", "NULL"},
    {OF_BUFFERS, null_buffers, TCU_ERROR_INVALID_ARGUMENT, "buffers", "NULL"},
    {OF_BUFFERS, null_first_keys, TCU_ERROR_INVALID_ARGUMENT, "buffers.keys[0]", "NULL"},
    {OF_BUFFERS, null_second_keys, TCU_ERROR_INVALID_ARGUMENT, "buffers.keys[1]", "NULL"},
    {OF_BUFFERS, null_first_values, TCU_ERROR_INVALID_ARGUMENT, "buffers.values[0]", "NULL"},
    {OF_BUFFERS, null_second_values, TCU_ERROR_INVALID_ARGUMENT, "buffers.values[1]", "NULL"},
    {OF_OFFSETS, null_offsets, TCU_ERROR_INVALID_ARGUMENT, "offsets", "NULL"},
    {OF_ALL | QUERY, key_type_below, TCU_ERROR_INVALID_ARGUMENT, "key_type", "-1"},
    {OF_ALL | QUERY, key_type_above, TCU_ERROR_INVALID_ARGUMENT, "key_type", "12"},
    {OF_ARGSORT | QUERY, index_type_below, TCU_ERROR_INVALID_ARGUMENT, "index_type", "-1"},
    {OF_ARGSORT | QUERY, index_type_above, TCU_ERROR_INVALID_ARGUMENT, "index_type", "12"},
    {OF_ARGSORT | QUERY, index_type_signed, TCU_ERROR_UNSUPPORTED_TYPE, "index_type", "i32"},
    {OF_ARGSORT | QUERY, index_type_real, TCU_ERROR_UNSUPPORTED_TYPE, "index_type", "f64"},
    {OF_PAIRS | QUERY, value_bytes_0, TCU_ERROR_INVALID_ARGUMENT, "value_bytes", "0"},
    {OF_PAIRS | QUERY, value_bytes_most, TCU_ERROR_SIZE_OVERFLOW, "values_in", "18446744073709551615"},
    {OF_PAIRS | QUERY, records_wrap, TCU_ERROR_SIZE_OVERFLOW, "values_in", "24"},
    {OF_PAIRS, records_begin_inside, TCU_ERROR_OVERLAP, "values_out", "values_in"},
    {OF_PAIRS, records_end_in_keys, TCU_ERROR_OVERLAP, "values_out", "keys_in"},
    {OF_BUFFERS | QUERY, buffer_value_bytes_most, TCU_ERROR_SIZE_OVERFLOW, "buffers.values[0]", "18446744073709551615"},
    {OF_BUFFERS, buffer_records_overlap, TCU_ERROR_OVERLAP, "buffers.values[1]", "buffers.values[0]"},
    {OF_ALL | QUERY, reserved_first, TCU_ERROR_INVALID_ARGUMENT, "options.reserved[0]", "41"},
    {OF_ALL | QUERY, reserved_last, TCU_ERROR_INVALID_ARGUMENT, "options.reserved[7]", "42"},
    {OF_BUFFERS, buffer_reserved_first, TCU_ERROR_INVALID_ARGUMENT, "buffers.reserved[0]", "43"},
    {OF_BUFFERS, buffer_reserved_last, TCU_ERROR_INVALID_ARGUMENT, "buffers.reserved[3]", "44"},
    {OF_ALL | QUERY, ranking_below, TCU_ERROR_INVALID_ARGUMENT, "options.ranking", "-1"},
    {OF_ALL | QUERY, ranking_above, TCU_ERROR_INVALID_ARGUMENT, "options.ranking", "3"},
    {OF_ALL | QUERY, begin_below, TCU_ERROR_INVALID_ARGUMENT, "options.begin_bit", "-1"},
    {OF_ALL | QUERY, begin_above_end, TCU_ERROR_INVALID_ARGUMENT, "options.begin_bit", "17"},
    {OF_ALL | QUERY, begin_above_key, TCU_ERROR_INVALID_ARGUMENT, "options.begin_bit", "33"},
    {OF_ALL | QUERY, end_below, TCU_ERROR_INVALID_ARGUMENT, "options.end_bit", "-5"},
    {OF_ALL | QUERY, end_above, TCU_ERROR_INVALID_ARGUMENT, "options.end_bit", "33"},
    {OF_ALL | QUERY, end_above_byte, TCU_ERROR_INVALID_ARGUMENT, "options.end_bit", "9"},
    {OF_FIXED | QUERY, segment_size_0, TCU_ERROR_INVALID_ARGUMENT, "segment_size", "0"},
    {OF_OFFSETS | QUERY, too_many_segments, TCU_ERROR_SIZE_OVERFLOW, "num_segments", "2305843009213693951"},
    {OF_SORTED, keys_in_off_by_2, TCU_ERROR_MISALIGNED, "keys_in", "4"},
    {OF_ARGSORT, keys_in_off_by_2, TCU_ERROR_MISALIGNED, "keys", "4"},
    {OF_SORTED, keys_out_off_by_1, TCU_ERROR_MISALIGNED, "keys_out", "4"},
    {OF_PAIRS, values_in_off_by_4, TCU_ERROR_MISALIGNED, "values_in", "8"},
    {OF_PAIRS, values_of_16_off_by_8, TCU_ERROR_MISALIGNED, "values_out", "16"},
    {OF_ARGSORT, indices_off_by_2, TCU_ERROR_MISALIGNED, "indices", "4"},
    {OF_ARGSORT, indices_off_by_4, TCU_ERROR_MISALIGNED, "indices", "8"},
    {OF_BUFFERS, first_keys_off_by_2, TCU_ERROR_MISALIGNED, "buffers.keys[0]", "4"},
    {OF_BUFFERS, second_values_off_by_4, TCU_ERROR_MISALIGNED, "buffers.values[1]", "8"},
    {OF_OFFSETS, offsets_off_by_4, TCU_ERROR_MISALIGNED, "offsets", "8"},
    {OF_SORTED | QUERY, bytes_wrap, TCU_ERROR_SIZE_OVERFLOW, "keys_in", "4611686018427387914"},
    {OF_SORTED | QUERY, bytes_wrap_most, TCU_ERROR_SIZE_OVERFLOW, "keys_in", "18446744073709551615"},
    {OF_SORTED, end_wraps, TCU_ERROR_SIZE_OVERFLOW, "keys_in", "4611686018427387888"},
    {OF_BUFFERS | QUERY, bytes_wrap, TCU_ERROR_SIZE_OVERFLOW, "buffers.keys[0]", "4611686018427387914"},
    {OF_PAIRS | QUERY, values_wrap, TCU_ERROR_SIZE_OVERFLOW, "values_in", "2305843009213693952"},
    {OF_ARGSORT | QUERY, index_above, TCU_ERROR_SIZE_OVERFLOW, "n", "4294967297"},
    {OF_ARGSORT | QUERY, index_wraps, TCU_ERROR_SIZE_OVERFLOW, "indices", "2305843009213693953"},
    {OF_SORTED, keys_begin_inside, TCU_ERROR_OVERLAP, "keys_out", "keys_in"},
    {OF_SORTED, keys_end_inside, TCU_ERROR_OVERLAP, "keys_out", "keys_in"},
    {OF_PAIRS, values_begin_inside, TCU_ERROR_OVERLAP, "values_out", "values_in"},
    {OF_PAIRS, keys_out_on_values_in, TCU_ERROR_OVERLAP, "keys_out", "values_in"},
    {OF_PAIRS, keys_out_on_values_out, TCU_ERROR_OVERLAP, "keys_out", "values_out"},
    {OF_PAIRS, values_out_on_keys_in, TCU_ERROR_OVERLAP, "values_out", "keys_in"},
    {OF_ARGSORT, indices_on_keys, TCU_ERROR_OVERLAP, "indices", "keys"},
    {OF_ARGSORT, indices_end_in_keys, TCU_ERROR_OVERLAP, "indices", "keys"},
    {OF_BUFFERS, same_buffers, TCU_ERROR_OVERLAP, "buffers.keys[1]", "buffers.keys[0]"},
    {OF_BUFFERS, buffers_overlap, TCU_ERROR_OVERLAP, "buffers.keys[1]", "buffers.keys[0]"},
    {OF_BUFFERS, buffer_values_on_keys, TCU_ERROR_OVERLAP, "buffers.values[0]", "buffers.keys[1]"},
    {OF_BUFFERS, same_buffer_values, TCU_ERROR_OVERLAP, "buffers.values[1]", "buffers.values[0]"},
    {OF_BUFFERS, current_2, TCU_ERROR_INVALID_ARGUMENT, "buffers.current", "2"},
    {OF_BUFFERS, current_below, TCU_ERROR_INVALID_ARGUMENT, "buffers.current", "-1"},
    {OF_OFFSETS, offsets_on_keys_out, TCU_ERROR_OVERLAP, "keys_out", "offsets"},
    {1 << TEST_SORT_PAIRS_OFFSETS, offsets_on_values_out, TCU_ERROR_OVERLAP, "values_out", "offsets"},
    {OF_ALL, count_off_by_4, TCU_ERROR_MISALIGNED, "options->count", "8"},
    {OF_SORTED, count_on_keys_out, TCU_ERROR_OVERLAP, "keys_out", "options->count"},
    {OF_PAIRS, count_on_values_out, TCU_ERROR_OVERLAP, "values_out", "options->count"},
    {OF_ARGSORT, count_on_values_out, TCU_ERROR_OVERLAP, "indices", "options->count"},
    {OF_BUFFERS, count_on_buffers, TCU_ERROR_OVERLAP, "buffers.values[1]", "options->count"},
    {OF_OFFSETS | HOST_ONLY, offsets_below, TCU_ERROR_INVALID_OFFSETS, "offsets[0]", "-3"},
    {OF_OFFSETS | HOST_ONLY, offsets_decrease, TCU_ERROR_INVALID_OFFSETS, "offsets[2]", "89"},
    {OF_OFFSETS | HOST_ONLY, offsets_above, TCU_ERROR_INVALID_OFFSETS, "offsets[4]", "201"},
};

static void expect_failure(arena *a, const test_refusal *r, size_t index, bool query)
{
    size_t bytes = TEST_REFUSED_BYTES;
    const int current = a->buffers.current;
    const tcu_status status =
        query ? test_sort_query(a->context, &a->call, &bytes) : test_sort_run_call(a->context, &a->call);
    cr_expect_eq(a->buffers.current, current, "row %zu (%s): current was written", index, r->word);
    a->buffers.current = 0;
    test_refusal_expect(r, index, test_sort_names[a->call.operation], query, status, tcu_context_last_error(a->context),
                        r->value, bytes, test_sort_arena_unchanged(a));
}

Test(radix_sort_refusals, are_refused_with_a_sentence, .timeout = 120)
{
    arena *a = test_sort_arena_new();
    for (int operation = 0; operation < TEST_SORT_COUNT; operation++) {
        /* Not spoilt, the call succeeds: what fails below fails for its reason. */
        test_sort_arena_set(a, (test_sort_operation)operation);
        cr_assert_eq(test_sort_run_call(a->context, &a->call), TCU_SUCCESS, "%s: %s", test_sort_names[operation],
                     tcu_context_last_error(a->context));
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            if (!(rows[i].where & 1 << operation) || (rows[i].where & HOST_ONLY && test_on_cuda())) {
                continue;
            }
            unsigned char offsets[(TEST_SORT_SEGMENTS + 1) * 8];
            memcpy(offsets, a->copy + TEST_SORT_OFFSETS_AT, sizeof offsets);
            test_sort_arena_set(a, (test_sort_operation)operation);
            rows[i].spoil(a, &a->call);
            expect_failure(a, &rows[i], i, false);
            if (rows[i].where & QUERY) {
                expect_failure(a, &rows[i], i, true);
            }
            memcpy(a->copy + TEST_SORT_OFFSETS_AT, offsets, sizeof offsets);
        }
    }
    test_sort_arena_free(a);
}

Test(radix_sort_refusals, no_context_and_no_room_for_an_answer)
{
    arena *a = test_sort_arena_new();
    for (int operation = 0; operation < TEST_SORT_COUNT; operation++) {
        size_t bytes = TEST_REFUSED_BYTES;
        test_sort_arena_set(a, (test_sort_operation)operation);
        cr_expect_eq(test_sort_run_call(NULL, &a->call), TCU_ERROR_INVALID_CONTEXT);
        cr_expect_eq(test_sort_query(NULL, &a->call, &bytes), TCU_ERROR_INVALID_CONTEXT);
        cr_expect_eq(bytes, TEST_REFUSED_BYTES);
        cr_expect_eq(test_sort_query(a->context, &a->call, NULL), TCU_ERROR_INVALID_ARGUMENT);
        cr_expect(test_mentions(tcu_context_last_error(a->context), "bytes"));
        cr_expect(test_sort_arena_unchanged(a));
    }
    test_sort_arena_free(a);
}
