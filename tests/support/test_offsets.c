/* SPDX-License-Identifier: Apache-2.0 */
#include "test_offsets.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

const char *const test_shape_names[TEST_SHAPE_COUNT] = {
    "uniform", "empties", "giant", "power law", "ones", "single", "inner", "none", "crowded",
};

static void put(test_offsets *offsets, uint64_t index, uint64_t value)
{
    if (index >= offsets->capacity) {
        offsets->capacity = 2 * index + 64;
        offsets->values = realloc(offsets->values, offsets->capacity * sizeof offsets->values[0]);
        cr_assert(offsets->values != NULL, "no memory for offsets");
    }
    offsets->values[index] = (int64_t)value;
}

/* A segment of `length` elements, fewer where `end` is near. */
static void append(test_offsets *offsets, uint64_t length, uint64_t end)
{
    uint64_t last = (uint64_t)offsets->values[offsets->num_segments];
    put(offsets, ++offsets->num_segments, length < end - last ? last + length : end);
}

static void append_empties(test_offsets *offsets, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        append(offsets, 0, (uint64_t)offsets->values[offsets->num_segments]);
    }
}

static uint64_t next_length(test_shape shape, uint64_t mean, test_random *random)
{
    switch (shape) {
    case TEST_SHAPE_GIANT:
        return test_random_below(random, 10);
    case TEST_SHAPE_POWER_LAW:
        return (uint64_t)(pow(1.0 - test_random_unit(random), -1.3));
    case TEST_SHAPE_ONES:
        return 1;
    case TEST_SHAPE_SINGLE:
        return UINT64_MAX;
    case TEST_SHAPE_CROWDED:
        return test_random_below(random, 4) == 0;
    default:
        return test_random_below(random, 2 * mean + 1);
    }
}

test_offsets test_offsets_new(test_shape shape, uint64_t n, test_random *random)
{
    static const uint64_t means[] = {3, 20, 300, 5000};
    uint64_t mean = means[test_random_below(random, 4)];
    uint64_t first = shape == TEST_SHAPE_INNER ? n / 5 : 0;
    uint64_t end = shape == TEST_SHAPE_INNER ? n - n / 7 : n;
    uint64_t giant = shape == TEST_SHAPE_GIANT ? test_random_below(random, n / 2 + 1) : UINT64_MAX;

    test_offsets offsets = {0};
    put(&offsets, 0, first);
    if (shape == TEST_SHAPE_NONE) {
        return offsets;
    }
    if (shape == TEST_SHAPE_EMPTIES || n == 0) {
        append_empties(&offsets, 1 + test_random_below(random, 70));
    }
    for (uint64_t at; at = (uint64_t)offsets.values[offsets.num_segments], at < end;) {
        if (at >= giant) {
            append(&offsets, n / 2, end);
            giant = UINT64_MAX;
        } else {
            append(&offsets, next_length(shape, mean, random), end);
        }
        if (shape == TEST_SHAPE_EMPTIES && test_random_below(random, 3) == 0) {
            append_empties(&offsets, test_random_below(random, 70));
        }
    }
    if (shape == TEST_SHAPE_EMPTIES) {
        append_empties(&offsets, 1 + test_random_below(random, 3000));
    }
    return offsets;
}

void test_offsets_resize(test_offsets *offsets, uint64_t num_segments)
{
    if (offsets->num_segments > num_segments) {
        offsets->num_segments = num_segments;
    }
    append_empties(offsets, num_segments - offsets->num_segments);
}

void test_offsets_free(test_offsets *offsets)
{
    free(offsets->values);
    offsets->values = NULL;
}
