/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Test data as a function of seed and position: chunk by chunk, so that an input can be made again when a result is
 * checked, and 2^32 elements need no copy.
 */
#ifndef TEST_SUMS_SOURCE_H
#define TEST_SUMS_SOURCE_H

#include "test_types.h"

typedef enum test_distribution {
    TEST_UNIFORM,       /* reals in [-1, 1]; integers of all bits */
    TEST_POSITIVE,      /* reals in [0, 1]; integers from 0 to 100 */
    TEST_CONSTANT,      /* one value everywhere */
    TEST_ZERO,          /* reals: +0 and -0 mixed */
    TEST_NEGATIVE_ZERO, /* reals: -0 everywhere; integers: all ones */
    TEST_ALTERNATING,   /* +v, -v, +v, ... */
    TEST_EXTREMES,      /* integers that wrap around; reals whose sums leave the type's range */
    TEST_WIDE,          /* reals over many binary orders; integers of few bits */
    TEST_DENORMAL,      /* reals below the normal range; integers -1, 0, 1 */
    TEST_INFINITE,      /* uniform, +infinity in a few places (uniform for integers, as the next two) */
    TEST_OPPOSITE,      /* uniform, +infinity and -infinity in a few places: their sum is NaN */
    TEST_NAN,           /* uniform, NaN in a few places: quiet and signalling ones of both signs */
    TEST_HALF_UNITS,    /* 1 in a few places, else just below half a unit in its last place: rounding at its worst */
    TEST_NEAR_ONE,      /* +1 and -1, some 40 reals from 1/2 to 2: products in range; integers that are odd */
    TEST_DISTRIBUTION_COUNT
} test_distribution;

extern const char *const test_distribution_names[TEST_DISTRIBUTION_COUNT];

typedef struct test_source {
    tcu_type type;
    test_distribution distribution;
    uint64_t seed;
    uint64_t n; /* only for the density of special values */
} test_source;

/* Elements a chunk. */
enum { TEST_CHUNK = 1 << 16 };

/* Elements chunk * TEST_CHUNK ... + count - 1, count <= TEST_CHUNK, as the type stores them. A shorter count gives the
 * same elements, only fewer. */
void test_source_chunk(const test_source *source, uint64_t chunk, uint64_t count, void *elements);

#endif /* TEST_SUMS_SOURCE_H */
