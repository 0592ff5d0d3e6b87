/* SPDX-License-Identifier: Apache-2.0 */
/* Coordinates near an axis mapped into it without a division: one mirror or period brings each of them back. */
#ifndef TCUI_STENCIL_BOUNDARY_CUH
#define TCUI_STENCIL_BOUNDARY_CUH

#include "algorithms/stencil/coordinate.h"

namespace tcu
{

/* The point that coordinate i outside stands for is sign * i + before or + behind. */
struct near_axis {
    int32_t n, before, behind, sign;
    int32_t outside; /* TCUI_OUTSIDE_ZERO, TCUI_OUTSIDE_CONSTANT, or 0: there is such a point */
};

constexpr int64_t most_near = 1 << 29;

/* Whether coordinates first to last are so near, and of 32 bits. */
inline bool is_near(int64_t first, int64_t last, int64_t n, tcu_boundary boundary)
{
    const bool repeats =
        boundary == TCU_BOUNDARY_REFLECT || boundary == TCU_BOUNDARY_SYMMETRIC || boundary == TCU_BOUNDARY_PERIODIC;
    if (n > most_near || last - first > most_near) {
        return false;
    }
    return !repeats || (first >= -(n - 1) && last <= 2 * (n - 1));
}

/* The lines through the first points of the rule on either side. */
inline near_axis near_axis_of(int32_t n, tcu_boundary boundary)
{
    const auto map = [&](int32_t i) { return static_cast<int32_t>(tcui_map_coordinate(i, n, boundary)); };
    if (map(-1) < 0) {
        return {n, 0, 0, 0, map(-1)};
    }
    const int32_t sign = map(-1) - map(-2);
    return {n, map(-1) + sign, map(n) - sign * n, sign, 0};
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
