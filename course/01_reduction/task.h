/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TCU_COURSE_REDUCTION_H
#define TCU_COURSE_REDUCTION_H

#include "lesson.h"

/* sum[0] = x[0] + x[1] + ... + x[n - 1] */
struct course::task {
    const float *x;
    size_t n;
    float *sum;
};

#endif /* TCU_COURSE_REDUCTION_H */
