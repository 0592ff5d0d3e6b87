/* SPDX-License-Identifier: Apache-2.0 */
#include "order.h"

#include <string.h>

uint64_t test_rank_of_key(tcu_type type, const void *keys, uint64_t i)
{
    const test_type *t = &test_types[type];
    const int bits = 8 * (int)t->bytes;
    if (!t->real) {
        uint64_t value;
        test_read_integers(type, (const unsigned char *)keys + i * t->bytes, 1, &value);
        if (!t->is_signed) {
            return value;
        }
        const uint64_t lowest = UINT64_C(0) - (UINT64_C(1) << (bits - 1)); /* sign-extended, as `value` is */
        return value - lowest;
    }
    /* -NaN ... -0.0: the smaller the larger the magnitude. +0.0 ... NaN: behind all of these. */
    uint64_t pattern = 0;
    memcpy(&pattern, (const unsigned char *)keys + i * t->bytes, t->bytes);
    const uint64_t magnitudes = UINT64_C(1) << (bits - 1);
    return pattern >= magnitudes ? magnitudes - 1 - (pattern - magnitudes) : magnitudes + pattern;
}

uint64_t test_key_of_rank(tcu_type type, uint64_t rank)
{
    const int bits = 8 * (int)test_types[type].bytes;
    const uint64_t half = UINT64_C(1) << (bits - 1);
    if (test_types[type].real) {
        return rank >= half ? rank - half : half + (half - 1 - rank);
    }
    return test_types[type].is_signed ? rank - half : rank;
}

uint64_t test_special_rank(tcu_type type, test_random *random)
{
    const int bits = 8 * (int)test_types[type].bytes;
    const uint64_t sign = UINT64_C(1) << (bits - 1), infinity = test_types[type].real ? test_reals[type].infinity : 100;
    const uint64_t patterns[] = {0,
                                 sign,
                                 infinity,
                                 infinity | sign,
                                 infinity + 1,
                                 sign - 1,
                                 sign | (sign - 1),
                                 infinity - 1,
                                 (infinity + 1) | sign,
                                 1};
    const uint64_t pattern = patterns[test_random_below(random, sizeof patterns / sizeof patterns[0])];
    return test_rank_of_key(type, &pattern, 0);
}

uint64_t test_rank_bits(uint64_t rank, int begin_bit, int end_bit)
{
    if (begin_bit == end_bit) {
        return 0;
    }
    uint64_t below_end = end_bit < 64 ? rank % (UINT64_C(1) << end_bit) : rank;
    for (int bit = 0; bit < begin_bit; bit++) {
        below_end /= 2;
    }
    return below_end;
}

static bool goes_before(uint64_t a, uint64_t b, bool descending)
{
    return descending ? a > b : a < b;
}

void test_merge_sort(const uint64_t *ranks, bool descending, uint64_t *order, uint64_t *spare, uint64_t n)
{
    if (n < 2) {
        return;
    }
    const uint64_t half = n / 2;
    test_merge_sort(ranks, descending, order, spare, half);
    test_merge_sort(ranks, descending, order + half, spare, n - half);
    memcpy(spare, order, half * sizeof *order);
    for (uint64_t left = 0, right = half, k = 0; left < half; k++) {
        if (right < n && goes_before(ranks[order[right]], ranks[spare[left]], descending)) {
            order[k] = order[right++];
        } else {
            order[k] = spare[left++];
        }
    }
}
