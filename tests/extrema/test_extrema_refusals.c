/* SPDX-License-Identifier: Apache-2.0 */
/* Bad arguments of the extrema: a status, a sentence that names argument and value, and not a byte written. */
#include <criterion/criterion.h>

#include "extrema/extrema.h"
#include "test_backend.h"
#include "test_refusal.h"

enum { N = 1000, SEGMENTS = 10, BYTES = 28672 };

/* in, the outputs, offsets, with space between them, in one block. */
enum { IN = 1024, MIN = 8192, ARGMIN = 9216, MAX = 10240, ARGMAX = 11264, OFFSETS = 12288 };

typedef struct arena {
    tcu_context *context;
    test_memory memory;
    test_slice slice;
    unsigned char copy[BYTES];
    tcu_extrema_options options;
} arena;

static test_extrema_call good_call(arena *a, test_extrema_form form)
{
    unsigned char *const base = a->slice.data;
    test_copy_in(base, a->copy, BYTES);
    a->options = (tcu_extrema_options)TCU_EXTREMA_OPTIONS_INIT;
    return (test_extrema_call){.form = form,
                               .in = base + IN,
                               .type = TCU_TYPE_F32,
                               .min = base + MIN,
                               .argmin = (int64_t *)(void *)(base + ARGMIN),
                               .max = base + MAX,
                               .argmax = (int64_t *)(void *)(base + ARGMAX),
                               .n = N,
                               .segment_size = N / SEGMENTS,
                               .offsets = (const int64_t *)(const void *)(base + OFFSETS),
                               .num_segments = SEGMENTS,
                               .options = &a->options};
}

#define SPOIL(NAME, ...) TEST_SPOIL(arena, test_extrema_call, NAME, __VA_ARGS__)
SPOIL(no_input, call->in = NULL)
SPOIL(no_output, call->min = call->max = NULL; call->argmin = call->argmax = NULL)
SPOIL(no_offsets, call->offsets = NULL)
SPOIL(no_segment_size, call->segment_size = 0)
SPOIL(wrong_type, call->type = (tcu_type)12)
SPOIL(wrong_mode, a->options.nan_mode = (tcu_nan_mode)2)
SPOIL(wrong_reserved, a->options.reserved[3] = 5)
SPOIL(misaligned_input, call->in = (const char *)call->in + 2)
SPOIL(misaligned_position, call->argmax = (int64_t *)(void *)((char *)call->argmax + 4))
SPOIL(minimum_over_input, call->min = a->slice.data + IN)
SPOIL(maximum_over_minimum, call->max = call->min)
SPOIL(positions_over_each_other, call->argmax = call->argmin)
SPOIL(position_over_input, call->argmin = (int64_t *)(void *)(a->slice.data + IN + 8))
SPOIL(too_many, call->n = UINT64_MAX / 2)

enum {
    ALL = 1 << TEST_EXTREMA_WHOLE | 1 << TEST_EXTREMA_SEGMENTS | 1 << TEST_EXTREMA_OFFSETS,
    QUERIES = 1 << TEST_EXTREMA_COUNT /* the query refuses it, too */
};

static const test_refusal rows[] = {
    {ALL, no_input, TCU_ERROR_INVALID_ARGUMENT, "in", "NULL"},
    {ALL, no_output, TCU_ERROR_INVALID_ARGUMENT, "argmin", "NULL"},
    {1 << TEST_EXTREMA_OFFSETS, no_offsets, TCU_ERROR_INVALID_ARGUMENT, "offsets", "NULL"},
    {1 << TEST_EXTREMA_SEGMENTS | QUERIES, no_segment_size, TCU_ERROR_INVALID_ARGUMENT, "segment_size", "0"},
    {ALL | QUERIES, wrong_type, TCU_ERROR_INVALID_ARGUMENT, "type", "12"},
    {ALL | QUERIES, wrong_mode, TCU_ERROR_INVALID_ARGUMENT, "options->nan_mode", "2"},
    {ALL | QUERIES, wrong_reserved, TCU_ERROR_INVALID_ARGUMENT, "options->reserved", "5"},
    {ALL, misaligned_input, TCU_ERROR_MISALIGNED, "in", "4"},
    {ALL, misaligned_position, TCU_ERROR_MISALIGNED, "argmax", "8"},
    {ALL, minimum_over_input, TCU_ERROR_OVERLAP, "min", "in"},
    {ALL, maximum_over_minimum, TCU_ERROR_OVERLAP, "max", "min"},
    {ALL, positions_over_each_other, TCU_ERROR_OVERLAP, "argmax", "argmin"},
    {ALL, position_over_input, TCU_ERROR_OVERLAP, "argmin", "in"},
    {ALL | QUERIES, too_many, TCU_ERROR_SIZE_OVERFLOW, "in", "9223372036854775807"},
};

Test(extrema_refusals, every_bad_argument, .timeout = 300)
{
    arena a = {.context = test_context_new()};
    a.slice = test_slice_open(&a.memory, BYTES, 0, 0x41);
    memset(a.copy, 0x41, sizeof a.copy);
    for (int k = 0; k <= SEGMENTS; k++) {
        const int64_t offset = k * (N / SEGMENTS);
        memcpy(a.copy + OFFSETS + k * 8, &offset, sizeof offset);
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int form = 0; form < TEST_EXTREMA_COUNT; form++) {
            if ((rows[i].where >> form & 1) == 0) {
                continue;
            }
            test_extrema_call call = good_call(&a, (test_extrema_form)form);
            size_t bytes = TEST_REFUSED_BYTES;
            rows[i].spoil(&a, &call);
            const tcu_status status = test_extrema_run_call(a.context, &call);
            test_synchronise();
            test_refusal_expect(&rows[i], i, test_extrema_names[form], false, status, tcu_context_last_error(a.context),
                                rows[i].value, bytes,
                                test_slice_holds(&a.slice, a.copy) && test_slice_guarded(&a.slice));
            if ((rows[i].where & QUERIES) != 0) {
                const tcu_status refused = test_extrema_query(a.context, &call, &bytes);
                test_refusal_expect(&rows[i], i, test_extrema_names[form], true, refused,
                                    tcu_context_last_error(a.context), rows[i].value, bytes, true);
            }
        }
    }
    test_extrema_call call = good_call(&a, TEST_EXTREMA_WHOLE);
    cr_expect_eq(test_extrema_query(a.context, &call, NULL), TCU_ERROR_INVALID_ARGUMENT);
    cr_expect_eq(test_extrema_run_call(NULL, &call), TCU_ERROR_INVALID_CONTEXT);
    tcu_context_destroy(a.context);
    test_memory_release(&a.memory);
}

/* Nothing to write needs no output, and no array. */
Test(extrema_refusals, nothing_to_do)
{
    tcu_context *context = test_context_new();
    cr_expect_eq(tcu_segmented_reduce_extrema(context, NULL, TCU_TYPE_F16, NULL, NULL, NULL, NULL, 0, 3, NULL),
                 TCU_SUCCESS);
    cr_expect_eq(
        tcu_segmented_reduce_extrema_offsets(context, NULL, TCU_TYPE_F16, NULL, NULL, NULL, NULL, 0, NULL, 0, NULL),
        TCU_SUCCESS);
    tcu_context_destroy(context);
}
