/* SPDX-License-Identifier: Apache-2.0 */
/* What lies outside of an axis: coordinates mapped into it. */
#ifndef TCUI_STENCIL_BOUNDARY_CUH
#define TCUI_STENCIL_BOUNDARY_CUH

#include <cstdint>

#include "algorithms/stencil/backend.h"

namespace tcu
{

/* Where there is no point: the value 0, or the constant. */
constexpr int64_t outside_is_zero = -1, outside_is_constant = -2;

/* i modulo n, from 0 to n - 1. */
__device__ __forceinline__ int64_t modulo(int64_t i, int64_t n)
{
    const int64_t rest = i % n;
    return rest < 0 ? rest + n : rest;
}

/* The point of an axis of n > 0 that coordinate i stands for, or one of the two above. (Nothing is asked of KEEP's outside:
 * its points keep their values.) */
__device__ __forceinline__ int64_t map_coordinate(int64_t i, int64_t n, tcu_boundary boundary)
{
    if (i >= 0 && i < n) {
        return i;
    }
    switch (boundary) {
    case TCU_BOUNDARY_ZERO:
        return outside_is_zero;
    case TCU_BOUNDARY_CONSTANT:
        return outside_is_constant;
    case TCU_BOUNDARY_REFLECT: {
        if (n == 1) {
            return 0;
        }
        const int64_t rest = modulo(i, 2 * (n - 1));
        return rest < n ? rest : 2 * (n - 1) - rest;
    }
    case TCU_BOUNDARY_SYMMETRIC: {
        const int64_t rest = modulo(i, 2 * n);
        return rest < n ? rest : 2 * n - 1 - rest;
    }
    case TCU_BOUNDARY_PERIODIC:
        return modulo(i, n);
    default:
        return i < 0 ? 0 : n - 1;
    }
}

/*
 * The same where every coordinate that is asked for is so near that one mirror or period brings it back: no division. The
 * point that i stands for is sign * i + before or + behind.
 */
constexpr int32_t near_is_zero = -1, near_is_constant = -2;

struct near_axis {
    int32_t n, before, behind, sign;
    int32_t outside; /* near_is_zero, near_is_constant, or 0: none */
};

/* Whether that is so of coordinates first to last, of 32 bits. */
constexpr int64_t most_near = 1 << 29;

inline bool is_near(int64_t first, int64_t last, int64_t n, tcu_boundary boundary)
{
    const bool repeats =
        boundary == TCU_BOUNDARY_REFLECT || boundary == TCU_BOUNDARY_SYMMETRIC || boundary == TCU_BOUNDARY_PERIODIC;
    if (n > most_near || last - first > most_near) {
        return false;
    }
    return !repeats || (first >= -(n - 1) && last <= 2 * (n - 1));
}

inline near_axis near_axis_of(int32_t n, tcu_boundary boundary)
{
    switch (boundary) {
    case TCU_BOUNDARY_ZERO:
        return {n, 0, 0, 0, near_is_zero};
    case TCU_BOUNDARY_CONSTANT:
        return {n, 0, 0, 0, near_is_constant};
    case TCU_BOUNDARY_REFLECT:
        return {n, 0, 2 * (n - 1), -1, 0};
    case TCU_BOUNDARY_SYMMETRIC:
        return {n, -1, 2 * n - 1, -1, 0};
    case TCU_BOUNDARY_PERIODIC:
        return {n, n, -n, 1, 0};
    default:
        return {n, 0, n - 1, 0, 0};
    }
}

__device__ __forceinline__ int32_t map_near(const near_axis &axis, int32_t i)
{
    if (i >= 0 && i < axis.n) {
        return i;
    }
    if (axis.outside != 0) {
        return axis.outside;
    }
    return axis.sign * i + (i < 0 ? axis.before : axis.behind);
}

} // namespace tcu

#endif /* TCUI_STENCIL_BOUNDARY_CUH */
