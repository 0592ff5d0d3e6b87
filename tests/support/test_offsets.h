/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of segment offsets. */
#ifndef TEST_OFFSETS_H
#define TEST_OFFSETS_H

#include <stdint.h>

#include "test_random.h"

typedef enum test_shape {
    TEST_SHAPE_UNIFORM,   /* lengths evenly distributed, some 0 */
    TEST_SHAPE_EMPTIES,   /* long runs of empty segments at the start, between and at the end */
    TEST_SHAPE_GIANT,     /* half of all elements in one segment among small ones */
    TEST_SHAPE_POWER_LAW, /* most very short, few very long */
    TEST_SHAPE_ONES,      /* every segment one element */
    TEST_SHAPE_SINGLE,    /* one segment of everything */
    TEST_SHAPE_INNER,     /* begins after 0 and ends before n */
    TEST_SHAPE_NONE,      /* no segment */
    TEST_SHAPE_CROWDED,   /* more segments than elements */
    TEST_SHAPE_COUNT
} test_shape;

extern const char *const test_shape_names[TEST_SHAPE_COUNT];

typedef struct test_offsets {
    int64_t *values; /* num_segments + 1 */
    uint64_t num_segments;
    uint64_t capacity;
} test_offsets;

test_offsets test_offsets_new(test_shape shape, uint64_t n, test_random *random);
/* So many segments: the first ones, or empty ones behind those that there are. */
void test_offsets_resize(test_offsets *offsets, uint64_t num_segments);
void test_offsets_free(test_offsets *offsets);

#endif /* TEST_OFFSETS_H */
