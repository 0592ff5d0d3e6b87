/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The option `count` of a case: its call is for more elements, or segments, than the case has, and a number in the
 * context's memory says how many there are. Arrays have room for the others, which holds poison like their guards, or is
 * no memory at all.
 */
#ifndef TEST_COUNT_H
#define TEST_COUNT_H

#include <stdint.h>

#include "test_memory.h"
#include "test_random.h"

typedef struct test_count {
    bool is_given;
    uint64_t behind; /* that there could be, behind those that there are */
    uint64_t value;  /* the number; where there are all, it may be more */
    /* Of a count of segments by offsets: how many elements the array has behind those of the segments that there are. */
    uint64_t elements_behind;
    bool is_closed; /* what lies behind is no memory: see test_room */
} test_count;

/* Of `n` elements that there are. */
test_count test_count_random(uint64_t n, test_random *random);

/* Of offsets, a case of whose first elements has segments: as many more elements behind them. */
void test_count_draw_elements(test_count *count, test_random *random);

/* Behind an array of which each element that there could be, or segment, has up to `element_bytes` bytes. */
test_room test_count_room(const test_count *count, size_t element_bytes);

/* Where the number lies. */
typedef struct test_count_place {
    test_memory memory;
    test_slice slice;
} test_count_place;

/* Puts it there; NULL if none is given. */
const uint64_t *test_count_upload(test_count_place *place, const test_count *count);

/* Whether it is still there, and nothing was written beside it. */
bool test_count_holds(const test_count_place *place, const test_count *count);

/* None, one, some, all or more of `most`. */
static inline uint64_t test_draw_count(uint64_t most, test_random *random)
{
    switch (test_random_below(random, 6)) {
    case 0:
        return 0;
    case 1:
        return 1;
    case 2:
        return most;
    case 3:
        return test_random_below(random, 2) ? UINT64_MAX : most + 1;
    default:
        return test_random_below(random, most + 1);
    }
}

#endif /* TEST_COUNT_H */
