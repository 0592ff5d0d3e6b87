/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every histogram and every workspace query against every bad argument: the status, a sentence that names it, and not a
 * byte of memory changed. One good call, and a table of ways to spoil it.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "primitives/context/context_internal.h"
#include "test_backend.h"
#include "test_histogram.h"
#include "test_sentence.h"
#include "test_types.h"

enum { N = 60, CHANNELS = 3, BINS = 20 };

/* Places of the arena, each with as much free room before and behind it as its array has at most. */
enum {
    ROOM = 4096,
    SAMPLES_AT = 1 * ROOM,
    WEIGHTS_AT = 3 * ROOM,
    LEVELS_AT = 5 * ROOM, /* and of each channel a room further */
    COUNTS_AT = 9 * ROOM,
    OUTSIDE_AT = 13 * ROOM,
    FLAGS_AT = 15 * ROOM,
    ARENA_BYTES = 17 * ROOM
};

/* A good call and all that it points to. */
typedef struct arena {
    tcu_context *context;
    test_memory memory;
    test_slice slice;
    unsigned char copy[ARENA_BYTES];
    test_histogram_call call;
    tcu_histogram_channel channels[TCU_MAX_CHANNELS];
    tcu_histogram_options options;
    union {
        float f32;
        double f64;
        int64_t i64;
        uint64_t u64;
    } lower, upper;
} arena;

static void put_levels(arena *a, int c, const float *levels)
{
    memcpy(a->copy + LEVELS_AT + c * ROOM, levels, (BINS + 1) * sizeof *levels);
}

static arena *arena_new(void)
{
    arena *a = calloc(1, sizeof *a);
    cr_assert_not_null(a);
    a->context = test_context_new();
    return a;
}

static void arena_free(arena *a)
{
    cr_expect_eq(tcu_context_destroy(a->context), TCU_SUCCESS);
    test_memory_release(&a->memory);
    free(a);
}

static void upload(arena *a)
{
    test_copy_in(a->slice.data, a->copy, ARENA_BYTES);
}

static void set_good(arena *a, test_histogram_operation operation)
{
    a->slice = test_slice_open(&a->memory, ARENA_BYTES, 0, 0x5a);
    for (int i = 0; i < ARENA_BYTES; i++) {
        a->copy[i] = (unsigned char)(i * 7 % 5);
    }
    float levels[BINS + 1];
    for (int k = 0; k <= BINS; k++) {
        levels[k] = (float)k / BINS;
    }
    unsigned char *data = a->slice.data;
    a->lower.f32 = -1;
    a->upper.f32 = 1;
    for (int c = 0; c < CHANNELS; c++) {
        put_levels(a, c, levels);
        const bool range = operation == TEST_HISTOGRAM_RANGE || c == 1;
        void *counts = data + COUNTS_AT + c * ROOM;
        if (range) {
            a->channels[c] = (tcu_histogram_channel)TCU_HISTOGRAM_CHANNEL_RANGE_INIT(
                counts, BINS, data + LEVELS_AT + c * ROOM, TCU_TYPE_F32);
        } else {
            a->channels[c] = (tcu_histogram_channel)TCU_HISTOGRAM_CHANNEL_EVEN_INIT(counts, BINS, &a->lower, &a->upper,
                                                                                    TCU_TYPE_F32);
        }
    }
    a->options = (tcu_histogram_options)TCU_HISTOGRAM_OPTIONS_INIT;
    a->options.outside = (uint64_t *)(void *)(data + OUTSIDE_AT);
    a->options.flags = (uint32_t *)(void *)(data + FLAGS_AT);
    a->call = (test_histogram_call){.operation = operation,
                                    .samples = data + SAMPLES_AT,
                                    .sample_type = TCU_TYPE_F32,
                                    .num_channels = CHANNELS,
                                    .channels = a->channels,
                                    .weights = data + WEIGHTS_AT,
                                    .weight_type = TCU_TYPE_F32,
                                    .out_type = operation == TEST_HISTOGRAM_WEIGHTED ? TCU_TYPE_F32 : TCU_TYPE_U32,
                                    .n = N,
                                    .options = &a->options};
    upload(a);
}

/* What a row is about. */
enum {
    EVEN = 1 << TEST_HISTOGRAM_EVEN,
    RANGE = 1 << TEST_HISTOGRAM_RANGE,
    MULTI = 1 << TEST_HISTOGRAM_MULTI,
    WEIGHTED = 1 << TEST_HISTOGRAM_WEIGHTED,
    ONE = EVEN | RANGE,
    BY_CHANNELS = MULTI | WEIGHTED,
    COUNTED = ONE | MULTI,
    ALL = ONE | BY_CHANNELS,
    QUERY = 1 << 16,    /* the query fails in the same way */
    ON_HOST = 1 << 17,  /* seen by the host backend alone */
    UPLOADED = 1 << 18, /* spoils memory of the context */
};

typedef struct row {
    int where;
    void (*spoil)(arena *a, test_histogram_call *call);
    tcu_status status;
    const char *word, *value; /* in the sentence */
} row;

#define SPOIL(NAME, ...)                                                                                               \
    static void NAME(arena *a, test_histogram_call *call)                                                              \
    {                                                                                                                  \
        (void)a, (void)call;                                                                                           \
        __VA_ARGS__;                                                                                                   \
    }
#define PLACE(AT) ((void *)(a->slice.data + (AT)))

static void set_level(arena *a, int c, int k, float level)
{
    memcpy(a->copy + LEVELS_AT + c * ROOM + 4 * k, &level, sizeof level);
}

static void integers(arena *a, test_histogram_call *call, tcu_type sample_type, int64_t lower, int64_t upper)
{
    call->sample_type = sample_type;
    for (int c = 0; c < CHANNELS; c++) {
        a->channels[c].level_type = TCU_TYPE_I64;
    }
    a->lower.i64 = lower;
    a->upper.i64 = upper;
}

static void rows_of(arena *a, uint64_t columns, uint64_t stride)
{
    a->options.columns = columns;
    a->options.row_stride_bytes = stride;
}

SPOIL(null_samples, call->samples = NULL)
SPOIL(null_weights, call->weights = NULL)
SPOIL(null_channels, call->channels = NULL)
SPOIL(null_counts, a->channels[0].counts = NULL)
SPOIL(null_counts_2, a->channels[2].counts = NULL)
SPOIL(null_counts_of_none, a->channels[0].counts = NULL; call->n = 0)
SPOIL(null_levels, a->channels[0].levels = NULL)
SPOIL(null_levels_1, a->channels[1].levels = NULL)
SPOIL(null_lower, a->channels[0].lower = NULL)
SPOIL(null_upper, a->channels[0].upper = NULL)
SPOIL(null_upper_2, a->channels[2].upper = NULL)
SPOIL(sample_type_below, call->sample_type = (tcu_type)-1)
SPOIL(sample_type_above, call->sample_type = (tcu_type)12)
SPOIL(out_type_below, call->out_type = (tcu_type)-1)
SPOIL(out_type_above, call->out_type = (tcu_type)12)
SPOIL(count_type_signed, call->out_type = TCU_TYPE_I32)
SPOIL(count_type_real, call->out_type = TCU_TYPE_F64)
SPOIL(count_type_short, call->out_type = TCU_TYPE_U16)
SPOIL(weight_type_below, call->weight_type = (tcu_type)-1)
SPOIL(weight_type_above, call->weight_type = (tcu_type)12)
SPOIL(weights_of_no_pair, call->weight_type = TCU_TYPE_F64)
SPOIL(integer_weights_of_no_pair, call->weight_type = TCU_TYPE_I32)
SPOIL(level_type_below, a->channels[0].level_type = (tcu_type)-1)
SPOIL(level_type_above, a->channels[0].level_type = (tcu_type)12)
SPOIL(level_type_integer, a->channels[0].level_type = TCU_TYPE_I32)
SPOIL(level_type_2_integer, a->channels[2].level_type = TCU_TYPE_U8)
SPOIL(sample_type_integer, call->sample_type = TCU_TYPE_U8)
SPOIL(kind_below, a->channels[1].kind = (tcu_bins_kind)-1)
SPOIL(kind_above, a->channels[0].kind = (tcu_bins_kind)2)
SPOIL(reserved_first, a->options.reserved[0] = 41)
SPOIL(reserved_last, a->options.reserved[7] = 42)
SPOIL(reserved_of_channel, a->channels[2].reserved[0] = 43)
SPOIL(reserved_of_channel_last, a->channels[0].reserved[3] = 44)
SPOIL(no_bins, a->channels[0].num_bins = 0)
SPOIL(no_bins_at_all, for (int c = 0; c < CHANNELS; c++) a->channels[c].num_bins = 0)
SPOIL(too_many_bins, a->channels[0].num_bins = TCU_MAX_BINS + 1)
SPOIL(too_many_bins_2, a->channels[2].num_bins = UINT64_MAX)
SPOIL(no_channels, call->num_channels = 0)
SPOIL(minus_channels, call->num_channels = -1)
SPOIL(nine_channels, call->num_channels = 9)
SPOIL(lower_equals_upper, a->upper.f32 = -1)
SPOIL(lower_above_upper, a->upper.f32 = -1.5f)
SPOIL(lower_nan, a->lower.f32 = (float)NAN)
SPOIL(upper_nan, a->upper.f32 = (float)NAN)
SPOIL(lower_infinite, a->lower.f32 = -(float)INFINITY)
SPOIL(upper_infinite, a->upper.f32 = (float)INFINITY)
SPOIL(zeros_of_both_signs, a->lower.f32 = -0.0f; a->upper.f32 = 0)
SPOIL(integers_equal, integers(a, call, TCU_TYPE_U8, 17, 17))
SPOIL(integers_decrease, integers(a, call, TCU_TYPE_I32, 5, -6))
SPOIL(integers_far_apart, integers(a, call, TCU_TYPE_I64, INT64_MAX, INT64_MIN))
SPOIL(unsigned_decrease, call->sample_type = TCU_TYPE_U64; a->channels[0].level_type = TCU_TYPE_U64;
      a->lower.u64 = UINT64_MAX; a->upper.u64 = 1)
SPOIL(level_nan, set_level(a, 0, 7, (float)NAN))
SPOIL(level_nan_first, set_level(a, 0, 0, (float)NAN))
SPOIL(level_nan_last, set_level(a, 1, BINS, -(float)NAN))
SPOIL(level_decreases, set_level(a, 0, 7, 0.1f))
SPOIL(level_decreases_last, set_level(a, 1, BINS, 0.1f))
SPOIL(level_decreases_of_none, set_level(a, 0, 7, 0.1f); call->n = 0)
SPOIL(level_infinite, set_level(a, 0, 3, (float)INFINITY))
SPOIL(samples_off_by_2, call->samples = (const char *)call->samples + 2)
SPOIL(weights_off_by_1, call->weights = (const char *)call->weights + 1)
SPOIL(counts_off_by_2, a->channels[0].counts = PLACE(COUNTS_AT + 2))
SPOIL(counts_off_by_4, a->channels[0].counts = PLACE(COUNTS_AT + 4); call->out_type = TCU_TYPE_U64)
SPOIL(levels_off_by_2, a->channels[0].levels = PLACE(LEVELS_AT + 2))
SPOIL(levels_1_off_by_1, a->channels[1].levels = PLACE(LEVELS_AT + ROOM + 1))
SPOIL(outside_off_by_4, a->options.outside = PLACE(OUTSIDE_AT + 4))
SPOIL(flags_off_by_2, a->options.flags = PLACE(FLAGS_AT + 2))
SPOIL(stride_off_by_2, rows_of(a, 5, 402))
SPOIL(weights_stride_off_by_1, a->options.columns = 5; a->options.weights_row_stride_bytes = 401)
SPOIL(rows_overlap, rows_of(a, 5, 16))
SPOIL(rows_of_pixels_overlap, rows_of(a, 5, 56))
SPOIL(rows_of_weights_overlap, a->options.columns = 10; a->options.weights_row_stride_bytes = 36)
SPOIL(bytes_wrap, call->n = ((uint64_t)1 << 62) + 10)
SPOIL(bytes_wrap_most, call->n = UINT64_MAX)
SPOIL(channels_wrap, call->n = ((uint64_t)1 << 62) / 3 + 1)
SPOIL(end_wraps, call->n = ((uint64_t)1 << 62) - 16)
SPOIL(stride_wraps, rows_of(a, 1, (uint64_t)1 << 60))
SPOIL(columns_wrap, a->options.columns = ((uint64_t)1 << 62); call->n = ((uint64_t)1 << 62) + 1)
SPOIL(counts_on_samples, a->channels[0].counts = PLACE(SAMPLES_AT + 4 * N - 4))
SPOIL(counts_are_samples, a->channels[0].counts = PLACE(SAMPLES_AT))
SPOIL(counts_on_last_channel, a->channels[2].counts = PLACE(SAMPLES_AT + 4 * CHANNELS * N - 4))
SPOIL(counts_between_rows, rows_of(a, 30, 512); a->channels[0].counts = PLACE(SAMPLES_AT + 400))
SPOIL(counts_on_weights, a->channels[0].counts = PLACE(WEIGHTS_AT))
SPOIL(counts_on_levels, a->channels[0].counts = PLACE(LEVELS_AT + 4 * BINS))
SPOIL(counts_on_others_levels, a->channels[0].counts = PLACE(LEVELS_AT + ROOM))
SPOIL(counts_share, a->channels[2].counts = PLACE(COUNTS_AT + 4 * (BINS - 1)))
SPOIL(outside_on_counts, a->options.outside = PLACE(COUNTS_AT + 8))
SPOIL(outside_on_samples, a->options.outside = PLACE(SAMPLES_AT))
SPOIL(flags_on_counts, a->options.flags = PLACE(COUNTS_AT + 4 * (BINS - 1)))
SPOIL(flags_on_outside, a->options.flags = PLACE(OUTSIDE_AT + 4))
SPOIL(flags_on_levels, a->options.flags = PLACE(LEVELS_AT))
SPOIL(flags_on_weights, a->options.flags = PLACE(WEIGHTS_AT + 4 * N - 4))

static const row rows[] = {
    {ALL, null_samples, TCU_ERROR_INVALID_ARGUMENT, "samples", "NULL"},
    {WEIGHTED, null_weights, TCU_ERROR_INVALID_ARGUMENT, "weights", "NULL"},
    {BY_CHANNELS | QUERY, null_channels, TCU_ERROR_INVALID_ARGUMENT, "channels", "NULL"},
    {ONE, null_counts, TCU_ERROR_INVALID_ARGUMENT, "counts", "NULL"},
    {BY_CHANNELS, null_counts_2, TCU_ERROR_INVALID_ARGUMENT, "channels[2].counts", "NULL"},
    {ONE, null_counts_of_none, TCU_ERROR_INVALID_ARGUMENT, "counts", "NULL"},
    {RANGE, null_levels, TCU_ERROR_INVALID_ARGUMENT, "levels", "NULL"},
    {BY_CHANNELS, null_levels_1, TCU_ERROR_INVALID_ARGUMENT, "channels[1].levels", "NULL"},
    {EVEN, null_lower, TCU_ERROR_INVALID_ARGUMENT, "lower", "NULL"},
    {EVEN, null_upper, TCU_ERROR_INVALID_ARGUMENT, "upper", "NULL"},
    {BY_CHANNELS, null_upper_2, TCU_ERROR_INVALID_ARGUMENT, "channels[2].upper", "NULL"},
    {ALL | QUERY, sample_type_below, TCU_ERROR_INVALID_ARGUMENT, "sample_type", "-1"},
    {ALL | QUERY, sample_type_above, TCU_ERROR_INVALID_ARGUMENT, "sample_type", "12"},
    {COUNTED | QUERY, out_type_below, TCU_ERROR_INVALID_ARGUMENT, "count_type", "-1"},
    {COUNTED | QUERY, out_type_above, TCU_ERROR_INVALID_ARGUMENT, "count_type", "12"},
    {WEIGHTED | QUERY, out_type_below, TCU_ERROR_INVALID_ARGUMENT, "sum_type", "-1"},
    {WEIGHTED | QUERY, out_type_above, TCU_ERROR_INVALID_ARGUMENT, "sum_type", "12"},
    {COUNTED | QUERY, count_type_signed, TCU_ERROR_UNSUPPORTED_TYPE, "count_type", "i32"},
    {COUNTED | QUERY, count_type_real, TCU_ERROR_UNSUPPORTED_TYPE, "count_type", "f64"},
    {COUNTED | QUERY, count_type_short, TCU_ERROR_UNSUPPORTED_TYPE, "count_type", "u16"},
    {WEIGHTED | QUERY, weight_type_below, TCU_ERROR_INVALID_ARGUMENT, "weight_type", "-1"},
    {WEIGHTED | QUERY, weight_type_above, TCU_ERROR_INVALID_ARGUMENT, "weight_type", "12"},
    {WEIGHTED | QUERY, weights_of_no_pair, TCU_ERROR_UNSUPPORTED_TYPE, "weight_type", "f64"},
    {WEIGHTED | QUERY, integer_weights_of_no_pair, TCU_ERROR_UNSUPPORTED_TYPE, "sum_type", "f32"},
    {ONE | QUERY, level_type_below, TCU_ERROR_INVALID_ARGUMENT, "level_type", "-1"},
    {ONE | QUERY, level_type_above, TCU_ERROR_INVALID_ARGUMENT, "level_type", "12"},
    {BY_CHANNELS | QUERY, level_type_above, TCU_ERROR_INVALID_ARGUMENT, "channels[0].level_type", "12"},
    {ONE | QUERY, level_type_integer, TCU_ERROR_UNSUPPORTED_TYPE, "level_type", "i32"},
    {BY_CHANNELS | QUERY, level_type_2_integer, TCU_ERROR_UNSUPPORTED_TYPE, "channels[2].level_type", "u8"},
    {ONE | QUERY, sample_type_integer, TCU_ERROR_UNSUPPORTED_TYPE, "level_type", "f32"},
    {BY_CHANNELS | QUERY, kind_below, TCU_ERROR_INVALID_ARGUMENT, "channels[1].kind", "-1"},
    {BY_CHANNELS | QUERY, kind_above, TCU_ERROR_INVALID_ARGUMENT, "channels[0].kind", "2"},
    {ALL, reserved_first, TCU_ERROR_INVALID_ARGUMENT, "options.reserved[0]", "41"},
    {ALL, reserved_last, TCU_ERROR_INVALID_ARGUMENT, "options.reserved[7]", "42"},
    {BY_CHANNELS | QUERY, reserved_of_channel, TCU_ERROR_INVALID_ARGUMENT, "channels[2].reserved[0]", "43"},
    {BY_CHANNELS | QUERY, reserved_of_channel_last, TCU_ERROR_INVALID_ARGUMENT, "channels[0].reserved[3]", "44"},
    {ONE | QUERY, no_bins, TCU_ERROR_INVALID_ARGUMENT, "num_bins", "0"},
    {BY_CHANNELS | QUERY, no_bins_at_all, TCU_ERROR_INVALID_ARGUMENT, "channels", "num_bins"},
    {ONE | QUERY, too_many_bins, TCU_ERROR_INVALID_ARGUMENT, "num_bins", "1073741825"},
    {BY_CHANNELS | QUERY, too_many_bins_2, TCU_ERROR_INVALID_ARGUMENT, "channels[2].num_bins", "18446744073709551615"},
    {BY_CHANNELS | QUERY, no_channels, TCU_ERROR_INVALID_ARGUMENT, "num_channels", "0"},
    {BY_CHANNELS | QUERY, minus_channels, TCU_ERROR_INVALID_ARGUMENT, "num_channels", "-1"},
    {BY_CHANNELS | QUERY, nine_channels, TCU_ERROR_INVALID_ARGUMENT, "num_channels", "9"},
    {EVEN, lower_equals_upper, TCU_ERROR_INVALID_ARGUMENT, "lower", "-1"},
    {EVEN, lower_above_upper, TCU_ERROR_INVALID_ARGUMENT, "upper", "-1.5"},
    {BY_CHANNELS, lower_above_upper, TCU_ERROR_INVALID_ARGUMENT, "channels[0].upper", "-1.5"},
    {EVEN, lower_nan, TCU_ERROR_INVALID_ARGUMENT, "lower", "finite"},
    {EVEN, upper_nan, TCU_ERROR_INVALID_ARGUMENT, "upper", "finite"},
    {EVEN, lower_infinite, TCU_ERROR_INVALID_ARGUMENT, "lower", "-inf"},
    {EVEN, upper_infinite, TCU_ERROR_INVALID_ARGUMENT, "upper", "inf"},
    {BY_CHANNELS, upper_infinite, TCU_ERROR_INVALID_ARGUMENT, "channels[0].upper", "inf"},
    {EVEN, zeros_of_both_signs, TCU_ERROR_INVALID_ARGUMENT, "upper", "0"},
    {EVEN, integers_equal, TCU_ERROR_INVALID_ARGUMENT, "lower", "17"},
    {EVEN, integers_decrease, TCU_ERROR_INVALID_ARGUMENT, "upper", "-6"},
    {EVEN, integers_far_apart, TCU_ERROR_INVALID_ARGUMENT, "upper", "-9223372036854775808"},
    {EVEN, unsigned_decrease, TCU_ERROR_INVALID_ARGUMENT, "lower", "18446744073709551615"},
    {RANGE | ON_HOST | UPLOADED, level_nan, TCU_ERROR_INVALID_LEVELS, "levels[7]", "NaN"},
    {RANGE | ON_HOST | UPLOADED, level_nan_first, TCU_ERROR_INVALID_LEVELS, "levels[0]", "NaN"},
    {BY_CHANNELS | ON_HOST | UPLOADED, level_nan_last, TCU_ERROR_INVALID_LEVELS, "channels[1].levels[20]", "NaN"},
    {RANGE | ON_HOST | UPLOADED, level_decreases, TCU_ERROR_INVALID_LEVELS, "levels[7]", "below"},
    {BY_CHANNELS | ON_HOST | UPLOADED, level_decreases_last, TCU_ERROR_INVALID_LEVELS, "channels[1].levels[20]",
     "below"},
    {RANGE | ON_HOST | UPLOADED, level_decreases_of_none, TCU_ERROR_INVALID_LEVELS, "levels[7]", "below"},
    {RANGE | ON_HOST | UPLOADED, level_infinite, TCU_ERROR_INVALID_LEVELS, "levels[4]", "below"},
    {ALL, samples_off_by_2, TCU_ERROR_MISALIGNED, "samples", "4"},
    {WEIGHTED, weights_off_by_1, TCU_ERROR_MISALIGNED, "weights", "4"},
    {ONE, counts_off_by_2, TCU_ERROR_MISALIGNED, "counts", "4"},
    {MULTI, counts_off_by_4, TCU_ERROR_MISALIGNED, "channels[0].counts", "8"},
    {RANGE, levels_off_by_2, TCU_ERROR_MISALIGNED, "levels", "4"},
    {BY_CHANNELS, levels_1_off_by_1, TCU_ERROR_MISALIGNED, "channels[1].levels", "4"},
    {ALL, outside_off_by_4, TCU_ERROR_MISALIGNED, "options.outside", "8"},
    {ALL, flags_off_by_2, TCU_ERROR_MISALIGNED, "options.flags", "4"},
    {ALL, stride_off_by_2, TCU_ERROR_MISALIGNED, "options.row_stride_bytes", "402"},
    {WEIGHTED, weights_stride_off_by_1, TCU_ERROR_MISALIGNED, "options.weights_row_stride_bytes", "401"},
    {ALL, rows_overlap, TCU_ERROR_INVALID_ARGUMENT, "options.row_stride_bytes", "16"},
    {BY_CHANNELS, rows_of_pixels_overlap, TCU_ERROR_INVALID_ARGUMENT, "options.row_stride_bytes", "60"},
    {WEIGHTED, rows_of_weights_overlap, TCU_ERROR_INVALID_ARGUMENT, "options.weights_row_stride_bytes", "36"},
    {ALL | QUERY, bytes_wrap, TCU_ERROR_SIZE_OVERFLOW, "samples", "4611686018427387914"},
    {ALL | QUERY, bytes_wrap_most, TCU_ERROR_SIZE_OVERFLOW, "samples", "18446744073709551615"},
    {BY_CHANNELS | QUERY, channels_wrap, TCU_ERROR_SIZE_OVERFLOW, "samples", "12"},
    {ONE, end_wraps, TCU_ERROR_SIZE_OVERFLOW, "samples", "4611686018427387888"},
    {ALL, stride_wraps, TCU_ERROR_SIZE_OVERFLOW, "samples", "60"},
    {ALL, columns_wrap, TCU_ERROR_SIZE_OVERFLOW, "samples", "4611686018427387905"},
    {ALL, counts_on_samples, TCU_ERROR_OVERLAP, "counts", "samples"},
    {ALL, counts_are_samples, TCU_ERROR_OVERLAP, "counts", "samples"},
    {BY_CHANNELS, counts_on_last_channel, TCU_ERROR_OVERLAP, "channels[2].counts", "samples"},
    {ALL, counts_between_rows, TCU_ERROR_OVERLAP, "counts", "samples"},
    {WEIGHTED, counts_on_weights, TCU_ERROR_OVERLAP, "channels[0].counts", "weights"},
    {RANGE, counts_on_levels, TCU_ERROR_OVERLAP, "counts", "levels"},
    {BY_CHANNELS, counts_on_others_levels, TCU_ERROR_OVERLAP, "channels[0].counts", "channels[1].levels"},
    {BY_CHANNELS, counts_share, TCU_ERROR_OVERLAP, "channels[2].counts", "channels[0].counts"},
    {ALL, outside_on_counts, TCU_ERROR_OVERLAP, "options.outside", "counts"},
    {ALL, outside_on_samples, TCU_ERROR_OVERLAP, "options.outside", "samples"},
    {ALL, flags_on_counts, TCU_ERROR_OVERLAP, "options.flags", "counts"},
    {ALL, flags_on_outside, TCU_ERROR_OVERLAP, "options.flags", "options.outside"},
    {RANGE, flags_on_levels, TCU_ERROR_OVERLAP, "options.flags", "levels"},
    {WEIGHTED, flags_on_weights, TCU_ERROR_OVERLAP, "options.flags", "weights"},
};

static bool unchanged(arena *a)
{
    return test_slice_guarded(&a->slice) && test_slice_holds(&a->slice, a->copy);
}

static void expect_failure(arena *a, const row *r, size_t index, bool query)
{
    size_t bytes = 4711;
    const tcu_status status =
        query ? test_histogram_query(a->context, &a->call, &bytes) : test_histogram_run_call(a->context, &a->call);
    const char *sentence = tcu_context_last_error(a->context);
    const char *name = test_histogram_names[a->call.operation], *suffix = query ? "_workspace" : "";
    cr_expect_eq(status, r->status, "%s%s, row %zu: status %d (%s)", name, suffix, index, (int)status, sentence);
    cr_expect(test_mentions(sentence, r->word) && test_mentions(sentence, r->value),
              "%s%s, row %zu: \"%s\" lacks %s or %s", name, suffix, index, sentence, r->word, r->value);
    cr_expect_eq(bytes, 4711, "%s, row %zu", name, index);
    cr_expect(unchanged(a), "%s%s, row %zu (%s): memory changed", name, suffix, index, r->word);
}

Test(histogram_arguments, are_refused_with_a_sentence, .timeout = 120)
{
    arena *a = arena_new();
    for (int operation = 0; operation < TEST_HISTOGRAM_COUNT; operation++) {
        /* Not spoilt, the call succeeds: what fails below fails for its reason. */
        set_good(a, (test_histogram_operation)operation);
        cr_assert_eq(test_histogram_run_call(a->context, &a->call), TCU_SUCCESS, "%s",
                     tcu_context_last_error(a->context));
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            if (!(rows[i].where & 1 << operation) || (rows[i].where & ON_HOST && test_on_cuda())) {
                continue;
            }
            set_good(a, (test_histogram_operation)operation);
            rows[i].spoil(a, &a->call);
            if (rows[i].where & UPLOADED) {
                upload(a);
            }
            expect_failure(a, &rows[i], i, false);
            if (rows[i].where & QUERY) {
                expect_failure(a, &rows[i], i, true);
            }
        }
    }
    arena_free(a);
}

/* What looks like a mistake and is none. */
SPOIL(no_options, call->options = NULL)
SPOIL(no_outside, a->options.outside = NULL; a->options.flags = NULL)
SPOIL(one_row, rows_of(a, N, 1))
SPOIL(longer_row, rows_of(a, N + 1, 2))
SPOIL(rows_without_gap, rows_of(a, 7, 0))
SPOIL(one_bin, a->channels[0].num_bins = 1)
SPOIL(levels_are_samples, a->channels[1].levels = a->channels[0].levels = PLACE(LEVELS_AT);
      call->samples = PLACE(LEVELS_AT))
SPOIL(weights_are_samples, call->weights = call->samples)
SPOIL(levels_equal, for (int k = 0; k <= BINS; k++) set_level(a, 0, k, 0.5f); upload(a))
SPOIL(levels_infinite, set_level(a, 0, 0, -(float)INFINITY); set_level(a, 0, BINS, (float)INFINITY); upload(a))
SPOIL(channels_share_levels, a->channels[1].levels = PLACE(LEVELS_AT))
SPOIL(one_channel, call->num_channels = 1)
SPOIL(counted_last, a->channels[0].num_bins = a->channels[1].num_bins = 0)
SPOIL(not_counted_is_not_looked_at, a->channels[1] = (tcu_histogram_channel)TCU_HISTOGRAM_CHANNEL_NONE_INIT;
      a->channels[1].kind = (tcu_bins_kind)77; a->channels[1].reserved[1] = 5)
SPOIL(counts_of_neighbours, a->channels[2].counts = PLACE(COUNTS_AT + 4 * BINS))
SPOIL(stride_of_one_row_may_be_odd, rows_of(a, N, 3))

Test(histogram_arguments, that_are_good_are_not_refused)
{
    static const struct {
        int where;
        void (*change)(arena *a, test_histogram_call *call);
    } table[] = {{ALL, no_options},
                 {ALL, no_outside},
                 {ALL, one_row},
                 {ALL, longer_row},
                 {ALL, rows_without_gap},
                 {ALL, one_bin},
                 {RANGE | BY_CHANNELS, levels_are_samples},
                 {WEIGHTED, weights_are_samples},
                 {RANGE, levels_equal},
                 {RANGE, levels_infinite},
                 {BY_CHANNELS, channels_share_levels},
                 {BY_CHANNELS, one_channel},
                 {BY_CHANNELS, counted_last},
                 {BY_CHANNELS, not_counted_is_not_looked_at},
                 {BY_CHANNELS, counts_of_neighbours},
                 {ALL, stride_of_one_row_may_be_odd}};
    arena *a = arena_new();
    for (int operation = 0; operation < TEST_HISTOGRAM_COUNT; operation++) {
        for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
            if (table[i].where & 1 << operation) {
                set_good(a, (test_histogram_operation)operation);
                table[i].change(a, &a->call);
                cr_expect_eq(test_histogram_run_call(a->context, &a->call), TCU_SUCCESS, "%s, row %zu: %s",
                             test_histogram_names[operation], i, tcu_context_last_error(a->context));
                test_synchronise();
            }
        }
    }
    arena_free(a);
}

Test(histogram_arguments, a_query_needs_somewhere_to_answer)
{
    arena *a = arena_new();
    for (int operation = 0; operation < TEST_HISTOGRAM_COUNT; operation++) {
        set_good(a, (test_histogram_operation)operation);
        cr_expect_eq(test_histogram_query(a->context, &a->call, NULL), TCU_ERROR_INVALID_ARGUMENT, "%s",
                     test_histogram_names[operation]);
        cr_expect(test_mentions(tcu_context_last_error(a->context), "bytes"), "%s", tcu_context_last_error(a->context));
    }
    arena_free(a);
}

/* A query follows no pointer of a channel, as there may be no memory yet. */
Test(histogram_arguments, a_query_follows_no_pointers)
{
    arena *a = arena_new();
    for (int operation = 0; operation < TEST_HISTOGRAM_COUNT; operation++) {
        set_good(a, (test_histogram_operation)operation);
        size_t with = 1, without = 2;
        cr_expect_eq(test_histogram_query(a->context, &a->call, &with), TCU_SUCCESS);
        for (int c = 0; c < CHANNELS; c++) {
            a->channels[c].counts = NULL;
            a->channels[c].lower = a->channels[c].upper = a->channels[c].levels = (const void *)(uintptr_t)1;
        }
        cr_expect_eq(test_histogram_query(a->context, &a->call, &without), TCU_SUCCESS, "%s",
                     tcu_context_last_error(a->context));
        cr_expect_eq(with, without);
    }
    arena_free(a);
}

Test(histogram_arguments, no_context)
{
    arena *a = arena_new();
    for (int operation = 0; operation < TEST_HISTOGRAM_COUNT; operation++) {
        set_good(a, (test_histogram_operation)operation);
        size_t bytes = 4711;
        cr_expect_eq(test_histogram_run_call(NULL, &a->call), TCU_ERROR_INVALID_CONTEXT);
        cr_expect_eq(test_histogram_query(NULL, &a->call, &bytes), TCU_ERROR_INVALID_CONTEXT);
        cr_expect(test_mentions(tcu_context_last_error(NULL), "context"));
        cr_expect_eq(bytes, 4711);
        cr_expect(unchanged(a), "%s", test_histogram_names[operation]);
    }
    arena_free(a);
}

/* An allocator that has nothing to give, where a backend needs memory. */
Test(histogram_arguments, an_allocator_without_memory)
{
    arena *a = arena_new();
    test_allocator allocator = {.refuse = true};
    for (int operation = 0; operation < TEST_HISTOGRAM_COUNT; operation++) {
        set_good(a, (test_histogram_operation)operation);
        size_t bytes = 0;
        cr_assert_eq(test_histogram_query(a->context, &a->call, &bytes), TCU_SUCCESS);
        cr_assert_eq(tcu_context_set_allocator(a->context, test_allocator_allocate, test_allocator_release, &allocator),
                     TCU_SUCCESS);
        const tcu_status status = test_histogram_run_call(a->context, &a->call);
        cr_expect_eq(status, bytes > 0 ? TCU_ERROR_OUT_OF_MEMORY : TCU_SUCCESS, "%s: status %d",
                     test_histogram_names[operation], (int)status);
        cr_expect(bytes == 0 || unchanged(a), "%s", test_histogram_names[operation]);
        cr_assert_eq(tcu_context_set_allocator(a->context, NULL, NULL, NULL), TCU_SUCCESS);
    }
    test_synchronise();
    arena_free(a);
}
