/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/stencil/cuda/fused/fused.h"
#include "algorithms/stencil/cuda/fused/plane/launch.cuh"

tcu_status tcui_fused_plane_f16(tcu_context *context, const tcui_stencil_task *sweep, int steps)
{
    return tcu::plane_pass<tcu::f16>(context, sweep, steps);
}
