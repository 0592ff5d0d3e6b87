/* SPDX-License-Identifier: Apache-2.0 */
/* Which stencils are fused in space. */
#include "algorithms/stencil/cuda/fused/fused.h"
#include "kernel.cuh"
#include "taps.cuh"

/* A star that is turned in images has to be whole: else it has taps there that it has not before the mirror. And its
 * planes have to be so many that no pass reads an image's image. */
extern "C" bool tcui_fused_space_fits(const tcui_stencil *stencil)
{
    const uint32_t taps = tcu::taps_of_space(*stencil);
    if (taps == 0) {
        return false;
    }
    for (const tcui_axis &axis : stencil->axes) {
        if (axis.in > TCUI_FUSED_MOST_POINTS) {
            return false;
        }
    }
    return !tcu::is_turned_in_space(*stencil) ||
           (taps == tcu::star_of_space && stencil->axes[0].in > TCUI_FUSED_SPACE_STEPS);
}

extern "C" bool tcui_fused_space_pays(const tcui_stencil *stencil)
{
    return stencil->axes[1].in >= TCUI_FUSED_SPACE_LEAST_ROWS && stencil->axes[2].in >= TCUI_FUSED_SPACE_LEAST_COLUMNS;
}

extern "C" int tcui_fused_space_steps(const tcui_stencil *)
{
    constexpr int steps = TCUI_FUSED_SPACE_STEPS;
    constexpr size_t least_shared_memory = 99 * 1024; /* of a block, of devices of compute capability 8.0 and above */
    static_assert(tcu::space_shared_bytes<tcu::f64, steps> <= least_shared_memory &&
                      tcu::space_shared_bytes<tcu::f32, steps> <= least_shared_memory,
                  "a block fits on every device");
    return steps;
}
