/* SPDX-License-Identifier: Apache-2.0 */
/* Launchers of the kernels that count privately, by bytes of a sample; in samples_*.cu a file each chooses the
 * counter. */
#ifndef TCUI_HISTOGRAM_CUDA_PRIVATE_LAUNCHERS_CUH
#define TCUI_HISTOGRAM_CUDA_PRIVATE_LAUNCHERS_CUH

#include "kernel.cuh"

namespace tcu
{

tcu_status launch_private_1(tcu_context *context, const tcui_histogram_task *task, const private_launch &shape,
                            const private_task &described);
tcu_status launch_private_2(tcu_context *context, const tcui_histogram_task *task, const private_launch &shape,
                            const private_task &described);
tcu_status launch_private_4(tcu_context *context, const tcui_histogram_task *task, const private_launch &shape,
                            const private_task &described);
tcu_status launch_private_8(tcu_context *context, const tcui_histogram_task *task, const private_launch &shape,
                            const private_task &described);

inline tcu_status launch_private(tcu_context *context, const tcui_histogram_task *task, const private_launch &shape,
                                 const private_task &described)
{
    switch (tcu_type_size(task->sample_type)) {
    case 1:
        return launch_private_1(context, task, shape, described);
    case 2:
        return launch_private_2(context, task, shape, described);
    case 4:
        return launch_private_4(context, task, shape, described);
    default:
        return launch_private_8(context, task, shape, described);
    }
}

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_PRIVATE_LAUNCHERS_CUH */
