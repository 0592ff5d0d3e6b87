/* SPDX-License-Identifier: Apache-2.0 */
#include "test_histogram.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        test_memory_release(&counter->buffers[b].memory);
        free(counter->buffers[b].host);
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
    length += (size_t)snprintf(
        text + length, size - length,
        "\n  %s%s, n %" PRIu64 " of %s, %d channels, out type %s, weight type %s, columns %" PRIu64 ", gap %" PRIu64
        ", spread %d,\n  shifts in %u out %u, temporary memory %d, case seed "
        "%" PRIu64 ", TCU_TEST_SEED=%" PRIu64,
        test_histogram_names[t->operation], t->accumulate ? ", accumulated" : "", t->n, test_types[t->sample_type].name,
        t->num_channels, test_types[t->out_type].name, test_types[t->weight_type].name, t->columns, t->gap,
        (int)t->spread, t->in_shift, t->out_shift, (int)t->temporary, t->seed, test_seed_of_run());
    for (int c = 0; c < t->num_channels && length < size; c++) {
        const test_bins *bins = &counter->bins[c];
        length += (size_t)snprintf(
            text + length, size - length,
            "\n  channel %d: %" PRIu64 " bins, kind %d, levels of %s, lower %#" PRIx64 ", upper %#" PRIx64, c,
            t->channels[c].num_bins, (int)bins->kind, test_types[bins->level_type].name, bins->lower, bins->upper);
    }
    return false;
}

static test_histogram_buffer *open_buffer(test_counter *counter, int which, size_t bytes, size_t shift,
                                          unsigned char poison)
{
    test_histogram_buffer *buffer = &counter->buffers[which];
    buffer->slice = test_slice_open(&buffer->memory, bytes, shift, poison);
    if (bytes + 8 > buffer->capacity) {
        free(buffer->host);
        buffer->capacity = bytes + bytes / 2 + 8;
        buffer->host = malloc(buffer->capacity);
        cr_assert_not_null(buffer->host, "no memory for a copy of a buffer");
    }
    memset(buffer->host, poison, bytes + 8);
    buffer->used = true;
    return buffer;
}

/* ---------------------------------------------------------------------------------------------------- bins --- */

static long double number_of_bits(tcu_type type, uint64_t bits)
{
    unsigned char bytes[8];
    memcpy(bytes, &bits, sizeof bytes);
    return test_number(type, bytes);
}

/* A finite number; of levels that are wider than the samples, mostly one that samples can have or be near to. */
static long double draw_number(const test_histogram_case *t, const test_histogram_channel *channel, test_random *random)
{
    const bool real = test_types[t->sample_type].real;
    for (;;) {
        long double number = 0;
        switch (channel->scale) {
        case TEST_SCALE_MIDDLE:
            number = (long double)(test_random_unit(random) * 200) - (test_types[t->sample_type].is_signed ? 100 : 0);
            break;
        case TEST_SCALE_NARROW:
            number = number_of_bits(t->sample_type,
                                    test_step_bits(t->sample_type, test_near_bits(t->sample_type, 1.5L + 40 * !real),
                                                   (int)test_random_below(random, 12)));
            break;
        case TEST_SCALE_WHOLE:
            number = number_of_bits(t->sample_type, test_random_next(random) & test_integer_mask(t->sample_type));
            break;
        default:
            number = number_of_bits(channel->level_type, test_random_next(random));
        }
        number = number_of_bits(channel->level_type, test_near_bits(channel->level_type, number));
        if (isfinite(number)) {
            return number;
        }
    }
}

/* The ends of even bins; false if the type has no such. */
static bool draw_ends(const test_histogram_case *t, const test_histogram_channel *channel, test_random *random,
                      test_bins *bins)
{
    long double lower = 0, upper = (long double)channel->num_bins;
    if (channel->scale == TEST_SCALE_WHOLE && test_random_below(random, 2)) {
        const test_type *type = &test_types[t->sample_type];
        const int bits = 8 * (int)type->bytes;
        lower = type->real ? -(long double)type->max : type->is_signed ? -ldexpl(1, bits - 1) : 0;
        upper = type->real ? (long double)type->max : ldexpl(1, type->is_signed ? bits - 1 : bits);
    } else if (channel->scale != TEST_SCALE_UNIT) {
        lower = draw_number(t, channel, random);
        upper = draw_number(t, channel, random);
    }
    bins->lower = test_near_bits(bins->level_type, lower < upper ? lower : upper);
    bins->upper = test_near_bits(bins->level_type, lower < upper ? upper : lower);
    lower = number_of_bits(bins->level_type, bins->lower);
    upper = number_of_bits(bins->level_type, bins->upper);
    return isfinite(lower) && isfinite(upper) && lower < upper;
}

static int compare_numbers(const void *a, const void *b)
{
    const long double x = *(const long double *)a, y = *(const long double *)b;
    return (x > y) - (x < y);
}

static void draw_levels(const test_histogram_case *t, const test_histogram_channel *channel, test_random *random,
                        unsigned char *levels)
{
    const size_t bytes = test_types[channel->level_type].bytes;
    const uint64_t count = channel->num_bins + 1;
    long double *numbers = malloc(count * sizeof *numbers);
    cr_assert_not_null(numbers);
    for (uint64_t k = 0; k < count; k++) {
        numbers[k] = channel->scale == TEST_SCALE_UNIT ? (long double)k : draw_number(t, channel, random);
    }
    qsort(numbers, count, sizeof *numbers, compare_numbers);
    const bool real = test_types[channel->level_type].real;
    for (uint64_t k = 0; k < count; k++) {
        if (real && k == 0 && test_random_below(random, 4) == 0) {
            numbers[k] = -(long double)INFINITY;
        }
        if (real && k == count - 1 && test_random_below(random, 4) == 0) {
            numbers[k] = (long double)INFINITY;
        }
        const uint64_t bits = test_near_bits(channel->level_type, numbers[k]);
        memcpy(levels + k * bytes, &bits, bytes);
    }
    free(numbers);
}

static void make_bins(test_counter *counter, const test_histogram_case *t, int c, test_random *random)
{
    const test_histogram_channel *channel = &t->channels[c];
    test_bins *bins = &counter->bins[c];
    *bins = (test_bins){
        channel->kind, t->sample_type, channel->level_type, channel->num_bins, channel->lower, channel->upper, NULL};
    if (channel->num_bins == 0) {
        return;
    }
    if (channel->kind == TCU_BINS_EVEN) {
        for (int i = 0; !channel->given && !draw_ends(t, channel, random, bins); i++) {
            if (i > 100) { /* the samples' type has only few, or the levels' has none of them */
                bins->lower = test_near_bits(bins->level_type, 0);
                bins->upper = test_near_bits(bins->level_type, 1);
                break;
            }
        }
        return;
    }
    const size_t bytes = test_types[channel->level_type].bytes;
    test_histogram_buffer *levels =
        open_buffer(counter, TEST_HISTOGRAM_LEVELS + c, (channel->num_bins + 1) * bytes, t->in_shift * bytes, 0x3d);
    draw_levels(t, channel, random, levels->host);
    bins->levels = levels->host;
    test_copy_in(levels->slice.data, levels->host, levels->slice.bytes);
}

/* ------------------------------------------------------------------------------------------------- samples --- */

/* The edge between bins k - 1 and k, or near to it. */
static long double edge(const test_bins *bins, uint64_t k)
{
    if (bins->kind == TCU_BINS_RANGE) {
        return test_number(bins->level_type, bins->levels + k * test_types[bins->level_type].bytes);
    }
    const long double lower = number_of_bits(bins->level_type, bins->lower);
    const long double upper = number_of_bits(bins->level_type, bins->upper);
    return lower + (upper - lower) / (long double)bins->num_bins * (long double)k;
}

static uint64_t special_bits(tcu_type type, test_random *random)
{
    const uint64_t mask = test_integer_mask(type), sign = mask / 2 + 1;
    const uint64_t infinity = type == TCU_TYPE_F16    ? 0x7c00
                              : type == TCU_TYPE_BF16 ? 0x7f80
                              : type == TCU_TYPE_F32  ? 0x7f800000
                                                      : UINT64_C(0x7ff0000000000000);
    const uint64_t choices[] = {0,    sign,     infinity, infinity | sign, infinity + 1, sign - 1,
                                mask, mask - 1, 1,        sign + 1,        infinity - 1, infinity | sign | 1};
    return choices[test_random_below(random, sizeof choices / sizeof choices[0])] & mask;
}

static uint64_t draw_sample(const test_histogram_case *t, const test_bins *bins, test_spread spread,
                            test_random *random)
{
    const tcu_type type = t->sample_type;
    const uint64_t any = test_random_next(random) & test_integer_mask(type);
    if (bins->num_bins == 0 || spread == TEST_SPREAD_BITS) {
        return any;
    }
    const long double lowest = edge(bins, 0), highest = edge(bins, bins->num_bins);
    const uint64_t kind = test_random_below(random, 16);
    if (spread == TEST_SPREAD_OUTSIDE) {
        for (int i = 0; i < 8; i++) {
            const uint64_t bits =
                test_step_bits(type, test_near_bits(type, i % 2 ? lowest : highest), i % 2 ? -1 - i : i);
            const long double number = number_of_bits(type, bits);
            if (!(number >= lowest && number < highest)) {
                return bits;
            }
        }
        return test_types[type].real ? test_integer_mask(type) : any; /* a NaN */
    }
    if (spread == TEST_SPREAD_BETWEEN || kind < 2) {
        const long double width = isfinite(highest) && isfinite(lowest) ? highest - lowest : 1000;
        const long double from = isfinite(lowest) ? lowest : isfinite(highest) ? highest - width : 0;
        return test_near_bits(type, from + width * ((long double)test_random_unit(random) * 1.1L - 0.05L));
    }
    if (kind == 2) {
        return special_bits(type, random);
    }
    const uint64_t at = test_near_bits(type, edge(bins, test_random_below(random, bins->num_bins + 1)));
    return test_step_bits(type, at, (int)test_random_below(random, 5) - 2) & test_integer_mask(type);
}

/* Elements from the beginning of a row to that of the next, and of the whole. */
static uint64_t row_elements(const test_histogram_case *t, uint64_t a_pixel)
{
    return t->columns * a_pixel + t->gap;
}

static uint64_t extent(const test_histogram_case *t, uint64_t a_pixel)
{
    if (t->n == 0 || t->columns == 0) {
        return t->n * a_pixel;
    }
    const uint64_t rows_before = (t->n - 1) / t->columns;
    return rows_before * row_elements(t, a_pixel) + (t->n - rows_before * t->columns) * a_pixel;
}

static uint64_t place(const test_histogram_case *t, uint64_t pixel, uint64_t a_pixel)
{
    return t->columns == 0 ? pixel * a_pixel
                           : pixel / t->columns * row_elements(t, a_pixel) + pixel % t->columns * a_pixel;
}

static void make_samples(test_counter *counter, const test_histogram_case *t, test_random *random)
{
    const size_t bytes = test_types[t->sample_type].bytes;
    const uint64_t channels = (uint64_t)t->num_channels, elements = extent(t, channels);
    test_histogram_buffer *samples =
        open_buffer(counter, TEST_HISTOGRAM_SAMPLES, elements * bytes, t->in_shift * bytes, 0x01);
    uint64_t constant[TCU_MAX_CHANNELS];
    for (uint64_t c = 0; c < channels; c++) {
        constant[c] = draw_sample(t, &counter->bins[c], TEST_SPREAD_EDGES, random);
    }
    for (uint64_t i = 0; i < t->n; i++) {
        for (uint64_t c = 0; c < channels; c++) {
            const uint64_t bits =
                t->spread == TEST_SPREAD_CONSTANT ? constant[c] : draw_sample(t, &counter->bins[c], t->spread, random);
            memcpy(samples->host + (place(t, i, channels) + c) * bytes, &bits, bytes);
        }
    }
    if (t->given != NULL) {
        memcpy(samples->host, t->given, elements * bytes);
    }
    test_copy_in(samples->slice.data, samples->host, samples->slice.bytes);
}

/* Not the largest f64: whether two of these and an infinity of the other sign are a NaN depends on the order. */
static uint64_t special_weight(tcu_type type, test_random *random)
{
    const uint64_t bits = special_bits(type, random);
    return type == TCU_TYPE_F64 && bits == UINT64_C(0x7fefffffffffffff) ? 0 : bits;
}

static void make_weights(test_counter *counter, const test_histogram_case *t, test_random *random)
{
    const size_t bytes = test_types[t->weight_type].bytes;
    test_histogram_buffer *weights =
        open_buffer(counter, TEST_HISTOGRAM_WEIGHTS, extent(t, 1) * bytes, t->in_shift * bytes, 0x02);
    for (uint64_t i = 0; i < t->n; i++) {
        uint64_t bits = test_random_next(random);
        if (test_types[t->weight_type].real) {
            bits = t->nonfinite && test_random_below(random, 16) == 0
                       ? special_weight(t->weight_type, random)
                       : test_near_bits(t->weight_type, (long double)test_random_unit(random) * 4 - 2);
        }
        memcpy(weights->host + place(t, i, 1) * bytes, &bits, bytes);
    }
    test_copy_in(weights->slice.data, weights->host, weights->slice.bytes);
}

/* ------------------------------------------------------------------------------------------------- outputs --- */

static uint64_t read_bits(const unsigned char *element, size_t bytes)
{
    uint64_t bits = 0;
    memcpy(&bits, element, bytes);
    return bits;
}

static bool sums_reals(const test_histogram_case *t)
{
    return t->operation == TEST_HISTOGRAM_WEIGHTED && test_types[t->weight_type].real;
}

static double real_of(tcu_type type, const unsigned char *element)
{
    double real;
    test_read_reals(type, element, 1, &real);
    return real;
}

/* What is in the outputs before the call: something to add to, or poison. */
static void open_outputs(test_counter *counter, const test_histogram_case *t, test_random *random)
{
    const size_t bytes = test_types[t->out_type].bytes;
    for (int c = 0; c < t->num_channels; c++) {
        if (t->channels[c].num_bins == 0) {
            continue;
        }
        test_histogram_buffer *counts = open_buffer(counter, TEST_HISTOGRAM_COUNTS + c, t->channels[c].num_bins * bytes,
                                                    t->out_shift * bytes, 0xc4);
        for (uint64_t k = 0; t->accumulate && k < t->channels[c].num_bins; k++) {
            uint64_t bits = t->count_start + test_random_below(random, 50);
            if (t->out_type == TCU_TYPE_U32 && bits > UINT32_MAX) {
                bits = UINT32_MAX;
            }
            if (sums_reals(t)) {
                bits = test_near_bits(t->out_type, (long double)test_random_unit(random) * 100 - 50);
            }
            memcpy(counts->host + k * bytes, &bits, bytes);
        }
        test_copy_in(counts->slice.data, counts->host, counts->slice.bytes);
    }
    if (t->with_outside) {
        test_histogram_buffer *outside = open_buffer(
            counter, TEST_HISTOGRAM_OUTSIDE, (size_t)t->num_channels * sizeof(uint64_t), 8 * t->out_shift, 0x77);
        test_copy_in(outside->slice.data, outside->host, outside->slice.bytes);
    }
    if (t->with_flags) {
        test_histogram_buffer *flags =
            open_buffer(counter, TEST_HISTOGRAM_FLAGS, sizeof(uint32_t), 4 * t->out_shift, 0x70);
        test_copy_in(flags->slice.data, flags->host, flags->slice.bytes);
    }
}

/* One channel's outputs, as bytes or oracles, and whether a count saturates. */
static bool expect_channel(test_counter *counter, const test_histogram_case *t, int c)
{
    const test_bins *bins = &counter->bins[c];
    const size_t bytes = test_types[t->out_type].bytes, sample_bytes = test_types[t->sample_type].bytes;
    const uint64_t channels = (uint64_t)t->num_channels;
    unsigned char *out = counter->buffers[TEST_HISTOGRAM_COUNTS + c].host;
    const test_histogram_buffer *weights = &counter->buffers[TEST_HISTOGRAM_WEIGHTS];
    uint64_t outside = 0, *counts = calloc(bins->num_bins, sizeof *counts);
    free(counter->sums[c]);
    oracle *sums = counter->sums[c] = calloc(bins->num_bins, sizeof *sums);
    cr_assert(counts != NULL && sums != NULL);
    for (uint64_t k = 0; t->accumulate && k < bins->num_bins; k++) {
        if (sums_reals(t)) {
            oracle_add_real(&sums[k], real_of(t->out_type, out + k * bytes));
        } else {
            counts[k] = read_bits(out + k * bytes, bytes);
        }
    }
    for (uint64_t i = 0; i < t->n; i++) {
        const unsigned char *sample =
            counter->buffers[TEST_HISTOGRAM_SAMPLES].host + (place(t, i, channels) + (uint64_t)c) * sample_bytes;
        const uint64_t bin = test_bin_of(bins, sample);
        const unsigned char *weight = weights->host + place(t, i, 1) * test_types[t->weight_type].bytes;
        uint64_t integer = 1;
        if (bin == bins->num_bins) {
            outside++;
        } else if (sums_reals(t)) {
            oracle_add_real(&sums[bin], real_of(t->weight_type, weight));
        } else {
            if (t->operation == TEST_HISTOGRAM_WEIGHTED) {
                test_read_integers(t->weight_type, weight, 1, &integer);
            }
            counts[bin] += integer;
        }
    }
    counter->counted += t->n - outside;
    bool saturates = false;
    for (uint64_t k = 0; !sums_reals(t) && k < bins->num_bins; k++) {
        if (t->operation != TEST_HISTOGRAM_WEIGHTED && t->out_type == TCU_TYPE_U32 && counts[k] > UINT32_MAX) {
            counts[k] = UINT32_MAX;
            saturates = true;
        }
        memcpy(out + k * bytes, &counts[k], bytes);
    }
    free(counts);
    if (t->with_outside) {
        unsigned char *value = counter->buffers[TEST_HISTOGRAM_OUTSIDE].host + 8 * c;
        outside += t->accumulate ? read_bits(value, 8) : 0;
        memcpy(value, &outside, 8);
    }
    return saturates;
}

static void expect_outputs(test_counter *counter, const test_histogram_case *t)
{
    uint32_t new_flags = 0;
    counter->counted = 0;
    for (int c = 0; c < t->num_channels; c++) {
        if (t->channels[c].num_bins > 0 && expect_channel(counter, t, c)) {
            new_flags |= TCU_HISTOGRAM_SATURATED;
        }
    }
    if (t->with_flags) {
        unsigned char *flags = counter->buffers[TEST_HISTOGRAM_FLAGS].host;
        new_flags |= t->accumulate ? (uint32_t)read_bits(flags, 4) : 0;
        memcpy(flags, &new_flags, sizeof new_flags);
    }
}

static bool verify_reals(test_counter *counter, const test_histogram_case *t, int c)
{
    const test_histogram_buffer *buffer = &counter->buffers[TEST_HISTOGRAM_COUNTS + c];
    const size_t bytes = test_types[t->out_type].bytes;
    unsigned char *now = malloc(buffer->slice.bytes);
    cr_assert_not_null(now);
    test_copy_out(now, buffer->slice.data, buffer->slice.bytes);
    bool good = true;
    for (uint64_t k = 0; good && k < t->channels[c].num_bins; k++) {
        const double got = real_of(t->out_type, now + k * bytes);
        if (!oracle_accepts_real(&counter->sums[c][k], t->out_type, got)) {
            good = fail(counter, t, "sum %" PRIu64 " of channel %d is %.17g, not %.17g of %" PRIu64 " weights", k, c,
                        got, oracle_real(&counter->sums[c][k]), counter->sums[c][k].count);
        }
    }
    free(now);
    return good;
}

static bool verify(test_counter *counter, const test_histogram_case *t)
{
    static const char *const names[] = {"samples", "weights"};
    for (int b = 0; b < TEST_HISTOGRAM_BUFFERS; b++) {
        const test_histogram_buffer *buffer = &counter->buffers[b];
        if (!buffer->used) {
            continue;
        }
        const bool is_counts = b >= TEST_HISTOGRAM_COUNTS && b < TEST_HISTOGRAM_OUTSIDE;
        const char *name = b < TEST_HISTOGRAM_LEVELS     ? names[b]
                           : b < TEST_HISTOGRAM_COUNTS   ? "levels"
                           : is_counts                   ? "counts"
                           : b == TEST_HISTOGRAM_OUTSIDE ? "outside"
                                                         : "flags";
        if (!test_slice_guarded(&buffer->slice)) {
            return fail(counter, t, "the call wrote outside %s (buffer %d)", name, b);
        }
        if (is_counts && sums_reals(t)) {
            if (!verify_reals(counter, t, b - TEST_HISTOGRAM_COUNTS)) {
                return false;
            }
        } else if (!test_slice_holds(&buffer->slice, buffer->host)) {
            const size_t width = is_counts ? test_types[t->out_type].bytes : b == TEST_HISTOGRAM_FLAGS ? 4 : 8;
            unsigned char *now = malloc(buffer->slice.bytes);
            cr_assert_not_null(now);
            test_copy_out(now, buffer->slice.data, buffer->slice.bytes);
            size_t at = 0;
            while (now[at] == buffer->host[at]) {
                at++;
            }
            at = b < TEST_HISTOGRAM_COUNTS ? at : at / width * width;
            const size_t shown = b < TEST_HISTOGRAM_COUNTS ? 1 : width;
            const uint64_t is = read_bits(now + at, shown);
            free(now);
            return fail(counter, t, "%s (buffer %d) has %" PRIu64 ", not %" PRIu64 ", at %zu", name, b, is,
                        read_bits(buffer->host + at, shown), at / shown);
        }
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------ the call --- */

/* A workspace one byte too small is refused, and what is then found is what was there. */
static bool give_workspace(test_counter *counter, const test_histogram_case *t, const test_histogram_call *call,
                           test_slice *workspace)
{
    tcu_context *context = counter->context;
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
            const test_histogram_buffer *buffer = &counter->buffers[b];
            if (buffer->used && !t->accumulate && !test_slice_untouched(&buffer->slice, 0, buffer->slice.bytes)) {
                return fail(counter, t, "with a workspace that was too small buffer %d was written", b);
            }
        }
    }
    tcu_context_set_workspace(context, workspace->data, bytes);
    return true;
}

static bool call_and_check(test_counter *counter, const test_histogram_case *t, const test_histogram_call *call)
{
    tcu_context *context = counter->context;
    test_allocator *allocator = &counter->allocator;
    *allocator = (test_allocator){0};
    test_slice workspace = {0};
    if (t->temporary != TEST_TEMPORARY_DEFAULT) {
        tcu_context_set_allocator(context, test_allocator_allocate, test_allocator_release, allocator);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE && !give_workspace(counter, t, call, &workspace)) {
        return false;
    }
    test_synchronise();
    const tcu_status status = test_histogram_run_call(context, call);
    tcu_context_set_workspace(context, NULL, 0);
    tcu_context_set_allocator(context, NULL, NULL, NULL);
    if (status != TCU_SUCCESS) {
        return fail(counter, t, "status %d: %s", (int)status, tcu_context_last_error(context));
    }
    if (allocator->allocations != allocator->releases || allocator->live_bytes != 0 || allocator->wrong_release) {
        return fail(counter, t, "%zu allocations, %zu releases, %zu bytes left", allocator->allocations,
                    allocator->releases, allocator->live_bytes);
    }
    test_synchronise();
    if (t->temporary == TEST_TEMPORARY_WORKSPACE && (allocator->allocations != 0 || !test_slice_guarded(&workspace))) {
        return fail(counter, t, "%zu allocations beside the workspace, or wrote outside it", allocator->allocations);
    }
    return true;
}

static bool execute(test_counter *counter, const test_histogram_case *t)
{
    const test_histogram_buffer *buffers = counter->buffers;
    tcu_histogram_channel channels[TCU_MAX_CHANNELS];
    uint64_t lower[TCU_MAX_CHANNELS], upper[TCU_MAX_CHANNELS];
    memset(channels, 0xdd, sizeof channels);
    for (int c = 0; c < t->num_channels; c++) {
        const test_bins *bins = &counter->bins[c];
        void *counts = buffers[TEST_HISTOGRAM_COUNTS + c].slice.data;
        lower[c] = bins->lower;
        upper[c] = bins->upper;
        if (bins->num_bins == 0) {
            channels[c].num_bins = 0; /* all else is not looked at */
        } else if (bins->kind == TCU_BINS_EVEN) {
            channels[c] = (tcu_histogram_channel)TCU_HISTOGRAM_CHANNEL_EVEN_INIT(counts, bins->num_bins, &lower[c],
                                                                                 &upper[c], bins->level_type);
        } else {
            channels[c] = (tcu_histogram_channel)TCU_HISTOGRAM_CHANNEL_RANGE_INIT(
                counts, bins->num_bins, buffers[TEST_HISTOGRAM_LEVELS + c].slice.data, bins->level_type);
        }
    }
    tcu_histogram_options options = TCU_HISTOGRAM_OPTIONS_INIT;
    options.accumulate = t->accumulate;
    options.columns = t->columns;
    if (t->gap > 0 && t->columns > 0) {
        options.row_stride_bytes = row_elements(t, (uint64_t)t->num_channels) * test_types[t->sample_type].bytes;
        options.weights_row_stride_bytes = row_elements(t, 1) * test_types[t->weight_type].bytes;
    }
    options.outside = t->with_outside ? (uint64_t *)(void *)buffers[TEST_HISTOGRAM_OUTSIDE].slice.data : NULL;
    options.flags = t->with_flags ? (uint32_t *)(void *)buffers[TEST_HISTOGRAM_FLAGS].slice.data : NULL;
    const bool defaults = !t->accumulate && t->columns == 0 && !t->with_outside && !t->with_flags && t->seed & 1;
    const bool no_arrays = t->n == 0 && t->seed & 2;
    const test_histogram_call call = {.operation = t->operation,
                                      .samples = no_arrays ? NULL : buffers[TEST_HISTOGRAM_SAMPLES].slice.data,
                                      .sample_type = t->sample_type,
                                      .num_channels = t->num_channels,
                                      .channels = channels,
                                      .weights = no_arrays ? NULL : buffers[TEST_HISTOGRAM_WEIGHTS].slice.data,
                                      .weight_type = t->weight_type,
                                      .out_type = t->out_type,
                                      .n = t->n,
                                      .options = defaults ? NULL : &options};
    return call_and_check(counter, t, &call);
}

void test_counter_expect(test_counter *counter, const test_histogram_case *t)
{
    test_random random = test_random_part(t->seed, 1);
    for (int b = 0; b < TEST_HISTOGRAM_BUFFERS; b++) {
        counter->buffers[b].used = false;
    }
    for (int c = 0; c < t->num_channels; c++) {
        make_bins(counter, t, c, &random);
    }
    make_samples(counter, t, &random);
    if (t->operation == TEST_HISTOGRAM_WEIGHTED) {
        make_weights(counter, t, &random);
    }
    open_outputs(counter, t, &random);
    expect_outputs(counter, t);
    cr_assert(execute(counter, t) && verify(counter, t), "%s", counter->failure);
}
