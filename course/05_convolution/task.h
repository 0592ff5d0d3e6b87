/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TCU_COURSE_CONVOLUTION_H
#define TCU_COURSE_CONVOLUTION_H

#include "lesson.h"

namespace course
{

/* What lies outside of a b c d: 0 0 | a b c d | 0 0, a a | a b c d | d d, c b | a b c d | c b, c d | a b c d | a b. */
enum class boundary { zero, clamp, reflect, periodic };

constexpr int most_weights = 64;

} // namespace course

/* y[i] = sum over j of weights[j] * x[i - width / 2 + j], for i = 0 ... n - 1 */
struct course::task {
    const float *x;
    size_t n;
    const float *weights;      /* `width` of them, 1 to most_weights */
    const float *host_weights; /* the same in the host's memory */
    int width;
    boundary outside; /* what x is where there is none */
    float *y;
};

#endif /* TCU_COURSE_CONVOLUTION_H */
