/* SPDX-License-Identifier: Apache-2.0 */
/* Taps: as descriptions name them, with zeros, duplicates and in any order, and as the footprint that they are. */
#ifndef TEST_STENCIL_TAPS_H
#define TEST_STENCIL_TAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "elements.h"
#include "test_random.h"

enum { TEST_AXES = TCU_STENCIL_MAX_DIMENSIONS };

typedef struct test_tap {
    uint32_t out_field, in_field;
    int64_t offset[TEST_AXES]; /* of fewer dimensions: 0 along the first ones */
    double weight;
} test_tap;

typedef struct test_taps {
    test_tap *taps;
    uint64_t count, capacity;
    bool is_coupled; /* taps name fields; else every field has them */
} test_taps;

typedef enum test_pattern {
    TEST_PATTERN_BOX,
    TEST_PATTERN_STAR,
    TEST_PATTERN_LIST,      /* anywhere in the box, in any order, some weights 0, some taps named again */
    TEST_PATTERN_SEPARABLE, /* a box of products of one factor an axis */
    TEST_PATTERN_SYMMETRIC, /* a box; mirrored weights are equal where the box is symmetric */
    TEST_PATTERN_CORNERS,   /* the ends of the box alone */
    TEST_PATTERN_COUPLED,   /* a list between fields */
    TEST_PATTERN_TERMS,     /* of each pair of fields a star, a weight or nothing; some fields are copies of others */
    TEST_PATTERN_ZEROS,     /* a box of zeros */
    TEST_PATTERN_COUNT
} test_pattern;

extern const char *const test_pattern_names[TEST_PATTERN_COUNT];

/* Whether its taps name fields. */
bool test_pattern_is_coupled(test_pattern pattern);

void test_taps_add(test_taps *taps, const test_tap *tap);
void test_taps_free(test_taps *taps);

/* Taps of a pattern within low ... high of each axis. Weights are of the kind: EXACT ones are multiples of a quarter. */
typedef struct test_tap_choice {
    test_pattern pattern;
    int64_t low[TEST_AXES], high[TEST_AXES];
    uint64_t listed; /* LIST and COUPLED: how many */
    uint32_t in_fields, out_fields;
    test_numbers numbers;
    bool is_mean; /* sum of magnitudes about 1, as time steps need them */
} test_tap_choice;

/* A finite weight of the kind. */
double test_weight_draw(test_numbers numbers, test_random *random);

test_taps test_taps_new(const test_tap_choice *choice, test_random *random);

/* The points of the box. */
uint64_t test_tap_box(const test_tap_choice *choice);

/* The footprint: sorted by output field; weights of the same tap added, those of 0 left out. */
test_taps test_taps_footprint(const test_taps *taps);

#endif /* TEST_STENCIL_TAPS_H */
