/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/stencil/cuda/matrix/launch.cuh"

tcu_status tcui_stencil_matrix_lines_f32(tcu_context *context, const tcui_stencil_task *task)
{
    return tcu::launch_split_lines(context, task);
}
