/* SPDX-License-Identifier: Apache-2.0 */
/* Samples of 8 bits: which counter takes which channels and bins. */
#include "algorithms/histogram/cuda/private/counters/one_channel.cuh"
#include "algorithms/histogram/cuda/private/launchers.cuh"
#include "algorithms/histogram/cuda/tuning.h"

tcu_status tcu::launch_private_1(tcu_context *context, const tcui_histogram_task *task, const private_launch &shape,
                                 const private_task &described)
{
    if (task->num_channels == 1) {
        return launch_by_size<byte_counter>(context, shape, described);
    }
    if (tcui_histogram_policy_of(context).special_counters && described.rows.rows == 1 &&
        (task->num_channels == 2 || task->num_channels == 4)) {
        return shape.alone ? launch_counter<byte_pattern_counter<1>>(context, shape, described)
                           : launch_by_size<byte_pattern_counter<2>>(context, shape, described);
    }
    return launch_by_size<byte_channels_counter>(context, shape, described);
}
