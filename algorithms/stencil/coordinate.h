/* SPDX-License-Identifier: Apache-2.0 */
/* Where an axis finds a coordinate that may lie outside of it: the one rule of boundaries, of all backends. */
#ifndef TCUI_STENCIL_COORDINATE_H
#define TCUI_STENCIL_COORDINATE_H

#include "algorithms/stencil/backend.h"

#ifdef __CUDACC__
#define TCUI_COORDINATE_FUNCTION static __host__ __device__ __forceinline__
#else
#define TCUI_COORDINATE_FUNCTION static inline
#endif

/* In place of a point: there is none, but the value 0, or the constant. */
enum { TCUI_OUTSIDE_ZERO = -1, TCUI_OUTSIDE_CONSTANT = -2 };

/* x modulo n, from 0 to n - 1. */
TCUI_COORDINATE_FUNCTION int64_t tcui_modulo(int64_t x, int64_t n)
{
    const int64_t rest = x % n;
    return rest < 0 ? rest + n : rest;
}

/* The point of an axis of n > 0 that coordinate x stands for, or one of the two above. (Nothing is asked of KEEP's
 * outside: its points keep their values.) */
TCUI_COORDINATE_FUNCTION int64_t tcui_map_coordinate(int64_t x, int64_t n, tcu_boundary boundary)
{
    if (x >= 0 && x < n) {
        return x;
    }
    switch (boundary) {
    case TCU_BOUNDARY_ZERO:
        return TCUI_OUTSIDE_ZERO;
    case TCU_BOUNDARY_CONSTANT:
        return TCUI_OUTSIDE_CONSTANT;
    case TCU_BOUNDARY_REFLECT: {
        if (n == 1) {
            return 0;
        }
        const int64_t rest = tcui_modulo(x, 2 * (n - 1));
        return rest < n ? rest : 2 * (n - 1) - rest;
    }
    case TCU_BOUNDARY_SYMMETRIC: {
        const int64_t rest = tcui_modulo(x, 2 * n);
        return rest < n ? rest : 2 * n - 1 - rest;
    }
    case TCU_BOUNDARY_PERIODIC:
        return tcui_modulo(x, n);
    default:
        return x < 0 ? 0 : n - 1;
    }
}

/* The value there. */
static inline double tcui_value_outside(const tcui_stencil *stencil, int64_t outside)
{
    return outside == TCUI_OUTSIDE_CONSTANT ? stencil->constant : 0;
}

#undef TCUI_COORDINATE_FUNCTION

#endif /* TCUI_STENCIL_COORDINATE_H */
