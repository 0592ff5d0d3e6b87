/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/polynomial/cuda/giant/launch.cuh"

tcu_status tcui_polynomial_giant_f64(tcu_context *context, const tcui_polynomial_task *task)
{
    return tcu::launch_giant<tcu::double_operands, tcu::f64, tcu::f64>(context, task);
}
