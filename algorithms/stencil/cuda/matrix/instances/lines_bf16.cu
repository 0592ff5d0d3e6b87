/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/stencil/cuda/matrix/launch.cuh"

tcu_status tcui_stencil_matrix_lines_bf16(tcu_context *context, const tcui_stencil_task *task)
{
    return tcu::launch_lines<tcu::bf16>(context, task);
}
