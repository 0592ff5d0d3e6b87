/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of merges and searches, of keys of one width. */
#ifndef TCUI_MERGE_CUDA_LAUNCH_CUH
#define TCUI_MERGE_CUDA_LAUNCH_CUH

#include "paths.h"
#include "primitives/pipeline/launch.cuh"
#include "ranks.cuh"
#include "search.cuh"
#include "tiles.cuh"

#include <algorithm>

namespace tcu
{

template <class Key>
uint64_t merge_tiles_of(const tcui_merge_task *task)
{
    return divide_up(task->a.n + task->b.n, merge_tile<Key>);
}

/* Borders of all tiles; none where blocks find their own. */
template <class Key>
uint64_t merge_borders_of(const tcui_merge_task *task)
{
    const uint64_t tiles = merge_tiles_of<Key>(task);
    return tiles > TCUI_MERGE_OWN_BORDERS ? tiles + 1 : 0;
}

template <class Key>
tcu_status reserve_merge(tcu_context *, const tcui_merge_task *task, tcui_layout *layout)
{
    tcui_layout_reserve(layout, merge_borders_of<Key>(task), sizeof(u64));
    return TCU_SUCCESS;
}

template <class Key>
merge_inputs<Key> merge_inputs_of(const tcui_merge_task *task)
{
    const tcui_key_order order = tcui_key_order_of(task->key_type, task->descending);
    return {static_cast<const Key *>(task->a.keys),
            static_cast<const Key *>(task->b.keys),
            task->a.n,
            task->b.n,
            reinterpret_cast<const u64 *>(task->a.count),
            reinterpret_cast<const u64 *>(task->b.count),
            {sort_order<key_register<Key>>::of(order)},
            nullptr};
}

/* The borders of the tiles into the workspace, if it has room for them. */
template <class Key, bool AFirst>
tcu_status place_borders(tcu_context *context, const tcui_merge_task *task, void *workspace, merge_inputs<Key> *in)
{
    const uint64_t borders = merge_borders_of<Key>(task);
    if (borders == 0) {
        return TCU_SUCCESS;
    }
    u64 *const to = static_cast<u64 *>(workspace);
    const tcu_status status = launch(context, find_borders<Key, AFirst>, divide_up(borders, TCUI_MERGE_BORDER_THREADS),
                                     TCUI_MERGE_BORDER_THREADS, 0, *in, to, static_cast<u64>(borders - 1));
    in->borders = to;
    return status;
}

template <class Key, class Value>
tcu_status launch_tiles(tcu_context *context, const tcui_merge_task *task, void *workspace)
{
    merge_inputs<Key> in = merge_inputs_of<Key>(task);
    const tcu_status status = place_borders<Key, true>(context, task, workspace, &in);
    if (status != TCU_SUCCESS) {
        return status;
    }
    const merge_tiles_task<Key, Value> merge = {
        in, static_cast<Key *>(task->keys_out), static_cast<const Value *>(task->a.values),
        static_cast<const Value *>(task->b.values), static_cast<Value *>(task->values_out)};
    return launch(context, merge_tiles<Key, Value>, merge_tiles_of<Key>(task), TCUI_MERGE_THREADS, 0, merge);
}

template <class Key>
tcu_status launch_values(tcu_context *context, const tcui_merge_task *task, void *workspace)
{
    switch (task->value_bytes) {
    case 0:
        return launch_tiles<Key, no_value>(context, task, workspace);
    case 1:
        return launch_tiles<Key, u8>(context, task, workspace);
    case 2:
        return launch_tiles<Key, u16>(context, task, workspace);
    case 4:
        return launch_tiles<Key, u32>(context, task, workspace);
    case 8:
        return launch_tiles<Key, u64>(context, task, workspace);
    default:
        return launch_tiles<Key, uint4>(context, task, workspace);
    }
}

template <class Key, class Position, bool AFirst>
tcu_status launch_ranks(tcu_context *context, const tcui_merge_task *task, void *workspace)
{
    merge_inputs<Key> in = merge_inputs_of<Key>(task);
    const tcu_status status = place_borders<Key, AFirst>(context, task, workspace, &in);
    if (status != TCU_SUCCESS) {
        return status;
    }
    const rank_task<Key, Position> ranks = {in, static_cast<Position *>(task->positions)};
    return launch(context, rank_values<Key, Position, AFirst>, merge_tiles_of<Key>(task), TCUI_MERGE_THREADS, 0, ranks);
}

template <class Key, class Position, bool AFirst>
tcu_status launch_search(tcu_context *context, const tcui_merge_task *task)
{
    const uint64_t most_blocks = static_cast<uint64_t>(context->properties.multiprocessors) * TCUI_SEARCH_BLOCKS;
    const uint64_t tiles = divide_up(task->b.n, search_tile), blocks = std::min(tiles, most_blocks);
    /* A splitter is loaded once a block: no more of them than it has values, but so many that keys between them are
     * counted in 32 bits, whatever a device's memory holds. */
    const uint64_t splitters =
        std::max(divide_up(task->b.n, blocks), static_cast<uint64_t>(TCUI_SEARCH_LEAST_SPLITTERS));
    const search_task<Key, Position> search = {
        merge_inputs_of<Key>(task), static_cast<Position *>(task->positions),
        static_cast<int>(std::min(splitters, static_cast<uint64_t>(search_splitters<Key>)))};
    return launch(context, search_keys<Key, Position, AFirst>, blocks, TCUI_SEARCH_THREADS, 0, search);
}

template <class Key, class Position, bool AFirst>
tcu_status launch_positions(tcu_context *context, const tcui_merge_task *task, merge_path path, void *workspace)
{
    return path == merge_path::ranks ? launch_ranks<Key, Position, AFirst>(context, task, workspace)
                                     : launch_search<Key, Position, AFirst>(context, task);
}

template <class Key>
tcu_status launch_merge(tcu_context *context, const tcui_merge_task *task, merge_path path, void *workspace)
{
    if (path == merge_path::tiles) {
        return launch_values<Key>(context, task, workspace);
    }
    if (task->position_type == TCU_TYPE_U32) {
        return task->a_first ? launch_positions<Key, u32, true>(context, task, path, workspace)
                             : launch_positions<Key, u32, false>(context, task, path, workspace);
    }
    return task->a_first ? launch_positions<Key, u64, true>(context, task, path, workspace)
                         : launch_positions<Key, u64, false>(context, task, path, workspace);
}

} // namespace tcu

#endif /* TCUI_MERGE_CUDA_LAUNCH_CUH */
