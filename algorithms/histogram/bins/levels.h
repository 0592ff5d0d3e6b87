/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bins between levels. Samples and levels become keys, integers of 64 bits in the same order as the numbers, so that
 * one search serves all types: the bin of x is one less than the number of levels that are not above it.
 */
#ifndef TCUI_HISTOGRAM_BINS_LEVELS_H
#define TCUI_HISTOGRAM_BINS_LEVELS_H

#include "algorithms/histogram/backend.h"
#include "primitives/tile/half.h"
#include "primitives/tile/host/tile.h"

/* Of a signed integer, extended to 64 bits: -2^63 becomes 0. */
static inline uint64_t tcui_key_of_signed(uint64_t x)
{
    return x ^ UINT64_C(1) << 63;
}

/* Not of NaNs. (x + 0 makes -0 to 0.) Magnitudes are ordered as their bits are; of negative numbers, the other way. */
static inline uint64_t tcui_key_of_real(double x)
{
    const uint64_t bits = tcui_bits_of_f64(x + 0.0);
    return bits ^ (tcui_mask_u64(bits >> 63 != 0) | UINT64_C(1) << 63);
}

static inline bool tcui_level_is_nan(tcu_type type, const void *levels, uint64_t k)
{
    if (!tcui_is_real(type)) {
        return false;
    }
    const double level = tcui_element_load_f64(type, levels, k);
    return level != level;
}

/* Of level k in the order of its own type. */
static inline uint64_t tcui_level_key(tcu_type type, const void *levels, uint64_t k)
{
    if (tcui_is_real(type)) {
        return tcui_key_of_real(tcui_element_load_f64(type, levels, k));
    }
    const uint64_t level = tcui_element_load_u64(type, levels, k);
    return tcui_is_signed(type) ? tcui_key_of_signed(level) : level;
}

/*
 * Levels as keys of the samples' type: a sample is at or above a level if its key is not less than the level's. Levels
 * above all samples, which come last, are left out. Returns how many keys there are.
 */
static inline uint64_t tcui_level_keys(const tcui_bins *bins, tcu_type sample_type, uint64_t *keys)
{
    const tcu_type level_type = bins->level_type;
    const uint64_t zero = UINT64_C(1) << 63; /* the key of signed 0 */
    for (uint64_t k = 0; k <= bins->num_bins; k++) {
        const uint64_t key = tcui_level_key(level_type, bins->levels, k);
        if (tcui_is_signed(level_type) == tcui_is_signed(sample_type)) {
            keys[k] = key;
        } else if (tcui_is_signed(level_type)) {
            keys[k] = key < zero ? 0 : key - zero; /* all samples are at or above negative levels */
        } else if (key < zero) {
            keys[k] = key + zero;
        } else {
            return k;
        }
    }
    return bins->num_bins + 1;
}

enum { TCUI_SEARCHES = 8 };

/*
 * How many of the keys, which do not decrease, are not above each of 8 others. Without branches, as which way a search
 * goes is a matter of luck, and side by side, as each waits for its loads.
 */
TCUI_ALWAYS_INLINE void tcui_levels_not_above(const uint64_t *keys, uint64_t count, const uint64_t key[TCUI_SEARCHES],
                                              uint64_t not_above[TCUI_SEARCHES])
{
    uint64_t first[TCUI_SEARCHES] = {0};
    for (; count > 1; count -= count / 2) {
        const uint64_t half = count / 2;
        for (int i = 0; i < TCUI_SEARCHES; i++) {
            first[i] += half & tcui_mask_u64(keys[first[i] + half - 1] <= key[i]);
        }
    }
    for (int i = 0; i < TCUI_SEARCHES; i++) {
        not_above[i] = first[i] + (count == 1 && keys[first[i]] <= key[i]);
    }
}

#endif /* TCUI_HISTOGRAM_BINS_LEVELS_H */
