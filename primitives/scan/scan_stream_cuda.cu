/* SPDX-License-Identifier: Apache-2.0 */
/* The one-pass scan (scan_stream.cuh) as the CUDA backend sees it: workspace, dispatch, and the search in offsets. */
#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/look_back.cuh"
#include "scan_cuda.h"
#include "scan_tuning.h"

namespace
{

using namespace tcu;

constexpr int search_threads = 256;
constexpr int search_lanes = 8; /* of a warp, on one tile: each step of the search reads as many offsets at once */

/* Offsets that decrease give some k in range. */
__global__ void __launch_bounds__(search_threads) find_first(const int64_t *offsets, uint64_t count, uint64_t phase,
                                                             uint64_t tile_elements, uint64_t tiles, uint64_t *first)
{
    const uint64_t tile = (static_cast<uint64_t>(blockIdx.x) * search_threads + threadIdx.x) / search_lanes;
    const int lane = threadIdx.x % search_lanes;
    const int group = threadIdx.x % TCUI_WARP_LANES / search_lanes;
    const int64_t begin = static_cast<int64_t>(tile * tile_elements) - static_cast<int64_t>(phase);
    uint64_t low = 0, width = tile <= tiles ? count + 1 : 0;
    while (__any_sync(all_lanes, width > 0)) {
        const uint64_t step = (width + search_lanes - 1) / search_lanes;
        const uint64_t distance = lane * step + step;
        const bool before = width > 0 && distance <= width && offsets[low + distance - 1] < begin;
        const unsigned lanes = __ballot_sync(all_lanes, before) >> (group * search_lanes) & ((1u << search_lanes) - 1u);
        const uint64_t passed = __popc(lanes) * step;
        low += passed;
        width = step <= 1 ? 0 : min(step - 1, width - passed);
    }
    if (tile <= tiles && lane == 0)
        first[tile] = low;
}

} // namespace

bool tcui_scan_streams(const tcu_context *context, const tcui_scan_task *)
{
    return context->has_bulk_copies;
}

size_t tcui_scan_stream_reserve_slots(const tcu_context *context, tcui_layout *layout, size_t acc_bytes)
{
    const int blocks = look_back_blocks(context->properties.multiprocessors);
    return tcui_layout_reserve(layout, acc_bytes == 8 ? look_back_words<u64>(blocks) : look_back_words<u32>(blocks),
                               sizeof(uint64_t));
}

size_t tcui_scan_stream_reserve_first(tcui_layout *layout, uint64_t n, uint64_t tile_elements)
{
    /* The array's phase may begin one tile more. */
    return tcui_layout_reserve(layout, n / tile_elements + 3, sizeof(uint64_t));
}

tcu_status tcui_scan_stream_find_first(tcu_context *context, const tcui_segments *segments, uint64_t phase,
                                       uint64_t tile_elements, uint64_t tiles, uint64_t *first)
{
    constexpr uint64_t tiles_a_block = search_threads / search_lanes;
    return launch(context, find_first, tiles / tiles_a_block + 1, search_threads, 0, segments->offsets, segments->count,
                  phase, tile_elements, tiles, first);
}

tcu_status tcui_scan_stream_plan(tcu_context *context, const tcui_scan_task *task, tcui_layout *layout)
{
    return dispatch_sum(task->in_type, task->out_type, [&](auto types) {
        using In = typename decltype(types)::in;
        using Acc = typename decltype(types)::acc;
        using Out = typename decltype(types)::out;
        constexpr uint64_t tile_elements = TCUI_SCAN_CONSUMERS * scan_slice_bytes(sizeof(In), sizeof(Out)) / sizeof(In);
        tcui_scan_stream_reserve_slots(context, layout, sizeof(Acc));
        if (task->segments.size == 0)
            tcui_scan_stream_reserve_first(layout, task->segments.n, tile_elements);
        return TCU_SUCCESS;
    });
}

tcu_status tcui_scan_stream_execute(tcu_context *context, const tcui_scan_task *task, void *workspace)
{
    switch (task->in_type) {
    case TCU_TYPE_F16:
    case TCU_TYPE_BF16:
    case TCU_TYPE_F32:
    case TCU_TYPE_F64:
        return tcui_scan_stream_reals(context, task, workspace);
    case TCU_TYPE_I8:
    case TCU_TYPE_U8:
    case TCU_TYPE_I16:
    case TCU_TYPE_U16:
        return tcui_scan_stream_narrow(context, task, workspace);
    default:
        return tcui_scan_stream_wide(context, task, workspace);
    }
}
