/* SPDX-License-Identifier: Apache-2.0 */
/* Bad arguments of the moments: a status, a sentence that names argument and value, and not a byte written. */
#include <inttypes.h>
#include <stdlib.h>

#include "moments/moments.h"
#include "test_backend.h"
#include "test_overlap.h"
#include "test_refusal.h"
#include "test_types.h"

enum { N = 1000, RESULTS = 10, BYTES = 16384 };

/* free | count | mean | variance | free | in | free | offsets | free, in one block; and a copy of it. */
enum { COUNT = 1024, MEAN = 2048, VARIANCE = 3072, IN = 6144, OFFSETS = 12288 };

typedef struct arena {
    tcu_context *context;
    test_memory memory;
    test_slice slice;
    unsigned char copy[BYTES];
    tcu_moments_options options;
} arena;

static void arena_open(arena *a)
{
    *a = (arena){.context = test_context_new()};
    a->slice = test_slice_open(&a->memory, BYTES, 0, 0x41);
    memset(a->copy, 0x41, sizeof a->copy);
    for (int k = 0; k <= RESULTS; k++) {
        const int64_t offset = k * (N / RESULTS);
        memcpy(a->copy + OFFSETS + k * 8, &offset, sizeof offset);
    }
}

static void arena_close(arena *a)
{
    tcu_context_destroy(a->context);
    test_memory_release(&a->memory);
}

/* Fills the arena and returns a good call, f32 to f32, of ten results. */
static test_moments_call good_call(arena *a, test_moments_form form)
{
    unsigned char *const base = a->slice.data;
    test_copy_in(base, a->copy, BYTES);
    a->options = (tcu_moments_options)TCU_MOMENTS_OPTIONS_INIT;
    return (test_moments_call){.form = form,
                               .in = base + IN,
                               .in_type = TCU_TYPE_F32,
                               .count = (uint64_t *)(void *)(base + COUNT),
                               .mean = base + MEAN,
                               .variance = base + VARIANCE,
                               .out_type = TCU_TYPE_F32,
                               .n = N,
                               .segment_size = N / RESULTS,
                               .offsets = (const int64_t *)(const void *)(base + OFFSETS),
                               .num_segments = RESULTS,
                               .rows = N / RESULTS,
                               .columns = RESULTS,
                               .row_stride = RESULTS,
                               .options = &a->options};
}

static bool is_unchanged(void *any)
{
    arena *a = any;
    return test_slice_holds(&a->slice, a->copy) && test_slice_guarded(&a->slice);
}

/* What a row is about. */
enum {
    SEGMENTS = 1 << TEST_MOMENTS_SEGMENTS,
    BY_OFFSETS = 1 << TEST_MOMENTS_OFFSETS,
    COLUMNS = 1 << TEST_MOMENTS_COLUMNS,
    ALL = SEGMENTS | BY_OFFSETS | COLUMNS,
    QUERY = 1 << 4 /* the query fails in the same way */
};

#define SPOIL(NAME, ...) TEST_SPOIL(arena, test_moments_call, NAME, __VA_ARGS__)

SPOIL(null_in, call->in = NULL)
SPOIL(null_outputs, call->count = NULL; call->mean = call->variance = NULL)
SPOIL(null_offsets, call->offsets = NULL)
SPOIL(in_type_below, call->in_type = (tcu_type)-1)
SPOIL(in_type_above, call->in_type = (tcu_type)12)
SPOIL(out_type_below, call->out_type = (tcu_type)-1)
SPOIL(out_type_above, call->out_type = (tcu_type)1000)
SPOIL(in_type_wide, call->in_type = TCU_TYPE_I32)
SPOIL(out_type_narrow, call->in_type = TCU_TYPE_F64)
SPOIL(out_type_half, call->out_type = TCU_TYPE_F16)
SPOIL(reserved_first, a->options.reserved[0] = 41)
SPOIL(reserved_last, a->options.reserved[4] = 42)
SPOIL(sum_mode_below, a->options.sum_mode = (tcu_sum_mode)-1)
SPOIL(sum_mode_above, a->options.sum_mode = (tcu_sum_mode)2)
SPOIL(reproducible, a->options.sum_mode = TCU_SUM_REPRODUCIBLE)
SPOIL(size_zero, call->segment_size = 0)
SPOIL(in_off_by_1, call->in = (const char *)call->in + 1)
SPOIL(count_off_by_4, call->count = (uint64_t *)(void *)((char *)call->count + 4))
SPOIL(mean_off_by_2, call->mean = (char *)call->mean + 2)
SPOIL(variance_off_by_1, call->variance = (char *)call->variance + 1)
SPOIL(offsets_off_by_4, call->offsets = (const int64_t *)(const void *)((const char *)call->offsets + 4))
SPOIL(n_most, call->n = UINT64_MAX)
SPOIL(n_bytes, call->n = (uint64_t)1 << 61)
SPOIL(segments_most, call->num_segments = UINT64_MAX)
SPOIL(stride_short, call->row_stride = RESULTS - 1)
SPOIL(rows_wrap, call->rows = (uint64_t)1 << 62)
SPOIL(stride_wraps, call->row_stride = UINT64_MAX)
SPOIL(mean_in_in, call->mean = (char *)call->in + 4)
SPOIL(mean_is_in, call->mean = (void *)call->in)
SPOIL(variance_is_mean, call->variance = call->mean)
SPOIL(variance_in_count, call->variance = (char *)call->count + (RESULTS - 1) * 8 + 4)
SPOIL(count_in_offsets, call->count = (uint64_t *)(void *)((char *)(void *)call->offsets + RESULTS * 8))

static const test_refusal rows[] = {
    {ALL, null_in, TCU_ERROR_INVALID_ARGUMENT, "in", "NULL"},
    {ALL, null_outputs, TCU_ERROR_INVALID_ARGUMENT, "variance", "NULL"},
    {BY_OFFSETS, null_offsets, TCU_ERROR_INVALID_ARGUMENT, "offsets", "NULL"},
    {ALL | QUERY, in_type_below, TCU_ERROR_INVALID_ARGUMENT, "in_type", "-1"},
    {ALL | QUERY, in_type_above, TCU_ERROR_INVALID_ARGUMENT, "in_type", "12"},
    {ALL | QUERY, out_type_below, TCU_ERROR_INVALID_ARGUMENT, "out_type", "-1"},
    {ALL | QUERY, out_type_above, TCU_ERROR_INVALID_ARGUMENT, "out_type", "1000"},
    {ALL | QUERY, in_type_wide, TCU_ERROR_UNSUPPORTED_TYPE, "in_type", "i32"},
    {ALL | QUERY, out_type_narrow, TCU_ERROR_UNSUPPORTED_TYPE, "out_type", "f32"},
    {ALL | QUERY, out_type_half, TCU_ERROR_UNSUPPORTED_TYPE, "out_type", "f16"},
    {ALL | QUERY, reserved_first, TCU_ERROR_INVALID_ARGUMENT, "reserved", "41"},
    {ALL | QUERY, reserved_last, TCU_ERROR_INVALID_ARGUMENT, "reserved", "42"},
    {ALL | QUERY, sum_mode_below, TCU_ERROR_INVALID_ARGUMENT, "sum_mode", "-1"},
    {ALL | QUERY, sum_mode_above, TCU_ERROR_INVALID_ARGUMENT, "sum_mode", "2"},
    {COLUMNS | QUERY, reproducible, TCU_ERROR_UNSUPPORTED_ALGORITHM, "sum_mode", "TCU_SUM_REPRODUCIBLE"},
    {SEGMENTS | QUERY, size_zero, TCU_ERROR_INVALID_ARGUMENT, "segment_size", "0"},
    {ALL, in_off_by_1, TCU_ERROR_MISALIGNED, "in", "4"},
    {ALL, count_off_by_4, TCU_ERROR_MISALIGNED, "count", "8"},
    {ALL, mean_off_by_2, TCU_ERROR_MISALIGNED, "mean", "4"},
    {ALL, variance_off_by_1, TCU_ERROR_MISALIGNED, "variance", "4"},
    {BY_OFFSETS, offsets_off_by_4, TCU_ERROR_MISALIGNED, "offsets", "8"},
    {SEGMENTS | BY_OFFSETS | QUERY, n_most, TCU_ERROR_SIZE_OVERFLOW, "in", "18446744073709551615"},
    {SEGMENTS | BY_OFFSETS | QUERY, n_bytes, TCU_ERROR_SIZE_OVERFLOW, "in", "2305843009213693952"},
    {BY_OFFSETS | QUERY, segments_most, TCU_ERROR_SIZE_OVERFLOW, "num_segments", "18446744073709551615"},
    {COLUMNS | QUERY, stride_short, TCU_ERROR_INVALID_ARGUMENT, "row_stride", "9"},
    {COLUMNS | QUERY, rows_wrap, TCU_ERROR_SIZE_OVERFLOW, "rows", "4611686018427387904"},
    {COLUMNS | QUERY, stride_wraps, TCU_ERROR_SIZE_OVERFLOW, "row_stride", "18446744073709551615"},
    {ALL, mean_in_in, TCU_ERROR_OVERLAP, "in", "mean"},
    {ALL, mean_is_in, TCU_ERROR_OVERLAP, "in", "mean"},
    {ALL, variance_is_mean, TCU_ERROR_OVERLAP, "mean", "variance"},
    {ALL, variance_in_count, TCU_ERROR_OVERLAP, "count", "variance"},
    {BY_OFFSETS, count_in_offsets, TCU_ERROR_OVERLAP, "offsets", "count"},
};

static void expect_refusal(arena *a, const test_moments_call *call, size_t i, bool query)
{
    size_t bytes = TEST_REFUSED_BYTES;
    const tcu_status status =
        query ? test_moments_query(a->context, call, &bytes) : test_moments_run_call(a->context, call);
    test_refusal_expect(&rows[i], i, test_moments_names[call->form], query, status, tcu_context_last_error(a->context),
                        rows[i].value, bytes, is_unchanged(a));
}

Test(moments_refusals, are_refused_with_a_sentence, .timeout = 120)
{
    arena a;
    arena_open(&a);
    for (int form = 0; form < TEST_MOMENTS_COUNT; form++) {
        test_moments_call good = good_call(&a, (test_moments_form)form);
        cr_assert_eq(test_moments_run_call(a.context, &good), TCU_SUCCESS, "%s", tcu_context_last_error(a.context));
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            if (!(rows[i].where & 1 << form)) {
                continue;
            }
            test_moments_call call = good_call(&a, (test_moments_form)form);
            rows[i].spoil(&a, &call);
            expect_refusal(&a, &call, i, false);
            if (rows[i].where & QUERY) {
                expect_refusal(&a, &call, i, true);
            }
        }
    }
    arena_close(&a);
}

/* Every pair of types that is not one of the nine. */
Test(moments_refusals, unsupported_pairs)
{
    arena a;
    arena_open(&a);
    int accepted = 0;
    for (int pair = 0; pair < TCU_TYPE_COUNT * TCU_TYPE_COUNT; pair++) {
        test_moments_call call = good_call(&a, TEST_MOMENTS_SEGMENTS);
        call.in_type = (tcu_type)(pair / TCU_TYPE_COUNT);
        call.out_type = (tcu_type)(pair % TCU_TYPE_COUNT);
        bool supported = false;
        for (int p = 0; p < TEST_MOMENTS_PAIRS; p++) {
            supported |= test_moments_pairs[p].in == call.in_type && test_moments_pairs[p].out == call.out_type;
        }
        size_t bytes = 0;
        accepted += supported;
        cr_expect_eq(test_moments_query(a.context, &call, &bytes), supported ? TCU_SUCCESS : TCU_ERROR_UNSUPPORTED_TYPE,
                     "%s -> %s", test_types[call.in_type].name, test_types[call.out_type].name);
    }
    cr_expect_eq(accepted, TEST_MOMENTS_PAIRS);
    arena_close(&a);
}

/* Each output by itself. */
Test(moments_refusals, one_output_is_enough)
{
    arena a;
    arena_open(&a);
    for (int form = 0; form < TEST_MOMENTS_COUNT; form++) {
        for (int output = 0; output < 3; output++) {
            test_moments_call call = good_call(&a, (test_moments_form)form);
            call.count = output == 0 ? call.count : NULL;
            call.mean = output == 1 ? call.mean : NULL;
            call.variance = output == 2 ? call.variance : NULL;
            cr_expect_eq(test_moments_run_call(a.context, &call), TCU_SUCCESS, "%s", tcu_context_last_error(a.context));
        }
    }
    test_synchronise();
    arena_close(&a);
}

/* The host refuses offsets that decrease or leave [0, n]; a device clamps them, ends, and writes results alone. */
Test(moments_refusals, offsets_that_are_no_offsets, .timeout = 120)
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
        test_moments_call call = good_call(&a, TEST_MOMENTS_OFFSETS);
        const tcu_status status = test_moments_run_call(a.context, &call);
        test_synchronise();
        if (test_on_cuda()) {
            unsigned char now[BYTES];
            cr_expect_eq(status, TCU_SUCCESS, "row %zu: %s", i, tcu_context_last_error(a.context));
            test_copy_out(now, a.slice.data, BYTES);
            memcpy(now + COUNT, a.copy + COUNT, RESULTS * 8);
            memcpy(now + MEAN, a.copy + MEAN, RESULTS * 4);
            memcpy(now + VARIANCE, a.copy + VARIANCE, RESULTS * 4);
            cr_expect_eq(memcmp(now, a.copy, BYTES), 0, "row %zu wrote beside its results", i);
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
    test_moments_call call;
} shared_call;

static tcu_status run_call(void *any)
{
    shared_call *c = any;
    return test_moments_run_call(c->a->context, &c->call);
}

static bool call_left_all(void *any)
{
    return is_unchanged(((shared_call *)any)->a);
}

Test(moments_refusals, a_workspace_on_an_array)
{
    arena a;
    arena_open(&a);
    for (int form = 0; form < TEST_MOMENTS_COUNT; form++) {
        shared_call c = {&a, good_call(&a, (test_moments_form)form)};
        test_overlap_call overlap = {.operation = test_moments_names[form],
                                     .context = a.context,
                                     .arena = &c,
                                     .run = run_call,
                                     .unchanged = call_left_all};
        cr_assert_eq(test_moments_query(a.context, &c.call, &overlap.need), TCU_SUCCESS);
        const test_overlap_array arrays[] = {
            {"in", c.call.in, N * sizeof(float)},
            {"count", c.call.count, RESULTS * sizeof(uint64_t)},
            {"mean", c.call.mean, RESULTS * sizeof(float)},
            {"variance", c.call.variance, RESULTS * sizeof(float)},
            {"offsets", c.call.offsets, form == TEST_MOMENTS_OFFSETS ? (RESULTS + 1) * sizeof(int64_t) : 0}};
        test_overlap_expect(&overlap, arrays, 5);
    }
    arena_close(&a);
}
