/* SPDX-License-Identifier: Apache-2.0 */
/* A plan's taps as those of a star of radius 1 in space, on the host. */
#ifndef TCUI_STENCIL_FUSED_SPACE_TAPS_CUH
#define TCUI_STENCIL_FUSED_SPACE_TAPS_CUH

#include "stages.cuh"

namespace tcu
{

constexpr uint32_t star_of_space = 0177, hollow_of_space = 0167;

/* The number of a tap among the points of a star; -1: it is none. */
inline int point_of_space(const tcui_tap &tap)
{
    const int32_t z = tap.offset[0], y = tap.offset[1], x = tap.offset[2];
    if (y == 0 && x == 0 && z >= -1 && z <= 1) {
        return 3 + 3 * z;
    }
    if (z == 0 && x == 0 && y >= -1 && y <= 1) {
        return 3 + 2 * y;
    }
    if (z == 0 && y == 0 && x >= -1 && x <= 1) {
        return 3 + x;
    }
    return -1;
}

/* Bits of points; 0 where the stencil is another. */
inline uint32_t taps_of_space(const tcui_stencil &stencil)
{
    uint32_t taps = 0;
    for (uint64_t t = 0; t < stencil.num_taps; t++) {
        const int point = point_of_space(stencil.taps[t]);
        if (point < 0 || (taps >> point & 1) != 0) {
            return 0;
        }
        taps |= 1u << point;
    }
    return taps;
}

/* Whether an axis is unrolled as in a mirror whose two weights differ: they are exchanged in the image then. */
inline bool is_turned_in_space(const tcui_stencil &stencil)
{
    double weights[space_points] = {};
    for (uint64_t t = 0; t < stencil.num_taps; t++) {
        weights[point_of_space(stencil.taps[t])] = stencil.taps[t].weight;
    }
    const uint32_t taps = taps_of_space(stencil);
    for (int a = 0; a < TCUI_AXES; a++) {
        const tcu_boundary boundary = stencil.axes[a].boundary;
        const bool is_mirror =
            boundary == TCU_BOUNDARY_CLAMP || boundary == TCU_BOUNDARY_REFLECT || boundary == TCU_BOUNDARY_SYMMETRIC;
        const int last = space_points - 1 - a;
        if (is_mirror && (weights[a] != weights[last] || (taps >> a & 1) != (taps >> last & 1))) {
            return true;
        }
    }
    return false;
}

template <class Compute>
space_stencil<Compute> space_stencil_of(const tcui_stencil &stencil)
{
    space_stencil<Compute> space = {};
    space.z = fused_axis_of<Compute>(stencil.axes[0], stencil.constant);
    space.y = fused_axis_of<Compute>(stencil.axes[1], stencil.constant);
    space.x = fused_axis_of<Compute>(stencil.axes[2], stencil.constant);
    space.taps = taps_of_space(stencil);
    for (uint64_t t = 0; t < stencil.num_taps; t++) {
        space.weights[point_of_space(stencil.taps[t])] = static_cast<Compute>(stencil.taps[t].weight);
    }
    return space;
}

} // namespace tcu

#endif /* TCUI_STENCIL_FUSED_SPACE_TAPS_CUH */
