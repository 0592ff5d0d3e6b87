/* SPDX-License-Identifier: Apache-2.0 */
/* Even bins from the least sample to the greatest, by the definition in tcu/histogram.h. */
#include <math.h>
#include <string.h>

#include "parts.h"
#include "test_types.h"

typedef struct ends {
    uint64_t least, greatest; /* bits */
    uint64_t samples;
} ends;

/* -0 comes before +0. */
static bool is_less(tcu_type type, uint64_t a, uint64_t b)
{
    const long double x = test_number_of_bits(type, a), y = test_number_of_bits(type, b);
    return x < y || (x == y && test_types[type].real && a > b);
}

static void take(ends *found, tcu_type type, uint64_t bits)
{
    if (found->samples == 0 || is_less(type, bits, found->least)) {
        found->least = bits;
    }
    if (found->samples == 0 || is_less(type, found->greatest, bits)) {
        found->greatest = bits;
    }
    found->samples++;
}

/* Those of no samples: what a minimum and a maximum have of no elements. */
static ends ends_of_none(tcu_type type)
{
    const uint64_t all = test_integer_mask(type), sign = all / 2 + 1;
    if (test_types[type].real) {
        return (ends){test_reals[type].infinity, test_reals[type].infinity | test_reals[type].sign, 0};
    }
    return test_types[type].is_signed ? (ends){sign - 1, sign, 0} : (ends){all, 0, 0};
}

void test_counter_find_ends(test_counter *counter, const test_histogram_case *t)
{
    const tcu_type type = t->sample_type;
    const size_t bytes = test_types[type].bytes;
    unsigned char *const samples = counter->buffers[TEST_HISTOGRAM_SAMPLES].host;
    ends found = {0};
    for (uint64_t i = 0; i < counter->pixels; i++) {
        unsigned char *const sample = samples + test_histogram_place(t, i, 1) * bytes;
        uint64_t bits = 0;
        memcpy(&bits, sample, bytes);
        if (test_types[type].real && !isfinite(test_number_of_bits(type, bits))) {
            bits = 0;
            memcpy(sample, &bits, bytes);
        }
        take(&found, type, bits);
    }
    if (found.samples == 0) {
        found = ends_of_none(type);
    }
    test_bins *const bins = &counter->bins[0];
    bins->level_type = type;
    bins->lower = found.least;
    bins->upper = found.greatest;
    test_buffer *const buffer = &counter->buffers[TEST_HISTOGRAM_ENDS];
    test_buffer_open(buffer, 2 * bytes, t->out_shift * bytes, 0x78);
}

uint64_t test_counter_bin_of(const test_counter *counter, const test_histogram_case *t, int c,
                             const unsigned char *sample)
{
    const test_bins *const bins = &counter->bins[c];
    if (!test_histogram_finds_ends(t)) {
        return test_bin_of(bins, sample);
    }
    if (test_number_of_bits(t->sample_type, bins->lower) == test_number_of_bits(t->sample_type, bins->upper)) {
        return bins->num_bins / 2;
    }
    const uint64_t bin = test_bin_of(bins, sample);
    return bin < bins->num_bins ? bin : bin - 1; /* upper itself is in the last one */
}
