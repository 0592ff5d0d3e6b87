/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/stencil/cuda/sliding/launch.cuh"

extern "C" tcu_status tcui_stencil_sliding_f16_3d(tcu_context *context, const tcui_stencil_task *task)
{
    return tcu::launch_sliding_along<tcu::f16, 3>(context, task);
}
