/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TCU_COURSE_HISTOGRAM_H
#define TCU_COURSE_HISTOGRAM_H

#include "lesson.h"

/* counts[b] = how many of the samples[i], i < n, are b, for b from 0 to 255. */
struct course::task {
    const uint8_t *samples;
    size_t n;
    unsigned long long *counts;
};

#endif /* TCU_COURSE_HISTOGRAM_H */
