/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TCU_COURSE_SCAN_H
#define TCU_COURSE_SCAN_H

#include "lesson.h"

/* y[i] = x[0] + x[1] + ... + x[i], for i < n. `scratch` is memory for what versions keep besides: as many words as
 * scratch_words(n) says, of which nothing is known before. */
struct course::task {
    const float *x;
    size_t n;
    float *y;
    unsigned long long *scratch;
};

namespace course
{

inline size_t scratch_words(size_t n)
{
    return n / 128 + 64;
}

} // namespace course

#endif /* TCU_COURSE_SCAN_H */
