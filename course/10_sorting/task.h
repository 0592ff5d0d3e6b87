/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TCU_COURSE_SORTING_H
#define TCU_COURSE_SORTING_H

#include "lesson.h"

/* A stable sort of n pairs by the keys' `bits` lowest bits, 8, 16, 24 or 32: keys_out ascends in these, values go with
 * their keys, and equal keys stay in the order in which they came. n < 2^32. */
struct course::task {
    const uint32_t *keys, *values;
    uint32_t *keys_out, *values_out;
    size_t n;
    int bits;
    /* Room for the pairs between two passes, and for counts: n / 8 + 1024 values. */
    uint32_t *other_keys, *other_values;
    uint32_t *counts;
};

#endif /* TCU_COURSE_SORTING_H */
