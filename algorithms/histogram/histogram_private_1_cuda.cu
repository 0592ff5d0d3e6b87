/* SPDX-License-Identifier: Apache-2.0 */
#include "histogram_private_counters.h"

tcu_status tcu::launch_private_1(tcu_context *context, const tcui_histogram_task *task, const private_launch &shape,
                                 const private_task &described)
{
    if (task->num_channels == 1)
        return launch_counter<byte_counter>(context, shape, described);
    return launch_counter<byte_channels_counter>(context, shape, described);
}
