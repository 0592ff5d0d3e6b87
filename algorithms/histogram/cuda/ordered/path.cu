/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of real weights: how many copies there are and where, and the launches. */
#include "kernel.cuh"

#include <algorithm>

#include "algorithms/histogram/cuda/paths.h"

namespace
{

using namespace tcu;

struct ordered_schedule {
    key_places keys;
    uint64_t slots, blocks, copies_of_block;
    uint32_t turns;
    sums_place place;
    size_t sum_bytes, shared_bytes, copies;
};

/* The number of copies never decreases with growing n. A workspace has room for those of all `multiprocessors` of the
 * device; a stream that has fewer uses fewer. */
ordered_schedule schedule_of(const tcu_context *context, const tcui_histogram_task *task, uint64_t multiprocessors,
                             tcui_layout *layout)
{
    ordered_schedule schedule = {};
    schedule.keys = reserve_keys(task, layout);
    schedule.slots = slots_of(task);
    schedule.sum_bytes = task->weight_type == TCU_TYPE_F64 ? sizeof(compensated_sum) : sizeof(plain_sum);
    const uint64_t copy_bytes = schedule.slots * schedule.sum_bytes, columns_bytes = copy_bytes * TCUI_WARP_LANES;
    const uint64_t room = std::min<uint64_t>(TCUI_HISTOGRAM_WHOLE_BYTES, context->properties.shared_memory_per_block);
    const uint64_t useful = std::max<uint64_t>(1, task->n / TCUI_HISTOGRAM_ORDERED_LEAST_PIXELS);
    schedule.place = columns_bytes <= room ? sums_place::columns
                     : copy_bytes <= room  ? sums_place::shared
                                           : sums_place::workspace;
    schedule.turns = 1;
    if (schedule.place == sums_place::workspace) {
        schedule.copies_of_block = 1;
        schedule.blocks = std::min(
            {useful, 4 * multiprocessors, std::max<uint64_t>(1, TCUI_HISTOGRAM_ORDERED_MOST_BYTES / copy_bytes)});
    } else {
        const uint64_t bytes = schedule.place == sums_place::columns ? columns_bytes : copy_bytes;
        schedule.copies_of_block = std::min<uint64_t>(most_warps, room / bytes);
        if (schedule.place == sums_place::columns) {
            schedule.turns = static_cast<uint32_t>(most_warps / schedule.copies_of_block);
        }
        schedule.shared_bytes = static_cast<size_t>(schedule.copies_of_block * bytes);
        schedule.blocks = std::min((useful + schedule.copies_of_block - 1) / schedule.copies_of_block, multiprocessors);
    }
    schedule.copies =
        tcui_layout_reserve(layout, schedule.blocks * schedule.copies_of_block * schedule.slots, schedule.sum_bytes);
    return schedule;
}

template <class Weight, class Sum>
tcu_status run(tcu_context *context, const tcui_histogram_task *task, const ordered_schedule &schedule,
               const ordered_task &described)
{
    const tcu_status status = dispatch_width(task->sample_type, [&](auto sample) {
        using In = decltype(sample);
        return launch_as(launch_kind::overlapping, context,
                         task->count != nullptr ? sum_in_order<In, Weight, Sum, true>
                                                : sum_in_order<In, Weight, Sum, false>,
                         schedule.blocks, static_cast<int>(schedule.copies_of_block * schedule.turns * TCUI_WARP_LANES),
                         schedule.shared_bytes, described);
    });
    if (status != TCU_SUCCESS) {
        return status;
    }
    return launch_as(launch_kind::overlapping, context, store_in_order<Sum>,
                     (schedule.slots + lanes_of_sum - 1) / lanes_of_sum, lanes_of_sum * groups_of_sum, 0, described);
}

} // namespace

tcu_status tcui_histogram_ordered_reserve(tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout)
{
    schedule_of(context, task, static_cast<uint64_t>(context->properties.multiprocessors), layout);
    return TCU_SUCCESS;
}

tcu_status tcui_histogram_ordered_execute(tcu_context *context, const tcui_histogram_task *task, void *workspace)
{
    tcui_layout layout = {};
    const ordered_schedule schedule =
        schedule_of(context, task, static_cast<uint64_t>(tcui_stream_multiprocessors(context)), &layout);
    unsigned char *const base = static_cast<unsigned char *>(workspace);
    ordered_task described = {};
    described.pixels = pixels_of(task);
    described.bins = bins_of(task, schedule.keys, workspace);
    described.outputs = outputs_of(task);
    described.verdicts = verdicts_of(task, schedule.keys, workspace);
    described.slots = schedule.slots;
    described.place = schedule.place;
    described.turns = schedule.turns;
    described.num_copies = schedule.blocks * schedule.copies_of_block;
    described.copies = base + schedule.copies;
    const tcu_status status = enqueue_keys(context, task, schedule.keys, workspace);
    if (status != TCU_SUCCESS) {
        return status;
    }
    switch (tcu_type_size(task->weight_type)) {
    case 8:
        return run<uint64_t, compensated_sum>(context, task, schedule, described);
    case 4:
        return run<uint32_t, plain_sum>(context, task, schedule, described);
    default:
        return run<uint16_t, plain_sum>(context, task, schedule, described);
    }
}
