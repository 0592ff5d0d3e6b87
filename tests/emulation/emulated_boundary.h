/* SPDX-License-Identifier: Apache-2.0 */
/* The boundaries of stencils as the picture in stencil.h has them, by one step after the other. */
#ifndef TCU_EMULATED_BOUNDARY_H
#define TCU_EMULATED_BOUNDARY_H

#include "algorithms/stencil/backend.h"

namespace emulated
{

/* The point that coordinate i of an axis of n points stands for; -1: the value 0, -2: the constant. */
inline int64_t fold(int64_t i, int64_t n, tcu_boundary boundary)
{
    while (i < 0 || i >= n) {
        switch (boundary) {
        case TCU_BOUNDARY_ZERO:
            return -1;
        case TCU_BOUNDARY_CONSTANT:
            return -2;
        case TCU_BOUNDARY_REFLECT:
            i = n == 1 ? 0 : i < 0 ? -i : 2 * (n - 1) - i;
            break;
        case TCU_BOUNDARY_SYMMETRIC:
            i = i < 0 ? -1 - i : 2 * n - 1 - i;
            break;
        case TCU_BOUNDARY_PERIODIC:
            i += i < 0 ? n : -n;
            break;
        default:
            i = i < 0 ? 0 : n - 1;
        }
    }
    return i;
}

} // namespace emulated

#endif /* TCU_EMULATED_BOUNDARY_H */
