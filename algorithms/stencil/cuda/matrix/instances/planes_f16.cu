/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/stencil/cuda/matrix/launch.cuh"

tcu_status tcui_stencil_matrix_planes_f16(tcu_context *context, const tcui_stencil_task *task)
{
    return tcu::launch_boxes<tcu::f16, tcu::plane_shapes, tcu::plane_shapes_of_half>(context, task);
}
