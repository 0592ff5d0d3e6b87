/* SPDX-License-Identifier: Apache-2.0 */
/* Samples of 16 bits: which counter takes which channels and bins. */
#include "algorithms/histogram/cuda/private/counters/cells.cuh"
#include "algorithms/histogram/cuda/private/counters/halves.cuh"
#include "algorithms/histogram/cuda/private/counters/one_channel.cuh"
#include "algorithms/histogram/cuda/private/counters/reals.cuh"
#include "algorithms/histogram/cuda/private/launchers.cuh"
#include "algorithms/histogram/cuda/private/plan.cuh"
#include "algorithms/histogram/cuda/tuning.h"

namespace
{

using namespace tcu;

/* If the bins are such as short_counter takes. */
bool set_short(const tcui_histogram_task *task, short_bins *shorts)
{
    const tcui_bins &bins = task->channels[0];
    const tcui_even_integers &even = bins.integers;
    if (!has_short_bins(task)) {
        return false;
    }
    const uint32_t sign = tcui_is_signed(task->sample_type) ? 0x8000u : 0;
    shorts->flip = sign << 16 | sign;
    shorts->factor = bins.num_bins == even.width ? 2 : 1;
    /* Where x is flipped, first is too. */
    shorts->lower =
        ((static_cast<uint32_t>(even.first) ^ sign) % (1u << 16) - static_cast<uint32_t>(even.offset)) * shorts->factor;
    const uint64_t width = even.width * shorts->factor;
    shorts->multiplier = static_cast<uint32_t>(((bins.num_bins << 32) + width - 1) / width);
    shorts->num_bins = static_cast<uint32_t>(bins.num_bins);
    return true;
}

template <class In>
tcu_status launch_real(tcu_context *context, const private_launch &shape, const private_task &described)
{
    if (described.has_cells) {
        return launch_counter<cell_counter<In>>(context, shape, described);
    }
    if (is_single(described)) {
        return launch_by_size<single_counter<In>>(context, shape, described);
    }
    if (!described.has_edges) {
        return tcui_histogram_policy_of(context).special_counters && is_real_even(described)
                   ? launch_counter<double_counter<In>>(context, shape, described)
                   : launch_any<In>(context, shape, described);
    }
    return shape.alone ? launch_counter<half_counter<In, 1>>(context, shape, described)
                       : launch_counter<half_counter<In>>(context, shape, described);
}

} // namespace

tcu_status tcu::launch_private_2(tcu_context *context, const tcui_histogram_task *task, const private_launch &shape,
                                 const private_task &described)
{
    if (task->sample_type == TCU_TYPE_F16) {
        return launch_real<f16>(context, shape, described);
    }
    if (task->sample_type == TCU_TYPE_BF16) {
        return launch_real<bf16>(context, shape, described);
    }
    if (described.has_cells) {
        return launch_counter<cell_counter<u16>>(context, shape, described);
    }
    private_task special = described;
    if (!tcui_histogram_policy_of(context).special_counters || !set_short(task, &special.special.shorts)) {
        return launch_any<u16>(context, shape, described);
    }
    const short_bins &shorts = special.special.shorts;
    if (described.parts > 1 && shorts.num_bins == 1u << 16 && shorts.lower == 0) {
        return launch_counter<value_counter>(context, shape, special);
    }
    if (described.parts > 1) {
        return launch_counter<short_counter<part_counters>>(context, shape, special);
    }
    if (shape.alone) {
        return launch_counter<short_counter<lane_counters, 1>>(context, shape, special);
    }
    return launch_by_size<short_counter<lane_counters>>(context, shape, special);
}
