/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/polynomial/cuda/grid/launch.cuh"

tcu_status tcui_polynomial_grid_bf16(tcu_context *context, const tcui_polynomial_task *task, void *workspace)
{
    return tcu::launch_grid_in_shape<tcu::single_half_operands, tcu::bf16>(context, task, workspace);
}
