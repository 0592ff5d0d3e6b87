/* SPDX-License-Identifier: Apache-2.0 */
/* Where an axis finds a coordinate that may lie outside of it. */
#ifndef TCUI_STENCIL_COORDINATE_H
#define TCUI_STENCIL_COORDINATE_H

#include "algorithms/stencil/backend.h"

/* The remainder that is 0 or more. */
static inline int64_t tcui_stencil_modulo(int64_t x, int64_t n)
{
    const int64_t remainder = x % n;
    return remainder < 0 ? remainder + n : remainder;
}

/* The point of the axis, 0 ... n - 1, that stands for coordinate x; -1 where the constant does. */
static inline int64_t tcui_stencil_coordinate(tcu_boundary boundary, int64_t n, int64_t x)
{
    if (x >= 0 && x < n) {
        return x;
    }
    int64_t folded;
    switch (boundary) {
    case TCU_BOUNDARY_CLAMP:
        return x < 0 ? 0 : n - 1;
    case TCU_BOUNDARY_REFLECT:
        if (n == 1) {
            return 0;
        }
        folded = tcui_stencil_modulo(x, 2 * n - 2);
        return folded < n ? folded : 2 * n - 2 - folded;
    case TCU_BOUNDARY_SYMMETRIC:
        folded = tcui_stencil_modulo(x, 2 * n);
        return folded < n ? folded : 2 * n - 1 - folded;
    case TCU_BOUNDARY_PERIODIC:
        return tcui_stencil_modulo(x, n);
    default:
        return -1;
    }
}

#endif /* TCUI_STENCIL_COORDINATE_H */
