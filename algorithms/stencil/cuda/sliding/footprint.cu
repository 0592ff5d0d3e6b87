/* SPDX-License-Identifier: Apache-2.0 */
/* A stencil's footprint among those that kernels are compiled for. */
#include "footprint.h"

#include "algorithms/stencil/cuda/tuning.h"

namespace
{

/* Every point of a cube, by the box's extents alone. */
bool is_cube(const tcui_stencil &s, int first_axis, int dimensions, int *radius)
{
    const int width = s.axes[2].high - s.axes[2].low + 1;
    for (int a = first_axis; a < TCUI_AXES; a++) {
        if (s.axes[a].high - s.axes[a].low + 1 != width) {
            return false;
        }
    }
    *radius = width / 2;
    return s.shape == TCUI_STENCIL_BOX && s.weights != nullptr && width % 2 == 1 && width > 1 &&
           *radius <= (dimensions == 3 ? TCUI_STENCIL_SLIDING_BOX_3D : TCUI_STENCIL_SLIDING_BOX_2D);
}

/* Some or all points of the axes; *radius is the least that holds them. */
bool is_on_axes(const tcui_stencil &s, int *radius)
{
    if (s.taps == nullptr || s.num_taps > 6 * TCUI_STENCIL_SLIDING_STAR + 1) {
        return false;
    }
    *radius = 0;
    for (uint64_t t = 0; t < s.num_taps; t++) {
        int axes = 0;
        for (int32_t offset : s.taps[t].offset) {
            const int distance = offset < 0 ? -offset : offset;
            axes += distance != 0;
            *radius = distance > *radius ? distance : *radius;
        }
        if (axes > 1) {
            return false;
        }
    }
    return *radius > 0 && *radius <= TCUI_STENCIL_SLIDING_STAR;
}

} // namespace

extern "C" tcui_stencil_footprint tcui_stencil_footprint_of(const tcui_stencil_task *task)
{
    const tcui_stencil &s = *task->stencil;
    tcui_stencil_footprint footprint = {};
    footprint.dimensions = tcui_stencil_is_apart(&s.axes[0]) ? 2 : 3;
    const int first_axis = TCUI_AXES - footprint.dimensions;
    if (is_cube(s, first_axis, footprint.dimensions, &footprint.radius)) {
        footprint.kind = TCUI_FOOTPRINT_BOX;
        for (int a = first_axis; a < TCUI_AXES; a++) {
            footprint.first[a] = s.axes[a].low;
        }
    } else if (is_on_axes(s, &footprint.radius)) {
        const bool is_whole =
            s.num_taps == static_cast<uint64_t>(footprint.dimensions) * 2 * static_cast<uint64_t>(footprint.radius) + 1;
        footprint.kind = is_whole ? TCUI_FOOTPRINT_STAR : TCUI_FOOTPRINT_HOLES;
        if (!is_whole) {
            footprint.radius = (footprint.radius + 1) / 2 * 2;
        }
        for (int a = first_axis; a < TCUI_AXES; a++) {
            footprint.first[a] = -footprint.radius;
        }
    }
    return footprint;
}
