/* SPDX-License-Identifier: Apache-2.0 */
#include "histogram.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "test_backend.h"
#include "test_types.h"

test_counter test_counter_new(void)
{
    test_counter counter = {0};
    counter.context = test_context_new();
    return counter;
}

void test_counter_free(test_counter *counter)
{
    cr_assert(tcu_context_destroy(counter->context) == TCU_SUCCESS);
    for (int b = 0; b < TEST_HISTOGRAM_BUFFERS; b++) {
        test_buffer_release(&counter->buffers[b]);
    }
    for (int c = 0; c < TCU_MAX_CHANNELS; c++) {
        free(counter->sums[c]);
    }
    test_memory_release(&counter->workspace_memory);
}

static bool fail(test_counter *counter, const test_histogram_case *t, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool fail(test_counter *counter, const test_histogram_case *t, const char *format, ...)
{
    char *text = counter->failure;
    const size_t size = sizeof counter->failure;
    va_list arguments;
    va_start(arguments, format);
    size_t length = (size_t)vsnprintf(text, size / 3, format, arguments);
    va_end(arguments);
    length = length < size / 3 ? length : size / 3 - 1;
    length += (size_t)snprintf(text + length, size - length,
                               "\n  %s%s%s, n %" PRIu64 " (there are %" PRIu64
                               ") of %s, %d channels, out type %s, weight type %s, columns %" PRIu64 ", gap %" PRIu64
                               ", spread %d,\n  shifts in %u out %u, temporary memory %d, case seeds "
                               "%" PRIu64 " %" PRIu64 ", TCU_TEST_SEED=%" PRIu64,
                               test_histogram_names[t->operation], test_histogram_finds_ends(t) ? ", ends found" : "",
                               t->accumulate ? ", accumulated" : "", t->n, counter->pixels,
                               test_types[t->sample_type].name, t->num_channels, test_types[t->out_type].name,
                               test_types[t->weight_type].name, t->columns, t->gap, (int)t->spread, t->in_shift,
                               t->out_shift, (int)t->temporary, t->seed, t->bins_seed, test_seed_of_run());
    for (int c = 0; c < t->num_channels && length < size; c++) {
        const test_bins *bins = &counter->bins[c];
        length += (size_t)snprintf(
            text + length, size - length,
            "\n  channel %d: %" PRIu64 " bins, kind %d, levels of %s, lower %#" PRIx64 ", upper %#" PRIx64, c,
            t->channels[c].num_bins, (int)bins->kind, test_types[bins->level_type].name, bins->lower, bins->upper);
    }
    return false;
}

/* ---------------------------------------------------------------------------------------------- the outputs --- */

static bool verify_reals(test_counter *counter, const test_histogram_case *t, int c)
{
    const test_buffer *buffer = &counter->buffers[TEST_HISTOGRAM_COUNTS + c];
    const size_t bytes = test_types[t->out_type].bytes;
    unsigned char *now = malloc(buffer->slice.bytes);
    cr_assert_not_null(now);
    test_copy_out(now, buffer->slice.data, buffer->slice.bytes);
    bool good = true;
    for (uint64_t k = 0; good && k < t->channels[c].num_bins; k++) {
        const double got = (double)test_number(t->out_type, now + k * bytes);
        if (!oracle_accepts_real(&counter->sums[c][k], t->out_type, got)) {
            good = fail(counter, t, "sum %" PRIu64 " of channel %d is %.17g, not %.17g of %" PRIu64 " weights", k, c,
                        got, oracle_real(&counter->sums[c][k]), counter->sums[c][k].count);
        }
    }
    free(now);
    return good;
}

bool test_counter_verify(test_counter *counter, const test_histogram_case *t)
{
    static const char *const names[] = {"samples", "weights", "count"};
    for (int b = 0; b < TEST_HISTOGRAM_BUFFERS; b++) {
        const test_buffer *buffer = &counter->buffers[b];
        if (!buffer->used) {
            continue;
        }
        const bool is_counts = b >= TEST_HISTOGRAM_COUNTS && b < TEST_HISTOGRAM_OUTSIDE;
        const char *name = b < TEST_HISTOGRAM_LEVELS     ? names[b]
                           : b < TEST_HISTOGRAM_COUNTS   ? "levels"
                           : is_counts                   ? "counts"
                           : b == TEST_HISTOGRAM_OUTSIDE ? "outside"
                           : b == TEST_HISTOGRAM_FLAGS   ? "flags"
                                                         : "ends";
        if (!test_slice_guarded(&buffer->slice)) {
            return fail(counter, t, "the call wrote outside %s (buffer %d)", name, b);
        }
        if (is_counts && test_histogram_sums_reals(t)) {
            if (!verify_reals(counter, t, b - TEST_HISTOGRAM_COUNTS)) {
                return false;
            }
        } else if (!test_slice_holds(&buffer->slice, buffer->host)) {
            const size_t width = b < TEST_HISTOGRAM_COUNTS   ? 1
                                 : is_counts                 ? test_types[t->out_type].bytes
                                 : b == TEST_HISTOGRAM_ENDS  ? test_types[t->sample_type].bytes
                                 : b == TEST_HISTOGRAM_FLAGS ? sizeof(uint32_t)
                                                             : sizeof(uint64_t);
            const test_difference difference = test_buffer_difference(buffer, width);
            return fail(counter, t, "%s (buffer %d) has %" PRIu64 ", not %" PRIu64 ", at %zu", name, b, difference.is,
                        difference.should_be, difference.at);
        }
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------ the call --- */

void test_counter_prepare(test_counter *counter, const test_histogram_case *t)
{
    test_draw_paths(counter->context, t->seed);
    for (int b = 0; b < TEST_HISTOGRAM_BUFFERS; b++) {
        counter->buffers[b].used = false;
    }
    test_counter_make_bins(counter, t);
    test_counter_make_inputs(counter, t);
    if (test_histogram_finds_ends(t)) {
        test_counter_find_ends(counter, t);
    }
    test_counter_expect_outputs(counter, t);
}

void test_counter_spoil_arguments(test_counter *counter)
{
    memset(counter->channels, 0xdd, sizeof counter->channels);
    memset(counter->lower, 0xdd, sizeof counter->lower);
    memset(counter->upper, 0xdd, sizeof counter->upper);
    memset(&counter->options, 0xdd, sizeof counter->options);
}

test_histogram_call test_counter_call(test_counter *counter, const test_histogram_case *t)
{
    const test_buffer *buffers = counter->buffers;
    tcu_histogram_channel *channels = counter->channels;
    test_counter_spoil_arguments(counter);
    for (int c = 0; c < t->num_channels; c++) {
        const test_bins *bins = &counter->bins[c];
        void *counts = buffers[TEST_HISTOGRAM_COUNTS + c].slice.data;
        counter->lower[c] = bins->lower;
        counter->upper[c] = bins->upper;
        if (bins->num_bins == 0) {
            channels[c].num_bins = 0; /* all else is not looked at */
        } else if (bins->kind == TCU_BINS_EVEN) {
            channels[c] = (tcu_histogram_channel)TCU_HISTOGRAM_CHANNEL_EVEN_INIT(
                counts, bins->num_bins, test_histogram_finds_ends(t) ? NULL : &counter->lower[c],
                test_histogram_finds_ends(t) ? NULL : &counter->upper[c], bins->level_type);
        } else {
            channels[c] = (tcu_histogram_channel)TCU_HISTOGRAM_CHANNEL_RANGE_INIT(
                counts, bins->num_bins, buffers[TEST_HISTOGRAM_LEVELS + c].slice.data, bins->level_type);
        }
    }
    tcu_histogram_options *options = &counter->options;
    *options = (tcu_histogram_options)TCU_HISTOGRAM_OPTIONS_INIT;
    options->accumulate = t->accumulate;
    options->columns = t->columns;
    if (t->gap > 0 && t->columns > 0) {
        options->row_stride_bytes = test_histogram_row(t, (uint64_t)t->num_channels) * test_types[t->sample_type].bytes;
        options->weights_row_stride_bytes = test_histogram_row(t, 1) * test_types[t->weight_type].bytes;
    }
    options->outside = t->with_outside ? (uint64_t *)(void *)buffers[TEST_HISTOGRAM_OUTSIDE].slice.data : NULL;
    options->flags = t->with_flags ? (uint32_t *)(void *)buffers[TEST_HISTOGRAM_FLAGS].slice.data : NULL;
    options->count =
        t->has_count ? (const uint64_t *)(const void *)buffers[TEST_HISTOGRAM_PIXEL_COUNT].slice.data : NULL;
    options->ends = test_histogram_finds_ends(t) ? buffers[TEST_HISTOGRAM_ENDS].slice.data : NULL;
    const bool defaults = !t->accumulate && t->columns == 0 && !t->with_outside && !t->with_flags && !t->has_count &&
                          !test_histogram_finds_ends(t) && t->seed & 1;
    const bool no_arrays = t->n == 0 && t->seed & 2;
    return (test_histogram_call){.operation = t->operation,
                                 .samples = no_arrays ? NULL : buffers[TEST_HISTOGRAM_SAMPLES].slice.data,
                                 .sample_type = t->sample_type,
                                 .num_channels = t->num_channels,
                                 .channels = channels,
                                 .weights = no_arrays ? NULL : buffers[TEST_HISTOGRAM_WEIGHTS].slice.data,
                                 .weight_type = t->weight_type,
                                 .out_type = t->out_type,
                                 .n = t->n,
                                 .options = defaults ? NULL : options};
}

/* A workspace one byte too small is refused, and what is then found is what was there. */
static bool give_workspace(test_counter *counter, const test_histogram_case *t, const test_histogram_call *call)
{
    tcu_context *context = counter->context;
    test_slice *workspace = &counter->workspace;
    size_t bytes = 0;
    if (test_histogram_query(context, call, &bytes) != TCU_SUCCESS) {
        return fail(counter, t, "the workspace query: %s", tcu_context_last_error(context));
    }
    *workspace = test_slice_open(&counter->workspace_memory, bytes, t->seed % 61, 0xa7);
    if (bytes > 0) {
        tcu_context_set_workspace(context, workspace->data, bytes - 1);
        const tcu_status status = test_histogram_run_call(context, call);
        test_synchronise();
        if (status != TCU_ERROR_WORKSPACE_TOO_SMALL) {
            return fail(counter, t, "status %d with a workspace of one byte less than %zu", (int)status, bytes);
        }
        for (int b = TEST_HISTOGRAM_COUNTS; b < TEST_HISTOGRAM_BUFFERS; b++) {
            const test_buffer *buffer = &counter->buffers[b];
            if (buffer->used && !t->accumulate && !test_slice_untouched(&buffer->slice, 0, buffer->slice.bytes)) {
                return fail(counter, t, "with a workspace that was too small buffer %d was written", b);
            }
        }
    }
    tcu_context_set_workspace(context, workspace->data, bytes);
    return true;
}

bool test_counter_execute(test_counter *counter, const test_histogram_case *t)
{
    const test_histogram_call call = test_counter_call(counter, t);
    tcu_context *context = counter->context;
    test_allocator *allocator = &counter->allocator;
    *allocator = (test_allocator){0};
    if (t->temporary != TEST_TEMPORARY_DEFAULT) {
        tcu_context_set_allocator(context, test_allocator_allocate, test_allocator_release, allocator);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE && !give_workspace(counter, t, &call)) {
        return false;
    }
    test_synchronise(); /* a stream that does not wait for the legacy default stream has to find its inputs */
    const tcu_status status = test_histogram_run_call(context, &call);
    test_counter_spoil_arguments(counter);
    tcu_context_set_workspace(context, NULL, 0);
    tcu_context_set_allocator(context, NULL, NULL, NULL);
    if (status != TCU_SUCCESS) {
        return fail(counter, t, "status %d: %s", (int)status, tcu_context_last_error(context));
    }
    test_synchronise();
    if (allocator->allocations != allocator->releases || allocator->live_bytes != 0 || allocator->wrong_release) {
        return fail(counter, t, "%zu allocations, %zu releases, %zu bytes left", allocator->allocations,
                    allocator->releases, allocator->live_bytes);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE &&
        (allocator->allocations != 0 || !test_slice_guarded(&counter->workspace))) {
        return fail(counter, t, "%zu allocations beside the workspace, or wrote outside it", allocator->allocations);
    }
    return true;
}

bool test_counter_run(test_counter *counter, const test_histogram_case *t)
{
    test_counter_prepare(counter, t);
    return test_counter_execute(counter, t) && test_counter_verify(counter, t);
}

void test_counter_expect(test_counter *counter, const test_histogram_case *t)
{
    cr_assert(test_counter_run(counter, t), "%s", counter->failure);
}
