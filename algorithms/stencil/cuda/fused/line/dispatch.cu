/* SPDX-License-Identifier: Apache-2.0 */
/* Which stencils are fused as lines. */
#include "algorithms/stencil/cuda/fused/fused.h"
#include "algorithms/stencil/cuda/fused/tuning.h"

extern "C" bool tcui_fused_line_fits(const tcui_stencil *stencil)
{
    uint32_t taps = 0;
    for (uint64_t t = 0; t < stencil->num_taps; t++) {
        const int32_t *const offset = stencil->taps[t].offset;
        if (offset[0] != 0 || offset[1] != 0 || offset[2] < -TCUI_FUSED_LINE_RADIUS ||
            offset[2] > TCUI_FUSED_LINE_RADIUS) {
            return false;
        }
        const uint32_t tap = 1u << (offset[2] + TCUI_FUSED_LINE_RADIUS);
        if ((taps & tap) != 0) {
            return false;
        }
        taps |= tap;
    }
    return stencil->axes[2].in < uint64_t{1} << 62;
}

extern "C" bool tcui_fused_line_pays(const tcui_stencil *stencil)
{
    return stencil->axes[2].in >= TCUI_FUSED_LINE_LEAST_POINTS;
}

extern "C" int tcui_fused_line_steps(const tcui_stencil *stencil)
{
    const tcui_axis &axis = stencil->axes[2];
    const int radius = axis.high > -axis.low ? axis.high : -axis.low;
    return radius <= 1 ? TCUI_FUSED_LINE_REACH : radius == 2 ? TCUI_FUSED_LINE_REACH / 2 : TCUI_FUSED_LINE_REACH / 4;
}
