/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/polynomial/cuda/grid/launch.cuh"

tcu_status tcui_polynomial_grid_halves_f32(tcu_context *context, const tcui_polynomial_task *task, void *workspace)
{
    return tcu::launch_grid_in_shape<tcu::single_half_operands, tcu::f32>(context, task, workspace);
}
