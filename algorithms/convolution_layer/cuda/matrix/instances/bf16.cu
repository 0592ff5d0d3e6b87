/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/convolution_layer/cuda/matrix/launch.cuh"

tcu_status tcui_convolution_layer_matrix_bf16(tcu_context *context, const tcui_convolution_layer_task *task,
                                              void *workspace)
{
    return tcu::launch_matrix_layer<tcu::bf16>(context, task, workspace);
}
