/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/stencil/cuda/matrix/launch.cuh"

tcu_status tcui_stencil_matrix_planes_f32(tcu_context *context, const tcui_stencil_task *task)
{
    return tcu::launch_boxes<tcu::f32, tcu::plane_shapes_f32, tcu::plane_shapes_f32>(context, task);
}
