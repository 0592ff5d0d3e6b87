/* SPDX-License-Identifier: Apache-2.0 */
/* How many elements there are of those that arrays have room for: what a count in the context's memory is. */
#ifndef TEST_DRAW_COUNT_H
#define TEST_DRAW_COUNT_H

#include "test_random.h"

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

#endif /* TEST_DRAW_COUNT_H */
