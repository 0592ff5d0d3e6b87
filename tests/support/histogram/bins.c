/* SPDX-License-Identifier: Apache-2.0 */
/* The ends of even bins, and levels. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "test_types.h"

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
            number = test_number_of_bits(
                t->sample_type, test_step_bits(t->sample_type, test_near_bits(t->sample_type, 1.5L + 40 * !real),
                                               (int)test_random_below(random, 12)));
            break;
        case TEST_SCALE_WHOLE:
            number = test_number_of_bits(t->sample_type, test_random_next(random) & test_integer_mask(t->sample_type));
            break;
        default:
            number = test_number_of_bits(channel->level_type, test_random_next(random));
        }
        number = test_number_of_bits(channel->level_type, test_near_bits(channel->level_type, number));
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
    lower = test_number_of_bits(bins->level_type, bins->lower);
    upper = test_number_of_bits(bins->level_type, bins->upper);
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

static void make_channel(test_counter *counter, const test_histogram_case *t, int c, test_random *random)
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
    test_buffer *levels = &counter->buffers[TEST_HISTOGRAM_LEVELS + c];
    test_buffer_open(levels, (channel->num_bins + 1) * bytes, t->in_shift * bytes, 0x3d);
    draw_levels(t, channel, random, levels->host);
    bins->levels = levels->host;
}

void test_counter_make_bins(test_counter *counter, const test_histogram_case *t)
{
    test_random random = test_random_part(t->bins_seed, 1);
    for (int c = 0; c < t->num_channels; c++) {
        make_channel(counter, t, c, &random);
    }
}
