/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The definitions of histogram.h, in exact arithmetic:
 *
 *     even:   bin k = floor((x - lower) B / (upper - lower)) of B
 *     range:  bin k with levels[k] <= x < levels[k + 1]
 */
#include "bin.h"

#include "algorithms/histogram/bins/reals.h"
#include "algorithms/histogram/bins/wide.h"

/* x - lower = (x - first) + offset; a product of 64 and 30 bits fits 128. */
static uint64_t even_bin_of_integer(const tcui_bins *bins, uint64_t x)
{
    const tcui_even_integers *even = &bins->integers;
    const uint64_t distance = x - even->first;
    if (even->none || distance > even->span) {
        return TCUI_NO_BIN;
    }
    return (uint64_t)((tcui_u128)(distance + even->offset) * bins->num_bins / even->width);
}

/* Doubles would round the quotient, so edges are compared with instead (bins/reals.h). */
static uint64_t even_bin_of_real(const tcui_bins *bins, double x)
{
    const tcui_real_bins even = tcui_real_bins_of(&bins->reals, bins->num_bins);
    const bool is_inside = x >= even.lower && x < even.upper; /* a NaN is not */
    return is_inside ? tcui_real_bin_exact(&even, x) : TCUI_NO_BIN;
}

/* An integer of any type as one that holds them all. */
static tcui_i128 widen(tcu_type type, tcui_number x)
{
    return tcui_is_unsigned(type) ? (tcui_i128)x.integer : (tcui_i128)(int64_t)x.integer;
}

/* Whether levels[k] <= x. */
static bool is_from_level_on(const tcui_bins *bins, uint64_t k, tcu_type sample_type, tcui_number x)
{
    const tcui_number level = tcui_number_load(bins->level_type, bins->levels, k);
    return tcui_is_real(sample_type) ? level.real <= x.real : widen(bins->level_type, level) <= widen(sample_type, x);
}

/* Bisection: levels before `low` are not above x, those from `high` on are. */
static uint64_t bin_between_levels(const tcui_bins *bins, tcu_type sample_type, tcui_number x)
{
    uint64_t low = 0, high = bins->num_bins + 1;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (is_from_level_on(bins, middle, sample_type, x)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > 0 && low <= bins->num_bins ? low - 1 : TCUI_NO_BIN;
}

uint64_t tcui_reference_bin(const tcui_bins *bins, tcu_type sample_type, tcui_number x)
{
    if (bins->kind == TCU_BINS_RANGE) {
        return bin_between_levels(bins, sample_type, x);
    }
    return tcui_is_real(sample_type) ? even_bin_of_real(bins, x.real) : even_bin_of_integer(bins, x.integer);
}
