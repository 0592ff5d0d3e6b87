/* SPDX-License-Identifier: Apache-2.0 */
/* Segments of an array of hourly numbers that begin with a year: days, and calendar months. */
#ifndef TCU_EXAMPLES_TOUR_SEGMENTS_H
#define TCU_EXAMPLES_TOUR_SEGMENTS_H

#include <stdint.h>

enum { HOURS_A_DAY = 24 };

/* Segment k: offsets[k] <= i < offsets[k + 1]. */
typedef struct segments {
    uint64_t count;
    int64_t *offsets; /* count + 1 values; NULL if memory ran out */
} segments;

/* Each gives segments of n numbers, n not 0, to be released by segments_free(). The last one may be shorter. */
segments segments_whole(uint64_t n);
segments segments_days(uint64_t n);
segments segments_months(uint64_t n);

void segments_free(segments *s);

#endif /* TCU_EXAMPLES_TOUR_SEGMENTS_H */
