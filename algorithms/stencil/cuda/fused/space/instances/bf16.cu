/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/stencil/cuda/fused/fused.h"
#include "algorithms/stencil/cuda/fused/space/launch.cuh"

tcu_status tcui_fused_space_bf16(tcu_context *context, const tcui_stencil_task *sweep, int steps)
{
    return tcu::space_pass<tcu::bf16>(context, sweep, steps);
}
