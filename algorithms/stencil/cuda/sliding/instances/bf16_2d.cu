/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/stencil/cuda/sliding/launch.cuh"

extern "C" tcu_status tcui_stencil_sliding_bf16_2d(tcu_context *context, const tcui_stencil_task *task)
{
    return tcu::launch_sliding_along<tcu::bf16, 2>(context, task);
}
