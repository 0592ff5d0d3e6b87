/* SPDX-License-Identifier: Apache-2.0 */
/* Samples and weights. */
#include <math.h>
#include <string.h>

#include "parts.h"
#include "test_count.h"
#include "test_types.h"

/* The edge between bins k - 1 and k, or near to it. */
static long double edge(const test_bins *bins, uint64_t k)
{
    if (bins->kind == TCU_BINS_RANGE) {
        return test_number(bins->level_type, bins->levels + k * test_types[bins->level_type].bytes);
    }
    const long double lower = test_number_of_bits(bins->level_type, bins->lower);
    const long double upper = test_number_of_bits(bins->level_type, bins->upper);
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
            const long double number = test_number_of_bits(type, bits);
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

uint64_t test_histogram_row(const test_histogram_case *t, uint64_t a_pixel)
{
    return t->columns * a_pixel + t->gap;
}

uint64_t test_histogram_place(const test_histogram_case *t, uint64_t pixel, uint64_t a_pixel)
{
    return t->columns == 0 ? pixel * a_pixel
                           : pixel / t->columns * test_histogram_row(t, a_pixel) + pixel % t->columns * a_pixel;
}

/* Elements of the whole array. */
static uint64_t extent(const test_histogram_case *t, uint64_t a_pixel)
{
    return t->n == 0 ? 0 : test_histogram_place(t, t->n - 1, a_pixel) + a_pixel;
}

static void make_samples(test_counter *counter, const test_histogram_case *t, test_random *random)
{
    const size_t bytes = test_types[t->sample_type].bytes;
    const uint64_t channels = (uint64_t)t->num_channels, elements = extent(t, channels);
    test_buffer *samples = &counter->buffers[TEST_HISTOGRAM_SAMPLES];
    test_buffer_open(samples, elements * bytes, t->in_shift * bytes, 0x01);
    uint64_t constant[TCU_MAX_CHANNELS];
    for (uint64_t c = 0; c < channels; c++) {
        constant[c] = draw_sample(t, &counter->bins[c], TEST_SPREAD_EDGES, random);
    }
    for (uint64_t i = 0; i < t->n; i++) {
        for (uint64_t c = 0; c < channels; c++) {
            const uint64_t bits =
                t->spread == TEST_SPREAD_CONSTANT ? constant[c] : draw_sample(t, &counter->bins[c], t->spread, random);
            memcpy(samples->host + (test_histogram_place(t, i, channels) + c) * bytes, &bits, bytes);
        }
    }
    if (t->given != NULL) {
        memcpy(samples->host, t->given, elements * bytes);
    }
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
    test_buffer *weights = &counter->buffers[TEST_HISTOGRAM_WEIGHTS];
    test_buffer_open(weights, extent(t, 1) * bytes, t->in_shift * bytes, 0x02);
    for (uint64_t i = 0; i < t->n; i++) {
        uint64_t bits = test_random_next(random);
        if (test_types[t->weight_type].real) {
            bits = t->nonfinite && test_random_below(random, 16) == 0
                       ? special_weight(t->weight_type, random)
                       : test_near_bits(t->weight_type, (long double)test_random_unit(random) * 4 - 2);
        }
        memcpy(weights->host + test_histogram_place(t, i, 1) * bytes, &bits, bytes);
    }
}

void test_counter_make_inputs(test_counter *counter, const test_histogram_case *t)
{
    test_random random = test_random_part(t->seed, 2);
    make_samples(counter, t, &random);
    if (t->operation == TEST_HISTOGRAM_WEIGHTED) {
        make_weights(counter, t, &random);
    }
    counter->pixels = t->n;
    if (t->has_count) {
        test_buffer *buffer = &counter->buffers[TEST_HISTOGRAM_PIXEL_COUNT];
        const uint64_t count = test_draw_count(t->n, &random);
        test_buffer_open(buffer, sizeof count, t->in_shift * sizeof count, 0x03);
        memcpy(buffer->host, &count, sizeof count);
        counter->pixels = count < t->n ? count : t->n;
    }
}
