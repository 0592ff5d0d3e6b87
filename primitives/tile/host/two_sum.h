/* SPDX-License-Identifier: Apache-2.0 */
/* D. E. Knuth's TwoSum (The Art of Computer Programming 2, 4.2.2, theorem B). */
#ifndef TCUI_TILE_HOST_TWO_SUM_H
#define TCUI_TILE_HOST_TWO_SUM_H

#include "compiler.h"

/* What `sum`, which is a + b rounded, has lost, exactly; no number where the sum is infinite or none. */
TCUI_ALWAYS_INLINE double tcui_two_sum_lost(double a, double b, double sum)
{
    const double part = sum - a;
    return (a - (sum - part)) + (b - part);
}

#endif /* TCUI_TILE_HOST_TWO_SUM_H */
