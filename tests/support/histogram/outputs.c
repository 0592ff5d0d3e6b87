/* SPDX-License-Identifier: Apache-2.0 */
/* The oracle: what a plain loop counts and sums. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "test_types.h"

bool test_histogram_sums_reals(const test_histogram_case *t)
{
    return t->operation == TEST_HISTOGRAM_WEIGHTED && test_types[t->weight_type].real;
}

static uint64_t read_bits(const unsigned char *element, size_t bytes)
{
    uint64_t bits = 0;
    memcpy(&bits, element, bytes);
    return bits;
}

/* What is in the outputs before the call: something to add to, or poison. */
static void open_outputs(test_counter *counter, const test_histogram_case *t, test_random *random)
{
    const size_t bytes = test_types[t->out_type].bytes;
    for (int c = 0; c < t->num_channels; c++) {
        if (t->channels[c].num_bins == 0) {
            continue;
        }
        test_buffer *counts = &counter->buffers[TEST_HISTOGRAM_COUNTS + c];
        test_buffer_open(counts, t->channels[c].num_bins * bytes, t->out_shift * bytes, 0xc4);
        for (uint64_t k = 0; t->accumulate && k < t->channels[c].num_bins; k++) {
            uint64_t bits = t->count_start + test_random_below(random, 50);
            if (t->out_type == TCU_TYPE_U32 && bits > UINT32_MAX) {
                bits = UINT32_MAX;
            }
            if (test_histogram_sums_reals(t)) {
                bits = test_near_bits(t->out_type, (long double)test_random_unit(random) * 100 - 50);
            }
            memcpy(counts->host + k * bytes, &bits, bytes);
        }
    }
    if (t->with_outside) {
        test_buffer_open(&counter->buffers[TEST_HISTOGRAM_OUTSIDE], (size_t)t->num_channels * sizeof(uint64_t),
                         8 * t->out_shift, 0x77);
    }
    if (t->with_flags) {
        test_buffer_open(&counter->buffers[TEST_HISTOGRAM_FLAGS], sizeof(uint32_t), 4 * t->out_shift, 0x70);
    }
}

/* One channel's outputs, as bytes or oracles, and whether a count saturates. */
static bool expect_channel(test_counter *counter, const test_histogram_case *t, int c)
{
    const test_bins *bins = &counter->bins[c];
    const size_t bytes = test_types[t->out_type].bytes, sample_bytes = test_types[t->sample_type].bytes;
    const uint64_t channels = (uint64_t)t->num_channels;
    unsigned char *out = counter->buffers[TEST_HISTOGRAM_COUNTS + c].host;
    const test_buffer *weights = &counter->buffers[TEST_HISTOGRAM_WEIGHTS];
    uint64_t outside = 0, *counts = calloc(bins->num_bins, sizeof *counts);
    free(counter->sums[c]);
    oracle *sums = counter->sums[c] = calloc(bins->num_bins, sizeof *sums);
    cr_assert(counts != NULL && sums != NULL);
    for (uint64_t k = 0; t->accumulate && k < bins->num_bins; k++) {
        if (test_histogram_sums_reals(t)) {
            oracle_add_real(&sums[k], (double)test_number(t->out_type, out + k * bytes));
        } else {
            counts[k] = read_bits(out + k * bytes, bytes);
        }
    }
    for (uint64_t i = 0; i < counter->pixels; i++) {
        const unsigned char *sample = counter->buffers[TEST_HISTOGRAM_SAMPLES].host +
                                      (test_histogram_place(t, i, channels) + (uint64_t)c) * sample_bytes;
        const uint64_t bin = test_counter_bin_of(counter, t, c, sample);
        const unsigned char *weight = weights->host + test_histogram_place(t, i, 1) * test_types[t->weight_type].bytes;
        uint64_t integer = 1;
        if (bin == bins->num_bins) {
            outside++;
        } else if (test_histogram_sums_reals(t)) {
            oracle_add_real(&sums[bin], (double)test_number(t->weight_type, weight));
        } else {
            if (t->operation == TEST_HISTOGRAM_WEIGHTED) {
                test_read_integers(t->weight_type, weight, 1, &integer);
            }
            counts[bin] += integer;
        }
    }
    counter->counted += counter->pixels - outside;
    bool saturates = false;
    for (uint64_t k = 0; !test_histogram_sums_reals(t) && k < bins->num_bins; k++) {
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

void test_counter_expect_outputs(test_counter *counter, const test_histogram_case *t)
{
    test_random random = test_random_part(t->seed, 3);
    open_outputs(counter, t, &random);
    test_buffers_upload(counter->buffers, TEST_HISTOGRAM_BUFFERS);
    if (test_histogram_finds_ends(t)) {
        unsigned char *const ends = counter->buffers[TEST_HISTOGRAM_ENDS].host;
        memcpy(ends, &counter->bins[0].lower, test_types[t->sample_type].bytes);
        memcpy(ends + test_types[t->sample_type].bytes, &counter->bins[0].upper, test_types[t->sample_type].bytes);
    }
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
