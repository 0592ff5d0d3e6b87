/* SPDX-License-Identifier: Apache-2.0 */
/* Convolution layers on the matrix unit: which tasks, and their workspace. */
#include "algorithms/convolution_layer/cuda/tuning.h"
#include "launch.cuh"

namespace tcu
{

/* instances.cmake */
extern template decltype(launch_matrix_layer<f16>) launch_matrix_layer<f16>;
extern template decltype(launch_matrix_layer<bf16>) launch_matrix_layer<bf16>;

} // namespace tcu

extern "C" bool tcui_convolution_layer_matrix_applies(const tcu_context *, const tcui_convolution_layer_task *task)
{
    return (task->type == TCU_TYPE_F16 || task->type == TCU_TYPE_BF16) && tcu::taps_of(task) > 0;
}

extern "C" bool tcui_convolution_layer_matrix_pays(const tcu_context *context, const tcui_convolution_layer_task *task)
{
    if (context->arithmetic != TCU_ARITHMETIC_AUTO) {
        return context->arithmetic == TCU_ARITHMETIC_MATRIX;
    }
    const double steps = static_cast<double>(task->batch) * static_cast<double>(task->axes[0].out) *
                         static_cast<double>(task->axes[1].out) * static_cast<double>(task->out_channels) *
                         static_cast<double>(task->in_channels) * static_cast<double>(tcu::taps_of(task));
    return steps >= 1024.0 * static_cast<double>(tcui_convolution_layer_policy_of(context).matrix_kilo_steps);
}

extern "C" tcu_status tcui_convolution_layer_matrix_reserve(tcu_context *, const tcui_convolution_layer_task *task,
                                                            tcui_layout *layout)
{
    tcu::with_channels(task, [&](auto channels) {
        constexpr int Channels = decltype(channels)::value;
        return tcui_layout_reserve(layout, tcu::slabs_of<Channels>(task), 2 * tcu::layer_filters * Channels);
    });
    return TCU_SUCCESS;
}

extern "C" tcu_status tcui_convolution_layer_matrix_execute(tcu_context *context,
                                                            const tcui_convolution_layer_task *task, void *workspace)
{
    return task->type == TCU_TYPE_F16 ? tcu::launch_matrix_layer<tcu::f16>(context, task, workspace)
                                      : tcu::launch_matrix_layer<tcu::bf16>(context, task, workspace);
}
