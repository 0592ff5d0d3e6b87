/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TCU_COURSE_EDGES_H
#define TCU_COURSE_EDGES_H

#include "lesson.h"

/* Canny's edges of a picture of u8: positions[0 ... *count - 1] are y * width + x of its edge points, in this order.
 * height * width < 2^32. */
struct course::task {
    const uint8_t *picture;
    int height, width;
    int low, high; /* thresholds of |g_x| + |g_y|: weak from `low` on, strong from `high` on */
    uint32_t *positions;
    unsigned long long *count;
    /* Room for what one stage hands on to the next: a value a point, but for the last two. */
    uint8_t *smooth;
    uint16_t *gradients;
    uint8_t *marks[2];
    uint32_t *counts; /* a value a point, too: enough for one a block */
    int *changed;     /* one value */
};

#endif /* TCU_COURSE_EDGES_H */
