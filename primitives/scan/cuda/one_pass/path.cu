/* SPDX-License-Identifier: Apache-2.0 */
/* The one-pass scan: its workspace, the dispatch to the instances, and the search in offsets. */
#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/look_back.cuh"
#include "primitives/pipeline/segment_partition.cuh"
#include "primitives/scan/cuda/operators/dispatch.cuh"
#include "primitives/scan/cuda/paths.h"
#include "primitives/scan/cuda/tuning.h"

using namespace tcu;

bool tcui_scan_is_one_pass(const tcu_context *context, const tcui_scan_task *)
{
    return context->has_bulk_copies;
}

void *tcui_scan_one_pass_place_slots(const tcu_context *context, tcui_layout *layout, void *base, size_t acc_bytes)
{
    const int blocks = look_back_blocks(context->properties.multiprocessors);
    return place<uint64_t>(layout, base, acc_bytes == 8 ? look_back_words<u64>(blocks) : look_back_words<u32>(blocks));
}

uint64_t *tcui_scan_one_pass_place_first(tcui_layout *layout, void *base, uint64_t n, uint64_t tile_elements)
{
    /* The array's phase may begin one tile more. */
    return place<uint64_t>(layout, base, partition_entries(n / tile_elements + 2));
}

tcu_status tcui_scan_one_pass_find_first(tcu_context *context, const tcui_segments *segments, uint64_t phase,
                                         uint64_t tile_elements, uint64_t tiles, uint64_t *first)
{
    /* The end of the last segment counts as a begin: what follows belongs to no segment. */
    return launch_partition<TCUI_SCAN_SEARCH_LANES>(context, first, *segments, 1, tiles, tile_elements, phase);
}

tcu_status tcui_scan_one_pass_reserve(tcu_context *context, const tcui_scan_task *task, tcui_layout *layout)
{
    return dispatch_any_scan(context, task, [&](auto types) {
        using In = typename decltype(types)::op::in;
        using Acc = typename decltype(types)::op::acc;
        using Out = typename decltype(types)::out;
        constexpr uint64_t tile_elements = TCUI_SCAN_CONSUMERS * scan_slice_bytes(sizeof(In), sizeof(Out)) / sizeof(In);
        tcui_scan_one_pass_place_slots(context, layout, nullptr, sizeof(Acc));
        if (task->segments.size == 0) {
            tcui_scan_one_pass_place_first(layout, nullptr, task->segments.n, tile_elements);
        }
        return TCU_SUCCESS;
    });
}

tcu_status tcui_scan_one_pass_execute(tcu_context *context, const tcui_scan_task *task, void *workspace)
{
    if (!tcui_is_plain_sum(&task->reduction)) {
        return scan_by_operator(context, task, scan_path::one_pass, workspace);
    }
    switch (task->in_type) {
    case TCU_TYPE_F16:
    case TCU_TYPE_BF16:
    case TCU_TYPE_F32:
    case TCU_TYPE_F64:
        return scan_one_pass_execute<scan_elements::reals>(context, task, workspace);
    case TCU_TYPE_I8:
    case TCU_TYPE_U8:
    case TCU_TYPE_I16:
    case TCU_TYPE_U16:
        return scan_one_pass_execute<scan_elements::narrow_integers>(context, task, workspace);
    default:
        return scan_one_pass_execute<scan_elements::wide_integers>(context, task, workspace);
    }
}
