/* SPDX-License-Identifier: Apache-2.0 */
/* Samples of 64 bits: which counter takes which channels and bins. */
#include "algorithms/histogram/cuda/private/counters/one_channel.cuh"
#include "algorithms/histogram/cuda/private/counters/reals.cuh"
#include "algorithms/histogram/cuda/private/launchers.cuh"
#include "algorithms/histogram/cuda/tuning.h"

tcu_status tcu::launch_private_8(tcu_context *context, const tcui_histogram_task *task, const private_launch &shape,
                                 const private_task &described)
{
    const bool special_counters = tcui_histogram_policy_of(context).special_counters;
    if (task->sample_type == TCU_TYPE_F64) {
        return special_counters && is_real_even(described)
                   ? launch_counter<double_counter<f64>>(context, shape, described)
                   : launch_any<f64>(context, shape, described);
    }
    const bool is_even = task->num_channels == 1 && described.bins.channels[0].rule == bin_rule::integers;
    return special_counters && is_even && described.parts == 1
               ? launch_counter<rule_counter<u64, bin_rule::integers>>(context, shape, described)
               : launch_any<u64>(context, shape, described);
}
