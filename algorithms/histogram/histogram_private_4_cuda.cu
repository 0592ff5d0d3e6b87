/* SPDX-License-Identifier: Apache-2.0 */
#include "histogram_private_counters.h"

tcu_status tcu::launch_private_4(tcu_context *context, const tcui_histogram_task *task, const private_launch &shape,
                                 const private_task &described)
{
    if (task->sample_type == TCU_TYPE_F32)
        return launch_counter<any_counter<f32>>(context, shape, described);
    return launch_counter<any_counter<u32>>(context, shape, described);
}
