/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "order.h"
#include "primitives/context/types.h"
#include "sorting.h"

const char *const test_sort_spread_names[TEST_SORT_SPREADS] = {
    "uniform",  "ordered",     "reversed",  "constant", "two values", "four values a byte", "Zipf",  "steps", "special",
    "one byte", "alternating", "one other", "blocks",   "low bits",   "low bits but one",   "giant", "ties",  "limits"};

/* The bits of a special value of the type, or of one a step away. */
static uint64_t special(tcu_type type, test_random *random)
{
    static const uint64_t infinities[TCU_TYPE_COUNT] = {0x7c00, 0x7f80, 0x7f800000, UINT64_C(0x7ff0000000000000)};
    const int bits = 8 * (int)test_types[type].bytes;
    const uint64_t sign = UINT64_C(1) << (bits - 1);
    const uint64_t values[] = {0, sign, sign - 1, infinities[type], infinities[type] | sign, sign | (sign >> 1)};
    const uint64_t value = values[test_random_below(random, sizeof values / sizeof values[0])];
    return value + test_random_below(random, 3) - 1;
}

/* Differs from others in its lowest bits, of which there are more or fewer. */
static uint64_t low_bits(uint64_t constant, test_random *random)
{
    static const int bits[] = {12, 16, 17, 20};
    return constant ^ test_random_next(random) >> (64 - bits[constant % 4]);
}

/* The highest bits that key i has in common with as many as there are at the limits of a GPU's blocks; keys with the
 * same are far from each other. */
static uint64_t prefix_at_limits(uint64_t i, uint64_t n)
{
    static const uint64_t lengths[] = {9216, 8705, 8704, 9217, 8703, 9215, 4608, 4609, 2304, 2305, 1024,
                                       1025, 256,  257,  64,   65,   16,   17,   4607, 1,    2303};
    enum { LENGTHS = sizeof lengths / sizeof lengths[0] };
    uint64_t all = 0, bits = 0;
    for (int k = 0; k < LENGTHS; k++) {
        all += lengths[k];
    }
    const uint64_t place = i * 2654435761 % n;
    uint64_t rest = place % all, prefix = place / all * LENGTHS;
    while (rest >= lengths[prefix % LENGTHS]) {
        rest -= lengths[prefix++ % LENGTHS];
    }
    for (int bit = 0; bit < 16; bit++) { /* numbers that follow each other differ in the highest bits */
        bits |= (prefix >> bit & 1) << (63 - bit);
    }
    return bits;
}

/* The highest 16 bits of key i: in the sorted segment some runs of keys have the same, at the segment's beginning and end,
 * side by side, and around multiples of 32 (of keys with a sign elsewhere: half of them go before the others). How long
 * they are follows from the segment's size. Of more than 65,535 keys all have the same. */
static uint64_t prefix_with_ties(uint64_t i, uint64_t size)
{
    static const uint64_t lengths[] = {2, 15, 16, 17};
    const uint64_t length = lengths[size % 4];
    const uint64_t begins[] = {0,   length,       63,       96 - length / 2, 129 - length,
                               160, 160 + length, size / 2, size - length};
    const uint64_t place = i % size * 2654435761 % size; /* neighbours in the result are far from each other here */
    uint64_t first = place;
    for (size_t k = 0; k < sizeof begins / sizeof begins[0]; k++) {
        if (place >= begins[k] && place - begins[k] < length) {
            first = begins[k];
        }
    }
    return first * (65535 / size) << 48;
}

static uint64_t draw(const test_sort_case *t, uint64_t i, uint64_t constant, test_random *random)
{
    const int bits = 8 * (int)test_types[t->key_type].bytes;
    switch (t->spread) {
    case TEST_SORT_CONSTANT:
        return constant;
    case TEST_SORT_TWO:
        return test_random_below(random, 2) ? constant : ~constant;
    case TEST_SORT_NIBBLES:
        return test_random_next(random) & UINT64_C(0x0303030303030303);
    case TEST_SORT_ZIPF:
        return (uint64_t)pow(65536, test_random_unit(random)) * UINT64_C(0x9e3779b97f4a7c15);
    case TEST_SORT_STEPS:
        return i;
    case TEST_SORT_SPECIAL:
        return special(t->key_type, random);
    case TEST_SORT_ONE_BYTE:
        return constant ^ test_random_below(random, 256) << 8 * (constant % test_types[t->key_type].bytes);
    case TEST_SORT_ALTERNATING:
        return i % 2 ? constant : ~constant;
    case TEST_SORT_LONE:
        return i == constant % t->n ? ~constant : constant;
    case TEST_SORT_BLOCKS:
        return i / 5000 * UINT64_C(0x9e3779b97f4a7c15) + constant;
    case TEST_SORT_LOW_BITS:
        return low_bits(constant, random);
    case TEST_SORT_LOW_BITS_BUT_ONE:
        return low_bits(constant, random) ^ (uint64_t)(i == constant % t->n) << (bits - 1);
    case TEST_SORT_GIANT: {
        const uint64_t upper = test_random_below(random, 10) ? constant : test_random_next(random);
        return (upper >> 48 << 48 | test_random_next(random) >> 16) >> (64 - bits);
    }
    case TEST_SORT_TIES: {
        const uint64_t size = t->segment_size > 0 && t->segment_size < t->n ? t->segment_size : t->n;
        const int same = tcui_is_real(t->key_type) ? 24 : 16; /* as many bits as blocks sort by first */
        return (prefix_with_ties(i, size) | test_random_next(random) >> same) >> (64 - bits);
    }
    case TEST_SORT_LIMITS:
        return (prefix_at_limits(i, t->n) | test_random_next(random) >> 16) >> (64 - bits);
    default:
        return test_random_next(random);
    }
}

typedef struct ranked {
    uint64_t rank, bits;
} ranked;

static int compare_ranked(const void *a, const void *b)
{
    const uint64_t x = ((const ranked *)a)->rank, y = ((const ranked *)b)->rank;
    return (x > y) - (x < y);
}

/* Some keys, in order or in the opposite order. */
static void put_in_order(const test_sort_case *t, unsigned char *keys)
{
    const size_t bytes = test_types[t->key_type].bytes;
    ranked *all = malloc((t->n + 1) * sizeof *all);
    if (all == NULL) {
        abort();
    }
    for (uint64_t i = 0; i < t->n; i++) {
        all[i] = (ranked){test_rank_of_key(t->key_type, keys, i), 0};
        memcpy(&all[i].bits, keys + i * bytes, bytes);
    }
    qsort(all, t->n, sizeof *all, compare_ranked);
    for (uint64_t i = 0; i < t->n; i++) {
        const uint64_t place = t->spread == TEST_SORT_ORDERED ? i : t->n - 1 - i;
        memcpy(keys + place * bytes, &all[i].bits, bytes);
    }
    free(all);
}

void test_sort_make_keys(const test_sort_case *t, void *keys)
{
    const size_t bytes = test_types[t->key_type].bytes;
    if (t->given_keys != NULL) {
        memcpy(keys, t->given_keys, t->n * bytes);
        return;
    }
    test_random random = test_random_part(t->seed, 1);
    const uint64_t constant = test_random_next(&random);
    for (uint64_t i = 0; i < t->n; i++) {
        const uint64_t bits = draw(t, i, constant, &random);
        memcpy((unsigned char *)keys + i * bytes, &bits, bytes);
    }
    if (t->spread == TEST_SORT_ORDERED || t->spread == TEST_SORT_REVERSED) {
        put_in_order(t, keys);
    }
}
