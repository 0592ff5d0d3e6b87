/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of top-k of segments, of keys of one width: short segments by warps, longer ones by blocks. Of
 * segments by offsets the host does not know which there are, so kernels for both look at all of them. */
#ifndef TCUI_SELECTION_CUDA_SEGMENTS_LAUNCH_CUH
#define TCUI_SELECTION_CUDA_SEGMENTS_LAUNCH_CUH

#include "algorithms/selection/cuda/blocks/kernel.cuh"
#include "algorithms/selection/cuda/warps/networks.cuh"
#include "algorithms/selection/cuda/warps/take.cuh"
#include "path.h"
#include "primitives/pipeline/launch.cuh"
#include "sorted.cuh"

#include <algorithm>

namespace tcu
{

template <class Key>
selection_rows<Key> selection_rows_of(const tcui_selection_task *task, const top_k_plan &plan, const row_targets &to)
{
    const tcui_key_order order = tcui_key_order_of(task->key_type, task->descending);
    selection_rows<Key> rows = {};
    rows.keys = static_cast<const Key *>(task->keys);
    rows.segments = task->segments;
    rows.order = sort_order<key_register<Key>>::of(order);
    rows.k = task->k;
    rows.input_order = task->input_order || plan.sorts_rows;
    rows.out = {static_cast<Key *>(to.keys),
                to.positions,
                reinterpret_cast<u64 *>(to.num_out),
                to.row,
                to.has_wide_positions,
                to.indices_in_segment,
                to.fills_keys,
                to.fills_positions};
    return rows;
}

/* Blocks of a kernel that takes work in turn. */
inline uint64_t blocks_of_device(const tcu_context *context, uint64_t needed, uint64_t a_multiprocessor)
{
    return std::min(needed, static_cast<uint64_t>(tcui_stream_multiprocessors(context)) * a_multiprocessor);
}

template <class Key, int Items>
tcu_status launch_take(tcu_context *context, const selection_rows<Key> &rows)
{
    const uint64_t needed = divide_up(rows.segments.count, take_warps);
    return launch(context, take_best_keys<Key, Items>, blocks_of_device(context, needed, TCUI_SELECTION_WARP_BLOCKS),
                  TCUI_SELECTION_WARP_THREADS, take_shared_bytes<Key>, rows);
}

/* Of shapes from this one on those that hold segments of `least` to `longest` keys. Of segments of one size that is
 * one. */
template <class Key, int Shape>
tcu_status launch_networks_of(tcu_context *context, const selection_rows<Key> &rows, uint64_t least, uint64_t longest)
{
    constexpr top_k_network shape = top_k_networks[Shape];
    constexpr int last = sizeof(Key) == sizeof(u64) ? 3 : 2, next = Shape == 1 ? last : Shape + 1;
    if (Shape == last || rows.segments.size == 0 || longest <= shape.segment()) {
        const uint64_t needed = divide_up(rows.segments.count, TCUI_SELECTION_WARP_THREADS / shape.lanes);
        const tcu_status status = launch(context, select_by_networks<Key, Shape>,
                                         blocks_of_device(context, needed, TCUI_SELECTION_WARP_BLOCKS),
                                         TCUI_SELECTION_WARP_THREADS, 0, rows, static_cast<u64>(least));
        if (status != TCU_SUCCESS || longest <= shape.segment()) {
            return status;
        }
        least = shape.segment() + 1;
    }
    if constexpr (Shape < last) {
        return launch_networks_of<Key, next>(context, rows, least, longest);
    } else {
        return TCU_SUCCESS;
    }
}

/* Segments of up to TCUI_SELECTION_WARP_KEYS. */
template <class Key>
tcu_status launch_warps(tcu_context *context, const selection_rows<Key> &rows, const top_k_plan &plan)
{
    constexpr int short_items = TCUI_SELECTION_WARP_SHORT_ITEMS, items = TCUI_SELECTION_WARP_ITEMS;
    if (plan.results > TCUI_SELECTION_WARP_RESULTS || plan.longest <= top_k_networks[0].segment()) {
        return launch_networks_of<Key, 0>(context, rows, 0, plan.longest);
    }
    return plan.longest <= short_items * TCUI_WARP_LANES ? launch_take<Key, short_items>(context, rows)
                                                         : launch_take<Key, items>(context, rows);
}

/* Segments of one size have a block each; by offsets blocks look for theirs. */
template <class Key, int Items>
tcu_status launch_blocks(tcu_context *context, const selection_rows<Key> &rows, uint64_t least)
{
    constexpr uint64_t resident =
        Items == TCUI_SELECTION_BLOCK_FEW_ITEMS ? TCUI_SELECTION_BLOCK_FEW_RESIDENT : TCUI_SELECTION_BLOCK_RESIDENT;
    const uint64_t count = rows.segments.count;
    const uint64_t blocks = rows.segments.size > 0
                                ? std::min(count, most_grid_blocks)
                                : blocks_of_device(context, count, resident * TCUI_SELECTION_BLOCK_ROUNDS);
    return launch(context, select_in_blocks<Key, Items>, blocks, TCUI_SELECTION_BLOCK_THREADS, 0, rows,
                  static_cast<u64>(least));
}

/* Whether blocks with room for few candidates do: for all keys of a segment, or of those of a sample's bound. By
 * offsets for segments of the mean length. (Where there are more results than any block has room for, none are
 * gathered.) */
inline bool few_items_do(const tcui_selection_task *task, const top_k_plan &plan)
{
    constexpr int room = room_items<TCUI_SELECTION_BLOCK_FEW_ITEMS>, most = room_items<TCUI_SELECTION_BLOCK_ITEMS>;
    const tcui_segments &segments = task->segments;
    const uint64_t length = segments.size > 0 ? plan.longest : divide_up(segments.n, segments.count);
    if (plan.results > room) {
        return plan.results > most;
    }
    return length <= room || sample_rank(length, std::min(plan.results, length), room) > 0;
}

template <class Key>
tcu_status launch_top_k(tcu_context *context, const tcui_selection_task *task, const top_k_plan &plan,
                        const row_targets &to)
{
    constexpr int few_items = TCUI_SELECTION_BLOCK_FEW_ITEMS, items = TCUI_SELECTION_BLOCK_ITEMS;
    const selection_rows<Key> rows = selection_rows_of<Key>(task, plan, to);
    uint64_t least = 0; /* keys of the segments that are left to blocks */
    if (rows.segments.size == 0 || plan.longest <= TCUI_SELECTION_WARP_KEYS) {
        const tcu_status status = launch_warps<Key>(context, rows, plan);
        if (status != TCU_SUCCESS || plan.longest <= TCUI_SELECTION_WARP_KEYS) {
            return status;
        }
        least = TCUI_SELECTION_WARP_KEYS + 1;
    }
    return few_items_do(task, plan) ? launch_blocks<Key, few_items>(context, rows, least)
                                    : launch_blocks<Key, items>(context, rows, least);
}

template <class Key>
tcu_status launch_sorted_rows(tcu_context *context, const tcui_selection_task *task, const top_k_plan &plan,
                              const row_source &from, const row_targets &to)
{
    const selection_rows<Key> rows = selection_rows_of<Key>(task, plan, to);
    const sorted_rows<Key> sorted = {static_cast<const Key *>(from.keys), from.positions, plan.results,
                                     plan.has_wide_positions};
    return launch(context, store_sorted_rows<Key>, std::min(rows.segments.count, most_grid_blocks),
                  TCUI_SELECTION_ROW_THREADS, 0, rows, sorted);
}

} // namespace tcu

#endif /* TCUI_SELECTION_CUDA_SEGMENTS_LAUNCH_CUH */
