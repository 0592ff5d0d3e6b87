/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every operation and every workspace query against every bad argument: the status, a sentence with the argument's name
 * and value, and not a byte of memory changed. One good call, and a table of ways to spoil it.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "test_arena.h"
#include "test_backend.h"
#include "test_refusal.h"
#include "test_types.h"

/* What a row is about. */
enum {
    REDUCES = 1 << 0, /* operations */
    SCANS = 1 << 1,
    ALL = REDUCES | SCANS,
    SIZES = 1 << 2,   /* of those only the ones with a segment size */
    OFFSETS = 1 << 3, /* only the ones with offsets */
    QUERY = 1 << 4    /* the query fails in the same way */
};

#define SPOIL(NAME, ...) TEST_SPOIL(test_arena, test_call, NAME, __VA_ARGS__)

SPOIL(null_in, call->in = NULL)
SPOIL(null_out, call->out = NULL)
SPOIL(null_offsets, call->offsets = NULL)
SPOIL(in_type_below, call->in_type = (tcu_type)-1)
SPOIL(in_type_above, call->in_type = (tcu_type)12)
SPOIL(out_type_below, call->out_type = (tcu_type)-1)
SPOIL(out_type_above, call->out_type = (tcu_type)1000)
SPOIL(kind_below, call->kind = (tcu_scan_kind)-1)
SPOIL(kind_above, call->kind = (tcu_scan_kind)2)
SPOIL(algorithm_below, a->options.algorithm = (tcu_reduce_algorithm)-1; call->options = &a->options)
SPOIL(algorithm_above, a->options.algorithm = (tcu_reduce_algorithm)3; call->options = &a->options)
SPOIL(reserved_first, a->options.reserved[0] = 41; call->options = &a->options)
SPOIL(reserved_last, a->options.reserved[6] = 42; call->options = &a->options)
SPOIL(scan_reserved_first, a->scan_options.reserved[0] = 41)
SPOIL(scan_reserved_last, a->scan_options.reserved[6] = 42)
SPOIL(size_zero, call->segment_size = 0)
SPOIL(in_off_by_1, call->in = (const char *)call->in + 1)
SPOIL(in_off_by_2, call->in = (const char *)call->in - 2)
SPOIL(out_off_by_1, call->out = (char *)call->out + 1)
SPOIL(out_off_by_2, call->out = (char *)call->out - 2)
SPOIL(offsets_off_by_4, call->offsets = (const int64_t *)((const char *)call->offsets + 4))
SPOIL(offsets_off_by_1, call->offsets = (const int64_t *)((const char *)call->offsets + 1))
SPOIL(bytes_wrap, call->n = ((uint64_t)1 << 62) + 10)
SPOIL(bytes_are_2_to_64, call->n = (uint64_t)1 << 62)
SPOIL(bytes_are_2_to_63, call->n = (uint64_t)1 << 61)
SPOIL(bytes_wrap_most, call->n = UINT64_MAX)
SPOIL(end_wraps, call->n = ((uint64_t)1 << 62) - 16)
SPOIL(offsets_wrap, call->num_segments = (uint64_t)1 << 61)
SPOIL(offsets_wrap_most, call->num_segments = UINT64_MAX)
SPOIL(out_begins_inside, call->out = (char *)call->in + 4)
SPOIL(out_ends_inside, call->out = (char *)call->in - (test_call_outputs(call) - 1) * 4;
      call->out = test_call_outputs(call) == 1 ? (char *)call->in + 4 : call->out)
SPOIL(out_on_the_last, call->out = (char *)call->in + (call->n - 1) * 4)
SPOIL(out_of_another_size, call->out = (void *)call->in; call->out_type = TCU_TYPE_F64)
SPOIL(in_of_another_size, call->out = (void *)call->in; call->in_type = TCU_TYPE_F16)
SPOIL(out_equals_offsets, call->out = (void *)call->offsets)
SPOIL(out_begins_in_offsets, call->out = (char *)call->offsets + call->num_segments * 8 + 4)
SPOIL(out_ends_in_offsets, call->out = (char *)call->offsets - (test_call_outputs(call) - 1) * 4)

static const test_refusal rows[] = {
    {ALL, null_in, TCU_ERROR_INVALID_ARGUMENT, "in", "NULL"},
    {ALL, null_out, TCU_ERROR_INVALID_ARGUMENT, "out", "NULL"},
    {ALL | OFFSETS, null_offsets, TCU_ERROR_INVALID_ARGUMENT, "offsets", "NULL"},
    {ALL | QUERY, in_type_below, TCU_ERROR_INVALID_ARGUMENT, "in_type", "-1"},
    {ALL | QUERY, in_type_above, TCU_ERROR_INVALID_ARGUMENT, "in_type", "12"},
    {ALL | QUERY, out_type_below, TCU_ERROR_INVALID_ARGUMENT, "out_type", "-1"},
    {ALL | QUERY, out_type_above, TCU_ERROR_INVALID_ARGUMENT, "out_type", "1000"},
    {SCANS, kind_below, TCU_ERROR_INVALID_ARGUMENT, "kind", "-1"},
    {SCANS, kind_above, TCU_ERROR_INVALID_ARGUMENT, "kind", "2"},
    {REDUCES | QUERY, algorithm_below, TCU_ERROR_INVALID_ARGUMENT, "algorithm", "-1"},
    {REDUCES | QUERY, algorithm_above, TCU_ERROR_INVALID_ARGUMENT, "algorithm", "3"},
    {REDUCES | QUERY, reserved_first, TCU_ERROR_INVALID_ARGUMENT, "reserved", "41"},
    {REDUCES | QUERY, reserved_last, TCU_ERROR_INVALID_ARGUMENT, "reserved", "42"},
    {SCANS | QUERY, scan_reserved_first, TCU_ERROR_INVALID_ARGUMENT, "options->reserved[0]", "41"},
    {SCANS | QUERY, scan_reserved_last, TCU_ERROR_INVALID_ARGUMENT, "options->reserved[6]", "42"},
    {ALL | SIZES | QUERY, size_zero, TCU_ERROR_INVALID_ARGUMENT, "segment_size", "0"},
    {ALL, in_off_by_1, TCU_ERROR_MISALIGNED, "in", "IN"},
    {ALL, in_off_by_2, TCU_ERROR_MISALIGNED, "in", "IN"},
    {ALL, out_off_by_1, TCU_ERROR_MISALIGNED, "out", "OUT"},
    {ALL, out_off_by_2, TCU_ERROR_MISALIGNED, "out", "OUT"},
    {ALL | OFFSETS, offsets_off_by_4, TCU_ERROR_MISALIGNED, "offsets", "OFFSETS"},
    {ALL | OFFSETS, offsets_off_by_1, TCU_ERROR_MISALIGNED, "offsets", "OFFSETS"},
    {ALL | QUERY, bytes_wrap, TCU_ERROR_SIZE_OVERFLOW, "in", "4611686018427387914"},
    {ALL | QUERY, bytes_are_2_to_64, TCU_ERROR_SIZE_OVERFLOW, "in", "4611686018427387904"},
    {ALL | QUERY, bytes_wrap_most, TCU_ERROR_SIZE_OVERFLOW, "in", "18446744073709551615"},
    {ALL | QUERY, bytes_wrap_most, TCU_ERROR_SIZE_OVERFLOW, "-1", "as a signed number?"},
    {ALL | QUERY, bytes_are_2_to_63, TCU_ERROR_SIZE_OVERFLOW, "in", "2305843009213693952"},
    {ALL, end_wraps, TCU_ERROR_SIZE_OVERFLOW, "in", "4611686018427387888"},
    {ALL | OFFSETS | QUERY, offsets_wrap, TCU_ERROR_SIZE_OVERFLOW, "num_segments", "2305843009213693952"},
    {ALL | OFFSETS | QUERY, offsets_wrap_most, TCU_ERROR_SIZE_OVERFLOW, "num_segments", "18446744073709551615"},
    {ALL, out_begins_inside, TCU_ERROR_OVERLAP, "in", "OUT"},
    {ALL, out_ends_inside, TCU_ERROR_OVERLAP, "in", "OUT"},
    {ALL, out_on_the_last, TCU_ERROR_OVERLAP, "in", "OUT"},
    {ALL, out_of_another_size, TCU_ERROR_OVERLAP, "in", "OUT"},
    {ALL, in_of_another_size, TCU_ERROR_OVERLAP, "in", "OUT"},
    {ALL | OFFSETS, out_equals_offsets, TCU_ERROR_OVERLAP, "offsets", "OUT"},
    {ALL | OFFSETS, out_begins_in_offsets, TCU_ERROR_OVERLAP, "offsets", "OUT"},
    {ALL | OFFSETS, out_ends_in_offsets, TCU_ERROR_OVERLAP, "offsets", "OUT"},
};

static bool applies(int where, test_operation operation)
{
    return (where & (test_is_scan(operation) ? SCANS : REDUCES)) != 0 &&
           (!(where & SIZES) || test_has_sizes(operation)) && (!(where & OFFSETS) || test_has_offsets(operation));
}

/* The value that the sentence has to name: as it stands, or the pointer that it stands for. */
static const char *value_text(const test_refusal *r, const test_call *call)
{
    static char text[32];
    const void *pointer = strcmp(r->value, "IN") == 0        ? call->in
                          : strcmp(r->value, "OUT") == 0     ? call->out
                          : strcmp(r->value, "OFFSETS") == 0 ? (const void *)call->offsets
                                                             : NULL;
    if (pointer == NULL) {
        return r->value;
    }
    snprintf(text, sizeof text, "%p", pointer);
    return text;
}

static void expect_failure(test_arena *arena, const test_call *call, const test_refusal *r, size_t index, bool query)
{
    size_t bytes = TEST_REFUSED_BYTES;
    const tcu_status status =
        query ? test_call_query(arena->context, call, &bytes) : test_call_run(arena->context, call);
    test_refusal_expect(r, index, test_operation_names[call->operation], query, status,
                        tcu_context_last_error(arena->context), value_text(r, call), bytes,
                        test_arena_unchanged(arena));
}

Test(bad_arguments, are_refused_with_a_sentence, .timeout = 120)
{
    test_arena arena = test_arena_new();
    for (int operation = 0; operation < TEST_OPERATION_COUNT; operation++) {
        /* Not spoilt, the call succeeds: what fails below fails for the row's reason. */
        test_call good = test_arena_call(&arena, (test_operation)operation);
        cr_assert_eq(test_call_run(arena.context, &good), TCU_SUCCESS, "%s", tcu_context_last_error(arena.context));
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            if (!applies(rows[i].where, (test_operation)operation)) {
                continue;
            }
            test_call call = test_arena_call(&arena, (test_operation)operation);
            rows[i].spoil(&arena, &call);
            expect_failure(&arena, &call, &rows[i], i, false);
            if (rows[i].where & QUERY) {
                expect_failure(&arena, &call, &rows[i], i, true);
            }
        }
    }
    test_arena_free(&arena);
}

Test(bad_arguments, unsupported_pairs_are_refused, .timeout = 120)
{
    test_arena arena = test_arena_new();
    int refused = 0;
    for (int operation = 0; operation < TEST_OPERATION_COUNT; operation++) {
        for (int pair = 0; pair < TCU_TYPE_COUNT * TCU_TYPE_COUNT; pair++) {
            test_call call = test_arena_call(&arena, (test_operation)operation);
            call.in_type = (tcu_type)(pair / TCU_TYPE_COUNT);
            call.out_type = (tcu_type)(pair % TCU_TYPE_COUNT);
            size_t bytes = 4711;
            if (test_pair_supported(call.in_type, call.out_type)) {
                cr_expect_eq(test_call_query(arena.context, &call, &bytes), TCU_SUCCESS);
                continue;
            }
            refused++;
            const char *in = test_types[call.in_type].name, *out = test_types[call.out_type].name;
            const char *name = test_operation_names[operation];
            cr_expect_eq(test_call_run(arena.context, &call), TCU_ERROR_UNSUPPORTED_TYPE, "%s %s -> %s", name, in, out);
            const char *sentence = tcu_context_last_error(arena.context);
            cr_expect(test_mentions(sentence, in) && test_mentions(sentence, out) &&
                          test_mentions(sentence, "in_type") && test_mentions(sentence, "out_type"),
                      "%s %s -> %s: %s", name, in, out, sentence);
            cr_expect_eq(test_call_query(arena.context, &call, &bytes), TCU_ERROR_UNSUPPORTED_TYPE,
                         "%s_workspace %s -> %s", name, in, out);
            cr_expect_eq(bytes, 4711, "%s_workspace %s -> %s wrote *bytes", name, in, out);
        }
        cr_expect(test_arena_unchanged(&arena), "%s wrote memory", test_operation_names[operation]);
    }
    cr_expect_eq(refused, TEST_OPERATION_COUNT * (144 - 25));
    test_arena_free(&arena);
}

Test(bad_arguments, a_query_needs_somewhere_to_answer)
{
    test_arena arena = test_arena_new();
    for (int operation = 0; operation < TEST_OPERATION_COUNT; operation++) {
        test_call call = test_arena_call(&arena, (test_operation)operation);
        cr_expect_eq(test_call_query(arena.context, &call, NULL), TCU_ERROR_INVALID_ARGUMENT, "%s_workspace",
                     test_operation_names[operation]);
        cr_expect(test_mentions(tcu_context_last_error(arena.context), "bytes") &&
                      test_mentions(tcu_context_last_error(arena.context), "NULL"),
                  "%s", tcu_context_last_error(arena.context));
    }
    test_arena_free(&arena);
}

/* Buffers that touch without sharing a byte are no overlap, and neither is `out == in` where the sizes agree. */
Test(bad_arguments, neighbours_are_not_refused)
{
    test_arena arena = test_arena_new();
    for (int operation = 0; operation < TEST_OPERATION_COUNT; operation++) {
        test_call call = test_arena_call(&arena, (test_operation)operation);
        call.out = (char *)call.in - test_call_outputs(&call) * 4;
        cr_expect_eq(test_call_run(arena.context, &call), TCU_SUCCESS, "%s", tcu_context_last_error(arena.context));
        call.out = (char *)call.in + call.n * 4;
        cr_expect_eq(test_call_run(arena.context, &call), TCU_SUCCESS, "%s", tcu_context_last_error(arena.context));
        call.out = (void *)call.in;
        cr_expect_eq(test_call_run(arena.context, &call), TCU_SUCCESS, "%s", tcu_context_last_error(arena.context));
    }
    test_synchronise();
    test_arena_free(&arena);
}
