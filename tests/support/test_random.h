/* SPDX-License-Identifier: Apache-2.0 */
/* SplitMix64 (Steele, Lea, Flood 2014): small, fast, and any number is a good seed. */
#ifndef TEST_RANDOM_H
#define TEST_RANDOM_H

#include <stdint.h>

typedef struct test_random {
    uint64_t state;
} test_random;

static inline uint64_t test_random_next(test_random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* 0 ... bound - 1; the bias of the remainder does not matter here. */
static inline uint64_t test_random_below(test_random *random, uint64_t bound)
{
    return test_random_next(random) % bound;
}

/* [0, 1) in steps of 2^-53. */
static inline double test_random_unit(test_random *random)
{
    return (double)(test_random_next(random) >> 11) * 0x1p-53;
}

/* An independent generator for part `index` of something. */
static inline test_random test_random_part(uint64_t seed, uint64_t index)
{
    test_random random = {seed ^ (index * 0xd1342543de82ef95u)};
    test_random_next(&random);
    return random;
}

#endif /* TEST_RANDOM_H */
