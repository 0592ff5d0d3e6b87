/* SPDX-License-Identifier: Apache-2.0 */
/* Samples of 32 bits: which counter takes which channels and bins. */
#include "algorithms/histogram/cuda/private/counters/cells.cuh"
#include "algorithms/histogram/cuda/private/counters/one_channel.cuh"
#include "algorithms/histogram/cuda/private/counters/reals.cuh"
#include "algorithms/histogram/cuda/private/launchers.cuh"
#include "algorithms/histogram/cuda/tuning.h"

namespace
{

using namespace tcu;

/* Whether the bins are such as word_counter takes. */
bool set_word(const tcui_histogram_task *task, word_bins *words)
{
    const tcui_bins &bins = task->channels[0];
    const tcui_even_integers &even = bins.integers;
    if (task->num_channels != 1 || bins.kind != TCU_BINS_EVEN || even.none || even.width > uint64_t{1} << 32) {
        return false;
    }
    /* M = ceil(2^64 * (B mod w) / w), of which the 128 bits of tcui_multiplier are the quotient. */
    const tcui_multiplier multiplier = tcui_multiplier_of(bins.num_bins, even.width);
    const uint64_t M = multiplier.high + (multiplier.low != 0);
    *words = {static_cast<uint32_t>(even.first),   static_cast<uint32_t>(even.span),
              static_cast<uint32_t>(even.offset),  static_cast<uint32_t>(multiplier.quotient),
              static_cast<uint32_t>(M >> 32),      static_cast<uint32_t>(M),
              static_cast<uint32_t>(bins.num_bins)};
    return true;
}

} // namespace

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
    if (!special_counters || !set_word(task, &special.special.words)) {
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
