/* SPDX-License-Identifier: Apache-2.0 */
/* Bad arguments of selections: a status, a sentence that names argument and value, and not a byte written. */
#include <criterion/criterion.h>
#include <math.h>

#include "selection/selection.h"
#include "test_backend.h"
#include "test_refusal.h"

enum { N = 500, K = 8, SEGMENTS = 5, BYTES = 40960 };

/* The arrays, with space between them, in one block. */
enum {
    COUNT = 512,
    NUMBERS = 768, /* num_out or num_nans */
    OFFSETS = 1536,
    KEYS = 2048,
    VALUES = 8192,
    KEYS_OUT = 24576,
    VALUES_OUT = 28672,
    POSITIONS = 32768,
    OUT = 36864
};

typedef struct arena {
    tcu_context *context;
    test_memory memory;
    test_slice slice;
    unsigned char copy[BYTES];
    double q[3];
    tcu_top_k_options top_k_options;
    tcu_nth_element_options nth_options;
    tcu_quantiles_options quantiles_options;
} arena;

static uint64_t *number_at(const arena *a, size_t place)
{
    return (uint64_t *)(void *)(a->slice.data + place);
}

static test_selection_call good_call(arena *a, test_selection_form form)
{
    unsigned char *const base = a->slice.data;
    const int64_t offsets[SEGMENTS + 1] = {0, 100, 100, 250, 400, N};
    memcpy(a->copy + OFFSETS, offsets, sizeof offsets);
    test_copy_in(base, a->copy, BYTES);
    a->top_k_options = (tcu_top_k_options)TCU_TOP_K_OPTIONS_INIT;
    a->nth_options = (tcu_nth_element_options)TCU_NTH_ELEMENT_OPTIONS_INIT;
    a->quantiles_options = (tcu_quantiles_options)TCU_QUANTILES_OPTIONS_INIT;
    a->top_k_options.count = a->nth_options.count = a->quantiles_options.count = number_at(a, COUNT);
    a->top_k_options.num_out = a->nth_options.num_out = a->quantiles_options.num_nans = number_at(a, NUMBERS);
    a->q[0] = 0.5;
    a->q[1] = 0;
    a->q[2] = 1;
    return (test_selection_call){.form = form,
                                 .keys = base + KEYS,
                                 .values = base + VALUES,
                                 .offsets = (const int64_t *)(const void *)(base + OFFSETS),
                                 .n = N,
                                 .k = form == TEST_QUANTILES ? 3 : K,
                                 .segment_size = N / SEGMENTS,
                                 .num_segments = SEGMENTS,
                                 .key_type = TCU_TYPE_F32,
                                 .index_type = TCU_TYPE_U32,
                                 .out_type = TCU_TYPE_F64,
                                 .value_bytes = 24,
                                 .keys_out = base + KEYS_OUT,
                                 .values_out = base + VALUES_OUT,
                                 .positions = base + POSITIONS,
                                 .out = base + OUT,
                                 .q = a->q,
                                 .top_k_options = &a->top_k_options,
                                 .nth_options = &a->nth_options,
                                 .quantiles_options = &a->quantiles_options};
}

#define SPOIL(NAME, ...) TEST_SPOIL(arena, test_selection_call, NAME, __VA_ARGS__)
SPOIL(no_keys, call->keys = NULL)
SPOIL(no_values, call->values = NULL)
SPOIL(no_values_out, call->values_out = NULL)
SPOIL(no_outputs, call->keys_out = NULL; call->positions = NULL)
SPOIL(no_offsets, call->offsets = NULL)
SPOIL(no_out, call->out = NULL)
SPOIL(no_q, call->q = NULL)
SPOIL(no_num_nans, a->quantiles_options.nan_mode = TCU_QUANTILE_NAN_REFUSE; a->quantiles_options.num_nans = NULL)
SPOIL(wrong_type, call->key_type = (tcu_type)12)
SPOIL(wrong_position, call->index_type = (tcu_type)-1)
SPOIL(signed_position, call->index_type = TCU_TYPE_I64)
SPOIL(wrong_out, call->out_type = (tcu_type)99)
SPOIL(other_out, call->out_type = TCU_TYPE_F16)
SPOIL(integer_out, call->key_type = call->out_type = TCU_TYPE_I32)
SPOIL(no_bytes, call->value_bytes = 0)
SPOIL(no_size, call->segment_size = 0)
SPOIL(wrong_method, a->quantiles_options.method = (tcu_quantile_method)5)
SPOIL(wrong_mode, a->quantiles_options.nan_mode = (tcu_quantile_nan_mode)-2)
SPOIL(wrong_reserved, a->top_k_options.reserved[7] = a->nth_options.reserved[7] = a->quantiles_options.reserved[7] = 9)
SPOIL(large_rank, call->k = N)
SPOIL(negative_q, a->q[2] = -0.25)
SPOIL(large_q, a->q[1] = 1.5)
SPOIL(nan_q, a->q[0] = NAN)
SPOIL(misaligned_keys, call->keys = (const char *)call->keys + 2)
SPOIL(misaligned_keys_out, call->keys_out = (char *)call->keys_out + 1)
SPOIL(misaligned_positions, call->positions = (char *)call->positions + 2)
SPOIL(misaligned_offsets, call->offsets = (const int64_t *)(const void *)(a->slice.data + OFFSETS + 4))
SPOIL(misaligned_out, call->out = (char *)call->out + 4)
SPOIL(misaligned_count,
      a->top_k_options.count = a->nth_options.count = a->quantiles_options.count = number_at(a, COUNT + 4))
SPOIL(misaligned_numbers,
      a->top_k_options.num_out = a->nth_options.num_out = a->quantiles_options.num_nans = number_at(a, NUMBERS + 4))
SPOIL(keys_out_over_keys, call->keys_out = a->slice.data + KEYS + (N - 1) * 4)
SPOIL(positions_over_keys, call->positions = a->slice.data + KEYS)
SPOIL(positions_over_keys_out, call->positions = a->slice.data + KEYS_OUT)
SPOIL(values_over_values, call->values_out = a->slice.data + VALUES + 1)
SPOIL(out_over_keys, call->out = a->slice.data + KEYS)
SPOIL(numbers_over_count,
      a->top_k_options.num_out = a->nth_options.num_out = a->quantiles_options.num_nans = number_at(a, COUNT))
SPOIL(numbers_over_offsets, a->top_k_options.num_out = number_at(a, OFFSETS))
SPOIL(too_many, call->n = UINT64_MAX / 2; call->index_type = TCU_TYPE_U64; call->value_bytes = 1)
SPOIL(too_many_results, call->k = UINT64_C(1) << 61)
SPOIL(too_many_segments, call->num_segments = UINT64_C(1) << 61)
SPOIL(too_many_q, call->k = UINT64_C(1) << 61)
SPOIL(large_values, call->value_bytes = SIZE_MAX / 16)
SPOIL(long_array, call->n = (UINT64_C(1) << 32) + 1; call->segment_size = call->n)

enum {
    TOP_K_POSITIONS = 1 << TEST_TOP_K | 1 << TEST_SEGMENTED_TOP_K | 1 << TEST_SEGMENTED_TOP_K_OFFSETS,
    PAIRS = 1 << TEST_TOP_K_PAIRS | 1 << TEST_SEGMENTED_TOP_K_PAIRS | 1 << TEST_SEGMENTED_TOP_K_PAIRS_OFFSETS,
    BY_SIZE = 1 << TEST_SEGMENTED_TOP_K | 1 << TEST_SEGMENTED_TOP_K_PAIRS,
    BY_OFFSETS = 1 << TEST_SEGMENTED_TOP_K_OFFSETS | 1 << TEST_SEGMENTED_TOP_K_PAIRS_OFFSETS,
    TOP_K = TOP_K_POSITIONS | PAIRS,
    NTH = 1 << TEST_NTH_ELEMENT,
    QUANTILES = 1 << TEST_QUANTILES,
    POSITIONS_OF = TOP_K_POSITIONS | NTH,
    ALL = TOP_K | NTH | QUANTILES,
    QUERIES = 1 << TEST_SELECTION_COUNT /* the query refuses it, too */
};

static const test_refusal rows[] = {
    {ALL, no_keys, TCU_ERROR_INVALID_ARGUMENT, "keys", "NULL"},
    {PAIRS, no_values, TCU_ERROR_INVALID_ARGUMENT, "values", "NULL"},
    {PAIRS, no_values_out, TCU_ERROR_INVALID_ARGUMENT, "values_out", "NULL"},
    {TOP_K_POSITIONS, no_outputs, TCU_ERROR_INVALID_ARGUMENT, "indices_out", "NULL"},
    {NTH, no_outputs, TCU_ERROR_INVALID_ARGUMENT, "index_out", "NULL"},
    {BY_OFFSETS, no_offsets, TCU_ERROR_INVALID_ARGUMENT, "offsets", "NULL"},
    {QUANTILES, no_out, TCU_ERROR_INVALID_ARGUMENT, "out", "NULL"},
    {QUANTILES, no_q, TCU_ERROR_INVALID_ARGUMENT, "q", "NULL"},
    {QUANTILES | QUERIES, no_num_nans, TCU_ERROR_INVALID_ARGUMENT, "options->num_nans", "NULL"},
    {ALL | QUERIES, wrong_type, TCU_ERROR_INVALID_ARGUMENT, "key_type", "12"},
    {POSITIONS_OF | QUERIES, wrong_position, TCU_ERROR_INVALID_ARGUMENT, "index_type", "-1"},
    {POSITIONS_OF | QUERIES, signed_position, TCU_ERROR_UNSUPPORTED_TYPE, "index_type", "i64"},
    {QUANTILES | QUERIES, wrong_out, TCU_ERROR_INVALID_ARGUMENT, "out_type", "99"},
    {QUANTILES | QUERIES, other_out, TCU_ERROR_UNSUPPORTED_TYPE, "out_type", "f16"},
    {QUANTILES | QUERIES, integer_out, TCU_ERROR_UNSUPPORTED_TYPE, "out_type", "i32"},
    {PAIRS | QUERIES, no_bytes, TCU_ERROR_INVALID_ARGUMENT, "value_bytes", "0"},
    {BY_SIZE | QUERIES, no_size, TCU_ERROR_INVALID_ARGUMENT, "segment_size", "0"},
    {QUANTILES | QUERIES, wrong_method, TCU_ERROR_INVALID_ARGUMENT, "options->method", "5"},
    {QUANTILES | QUERIES, wrong_mode, TCU_ERROR_INVALID_ARGUMENT, "options->nan_mode", "-2"},
    {ALL | QUERIES, wrong_reserved, TCU_ERROR_INVALID_ARGUMENT, "options->reserved", "9"},
    {NTH | QUERIES, large_rank, TCU_ERROR_INVALID_ARGUMENT, "rank", "500"},
    {QUANTILES, negative_q, TCU_ERROR_INVALID_ARGUMENT, "q", "-0.25"},
    {QUANTILES, large_q, TCU_ERROR_INVALID_ARGUMENT, "q", "1.5"},
    {QUANTILES, nan_q, TCU_ERROR_INVALID_ARGUMENT, "q", "nan"},
    {ALL, misaligned_keys, TCU_ERROR_MISALIGNED, "keys", "4"},
    {TOP_K, misaligned_keys_out, TCU_ERROR_MISALIGNED, "keys_out", "4"},
    {NTH, misaligned_keys_out, TCU_ERROR_MISALIGNED, "key_out", "4"},
    {TOP_K_POSITIONS, misaligned_positions, TCU_ERROR_MISALIGNED, "indices_out", "4"},
    {BY_OFFSETS, misaligned_offsets, TCU_ERROR_MISALIGNED, "offsets", "8"},
    {QUANTILES, misaligned_out, TCU_ERROR_MISALIGNED, "out", "8"},
    {ALL, misaligned_count, TCU_ERROR_MISALIGNED, "options->count", "8"},
    {TOP_K | NTH, misaligned_numbers, TCU_ERROR_MISALIGNED, "options->num_out", "8"},
    {QUANTILES, misaligned_numbers, TCU_ERROR_MISALIGNED, "options->num_nans", "8"},
    {TOP_K, keys_out_over_keys, TCU_ERROR_OVERLAP, "keys_out", "keys"},
    {TOP_K_POSITIONS, positions_over_keys, TCU_ERROR_OVERLAP, "indices_out", "keys"},
    {NTH, positions_over_keys_out, TCU_ERROR_OVERLAP, "index_out", "key_out"},
    {PAIRS, values_over_values, TCU_ERROR_OVERLAP, "values_out", "values"},
    {QUANTILES, out_over_keys, TCU_ERROR_OVERLAP, "out", "keys"},
    {TOP_K | NTH, numbers_over_count, TCU_ERROR_OVERLAP, "options->num_out", "options->count"},
    {QUANTILES, numbers_over_count, TCU_ERROR_OVERLAP, "options->num_nans", "options->count"},
    {BY_OFFSETS, numbers_over_offsets, TCU_ERROR_OVERLAP, "options->num_out", "offsets"},
    {ALL | QUERIES, too_many, TCU_ERROR_SIZE_OVERFLOW, "keys", "9223372036854775807"},
    {(BY_SIZE | BY_OFFSETS) | QUERIES, too_many_results, TCU_ERROR_SIZE_OVERFLOW, "results", "2305843009213693952"},
    {BY_OFFSETS | QUERIES, too_many_segments, TCU_ERROR_SIZE_OVERFLOW, "num_segments", "2305843009213693952"},
    {QUANTILES | QUERIES, too_many_q, TCU_ERROR_SIZE_OVERFLOW, "out", "2305843009213693952"},
    {PAIRS | QUERIES, large_values, TCU_ERROR_SIZE_OVERFLOW, "values", "500"},
    {POSITIONS_OF | QUERIES, long_array, TCU_ERROR_SIZE_OVERFLOW, "index_type", "4294967297"},
};

Test(selection_refusals, every_bad_argument, .timeout = 300)
{
    arena a = {.context = test_context_new()};
    a.slice = test_slice_open(&a.memory, BYTES, 0, 0x41);
    memset(a.copy, 0x41, sizeof a.copy);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int form = 0; form < TEST_SELECTION_COUNT; form++) {
            if ((rows[i].where >> form & 1) == 0) {
                continue;
            }
            test_selection_call call = good_call(&a, (test_selection_form)form);
            size_t bytes = TEST_REFUSED_BYTES;
            rows[i].spoil(&a, &call);
            const tcu_status status = test_selection_run_call(a.context, &call);
            test_synchronise();
            test_refusal_expect(&rows[i], i, test_selection_names[form], false, status,
                                tcu_context_last_error(a.context), rows[i].value, bytes,
                                test_slice_holds(&a.slice, a.copy) && test_slice_guarded(&a.slice));
            if ((rows[i].where & QUERIES) != 0) {
                const tcu_status refused = test_selection_query(a.context, &call, &bytes);
                test_refusal_expect(&rows[i], i, test_selection_names[form], true, refused,
                                    tcu_context_last_error(a.context), rows[i].value, bytes, true);
            }
        }
    }
    for (int form = 0; form < TEST_SELECTION_COUNT; form++) {
        test_selection_call call = good_call(&a, (test_selection_form)form);
        cr_expect_eq(test_selection_query(a.context, &call, NULL), TCU_ERROR_INVALID_ARGUMENT);
        cr_expect_eq(test_selection_run_call(NULL, &call), TCU_ERROR_INVALID_CONTEXT);
        cr_expect_eq(test_selection_run_call(a.context, &call), TCU_SUCCESS, "%s", tcu_context_last_error(a.context));
    }
    test_synchronise();
    tcu_context_destroy(a.context);
    test_memory_release(&a.memory);
}

/* Where the host reads offsets it looks at them; a device touches nothing outside of the arrays. */
Test(selection_refusals, offsets_out_of_order)
{
    tcu_context *context = test_context_new();
    test_memory memory[3] = {{0}};
    const float keys[4] = {1, 2, 3, 4};
    const int64_t bad[][3] = {{0, 3, 2}, {0, 3, 5}, {-1, 3, 4}, {INT64_MIN, 0, INT64_MAX}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const test_slice in = test_slice_open(&memory[0], sizeof keys, 0, 0x31),
                         offsets = test_slice_open(&memory[1], sizeof bad[i], 0, 0x32),
                         out = test_slice_open(&memory[2], sizeof keys, 0, 0x33);
        test_copy_in(in.data, keys, sizeof keys);
        test_copy_in(offsets.data, bad[i], sizeof bad[i]);
        const tcu_status status =
            tcu_segmented_top_k_offsets(context, in.data, 4, (const int64_t *)(const void *)offsets.data, 2, 2,
                                        TCU_TYPE_F32, out.data, NULL, TCU_TYPE_U32, NULL);
        test_synchronise();
        cr_expect_eq(status, test_on_cuda() ? TCU_SUCCESS : TCU_ERROR_INVALID_OFFSETS, "offsets %zu", i);
        cr_expect(test_slice_guarded(&in) && test_slice_guarded(&offsets) && test_slice_guarded(&out));
        cr_expect(test_slice_holds(&in, keys) && (test_on_cuda() || test_slice_untouched(&out, 0, out.bytes)));
    }
    for (int k = 0; k < 3; k++) {
        test_memory_release(&memory[k]);
    }
    tcu_context_destroy(context);
}

/* Nothing to write needs no array; what there is of no elements is written. */
Test(selection_refusals, nothing_to_do)
{
    tcu_context *context = test_context_new();
    test_memory memory = {0};
    const test_slice numbers = test_slice_open(&memory, 4 * sizeof(uint64_t), 0, 0x23);
    uint64_t *const out = (uint64_t *)(void *)numbers.data;
    tcu_top_k_options top_k = TCU_TOP_K_OPTIONS_INIT;
    tcu_nth_element_options nth = TCU_NTH_ELEMENT_OPTIONS_INIT;
    tcu_quantiles_options quantiles = TCU_QUANTILES_OPTIONS_INIT;
    const double q[2] = {0, 0.5};
    cr_expect_eq(tcu_top_k(context, NULL, 0, 9, TCU_TYPE_F16, NULL, NULL, TCU_TYPE_U32, NULL), TCU_SUCCESS);
    cr_expect_eq(tcu_top_k(context, numbers.data, 4, 0, TCU_TYPE_U64, NULL, NULL, TCU_TYPE_U32, NULL), TCU_SUCCESS);
    cr_expect_eq(tcu_top_k_pairs(context, NULL, NULL, 0, 5, TCU_TYPE_U8, 3, NULL, NULL, NULL), TCU_SUCCESS);
    cr_expect_eq(tcu_segmented_top_k(context, NULL, 0, 7, 5, TCU_TYPE_U8, NULL, NULL, TCU_TYPE_U64, NULL), TCU_SUCCESS);
    cr_expect_eq(tcu_segmented_top_k_offsets(context, NULL, 0, NULL, 0, 5, TCU_TYPE_U8, NULL, NULL, TCU_TYPE_U64, NULL),
                 TCU_SUCCESS);
    cr_expect_eq(tcu_nth_element(context, NULL, 0, 5, TCU_TYPE_F64, NULL, NULL, TCU_TYPE_U64, NULL), TCU_SUCCESS);
    cr_expect_eq(tcu_quantiles(context, NULL, 0, TCU_TYPE_I8, q, 2, out, TCU_TYPE_F64, NULL), TCU_SUCCESS);
    cr_expect_eq(tcu_quantiles(context, out, 4, TCU_TYPE_U64, NULL, 0, NULL, TCU_TYPE_F64, NULL), TCU_SUCCESS);
    top_k.num_out = nth.num_out = out + 2;
    quantiles.num_nans = out + 3;
    cr_expect_eq(tcu_top_k(context, NULL, 0, 9, TCU_TYPE_F16, NULL, NULL, TCU_TYPE_U32, &top_k), TCU_SUCCESS);
    cr_expect_eq(tcu_quantiles(context, NULL, 0, TCU_TYPE_F16, NULL, 0, NULL, TCU_TYPE_F16, &quantiles), TCU_SUCCESS);
    test_synchronise();
    const uint64_t nan = UINT64_C(0x7ff8000000000000), expected[4] = {nan, nan, 0, 0};
    cr_expect(test_slice_holds(&numbers, expected) && test_slice_guarded(&numbers));
    const uint64_t one = 1;
    test_copy_in(out + 2, &one, sizeof one);
    test_synchronise();
    cr_expect_eq(tcu_nth_element(context, NULL, 0, 5, TCU_TYPE_F64, NULL, NULL, TCU_TYPE_U64, &nth), TCU_SUCCESS);
    test_synchronise();
    cr_expect(test_slice_holds(&numbers, expected));
    /* Of integers nothing is written where there is no element. */
    quantiles.method = TCU_QUANTILE_LOWER;
    cr_expect_eq(tcu_quantiles(context, NULL, 0, TCU_TYPE_U64, q, 2, out, TCU_TYPE_U64, &quantiles), TCU_SUCCESS);
    test_synchronise();
    cr_expect(test_slice_holds(&numbers, expected));
    test_memory_release(&memory);
    tcu_context_destroy(context);
}
