/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/polynomial/cuda/giant/launch.cuh"

tcu_status tcui_polynomial_giant_bf16(tcu_context *context, const tcui_polynomial_task *task)
{
    using namespace tcu;
    return task->out_type == TCU_TYPE_F32 ? launch_giant<single_half_operands, bf16, f32>(context, task)
                                          : launch_giant<single_half_operands, bf16, bf16>(context, task);
}
