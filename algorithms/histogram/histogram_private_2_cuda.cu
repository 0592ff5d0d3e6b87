/* SPDX-License-Identifier: Apache-2.0 */
#include "histogram_private_counters.h"

tcu_status tcu::launch_private_2(tcu_context *context, const tcui_histogram_task *task, const private_launch &shape,
                                 const private_task &described)
{
    switch (task->sample_type) {
    case TCU_TYPE_F16:
        return launch_counter<any_counter<f16>>(context, shape, described);
    case TCU_TYPE_BF16:
        return launch_counter<any_counter<bf16>>(context, shape, described);
    default:
        return launch_counter<any_counter<u16>>(context, shape, described);
    }
}
