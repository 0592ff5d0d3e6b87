/* SPDX-License-Identifier: Apache-2.0 */
/* Bad arguments of the recurrences: a status, a sentence that names argument and value, and not a byte written. */
#include <inttypes.h>
#include <stdlib.h>

#include "recurrence/recurrence.h"
#include "test_backend.h"
#include "test_overlap.h"
#include "test_refusal.h"
#include "test_types.h"

enum { N = 1000, SEGMENTS_OF_CALL = 10, BYTES = 28672 };

/* free | x | free | a | free | b | free | initial | free | offsets | free, in one block; and a copy of it. */
enum { X = 1024, A = 6144, B = 12288, INITIAL = 20480, OFFSETS = 24576 };

typedef struct arena {
    tcu_context *context;
    test_memory memory;
    test_slice slice;
    unsigned char copy[BYTES];
    tcu_recurrence_options options;
} arena;

static void arena_open(arena *a)
{
    *a = (arena){.context = test_context_new()};
    a->slice = test_slice_open(&a->memory, BYTES, 0, 0x41);
    memset(a->copy, 0x41, sizeof a->copy);
    for (int k = 0; k <= SEGMENTS_OF_CALL; k++) {
        const int64_t offset = k * (N / SEGMENTS_OF_CALL);
        memcpy(a->copy + OFFSETS + k * 8, &offset, sizeof offset);
    }
}

static void arena_close(arena *a)
{
    tcu_context_destroy(a->context);
    test_memory_release(&a->memory);
}

/* Fills the arena and returns a good call of f32, of ten segments. */
static test_recurrence_call good_call(arena *a, test_recurrence_form form)
{
    unsigned char *const base = a->slice.data;
    test_copy_in(base, a->copy, BYTES);
    a->options = (tcu_recurrence_options)TCU_RECURRENCE_OPTIONS_INIT;
    return (test_recurrence_call){.form = form,
                                  .a = base + A,
                                  .b = base + B,
                                  .initial = base + INITIAL,
                                  .x = base + X,
                                  .type = TCU_TYPE_F32,
                                  .n = N,
                                  .segment_size = N / SEGMENTS_OF_CALL,
                                  .offsets = (const int64_t *)(const void *)(base + OFFSETS),
                                  .num_segments = SEGMENTS_OF_CALL,
                                  .options = &a->options};
}

static bool is_unchanged(void *any)
{
    arena *a = any;
    return test_slice_holds(&a->slice, a->copy) && test_slice_guarded(&a->slice);
}

/* What a row is about. */
enum {
    WHOLE = 1 << TEST_RECURRENCE_WHOLE,
    SEGMENTS = 1 << TEST_RECURRENCE_SEGMENTS,
    BY_OFFSETS = 1 << TEST_RECURRENCE_OFFSETS,
    ALL = WHOLE | SEGMENTS | BY_OFFSETS,
    QUERY = 1 << 4 /* the query fails in the same way */
};

#define SPOIL(NAME, ...) TEST_SPOIL(arena, test_recurrence_call, NAME, __VA_ARGS__)

SPOIL(null_a, call->a = NULL)
SPOIL(null_b, call->b = NULL)
SPOIL(null_x, call->x = NULL)
SPOIL(null_offsets, call->offsets = NULL)
SPOIL(two_a, a->options.constant_a = 1)
SPOIL(type_below, call->type = (tcu_type)-1)
SPOIL(type_above, call->type = (tcu_type)12)
SPOIL(type_integer, call->type = TCU_TYPE_I32)
SPOIL(reserved_first, a->options.reserved[0] = 41)
SPOIL(reserved_last, a->options.reserved[7] = 42)
SPOIL(size_zero, call->segment_size = 0)
SPOIL(a_off_by_1, call->a = (const char *)call->a + 1)
SPOIL(b_off_by_2, call->b = (const char *)call->b + 2)
SPOIL(initial_off_by_1, call->initial = (const char *)call->initial + 1)
SPOIL(x_off_by_3, call->x = (char *)call->x + 3)
SPOIL(offsets_off_by_4, call->offsets = (const int64_t *)(const void *)((const char *)call->offsets + 4))
SPOIL(n_most, call->n = UINT64_MAX)
SPOIL(n_bytes, call->n = (uint64_t)1 << 61)
SPOIL(segments_most, call->num_segments = UINT64_MAX)
SPOIL(x_is_a, call->x = (void *)call->a)
SPOIL(x_in_b, call->x = (char *)call->b + 4)
SPOIL(x_on_initial, call->x = (char *)call->initial - (N - 1) * 4)
SPOIL(x_on_offsets, call->x = (char *)(void *)call->offsets - (N - 1) * 4)

static const test_refusal rows[] = {
    {ALL, null_a, TCU_ERROR_INVALID_ARGUMENT, "a", "NULL"},
    {ALL, null_b, TCU_ERROR_INVALID_ARGUMENT, "b", "NULL"},
    {ALL, null_x, TCU_ERROR_INVALID_ARGUMENT, "x", "NULL"},
    {BY_OFFSETS, null_offsets, TCU_ERROR_INVALID_ARGUMENT, "offsets", "NULL"},
    {ALL, two_a, TCU_ERROR_INVALID_ARGUMENT, "constant_a", "NULL"},
    {ALL | QUERY, type_below, TCU_ERROR_INVALID_ARGUMENT, "type", "-1"},
    {ALL | QUERY, type_above, TCU_ERROR_INVALID_ARGUMENT, "type", "12"},
    {ALL | QUERY, type_integer, TCU_ERROR_UNSUPPORTED_TYPE, "type", "i32"},
    {ALL | QUERY, reserved_first, TCU_ERROR_INVALID_ARGUMENT, "reserved", "41"},
    {ALL | QUERY, reserved_last, TCU_ERROR_INVALID_ARGUMENT, "reserved", "42"},
    {SEGMENTS | QUERY, size_zero, TCU_ERROR_INVALID_ARGUMENT, "segment_size", "0"},
    {ALL, a_off_by_1, TCU_ERROR_MISALIGNED, "a", "4"},
    {ALL, b_off_by_2, TCU_ERROR_MISALIGNED, "b", "4"},
    {ALL, initial_off_by_1, TCU_ERROR_MISALIGNED, "initial", "4"},
    {ALL, x_off_by_3, TCU_ERROR_MISALIGNED, "x", "4"},
    {BY_OFFSETS, offsets_off_by_4, TCU_ERROR_MISALIGNED, "offsets", "8"},
    {ALL | QUERY, n_most, TCU_ERROR_SIZE_OVERFLOW, "a", "18446744073709551615"},
    {ALL | QUERY, n_bytes, TCU_ERROR_SIZE_OVERFLOW, "a", "2305843009213693952"},
    {BY_OFFSETS | QUERY, segments_most, TCU_ERROR_SIZE_OVERFLOW, "num_segments", "18446744073709551615"},
    {ALL, x_is_a, TCU_ERROR_OVERLAP, "a", "x"},
    {ALL, x_in_b, TCU_ERROR_OVERLAP, "b", "x"},
    {ALL, x_on_initial, TCU_ERROR_OVERLAP, "initial", "x"},
    {BY_OFFSETS, x_on_offsets, TCU_ERROR_OVERLAP, "offsets", "x"},
};

static void expect_refusal(arena *a, const test_recurrence_call *call, size_t i, bool query)
{
    size_t bytes = TEST_REFUSED_BYTES;
    const tcu_status status =
        query ? test_recurrence_query(a->context, call, &bytes) : test_recurrence_run_call(a->context, call);
    test_refusal_expect(&rows[i], i, test_recurrence_names[call->form], query, status,
                        tcu_context_last_error(a->context), rows[i].value, bytes, is_unchanged(a));
}

Test(recurrence_refusals, are_refused_with_a_sentence, .timeout = 120)
{
    arena a;
    arena_open(&a);
    for (int form = 0; form < TEST_RECURRENCE_COUNT; form++) {
        test_recurrence_call good = good_call(&a, (test_recurrence_form)form);
        cr_assert_eq(test_recurrence_run_call(a.context, &good), TCU_SUCCESS, "%s", tcu_context_last_error(a.context));
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            if (!(rows[i].where & 1 << form)) {
                continue;
            }
            test_recurrence_call call = good_call(&a, (test_recurrence_form)form);
            rows[i].spoil(&a, &call);
            expect_refusal(&a, &call, i, false);
            if (rows[i].where & QUERY) {
                expect_refusal(&a, &call, i, true);
            }
        }
    }
    arena_close(&a);
}

/* Of all twelve types the four of reals. */
Test(recurrence_refusals, unsupported_types)
{
    arena a;
    arena_open(&a);
    for (int type = 0; type < TCU_TYPE_COUNT; type++) {
        test_recurrence_call call = good_call(&a, TEST_RECURRENCE_WHOLE);
        size_t bytes = 0;
        call.type = (tcu_type)type;
        cr_expect_eq(test_recurrence_query(a.context, &call, &bytes),
                     test_types[type].real ? TCU_SUCCESS : TCU_ERROR_UNSUPPORTED_TYPE, "%s", test_types[type].name);
    }
    arena_close(&a);
}

/* Inputs may be one array. */
Test(recurrence_refusals, inputs_may_overlap)
{
    arena a;
    arena_open(&a);
    for (int form = 0; form < TEST_RECURRENCE_COUNT; form++) {
        test_recurrence_call call = good_call(&a, (test_recurrence_form)form);
        call.a = call.initial = call.b;
        cr_expect_eq(test_recurrence_run_call(a.context, &call), TCU_SUCCESS, "%s", tcu_context_last_error(a.context));
    }
    test_synchronise();
    arena_close(&a);
}

/* The host refuses offsets that decrease or leave [0, n]; a device clamps them, ends, and writes results alone. */
Test(recurrence_refusals, offsets_that_are_no_offsets, .timeout = 120)
{
    static const struct {
        int index;
        int64_t value;
    } table[] = {{0, -1},  {0, 101},       {1, -1},        {1, 99999}, {1, 500},   {5, 399},
                 {5, 601}, {5, INT64_MIN}, {5, INT64_MAX}, {10, 899},  {10, 1001}, {9, (int64_t)1 << 32}};
    arena a;
    arena_open(&a);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        int64_t good;
        unsigned char *const at = a.copy + OFFSETS + table[i].index * 8;
        memcpy(&good, at, sizeof good);
        memcpy(at, &table[i].value, sizeof good);
        test_recurrence_call call = good_call(&a, TEST_RECURRENCE_OFFSETS);
        const tcu_status status = test_recurrence_run_call(a.context, &call);
        test_synchronise();
        if (test_on_cuda()) {
            unsigned char now[BYTES];
            cr_expect_eq(status, TCU_SUCCESS, "row %zu: %s", i, tcu_context_last_error(a.context));
            test_copy_out(now, a.slice.data, BYTES);
            memcpy(now + X, a.copy + X, N * 4);
            cr_expect_eq(memcmp(now, a.copy, BYTES), 0, "row %zu wrote beside x", i);
        } else {
            cr_expect_eq(status, TCU_ERROR_INVALID_OFFSETS, "row %zu: status %d", i, (int)status);
            cr_expect(is_unchanged(&a), "row %zu wrote memory", i);
        }
        memcpy(at, &good, sizeof good);
    }
    arena_close(&a);
}

typedef struct shared_call {
    arena *a;
    test_recurrence_call call;
} shared_call;

static tcu_status run_call(void *any)
{
    shared_call *c = any;
    return test_recurrence_run_call(c->a->context, &c->call);
}

static bool call_left_all(void *any)
{
    return is_unchanged(((shared_call *)any)->a);
}

Test(recurrence_refusals, a_workspace_on_an_array)
{
    arena a;
    arena_open(&a);
    for (int form = 0; form < TEST_RECURRENCE_COUNT; form++) {
        shared_call c = {&a, good_call(&a, (test_recurrence_form)form)};
        test_overlap_call overlap = {.operation = test_recurrence_names[form],
                                     .context = a.context,
                                     .arena = &c,
                                     .run = run_call,
                                     .unchanged = call_left_all};
        cr_assert_eq(test_recurrence_query(a.context, &c.call, &overlap.need), TCU_SUCCESS);
        const test_overlap_array arrays[] = {
            {"a", c.call.a, N * sizeof(float)},
            {"b", c.call.b, N * sizeof(float)},
            {"initial", c.call.initial, (form == TEST_RECURRENCE_WHOLE ? 1 : SEGMENTS_OF_CALL) * sizeof(float)},
            {"x", c.call.x, N * sizeof(float)},
            {"offsets", c.call.offsets,
             form == TEST_RECURRENCE_OFFSETS ? (SEGMENTS_OF_CALL + 1) * sizeof(int64_t) : 0}};
        test_overlap_expect(&overlap, arrays, 5);
    }
    arena_close(&a);
}
