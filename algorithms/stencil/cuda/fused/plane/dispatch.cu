/* SPDX-License-Identifier: Apache-2.0 */
/* Which stencils are fused as planes. */
#include "algorithms/stencil/cuda/fused/fused.h"
#include "algorithms/stencil/cuda/fused/tuning.h"
#include "taps.cuh"

extern "C" bool tcui_fused_plane_fits(const tcui_stencil *stencil)
{
    return tcu::taps_of_plane(*stencil) != 0 && stencil->axes[1].in <= TCUI_FUSED_MOST_POINTS &&
           stencil->axes[2].in <= TCUI_FUSED_MOST_POINTS;
}

/* Lines, without neighbours in other rows, go by sweeps: a row would be read once for each row of the margin. */
extern "C" bool tcui_fused_plane_pays(const tcui_stencil *stencil)
{
    return !tcui_stencil_is_apart(&stencil->axes[1]) && stencil->axes[2].in >= TCUI_FUSED_PLANE_LEAST_COLUMNS;
}

extern "C" int tcui_fused_plane_steps(const tcui_stencil *stencil)
{
    const tcu::plane_taps kind = tcu::kind_of_plane(tcu::taps_of_plane(*stencil));
    if (kind == tcu::plane_taps::box || kind == tcu::plane_taps::any) {
        return TCUI_FUSED_PLANE_BOX_STEPS;
    }
    const bool is_half = stencil->type == TCU_TYPE_F16 || stencil->type == TCU_TYPE_BF16;
    return is_half ? TCUI_FUSED_PLANE_STAR_STEPS_OF_HALVES : TCUI_FUSED_PLANE_STAR_STEPS;
}
