/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/stencil/cuda/matrix/launch.cuh"

tcu_status tcui_stencil_matrix_volumes_bf16(tcu_context *context, const tcui_stencil_task *task)
{
    return tcu::launch_boxes<tcu::bf16, tcu::volume_shapes, tcu::volume_shapes_of_half>(context, task);
}
