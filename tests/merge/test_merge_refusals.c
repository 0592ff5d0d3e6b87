/* SPDX-License-Identifier: Apache-2.0 */
/* Bad arguments of merges and searches: a status, a sentence that names argument and value, and not a byte written. */
#include <criterion/criterion.h>

#include "merge/merge.h"
#include "test_backend.h"
#include "test_refusal.h"

enum { N = 500, BYTES = 32768 };

/* The arrays, with space between them, in one block. */
enum {
    A = 1024,
    B = 5120,
    A_VALUES = 9216,
    B_VALUES = 13312,
    OUT = 17408,
    VALUES_OUT = 22528,
    POSITIONS = 27648,
    COUNTS = 512
};

typedef struct arena {
    tcu_context *context;
    test_memory memory;
    test_slice slice;
    unsigned char copy[BYTES];
    tcu_merge_options merge_options;
    tcu_search_options search_options;
} arena;

static test_merge_call good_call(arena *a, test_merge_form form)
{
    unsigned char *const base = a->slice.data;
    const uint64_t *const counts = (const uint64_t *)(const void *)(base + COUNTS);
    test_copy_in(base, a->copy, BYTES);
    a->merge_options = (tcu_merge_options)TCU_MERGE_OPTIONS_INIT;
    a->search_options = (tcu_search_options)TCU_SEARCH_OPTIONS_INIT;
    a->merge_options.a_count = a->search_options.sorted_count = counts;
    a->merge_options.b_count = a->search_options.count = counts + 1;
    return (test_merge_call){.form = form,
                             .a = base + A,
                             .b = base + B,
                             .a_values = base + A_VALUES,
                             .b_values = base + B_VALUES,
                             .num_a = N,
                             .num_b = N,
                             .keys_out = base + OUT,
                             .values_out = base + VALUES_OUT,
                             .positions = base + POSITIONS,
                             .key_type = TCU_TYPE_F32,
                             .index_type = TCU_TYPE_U32,
                             .value_bytes = 4,
                             .merge_options = &a->merge_options,
                             .search_options = &a->search_options};
}

#define SPOIL(NAME, ...) TEST_SPOIL(arena, test_merge_call, NAME, __VA_ARGS__)
SPOIL(no_a, call->a = NULL)
SPOIL(no_b, call->b = NULL)
SPOIL(no_a_values, call->a_values = NULL)
SPOIL(no_b_values, call->b_values = NULL)
SPOIL(no_keys_out, call->keys_out = NULL)
SPOIL(no_values_out, call->values_out = NULL)
SPOIL(no_positions, call->positions = NULL)
SPOIL(wrong_type, call->key_type = (tcu_type)12)
SPOIL(wrong_position, call->index_type = (tcu_type)-1)
SPOIL(signed_position, call->index_type = TCU_TYPE_I32)
SPOIL(wrong_bytes, call->value_bytes = 12)
SPOIL(no_bytes, call->value_bytes = 0)
SPOIL(wrong_reserved, a->merge_options.reserved[3] = 5; a->search_options.reserved[3] = 5)
SPOIL(misaligned_a, call->a = (const char *)call->a + 2)
SPOIL(misaligned_b, call->b = (const char *)call->b + 1)
SPOIL(misaligned_values, call->b_values = (const char *)call->b_values + 2)
SPOIL(misaligned_positions, call->positions = (char *)call->positions + 2)
SPOIL(misaligned_a_count, a->merge_options.a_count = (const uint64_t *)(const void *)(a->slice.data + COUNTS + 4))
SPOIL(misaligned_count, a->search_options.count = (const uint64_t *)(const void *)(a->slice.data + COUNTS + 4))
SPOIL(keys_over_a, call->keys_out = a->slice.data + A)
SPOIL(keys_over_end_of_b, call->keys_out = a->slice.data + B + (N - 1) * 4)
SPOIL(values_over_keys, call->values_out = a->slice.data + OUT + 8)
SPOIL(values_over_values, call->values_out = a->slice.data + B_VALUES)
SPOIL(positions_over_sorted, call->positions = a->slice.data + A)
SPOIL(positions_over_values, call->positions = a->slice.data + B)
SPOIL(keys_over_count, a->merge_options.b_count = (const uint64_t *)(const void *)(a->slice.data + OUT))
SPOIL(positions_over_count,
      a->search_options.sorted_count = (const uint64_t *)(const void *)(a->slice.data + POSITIONS))
SPOIL(too_many, call->num_a = UINT64_MAX / 2)
SPOIL(too_many_together, call->num_a = UINT64_MAX - 7)
SPOIL(long_array, call->num_a = UINT64_C(1) << 32)

enum {
    MERGES = 1 << TEST_MERGE_KEYS | 1 << TEST_MERGE_PAIRS,
    PAIRS = 1 << TEST_MERGE_PAIRS,
    SEARCH = 1 << TEST_MERGE_SEARCH,
    ALL = MERGES | SEARCH,
    QUERIES = 1 << TEST_MERGE_COUNT /* the query refuses it, too */
};

static const test_refusal rows[] = {
    {MERGES, no_a, TCU_ERROR_INVALID_ARGUMENT, "a", "NULL"},
    {MERGES, no_b, TCU_ERROR_INVALID_ARGUMENT, "b", "NULL"},
    {SEARCH, no_a, TCU_ERROR_INVALID_ARGUMENT, "sorted", "NULL"},
    {SEARCH, no_b, TCU_ERROR_INVALID_ARGUMENT, "values", "NULL"},
    {PAIRS, no_a_values, TCU_ERROR_INVALID_ARGUMENT, "a_values", "NULL"},
    {PAIRS, no_b_values, TCU_ERROR_INVALID_ARGUMENT, "b_values", "NULL"},
    {MERGES, no_keys_out, TCU_ERROR_INVALID_ARGUMENT, "keys_out", "NULL"},
    {PAIRS, no_values_out, TCU_ERROR_INVALID_ARGUMENT, "values_out", "NULL"},
    {SEARCH, no_positions, TCU_ERROR_INVALID_ARGUMENT, "indices", "NULL"},
    {ALL | QUERIES, wrong_type, TCU_ERROR_INVALID_ARGUMENT, "key_type", "12"},
    {SEARCH | QUERIES, wrong_position, TCU_ERROR_INVALID_ARGUMENT, "index_type", "-1"},
    {SEARCH | QUERIES, signed_position, TCU_ERROR_UNSUPPORTED_TYPE, "index_type", "i32"},
    {PAIRS | QUERIES, wrong_bytes, TCU_ERROR_UNSUPPORTED_TYPE, "value_bytes", "12"},
    {PAIRS | QUERIES, no_bytes, TCU_ERROR_UNSUPPORTED_TYPE, "value_bytes", "0"},
    {ALL | QUERIES, wrong_reserved, TCU_ERROR_INVALID_ARGUMENT, "options->reserved", "5"},
    {MERGES, misaligned_a, TCU_ERROR_MISALIGNED, "a", "4"},
    {SEARCH, misaligned_a, TCU_ERROR_MISALIGNED, "sorted", "4"},
    {MERGES, misaligned_b, TCU_ERROR_MISALIGNED, "b", "4"},
    {SEARCH, misaligned_b, TCU_ERROR_MISALIGNED, "values", "4"},
    {PAIRS, misaligned_values, TCU_ERROR_MISALIGNED, "b_values", "4"},
    {SEARCH, misaligned_positions, TCU_ERROR_MISALIGNED, "indices", "4"},
    {MERGES, misaligned_a_count, TCU_ERROR_MISALIGNED, "options->a_count", "8"},
    {SEARCH, misaligned_count, TCU_ERROR_MISALIGNED, "options->count", "8"},
    {MERGES, keys_over_a, TCU_ERROR_OVERLAP, "keys_out", "a"},
    {1 << TEST_MERGE_KEYS, keys_over_end_of_b, TCU_ERROR_OVERLAP, "keys_out", "b"},
    {PAIRS, values_over_keys, TCU_ERROR_OVERLAP, "values_out", "keys_out"},
    {PAIRS, values_over_values, TCU_ERROR_OVERLAP, "values_out", "b_values"},
    {SEARCH, positions_over_sorted, TCU_ERROR_OVERLAP, "indices", "sorted"},
    {SEARCH, positions_over_values, TCU_ERROR_OVERLAP, "indices", "values"},
    {MERGES, keys_over_count, TCU_ERROR_OVERLAP, "keys_out", "options->b_count"},
    {SEARCH, positions_over_count, TCU_ERROR_OVERLAP, "indices", "options->sorted_count"},
    {MERGES | QUERIES, too_many, TCU_ERROR_SIZE_OVERFLOW, "a", "9223372036854775807"},
    {MERGES | QUERIES, too_many_together, TCU_ERROR_SIZE_OVERFLOW, "num_a", "18446744073709551608"},
    {SEARCH | QUERIES, long_array, TCU_ERROR_SIZE_OVERFLOW, "num_sorted", "4294967296"},
};

Test(merge_refusals, every_bad_argument, .timeout = 300)
{
    arena a = {.context = test_context_new()};
    a.slice = test_slice_open(&a.memory, BYTES, 0, 0x41);
    memset(a.copy, 0x41, sizeof a.copy);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int form = 0; form < TEST_MERGE_COUNT; form++) {
            if ((rows[i].where >> form & 1) == 0) {
                continue;
            }
            test_merge_call call = good_call(&a, (test_merge_form)form);
            size_t bytes = TEST_REFUSED_BYTES;
            rows[i].spoil(&a, &call);
            const tcu_status status = test_merge_run_call(a.context, &call);
            test_synchronise();
            test_refusal_expect(&rows[i], i, test_merge_names[form], false, status, tcu_context_last_error(a.context),
                                rows[i].value, bytes,
                                test_slice_holds(&a.slice, a.copy) && test_slice_guarded(&a.slice));
            if ((rows[i].where & QUERIES) != 0) {
                const tcu_status refused = test_merge_query(a.context, &call, &bytes);
                test_refusal_expect(&rows[i], i, test_merge_names[form], true, refused,
                                    tcu_context_last_error(a.context), rows[i].value, bytes, true);
            }
        }
    }
    for (int form = 0; form < TEST_MERGE_COUNT; form++) {
        test_merge_call call = good_call(&a, (test_merge_form)form);
        cr_expect_eq(test_merge_query(a.context, &call, NULL), TCU_ERROR_INVALID_ARGUMENT);
        cr_expect_eq(test_merge_run_call(NULL, &call), TCU_ERROR_INVALID_CONTEXT);
        cr_expect_eq(test_merge_run_call(a.context, &call), TCU_SUCCESS, "%s", tcu_context_last_error(a.context));
    }
    test_synchronise();
    tcu_context_destroy(a.context);
    test_memory_release(&a.memory);
}

/* Nothing to write needs no array; and of an empty array all positions are 0. */
Test(merge_refusals, nothing_to_do)
{
    tcu_context *context = test_context_new();
    cr_expect_eq(tcu_merge(context, NULL, 0, NULL, 0, NULL, TCU_TYPE_F16, NULL), TCU_SUCCESS);
    cr_expect_eq(tcu_merge_pairs(context, NULL, NULL, 0, NULL, NULL, 0, NULL, NULL, TCU_TYPE_U8, 16, NULL),
                 TCU_SUCCESS);
    cr_expect_eq(tcu_search_sorted(context, NULL, 0, NULL, 0, TCU_TYPE_F64, NULL, TCU_TYPE_U32, NULL), TCU_SUCCESS);
    test_memory memory[2] = {{0}};
    const uint16_t values[3] = {0, 5, 65535};
    const test_slice in = test_slice_open(&memory[0], sizeof values, 0, 0x21),
                     out = test_slice_open(&memory[1], 3 * sizeof(uint64_t), 0, 0x22);
    test_copy_in(in.data, values, sizeof values);
    cr_expect_eq(tcu_search_sorted(context, NULL, 0, in.data, 3, TCU_TYPE_U16, out.data, TCU_TYPE_U64, NULL),
                 TCU_SUCCESS);
    test_synchronise();
    const uint64_t zeros[3] = {0, 0, 0};
    cr_expect(test_slice_holds(&out, zeros) && test_slice_guarded(&out));
    cr_expect_eq(tcu_merge(context, NULL, 0, in.data, 3, out.data, TCU_TYPE_U16, NULL), TCU_SUCCESS);
    test_synchronise();
    uint16_t keys[3];
    test_copy_out(keys, out.data, sizeof keys);
    cr_expect(memcmp(keys, values, sizeof keys) == 0);
    for (int k = 0; k < 2; k++) {
        test_memory_release(&memory[k]);
    }
    tcu_context_destroy(context);
}
