/* SPDX-License-Identifier: Apache-2.0 */
#include "histogram_counters.cuh"
#include "histogram_private_counters.h"
#include "histogram_tuning.h"

tcu_status tcu::launch_private_8(tcu_context *context, const tcui_histogram_task *task, const private_launch &shape,
                                 const private_task &described)
{
    const tcui_bins &bins = task->channels[0];
    const bool is_even = tcui_histogram_policy_of(context).special_counters && task->num_channels == 1 &&
                         bins.kind == TCU_BINS_EVEN;
    if (task->sample_type == TCU_TYPE_F64)
        return is_even && described.bins.channels[0].reals.estimated
                   ? launch_counter<double_counter>(context, shape, described)
                       : launch_counter<any_counter<f64>>(context, shape, described);
    return is_even && !bins.integers.none
               ? launch_counter<rule_counter<u64, bin_rule::integers>>(context, shape, described)
               : launch_counter<any_counter<u64>>(context, shape, described);
}
