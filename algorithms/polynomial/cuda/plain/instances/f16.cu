/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/polynomial/cuda/plain/launch.cuh"

tcu_status tcui_polynomial_plain_f16(tcu_context *context, const tcui_polynomial_task *task, void *workspace)
{
    return task->out_type == TCU_TYPE_F32 ? tcu::launch_plain<tcu::f16, tcu::f32>(context, task, workspace)
                                          : tcu::launch_plain<tcu::f16, tcu::f16>(context, task, workspace);
}
