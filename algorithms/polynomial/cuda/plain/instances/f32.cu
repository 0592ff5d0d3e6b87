/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/polynomial/cuda/plain/launch.cuh"

tcu_status tcui_polynomial_plain_f32(tcu_context *context, const tcui_polynomial_task *task, void *workspace)
{
    return tcu::launch_plain<tcu::f32, tcu::f32>(context, task, workspace);
}
