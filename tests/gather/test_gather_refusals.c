/* SPDX-License-Identifier: Apache-2.0 */
/* Bad arguments of gathers, scatters and run-length decodings: a status, a sentence that names argument and value, and not a
 * byte written. */
#include <criterion/criterion.h>

#include "moving/moving.h"
#include "test_backend.h"
#include "test_refusal.h"

enum { N = 100, PLACES = 90, ITEM_BYTES = 12, BYTES = 16384 };

/* The arrays, with space between them, in one block. */
enum { FROM = 1024, NAMES = 4096, LIMIT = 6144, TO = 7168, RUNS = 10240, RESULT = 13312 };

typedef struct arena {
    tcu_context *context;
    test_memory memory;
    test_slice slice;
    unsigned char copy[BYTES];
    tcu_gather_options options;
    tcu_run_length_options run_options;
} arena;

static test_moving_call good_call(arena *a, test_moving_form form)
{
    unsigned char *const base = a->slice.data;
    test_copy_in(base, a->copy, BYTES);
    a->options = (tcu_gather_options)TCU_GATHER_OPTIONS_INIT;
    a->options.count = (const uint64_t *)(const void *)(base + LIMIT);
    a->options.out_of_range = (uint64_t *)(void *)(base + RESULT);
    a->run_options = (tcu_run_length_options)TCU_RUN_LENGTH_OPTIONS_INIT;
    a->run_options.count = (const uint64_t *)(const void *)(base + LIMIT);
    return (test_moving_call){.form = form,
                              .from = base + FROM,
                              .names = base + NAMES,
                              .type = TCU_TYPE_U32,
                              .to = base + TO,
                              .runs = base + RUNS,
                              .run_type = TCU_TYPE_U64,
                              .total = (uint64_t *)(void *)(base + RESULT),
                              .item_bytes = ITEM_BYTES,
                              .n = N,
                              .places = PLACES,
                              .options = &a->options,
                              .run_options = &a->run_options};
}

#define SPOIL(NAME, ...) TEST_SPOIL(arena, test_moving_call, NAME, __VA_ARGS__)
SPOIL(no_items, call->from = NULL)
SPOIL(no_names, call->names = NULL)
SPOIL(no_out, call->to = NULL)
SPOIL(no_item_bytes, call->item_bytes = 0)
SPOIL(no_type, call->type = (tcu_type)12)
SPOIL(type_of_reals, call->type = TCU_TYPE_F32)
SPOIL(signed_lengths, call->type = TCU_TYPE_I32)
SPOIL(no_run_type, call->run_type = (tcu_type)17)
SPOIL(wrong_run_type, call->run_type = TCU_TYPE_I64)
SPOIL(wrong_reserved, a->options.reserved[3] = a->run_options.reserved[3] = 5)
SPOIL(misaligned_names, call->names = (const char *)call->names + 2)
SPOIL(misaligned_count,
      a->options.count = a->run_options.count = (const uint64_t *)(const void *)((const char *)a->options.count + 4))
SPOIL(misaligned_out_of_range, a->options.out_of_range = (uint64_t *)(void *)((char *)a->options.out_of_range + 4))
SPOIL(misaligned_runs, call->runs = (char *)call->runs + 4)
SPOIL(misaligned_total, call->total = (uint64_t *)(void *)((char *)call->total + 4))
SPOIL(out_over_items, call->to = a->slice.data + FROM + 5)
SPOIL(out_is_items, call->to = a->slice.data + FROM)
SPOIL(out_over_names, call->to = a->slice.data + NAMES + 4 * N - 1)
SPOIL(out_over_count, call->to = a->slice.data + LIMIT + 7)
SPOIL(out_of_range_in_out, a->options.out_of_range = (uint64_t *)(void *)(a->slice.data + TO + 8))
SPOIL(runs_over_out, call->runs = a->slice.data + TO + 8)
SPOIL(total_in_runs, call->total = (uint64_t *)(void *)(a->slice.data + RUNS + 8))
SPOIL(too_many, call->n = UINT64_MAX / 2)
SPOIL(too_many_places, call->places = UINT64_MAX / 3)
SPOIL(items_too_long, call->item_bytes = SIZE_MAX)
SPOIL(too_many_for_u32, call->run_type = TCU_TYPE_U32; call->n = ((uint64_t)1 << 32) + 1)

enum {
    GATHER = 1 << TEST_MOVING_GATHER,
    SCATTER = 1 << TEST_MOVING_SCATTER,
    DECODE = 1 << TEST_MOVING_DECODE,
    BOTH = GATHER | SCATTER,
    ALL = BOTH | DECODE,
    QUERIES = 1 << TEST_MOVING_COUNT /* the query refuses it, too */
};

static const test_refusal rows[] = {
    {GATHER, no_items, TCU_ERROR_INVALID_ARGUMENT, "source", "NULL"},
    {SCATTER | DECODE, no_items, TCU_ERROR_INVALID_ARGUMENT, "items", "NULL"},
    {BOTH, no_names, TCU_ERROR_INVALID_ARGUMENT, "indices", "NULL"},
    {DECODE, no_names, TCU_ERROR_INVALID_ARGUMENT, "lengths", "NULL"},
    {BOTH, no_out, TCU_ERROR_INVALID_ARGUMENT, "out", "NULL"},
    {BOTH | QUERIES, no_item_bytes, TCU_ERROR_INVALID_ARGUMENT, "item_bytes", "0"},
    {DECODE, no_item_bytes, TCU_ERROR_INVALID_ARGUMENT, "item_bytes", "0"},
    {BOTH | QUERIES, no_type, TCU_ERROR_INVALID_ARGUMENT, "index_type", "12"},
    {DECODE | QUERIES, no_type, TCU_ERROR_INVALID_ARGUMENT, "length_type", "12"},
    {BOTH | QUERIES, type_of_reals, TCU_ERROR_UNSUPPORTED_TYPE, "index_type", "f32"},
    {DECODE | QUERIES, signed_lengths, TCU_ERROR_UNSUPPORTED_TYPE, "length_type", "i32"},
    {DECODE, no_run_type, TCU_ERROR_INVALID_ARGUMENT, "run_type", "17"},
    {DECODE, wrong_run_type, TCU_ERROR_UNSUPPORTED_TYPE, "run_type", "i64"},
    {ALL | QUERIES, wrong_reserved, TCU_ERROR_INVALID_ARGUMENT, "options->reserved", "5"},
    {BOTH, misaligned_names, TCU_ERROR_MISALIGNED, "indices", "4"},
    {DECODE, misaligned_names, TCU_ERROR_MISALIGNED, "lengths", "4"},
    {ALL, misaligned_count, TCU_ERROR_MISALIGNED, "options->count", "8"},
    {BOTH, misaligned_out_of_range, TCU_ERROR_MISALIGNED, "options->out_of_range", "8"},
    {DECODE, misaligned_runs, TCU_ERROR_MISALIGNED, "runs", "8"},
    {DECODE, misaligned_total, TCU_ERROR_MISALIGNED, "count", "8"},
    {GATHER, out_over_items, TCU_ERROR_OVERLAP, "out", "source"},
    {SCATTER | DECODE, out_over_items, TCU_ERROR_OVERLAP, "out", "items"},
    {GATHER, out_is_items, TCU_ERROR_OVERLAP, "out", "source"},
    {SCATTER | DECODE, out_is_items, TCU_ERROR_OVERLAP, "out", "items"},
    {BOTH, out_over_names, TCU_ERROR_OVERLAP, "out", "indices"},
    {DECODE, out_over_names, TCU_ERROR_OVERLAP, "out", "lengths"},
    {ALL, out_over_count, TCU_ERROR_OVERLAP, "out", "options->count"},
    {BOTH, out_of_range_in_out, TCU_ERROR_OVERLAP, "options->out_of_range", "out"},
    {DECODE, runs_over_out, TCU_ERROR_OVERLAP, "runs", "out"},
    {DECODE, total_in_runs, TCU_ERROR_OVERLAP, "count", "runs"},
    {GATHER | QUERIES, too_many, TCU_ERROR_SIZE_OVERFLOW, "out", "9223372036854775807"},
    {SCATTER | DECODE | QUERIES, too_many, TCU_ERROR_SIZE_OVERFLOW, "items", "9223372036854775807"},
    {GATHER | QUERIES, too_many_places, TCU_ERROR_SIZE_OVERFLOW, "source", "6148914691236517205"},
    {SCATTER | DECODE | QUERIES, too_many_places, TCU_ERROR_SIZE_OVERFLOW, "out", "6148914691236517205"},
    {GATHER | QUERIES, items_too_long, TCU_ERROR_SIZE_OVERFLOW, "source", "18446744073709551615"},
    {SCATTER | DECODE | QUERIES, items_too_long, TCU_ERROR_SIZE_OVERFLOW, "items", "18446744073709551615"},
    {DECODE, too_many_for_u32, TCU_ERROR_SIZE_OVERFLOW, "num_runs", "4294967297"},
};

Test(gather_refusals, every_bad_argument, .timeout = 300)
{
    arena a = {.context = test_context_new()};
    a.slice = test_slice_open(&a.memory, BYTES, 0, 0x41);
    memset(a.copy, 0x41, sizeof a.copy);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int form = 0; form < TEST_MOVING_COUNT; form++) {
            if ((rows[i].where >> form & 1) == 0) {
                continue;
            }
            test_moving_call call = good_call(&a, (test_moving_form)form);
            size_t bytes = TEST_REFUSED_BYTES;
            rows[i].spoil(&a, &call);
            const tcu_status status = test_moving_run_call(a.context, &call);
            test_synchronise();
            test_refusal_expect(&rows[i], i, test_moving_names[form], false, status, tcu_context_last_error(a.context),
                                rows[i].value, bytes,
                                test_slice_holds(&a.slice, a.copy) && test_slice_guarded(&a.slice));
            if ((rows[i].where & QUERIES) != 0) {
                const tcu_status refused = test_moving_query(a.context, &call, &bytes);
                test_refusal_expect(&rows[i], i, test_moving_names[form], true, refused,
                                    tcu_context_last_error(a.context), rows[i].value, bytes, true);
            }
        }
    }
    for (int form = 0; form < TEST_MOVING_COUNT; form++) {
        const test_moving_call call = good_call(&a, (test_moving_form)form);
        cr_expect_eq(test_moving_query(a.context, &call, NULL), TCU_ERROR_INVALID_ARGUMENT);
        cr_expect_eq(test_moving_run_call(NULL, &call), TCU_ERROR_INVALID_CONTEXT);
    }
    tcu_context_destroy(a.context);
    test_memory_release(&a.memory);
}

/* Nothing to write needs no array. */
Test(gather_refusals, nothing_to_do)
{
    tcu_context *context = test_context_new();
    const uint32_t *none = NULL;
    cr_expect_eq(tcu_gather(context, NULL, 0, none, TCU_TYPE_U32, NULL, 3, 0, NULL), TCU_SUCCESS);
    cr_expect_eq(tcu_scatter(context, NULL, none, TCU_TYPE_I64, NULL, 0, 3, 0, NULL), TCU_SUCCESS);
    cr_expect_eq(
        tcu_run_length_decode(context, none, TCU_TYPE_U32, 0, NULL, NULL, 0, NULL, TCU_TYPE_U32, NULL, 0, NULL),
        TCU_SUCCESS);
    tcu_context_destroy(context);
}
