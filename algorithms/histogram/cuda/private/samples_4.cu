/* SPDX-License-Identifier: Apache-2.0 */
/* Samples of 32 bits: which counter takes which channels and bins. */
#include "algorithms/histogram/cuda/private/counters/cells.cuh"
#include "algorithms/histogram/cuda/private/counters/one_channel.cuh"
#include "algorithms/histogram/cuda/private/counters/reals.cuh"
#include "algorithms/histogram/cuda/private/launchers.cuh"

tcu_status tcu::launch_private_4(tcu_context *context, const tcui_histogram_task *task, const private_launch &shape,
                                 const private_task &described)
{
    const bool special_counters = tcui_histogram_policy_of(context).special_counters;
    if (task->sample_type == TCU_TYPE_F32) {
        if (described.has_cells) {
            return launch_counter<cell_counter<f32>>(context, shape, described);
        }
        if (described.has_edges) {
            return launch_counter<real_counter<f32>>(context, shape, described);
        }
        if (is_single(described)) {
            return launch_by_size<single_counter<f32>>(context, shape, described);
        }
        if (special_counters && is_real_even(described)) {
            return launch_counter<double_counter<f32>>(context, shape, described);
        }
        return launch_any<f32>(context, shape, described);
    }
    if (described.has_cells) {
        return launch_counter<cell_counter<u32>>(context, shape, described);
    }
    private_task special = described;
    if (!special_counters || !words_of(task, &special.special.words)) {
        return launch_any<u32>(context, shape, described);
    }
    if (described.parts > 1) {
        return launch_counter<word_counter<part_counters>>(context, shape, special);
    }
    if (shape.alone) {
        return launch_counter<word_counter<lane_counters, 1>>(context, shape, special);
    }
    return launch_by_size<word_counter<lane_counters>>(context, shape, special);
}
