/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bin of a sample by the definition in tcu/histogram.h, in long arithmetic: numbers are integers times a power of
 * two, and products and sums of them are formed digit by digit. It knows nothing of estimates or multipliers.
 */
#ifndef TEST_HISTOGRAM_BIN_BY_DEFINITION_H
#define TEST_HISTOGRAM_BIN_BY_DEFINITION_H

#include <stdbool.h>
#include <stdint.h>

#include <tcu/tcu.h>

typedef struct test_bins {
    tcu_bins_kind kind;
    tcu_type sample_type, level_type;
    uint64_t num_bins;
    uint64_t lower, upper;       /* bits of level_type */
    const unsigned char *levels; /* num_bins + 1 elements of level_type */
} test_bins;

/* The bin of a sample, or num_bins if none holds it. */
uint64_t test_bin_of(const test_bins *bins, const unsigned char *sample);

/* An element of the type near a number within its range, as bits. */
uint64_t test_near_bits(tcu_type type, long double number);

/* The element so many steps above (below) another one, as bits; past the largest it wraps to anything. */
uint64_t test_step_bits(tcu_type type, uint64_t bits, int steps);

#endif /* TEST_HISTOGRAM_BIN_BY_DEFINITION_H */
