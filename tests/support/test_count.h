/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The option `count` of a case: its call is for more elements, or segments, than the case has, and a number in the
 * context's memory says how many there are. Arrays have room for the others, which holds poison like their guards.
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
} test_count;

/* Of `n` elements that there are. */
test_count test_count_random(uint64_t n, test_random *random);

/* Where the number lies. */
typedef struct test_count_place {
    test_memory memory;
    test_slice slice;
} test_count_place;

/* Puts it there; NULL if none is given. */
const uint64_t *test_count_upload(test_count_place *place, const test_count *count);

/* Whether it is still there, and nothing was written beside it. */
bool test_count_holds(const test_count_place *place, const test_count *count);

#endif /* TEST_COUNT_H */
