/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of real weights: how many copies there are and where, and the launches. */
#include "kernel.cuh"

#include <algorithm>

#include "algorithms/histogram/cuda/paths.h"
#include "algorithms/histogram/cuda/tuning.h"

namespace
{

using namespace tcu;

/* Copies in the workspace take no more than this, but for one. */
constexpr uint64_t most_copy_bytes = uint64_t{256} << 20;
constexpr uint64_t least_pixels_of_warp = 512;

struct ordered_plan {
    key_places keys;
    uint64_t slots, blocks, copies_of_block;
    uint32_t turns;
    sums_place place;
    size_t sum_bytes, shared_bytes, copies;
};

/* The number of copies never decreases with growing n. */
ordered_plan plan_of(const tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout)
{
    ordered_plan plan = {};
    plan.keys = reserve_keys(task, layout);
    plan.slots = slots_of(task);
    plan.sum_bytes = task->weight_type == TCU_TYPE_F64 ? sizeof(compensated_sum) : sizeof(plain_sum);
    const uint64_t copy_bytes = plan.slots * plan.sum_bytes, columns_bytes = copy_bytes * TCUI_WARP_LANES;
    const uint64_t room = std::min<uint64_t>(TCUI_HISTOGRAM_WHOLE_BYTES, context->properties.shared_memory_per_block);
    const uint64_t multiprocessors = static_cast<uint64_t>(context->properties.multiprocessors);
    const uint64_t useful = std::max<uint64_t>(1, task->n / least_pixels_of_warp);
    plan.place = columns_bytes <= room ? sums_place::columns
                 : copy_bytes <= room  ? sums_place::shared
                                       : sums_place::workspace;
    plan.turns = 1;
    if (plan.place == sums_place::workspace) {
        plan.copies_of_block = 1;
        plan.blocks = std::min({useful, 4 * multiprocessors, std::max<uint64_t>(1, most_copy_bytes / copy_bytes)});
    } else {
        const uint64_t bytes = plan.place == sums_place::columns ? columns_bytes : copy_bytes;
        plan.copies_of_block = std::min<uint64_t>(most_warps, room / bytes);
        if (plan.place == sums_place::columns) {
            plan.turns = static_cast<uint32_t>(most_warps / plan.copies_of_block);
        }
        plan.shared_bytes = static_cast<size_t>(plan.copies_of_block * bytes);
        plan.blocks = std::min((useful + plan.copies_of_block - 1) / plan.copies_of_block, multiprocessors);
    }
    plan.copies = tcui_layout_reserve(layout, plan.blocks * plan.copies_of_block * plan.slots, plan.sum_bytes);
    return plan;
}

template <class Weight, class Sum>
tcu_status run(tcu_context *context, const tcui_histogram_task *task, const ordered_plan &plan,
               const ordered_task &described)
{
    const tcu_status status = dispatch_width(task->sample_type, [&](auto sample) {
        return launch_as(launch_kind::overlapping, context, sum_in_order<decltype(sample), Weight, Sum>, plan.blocks,
                         static_cast<int>(plan.copies_of_block * plan.turns * TCUI_WARP_LANES), plan.shared_bytes,
                         described);
    });
    if (status != TCU_SUCCESS) {
        return status;
    }
    return launch_as(launch_kind::overlapping, context, store_in_order<Sum>,
                     (plan.slots + lanes_of_sum - 1) / lanes_of_sum, lanes_of_sum * groups_of_sum, 0, described);
}

} // namespace

tcu_status tcui_histogram_ordered_reserve(tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout)
{
    plan_of(context, task, layout);
    return TCU_SUCCESS;
}

tcu_status tcui_histogram_ordered_execute(tcu_context *context, const tcui_histogram_task *task, void *workspace)
{
    tcui_layout layout = {};
    const ordered_plan plan = plan_of(context, task, &layout);
    unsigned char *const base = static_cast<unsigned char *>(workspace);
    ordered_task described = {};
    described.pixels = pixels_of(task);
    described.bins = bins_of(task, plan.keys, workspace);
    described.outputs = outputs_of(task);
    described.verdicts = verdicts_of(task, plan.keys, workspace);
    described.slots = plan.slots;
    described.place = plan.place;
    described.turns = plan.turns;
    described.num_copies = plan.blocks * plan.copies_of_block;
    described.copies = base + plan.copies;
    const tcu_status status = enqueue_keys(context, task, plan.keys, workspace);
    if (status != TCU_SUCCESS) {
        return status;
    }
    switch (tcu_type_size(task->weight_type)) {
    case 8:
        return run<uint64_t, compensated_sum>(context, task, plan, described);
    case 4:
        return run<uint32_t, plain_sum>(context, task, plan, described);
    default:
        return run<uint16_t, plain_sum>(context, task, plan, described);
    }
}
