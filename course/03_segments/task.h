/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TCU_COURSE_SEGMENTS_H
#define TCU_COURSE_SEGMENTS_H

#include "lesson.h"

/* Segment k, k < segments, is offsets[k] <= i < offsets[k + 1]; it may be empty. offsets[0] is 0 and offsets[segments]
 * is n, so that every element is in a segment.
 *   y[i]    = the sum of x from the first element of i's segment to x[i]
 *   sums[k] = the sum of segment k
 * `scratch` is memory for what versions keep besides: as many words as scratch_words(n) says. */
struct course::task {
    const float *x;
    size_t n;
    const int64_t *offsets;
    size_t segments;
    float *y, *sums;
    unsigned long long *scratch;
};

namespace course
{

inline size_t scratch_words(size_t n)
{
    return n / 8 + n / 128 + 64;
}

} // namespace course

#endif /* TCU_COURSE_SEGMENTS_H */
