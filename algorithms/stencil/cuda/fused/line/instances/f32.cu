/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/stencil/cuda/fused/fused.h"
#include "algorithms/stencil/cuda/fused/line/launch.cuh"

tcu_status tcui_fused_line_f32(tcu_context *context, const tcui_stencil_task *sweep, int steps)
{
    return tcu::line_pass<tcu::f32>(context, sweep, steps);
}
