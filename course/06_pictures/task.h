/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TCU_COURSE_PICTURES_H
#define TCU_COURSE_PICTURES_H

#include "lesson.h"

namespace course
{

constexpr int most_rows = 15, most_columns = 15; /* of a mask */

/* Weights in device memory and the same in the host's. */
struct weights {
    const float *device, *host;
};

} // namespace course

/* out(y, x) = sum over i, j of mask(i, j) * in(y - mask_rows / 2 + i, x - mask_columns / 2 + j), where coordinates
 * outside of the picture stand for the nearest one inside. */
struct course::task {
    const float *in;      /* `height` rows of `width` pixels */
    size_t height, width; /* each below 2^19: a grid has at most 65535 rows of blocks */
    int mask_rows, mask_columns;
    weights mask;        /* row by row */
    weights column, row; /* mask(i, j) = column[i] * row[j]; null pointers if the mask is no such product */
    float *between;      /* as large as a picture, for what a version keeps there */
    float *out;
};

#endif /* TCU_COURSE_PICTURES_H */
