/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every histogram and every workspace query against every bad argument: the status, a sentence that names it, and not a
 * byte of memory changed. One good call, and a table of ways to spoil it.
 */
#include <math.h>

#include "histogram/arena.h"
#include "test_backend.h"
#include "test_refusal.h"

typedef test_histogram_arena arena;

/* In a row's `where`, beside operations. */
enum {
    QUERY = 1 << 16,    /* the query fails in the same way */
    ON_HOST = 1 << 17,  /* seen by the host backend alone */
    UPLOADED = 1 << 18, /* spoils memory of the context */
};

#define SPOIL(NAME, ...) TEST_SPOIL(arena, test_histogram_call, NAME, __VA_ARGS__)
#define PLACE(AT)        ((void *)(a->slice.data + (AT)))

static void integers(arena *a, test_histogram_call *call, tcu_type sample_type, int64_t lower, int64_t upper)
{
    call->sample_type = sample_type;
    for (int c = 0; c < TEST_CHANNELS; c++) {
        a->channels[c].level_type = TCU_TYPE_I64;
    }
    a->lower.i64 = lower;
    a->upper.i64 = upper;
}

static void set_rows(arena *a, uint64_t columns, uint64_t stride)
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
SPOIL(no_bins_at_all, for (int c = 0; c < TEST_CHANNELS; c++) a->channels[c].num_bins = 0)
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
SPOIL(level_nan, test_histogram_arena_set_level(a, 0, 7, (float)NAN))
SPOIL(level_nan_first, test_histogram_arena_set_level(a, 0, 0, (float)NAN))
SPOIL(level_nan_last, test_histogram_arena_set_level(a, 1, TEST_BINS, -(float)NAN))
SPOIL(level_decreases, test_histogram_arena_set_level(a, 0, 7, 0.1f))
SPOIL(level_decreases_last, test_histogram_arena_set_level(a, 1, TEST_BINS, 0.1f))
SPOIL(level_decreases_of_none, test_histogram_arena_set_level(a, 0, 7, 0.1f); call->n = 0)
SPOIL(level_infinite, test_histogram_arena_set_level(a, 0, 3, (float)INFINITY))
SPOIL(samples_off_by_2, call->samples = (const char *)call->samples + 2)
SPOIL(weights_off_by_1, call->weights = (const char *)call->weights + 1)
SPOIL(counts_off_by_2, a->channels[0].counts = PLACE(TEST_COUNTS_AT + 2))
SPOIL(counts_off_by_4, a->channels[0].counts = PLACE(TEST_COUNTS_AT + 4); call->out_type = TCU_TYPE_U64)
SPOIL(levels_off_by_2, a->channels[0].levels = PLACE(TEST_LEVELS_AT + 2))
SPOIL(levels_1_off_by_1, a->channels[1].levels = PLACE(TEST_LEVELS_AT + TEST_ROOM + 1))
SPOIL(outside_off_by_4, a->options.outside = PLACE(TEST_OUTSIDE_AT + 4))
SPOIL(flags_off_by_2, a->options.flags = PLACE(TEST_FLAGS_AT + 2))
SPOIL(stride_off_by_2, set_rows(a, 5, 402))
SPOIL(weights_stride_off_by_1, a->options.columns = 5; a->options.weights_row_stride_bytes = 401)
SPOIL(rows_overlap, set_rows(a, 5, 16))
SPOIL(rows_of_pixels_overlap, set_rows(a, 5, 56))
SPOIL(rows_of_weights_overlap, a->options.columns = 10; a->options.weights_row_stride_bytes = 36)
SPOIL(bytes_wrap, call->n = ((uint64_t)1 << 62) + 10)
SPOIL(bytes_wrap_most, call->n = UINT64_MAX)
SPOIL(channels_wrap, call->n = ((uint64_t)1 << 62) / 3 + 1)
SPOIL(end_wraps, call->n = ((uint64_t)1 << 62) - 16)
SPOIL(stride_wraps, set_rows(a, 1, (uint64_t)1 << 60))
SPOIL(columns_wrap, a->options.columns = ((uint64_t)1 << 62); call->n = ((uint64_t)1 << 62) + 1)
SPOIL(counts_on_samples, a->channels[0].counts = PLACE(TEST_SAMPLES_AT + 4 * TEST_PIXELS - 4))
SPOIL(counts_are_samples, a->channels[0].counts = PLACE(TEST_SAMPLES_AT))
SPOIL(counts_on_last_channel, a->channels[2].counts = PLACE(TEST_SAMPLES_AT + 4 * TEST_CHANNELS * TEST_PIXELS - 4))
SPOIL(counts_between_rows, set_rows(a, 30, 512); a->channels[0].counts = PLACE(TEST_SAMPLES_AT + 400))
SPOIL(counts_on_weights, a->channels[0].counts = PLACE(TEST_WEIGHTS_AT))
SPOIL(counts_on_levels, a->channels[0].counts = PLACE(TEST_LEVELS_AT + 4 * TEST_BINS))
SPOIL(counts_on_others_levels, a->channels[0].counts = PLACE(TEST_LEVELS_AT + TEST_ROOM))
SPOIL(counts_share, a->channels[2].counts = PLACE(TEST_COUNTS_AT + 4 * (TEST_BINS - 1)))
SPOIL(outside_on_counts, a->options.outside = PLACE(TEST_COUNTS_AT + 8))
SPOIL(outside_on_samples, a->options.outside = PLACE(TEST_SAMPLES_AT))
SPOIL(ends_of_others, a->options.ends = PLACE(TEST_FLAGS_AT))
SPOIL(ends_off_by_2, a->options.ends = PLACE(TEST_FLAGS_AT + 2))
SPOIL(ends_on_counts, a->options.ends = PLACE(TEST_COUNTS_AT))
SPOIL(ends_on_samples, a->options.ends = PLACE(TEST_SAMPLES_AT))
SPOIL(ends_of_other_levels, a->options.ends = PLACE(TEST_FLAGS_AT + 64); a->channels[0].level_type = TCU_TYPE_I32)
SPOIL(ends_of_rows_with_gaps, a->options.ends = PLACE(TEST_FLAGS_AT + 64); set_rows(a, 10, 44))
SPOIL(count_off_by_4, a->options.count = PLACE(TEST_FLAGS_AT + 4))
SPOIL(count_on_counts, a->options.count = PLACE(TEST_COUNTS_AT))
SPOIL(count_on_flags, a->options.count = PLACE(TEST_FLAGS_AT))
SPOIL(flags_on_counts, a->options.flags = PLACE(TEST_COUNTS_AT + 4 * (TEST_BINS - 1)))
SPOIL(flags_on_outside, a->options.flags = PLACE(TEST_OUTSIDE_AT + 4))
SPOIL(flags_on_levels, a->options.flags = PLACE(TEST_LEVELS_AT))
SPOIL(flags_on_weights, a->options.flags = PLACE(TEST_WEIGHTS_AT + 4 * TEST_PIXELS - 4))

static const test_refusal rows[] = {
    {TEST_OF_ALL, null_samples, TCU_ERROR_INVALID_ARGUMENT, "samples", "NULL"},
    {TEST_OF_WEIGHTED, null_weights, TCU_ERROR_INVALID_ARGUMENT, "weights", "NULL"},
    {TEST_OF_CHANNELS | QUERY, null_channels, TCU_ERROR_INVALID_ARGUMENT, "channels", "NULL"},
    {TEST_OF_ONE, null_counts, TCU_ERROR_INVALID_ARGUMENT, "counts", "NULL"},
    {TEST_OF_CHANNELS, null_counts_2, TCU_ERROR_INVALID_ARGUMENT, "channels[2].counts", "NULL"},
    {TEST_OF_ONE, null_counts_of_none, TCU_ERROR_INVALID_ARGUMENT, "counts", "NULL"},
    {TEST_OF_RANGE, null_levels, TCU_ERROR_INVALID_ARGUMENT, "levels", "NULL"},
    {TEST_OF_CHANNELS, null_levels_1, TCU_ERROR_INVALID_ARGUMENT, "channels[1].levels", "NULL"},
    {TEST_OF_EVEN, null_lower, TCU_ERROR_INVALID_ARGUMENT, "lower", "NULL"},
    {TEST_OF_EVEN, null_upper, TCU_ERROR_INVALID_ARGUMENT, "upper", "NULL"},
    {TEST_OF_CHANNELS, null_upper_2, TCU_ERROR_INVALID_ARGUMENT, "channels[2].upper", "NULL"},
    {TEST_OF_ALL | QUERY, sample_type_below, TCU_ERROR_INVALID_ARGUMENT, "sample_type", "-1"},
    {TEST_OF_ALL | QUERY, sample_type_above, TCU_ERROR_INVALID_ARGUMENT, "sample_type", "12"},
    {TEST_OF_COUNTS | QUERY, out_type_below, TCU_ERROR_INVALID_ARGUMENT, "count_type", "-1"},
    {TEST_OF_COUNTS | QUERY, out_type_above, TCU_ERROR_INVALID_ARGUMENT, "count_type", "12"},
    {TEST_OF_WEIGHTED | QUERY, out_type_below, TCU_ERROR_INVALID_ARGUMENT, "sum_type", "-1"},
    {TEST_OF_WEIGHTED | QUERY, out_type_above, TCU_ERROR_INVALID_ARGUMENT, "sum_type", "12"},
    {TEST_OF_COUNTS | QUERY, count_type_signed, TCU_ERROR_UNSUPPORTED_TYPE, "count_type", "i32"},
    {TEST_OF_COUNTS | QUERY, count_type_real, TCU_ERROR_UNSUPPORTED_TYPE, "count_type", "f64"},
    {TEST_OF_COUNTS | QUERY, count_type_short, TCU_ERROR_UNSUPPORTED_TYPE, "count_type", "u16"},
    {TEST_OF_WEIGHTED | QUERY, weight_type_below, TCU_ERROR_INVALID_ARGUMENT, "weight_type", "-1"},
    {TEST_OF_WEIGHTED | QUERY, weight_type_above, TCU_ERROR_INVALID_ARGUMENT, "weight_type", "12"},
    {TEST_OF_WEIGHTED | QUERY, weights_of_no_pair, TCU_ERROR_UNSUPPORTED_TYPE, "weight_type", "f64"},
    {TEST_OF_WEIGHTED | QUERY, integer_weights_of_no_pair, TCU_ERROR_UNSUPPORTED_TYPE, "sum_type", "f32"},
    {TEST_OF_ONE | QUERY, level_type_below, TCU_ERROR_INVALID_ARGUMENT, "level_type", "-1"},
    {TEST_OF_ONE | QUERY, level_type_above, TCU_ERROR_INVALID_ARGUMENT, "level_type", "12"},
    {TEST_OF_CHANNELS | QUERY, level_type_above, TCU_ERROR_INVALID_ARGUMENT, "channels[0].level_type", "12"},
    {TEST_OF_ONE | QUERY, level_type_integer, TCU_ERROR_UNSUPPORTED_TYPE, "level_type", "i32"},
    {TEST_OF_CHANNELS | QUERY, level_type_2_integer, TCU_ERROR_UNSUPPORTED_TYPE, "channels[2].level_type", "u8"},
    {TEST_OF_ONE | QUERY, sample_type_integer, TCU_ERROR_UNSUPPORTED_TYPE, "level_type", "f32"},
    {TEST_OF_CHANNELS | QUERY, kind_below, TCU_ERROR_INVALID_ARGUMENT, "channels[1].kind", "-1"},
    {TEST_OF_CHANNELS | QUERY, kind_above, TCU_ERROR_INVALID_ARGUMENT, "channels[0].kind", "2"},
    {TEST_OF_ALL | QUERY, reserved_first, TCU_ERROR_INVALID_ARGUMENT, "options.reserved[0]", "41"},
    {TEST_OF_ALL | QUERY, reserved_last, TCU_ERROR_INVALID_ARGUMENT, "options.reserved[7]", "42"},
    {TEST_OF_CHANNELS | QUERY, reserved_of_channel, TCU_ERROR_INVALID_ARGUMENT, "channels[2].reserved[0]", "43"},
    {TEST_OF_CHANNELS | QUERY, reserved_of_channel_last, TCU_ERROR_INVALID_ARGUMENT, "channels[0].reserved[3]", "44"},
    {TEST_OF_ONE | QUERY, no_bins, TCU_ERROR_INVALID_ARGUMENT, "num_bins", "0"},
    {TEST_OF_CHANNELS | QUERY, no_bins_at_all, TCU_ERROR_INVALID_ARGUMENT, "channels", "num_bins"},
    {TEST_OF_ONE | QUERY, too_many_bins, TCU_ERROR_INVALID_ARGUMENT, "num_bins", "1073741825"},
    {TEST_OF_CHANNELS | QUERY, too_many_bins_2, TCU_ERROR_INVALID_ARGUMENT, "channels[2].num_bins",
     "18446744073709551615"},
    {TEST_OF_CHANNELS | QUERY, no_channels, TCU_ERROR_INVALID_ARGUMENT, "num_channels", "0"},
    {TEST_OF_CHANNELS | QUERY, minus_channels, TCU_ERROR_INVALID_ARGUMENT, "num_channels", "-1"},
    {TEST_OF_CHANNELS | QUERY, nine_channels, TCU_ERROR_INVALID_ARGUMENT, "num_channels", "9"},
    {TEST_OF_EVEN, lower_equals_upper, TCU_ERROR_INVALID_ARGUMENT, "lower", "-1"},
    {TEST_OF_EVEN, lower_above_upper, TCU_ERROR_INVALID_ARGUMENT, "upper", "-1.5"},
    {TEST_OF_CHANNELS, lower_above_upper, TCU_ERROR_INVALID_ARGUMENT, "channels[0].upper", "-1.5"},
    {TEST_OF_EVEN, lower_nan, TCU_ERROR_INVALID_ARGUMENT, "lower", "finite"},
    {TEST_OF_EVEN, upper_nan, TCU_ERROR_INVALID_ARGUMENT, "upper", "finite"},
    {TEST_OF_EVEN, lower_infinite, TCU_ERROR_INVALID_ARGUMENT, "lower", "-inf"},
    {TEST_OF_EVEN, upper_infinite, TCU_ERROR_INVALID_ARGUMENT, "upper", "inf"},
    {TEST_OF_CHANNELS, upper_infinite, TCU_ERROR_INVALID_ARGUMENT, "channels[0].upper", "inf"},
    {TEST_OF_EVEN, zeros_of_both_signs, TCU_ERROR_INVALID_ARGUMENT, "upper", "0"},
    {TEST_OF_EVEN, integers_equal, TCU_ERROR_INVALID_ARGUMENT, "lower", "17"},
    {TEST_OF_EVEN, integers_decrease, TCU_ERROR_INVALID_ARGUMENT, "upper", "-6"},
    {TEST_OF_EVEN, integers_far_apart, TCU_ERROR_INVALID_ARGUMENT, "upper", "-9223372036854775808"},
    {TEST_OF_EVEN, unsigned_decrease, TCU_ERROR_INVALID_ARGUMENT, "lower", "18446744073709551615"},
    {TEST_OF_RANGE | ON_HOST | UPLOADED, level_nan, TCU_ERROR_INVALID_LEVELS, "levels[7]", "NaN"},
    {TEST_OF_RANGE | ON_HOST | UPLOADED, level_nan_first, TCU_ERROR_INVALID_LEVELS, "levels[0]", "NaN"},
    {TEST_OF_CHANNELS | ON_HOST | UPLOADED, level_nan_last, TCU_ERROR_INVALID_LEVELS, "channels[1].levels[20]", "NaN"},
    {TEST_OF_RANGE | ON_HOST | UPLOADED, level_decreases, TCU_ERROR_INVALID_LEVELS, "levels[7]", "below"},
    {TEST_OF_CHANNELS | ON_HOST | UPLOADED, level_decreases_last, TCU_ERROR_INVALID_LEVELS, "channels[1].levels[20]",
     "below"},
    {TEST_OF_RANGE | ON_HOST | UPLOADED, level_decreases_of_none, TCU_ERROR_INVALID_LEVELS, "levels[7]", "below"},
    {TEST_OF_RANGE | ON_HOST | UPLOADED, level_infinite, TCU_ERROR_INVALID_LEVELS, "levels[4]", "below"},
    {TEST_OF_ALL, samples_off_by_2, TCU_ERROR_MISALIGNED, "samples", "4"},
    {TEST_OF_WEIGHTED, weights_off_by_1, TCU_ERROR_MISALIGNED, "weights", "4"},
    {TEST_OF_ONE, counts_off_by_2, TCU_ERROR_MISALIGNED, "counts", "4"},
    {TEST_OF_MULTI, counts_off_by_4, TCU_ERROR_MISALIGNED, "channels[0].counts", "8"},
    {TEST_OF_RANGE, levels_off_by_2, TCU_ERROR_MISALIGNED, "levels", "4"},
    {TEST_OF_CHANNELS, levels_1_off_by_1, TCU_ERROR_MISALIGNED, "channels[1].levels", "4"},
    {TEST_OF_ALL, outside_off_by_4, TCU_ERROR_MISALIGNED, "options->outside", "8"},
    {TEST_OF_ALL, flags_off_by_2, TCU_ERROR_MISALIGNED, "options->flags", "4"},
    {TEST_OF_ALL | QUERY, stride_off_by_2, TCU_ERROR_MISALIGNED, "options.row_stride_bytes", "402"},
    {TEST_OF_WEIGHTED | QUERY, weights_stride_off_by_1, TCU_ERROR_MISALIGNED, "options.weights_row_stride_bytes",
     "401"},
    {TEST_OF_ALL | QUERY, rows_overlap, TCU_ERROR_INVALID_ARGUMENT, "options.row_stride_bytes", "16"},
    {TEST_OF_CHANNELS | QUERY, rows_of_pixels_overlap, TCU_ERROR_INVALID_ARGUMENT, "options.row_stride_bytes", "60"},
    {TEST_OF_WEIGHTED | QUERY, rows_of_weights_overlap, TCU_ERROR_INVALID_ARGUMENT, "options.weights_row_stride_bytes",
     "36"},
    {TEST_OF_ALL | QUERY, bytes_wrap, TCU_ERROR_SIZE_OVERFLOW, "samples", "4611686018427387914"},
    {TEST_OF_ALL | QUERY, bytes_wrap_most, TCU_ERROR_SIZE_OVERFLOW, "samples", "18446744073709551615"},
    {TEST_OF_CHANNELS | QUERY, channels_wrap, TCU_ERROR_SIZE_OVERFLOW, "samples", "12"},
    {TEST_OF_ONE, end_wraps, TCU_ERROR_SIZE_OVERFLOW, "samples", "4611686018427387888"},
    {TEST_OF_ALL | QUERY, stride_wraps, TCU_ERROR_SIZE_OVERFLOW, "samples", "60"},
    {TEST_OF_ALL | QUERY, columns_wrap, TCU_ERROR_SIZE_OVERFLOW, "samples", "4611686018427387905"},
    {TEST_OF_ALL, counts_on_samples, TCU_ERROR_OVERLAP, "counts", "samples"},
    {TEST_OF_ALL, counts_are_samples, TCU_ERROR_OVERLAP, "counts", "samples"},
    {TEST_OF_CHANNELS, counts_on_last_channel, TCU_ERROR_OVERLAP, "channels[2].counts", "samples"},
    {TEST_OF_ALL, counts_between_rows, TCU_ERROR_OVERLAP, "counts", "samples"},
    {TEST_OF_WEIGHTED, counts_on_weights, TCU_ERROR_OVERLAP, "channels[0].counts", "weights"},
    {TEST_OF_RANGE, counts_on_levels, TCU_ERROR_OVERLAP, "counts", "levels"},
    {TEST_OF_CHANNELS, counts_on_others_levels, TCU_ERROR_OVERLAP, "channels[0].counts", "channels[1].levels"},
    {TEST_OF_CHANNELS, counts_share, TCU_ERROR_OVERLAP, "channels[2].counts", "channels[0].counts"},
    {TEST_OF_ALL, outside_on_counts, TCU_ERROR_OVERLAP, "options->outside", "counts"},
    {TEST_OF_ALL, outside_on_samples, TCU_ERROR_OVERLAP, "options->outside", "samples"},
    {(TEST_OF_ALL & ~TEST_OF_EVEN) | QUERY, ends_of_others, TCU_ERROR_INVALID_ARGUMENT, "options->ends",
     "tcu_histogram_even"},
    {TEST_OF_EVEN, ends_off_by_2, TCU_ERROR_MISALIGNED, "options->ends", "4"},
    {TEST_OF_EVEN, ends_on_counts, TCU_ERROR_OVERLAP, "counts", "options->ends"},
    {TEST_OF_EVEN, ends_on_samples, TCU_ERROR_OVERLAP, "options->ends", "samples"},
    {TEST_OF_EVEN | QUERY, ends_of_other_levels, TCU_ERROR_UNSUPPORTED_TYPE, "level_type", "i32"},
    {TEST_OF_EVEN | QUERY, ends_of_rows_with_gaps, TCU_ERROR_INVALID_ARGUMENT, "options.row_stride_bytes", "44"},
    {TEST_OF_ALL, count_off_by_4, TCU_ERROR_MISALIGNED, "options->count", "8"},
    {TEST_OF_ALL, count_on_counts, TCU_ERROR_OVERLAP, "counts", "options->count"},
    {TEST_OF_ALL, count_on_flags, TCU_ERROR_OVERLAP, "options->flags", "options->count"},
    {TEST_OF_ALL, flags_on_counts, TCU_ERROR_OVERLAP, "options->flags", "counts"},
    {TEST_OF_ALL, flags_on_outside, TCU_ERROR_OVERLAP, "options->flags", "options->outside"},
    {TEST_OF_RANGE, flags_on_levels, TCU_ERROR_OVERLAP, "options->flags", "levels"},
    {TEST_OF_WEIGHTED, flags_on_weights, TCU_ERROR_OVERLAP, "options->flags", "weights"},
};

static void expect_failure(arena *a, const test_refusal *r, size_t index, bool query)
{
    size_t bytes = TEST_REFUSED_BYTES;
    const tcu_status status = test_histogram_arena_run(a, query, &bytes);
    test_refusal_expect(r, index, test_histogram_names[a->call.operation], query, status,
                        tcu_context_last_error(a->context), r->value, bytes, test_histogram_arena_unchanged(a));
}

Test(histogram_refusals, are_refused_with_a_sentence, .timeout = 120)
{
    arena *a = test_histogram_arena_new();
    for (int operation = 0; operation < TEST_HISTOGRAM_COUNT; operation++) {
        /* Not spoilt, the call succeeds: what fails below fails for its reason. */
        test_histogram_arena_set(a, (test_histogram_operation)operation);
        cr_assert_eq(test_histogram_run_call(a->context, &a->call), TCU_SUCCESS, "%s",
                     tcu_context_last_error(a->context));
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            if (!(rows[i].where & 1 << operation) || (rows[i].where & ON_HOST && test_on_cuda())) {
                continue;
            }
            test_histogram_arena_set(a, (test_histogram_operation)operation);
            rows[i].spoil(a, &a->call);
            if (rows[i].where & UPLOADED) {
                test_histogram_arena_upload(a);
            }
            expect_failure(a, &rows[i], i, false);
            if (rows[i].where & QUERY) {
                expect_failure(a, &rows[i], i, true);
            }
        }
    }
    test_histogram_arena_free(a);
}
