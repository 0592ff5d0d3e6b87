/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TCU_COURSE_STENCILS_H
#define TCU_COURSE_STENCILS_H

#include "lesson.h"

/* Heat in a body: `steps` times each point becomes
 *
 *     u(z, y, x) + a * (sum of its neighbours below, above, behind, before, left, right - 6 u(z, y, x)),
 *
 * all points at once, but those of the rim keep their value. Grids of two dimensions have depth 1, those of one
 * dimension height 1, too: an axis of one point has no rim, and its point is its own neighbour there. */
struct course::task {
    const float *u;              /* at the beginning: `depth` planes of `height` rows of `width` points */
    size_t depth, height, width; /* depth at most 65535, height below 2^18, width below 2^31 */
    float a;                     /* at most 1 / 6, or errors grow */
    int steps;
    float *result;
    float *scratch; /* as large as u, for what a version keeps there */
};

#endif /* TCU_COURSE_STENCILS_H */
