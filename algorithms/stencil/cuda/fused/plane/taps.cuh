/* SPDX-License-Identifier: Apache-2.0 */
/* A plan's taps as those of a stencil of radius 1 on planes, on the host. */
#ifndef TCUI_STENCIL_FUSED_PLANE_TAPS_CUH
#define TCUI_STENCIL_FUSED_PLANE_TAPS_CUH

#include "stages.cuh"

namespace tcu
{

constexpr uint32_t star_of_plane = 0272, hollow_of_plane = 0252, box_of_plane = 0777;

/* Bits as in plane_stencil; 0 where the stencil is another. */
inline uint32_t taps_of_plane(const tcui_stencil &stencil)
{
    uint32_t taps = 0;
    for (uint64_t t = 0; t < stencil.num_taps; t++) {
        const int32_t *const offset = stencil.taps[t].offset;
        if (offset[0] != 0 || offset[1] < -1 || offset[1] > 1 || offset[2] < -1 || offset[2] > 1) {
            return 0;
        }
        const uint32_t tap = 1u << (3 * (1 + offset[1]) + 1 + offset[2]);
        if ((taps & tap) != 0) {
            return 0;
        }
        taps |= tap;
    }
    return taps;
}

inline plane_taps kind_of_plane(uint32_t taps)
{
    return taps == star_of_plane     ? plane_taps::star
           : taps == hollow_of_plane ? plane_taps::hollow
           : taps == box_of_plane    ? plane_taps::box
                                     : plane_taps::any;
}

template <class Compute>
plane_stencil<Compute> plane_stencil_of(const tcui_stencil &stencil)
{
    plane_stencil<Compute> plane = {};
    plane.y = fused_axis_of<Compute>(stencil.axes[1], stencil.constant);
    plane.x = fused_axis_of<Compute>(stencil.axes[2], stencil.constant);
    plane.taps = taps_of_plane(stencil);
    for (uint64_t t = 0; t < stencil.num_taps; t++) {
        const int32_t *const offset = stencil.taps[t].offset;
        plane.weights[1 + offset[1]][1 + offset[2]] = static_cast<Compute>(stencil.taps[t].weight);
    }
    return plane;
}

} // namespace tcu

#endif /* TCUI_STENCIL_FUSED_PLANE_TAPS_CUH */
