/* SPDX-License-Identifier: Apache-2.0 */
/* Convolution layers by plain arithmetic: all of them. */
#include "algorithms/convolution_layer/cuda/paths.h"
#include "kernel.cuh"

extern "C" tcu_status tcui_convolution_layer_plain_execute(tcu_context *context,
                                                           const tcui_convolution_layer_task *task, void *)
{
    switch (task->type) {
    case TCU_TYPE_F32:
        return tcu::launch_plain_layer<tcu::f32>(context, task);
    case TCU_TYPE_F16:
        return tcu::launch_plain_layer<tcu::f16>(context, task);
    default:
        return tcu::launch_plain_layer<tcu::bf16>(context, task);
    }
}
