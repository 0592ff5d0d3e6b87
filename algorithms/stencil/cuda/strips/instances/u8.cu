/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/stencil/cuda/strips/instances.h"
#include "algorithms/stencil/cuda/strips/launch.cuh"

extern "C" tcu_status tcui_stencil_strips_u8(tcu_context *context, const tcui_stencil_task *task, bool is_product)
{
    return tcu::launch_strips<tcu::u8>(context, task, is_product);
}
