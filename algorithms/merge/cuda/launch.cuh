/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of merges and searches, of keys of one width. */
#ifndef TCUI_MERGE_CUDA_LAUNCH_CUH
#define TCUI_MERGE_CUDA_LAUNCH_CUH

#include "few.cuh"
#include "keys.cuh"
#include "pairs.cuh"
#include "paths.h"
#include "primitives/pipeline/launch.cuh"
#include "ranks.cuh"
#include "search.cuh"

#include <algorithm>

namespace tcu
{

template <class Shape>
uint64_t merge_tiles_of(const tcui_merge_task *task)
{
    return divide_up(task->a.n + task->b.n, Shape::tile);
}

/* Borders of all tiles; none where blocks find their own. */
template <class Shape>
uint64_t merge_borders_of(const tcui_merge_task *task)
{
    const uint64_t tiles = merge_tiles_of<Shape>(task);
    return tiles > TCUI_MERGE_OWN_BORDERS ? tiles + 1 : 0;
}

/* Of the paths tiles and ranks. */
template <class Key>
tcu_status reserve_merge(tcu_context *, const tcui_merge_task *task, tcui_layout *layout)
{
    const bool keys_alone = task->kind == TCUI_MERGE_KEYS && task->value_bytes == 0;
    tcui_layout_reserve(layout,
                        keys_alone ? merge_borders_of<wide_shape<Key>>(task) : merge_borders_of<pair_shape<Key>>(task),
                        sizeof(u64));
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
template <bool AFirst, class Shape, class Key>
tcu_status place_borders(tcu_context *context, const tcui_merge_task *task, void *workspace, merge_inputs<Key> *in)
{
    const uint64_t borders = merge_borders_of<Shape>(task);
    if (borders == 0) {
        return TCU_SUCCESS;
    }
    u64 *const to = static_cast<u64 *>(workspace);
    const tcu_status status =
        launch(context, find_borders<Key, AFirst>, divide_up(borders, TCUI_MERGE_BORDER_THREADS),
               TCUI_MERGE_BORDER_THREADS, 0, *in, to, static_cast<u64>(borders - 1), static_cast<u64>(Shape::tile));
    in->borders = to;
    return status;
}

/* Keys alone. In the narrow shape blocks find their own borders, however many there are. */
template <class Key>
tcu_status launch_narrow(tcu_context *context, const tcui_merge_task *task)
{
    using shape = narrow_shape<Key>;
    const merge_keys_task<Key> merge = {merge_inputs_of<Key>(task), static_cast<Key *>(task->keys_out)};
    return launch(context, merge_tiles<Key, shape>, merge_tiles_of<shape>(task), shape::threads, 0, merge);
}

template <class Key>
tcu_status launch_wide(tcu_context *context, const tcui_merge_task *task, void *workspace)
{
    using shape = wide_shape<Key>;
    merge_keys_task<Key> merge = {merge_inputs_of<Key>(task), static_cast<Key *>(task->keys_out)};
    const tcu_status status = place_borders<true, shape>(context, task, workspace, &merge.in);
    return status != TCU_SUCCESS
               ? status
               : launch(context, merge_tiles<Key, shape>, merge_tiles_of<shape>(task), shape::threads, 0, merge);
}

template <class Key, class Value>
tcu_status launch_pairs(tcu_context *context, const tcui_merge_task *task, void *workspace)
{
    using shape = pair_shape<Key>;
    merge_inputs<Key> in = merge_inputs_of<Key>(task);
    const tcu_status status = place_borders<true, shape>(context, task, workspace, &in);
    if (status != TCU_SUCCESS) {
        return status;
    }
    const merge_pairs_task<Key, Value> merge = {
        in, static_cast<Key *>(task->keys_out), static_cast<const Value *>(task->a.values),
        static_cast<const Value *>(task->b.values), static_cast<Value *>(task->values_out)};
    return launch(context, merge_pairs<Key, Value>, merge_tiles_of<shape>(task), shape::threads, 0, merge);
}

template <class Key>
tcu_status launch_values(tcu_context *context, const tcui_merge_task *task, void *workspace)
{
    switch (task->value_bytes) {
    case 0:
        return launch_wide<Key>(context, task, workspace);
    case 1:
        return launch_pairs<Key, u8>(context, task, workspace);
    case 2:
        return launch_pairs<Key, u16>(context, task, workspace);
    case 4:
        return launch_pairs<Key, u32>(context, task, workspace);
    case 8:
        return launch_pairs<Key, u64>(context, task, workspace);
    default:
        return launch_pairs<Key, uint4>(context, task, workspace);
    }
}

template <class Key, class Position, bool AFirst>
tcu_status launch_ranks(tcu_context *context, const tcui_merge_task *task, void *workspace)
{
    using shape = pair_shape<Key>;
    merge_inputs<Key> in = merge_inputs_of<Key>(task);
    const tcu_status status = place_borders<AFirst, shape>(context, task, workspace, &in);
    if (status != TCU_SUCCESS) {
        return status;
    }
    const rank_task<Key, Position> ranks = {in, static_cast<Position *>(task->indices)};
    return launch(context, rank_values<Key, Position, AFirst>, merge_tiles_of<shape>(task), shape::threads, 0, ranks);
}

template <class Key, class Position>
search_task<Key, Position> search_task_of(const tcui_merge_task *task)
{
    return {merge_inputs_of<Key>(task), static_cast<Position *>(task->indices)};
}

template <class Key, class Position, bool AFirst, int Lanes>
tcu_status launch_few_by(tcu_context *context, const tcui_merge_task *task)
{
    return launch(context, search_few<Key, Position, AFirst, Lanes>,
                  divide_up(task->b.n, TCUI_SEARCH_FEW_THREADS / Lanes), TCUI_SEARCH_FEW_THREADS, 0,
                  search_task_of<Key, Position>(task));
}

template <class Key, class Position, bool AFirst>
tcu_status launch_few(tcu_context *context, const tcui_merge_task *task)
{
    return task->b.n <= TCUI_SEARCH_GROUP_VALUES
               ? launch_few_by<Key, Position, AFirst, TCUI_SEARCH_GROUP_LANES>(context, task)
               : launch_few_by<Key, Position, AFirst, 1>(context, task);
}

/*
 * Levels of splitters that blocks have room for, with 2^levels keys: of keys of 1 and 2 bytes as many as of 4. A splitter is
 * loaded once a block: no more of them than it has values.
 */
template <class Key>
int search_levels(const tcu_context *context, uint64_t values_of_block)
{
    constexpr uint64_t bytes = std::max(sizeof(Key), sizeof(u32));
    const uint64_t room = std::min<uint64_t>(TCUI_SEARCH_SPLITTER_BYTES, context->properties.shared_memory_per_block);
    int levels = TCUI_SEARCH_LEAST_LEVELS;
    while (bytes << (levels + 1) <= room && values_of_block >> (levels + 1) > 0) {
        levels++;
    }
    return levels;
}

template <class Key, class Position, bool AFirst>
tcu_status launch_search(tcu_context *context, const tcui_merge_task *task)
{
    const auto most_blocks = static_cast<uint64_t>(tcui_stream_multiprocessors(context));
    const uint64_t blocks = std::min(divide_up(task->b.n, search_tile), most_blocks);
    const int levels = search_levels<Key>(context, divide_up(task->b.n, blocks));
    return launch(context, search_keys<Key, Position, AFirst>, blocks, TCUI_SEARCH_THREADS, sizeof(Key) << levels,
                  search_task_of<Key, Position>(task), levels);
}

template <class Key, class Position, bool AFirst>
tcu_status launch_positions(tcu_context *context, const tcui_merge_task *task, merge_path path, void *workspace)
{
    switch (path) {
    case merge_path::ranks:
        return launch_ranks<Key, Position, AFirst>(context, task, workspace);
    case merge_path::few:
        return launch_few<Key, Position, AFirst>(context, task);
    default:
        return launch_search<Key, Position, AFirst>(context, task);
    }
}

template <class Key>
tcu_status launch_merge(tcu_context *context, const tcui_merge_task *task, merge_path path, void *workspace)
{
    if (path == merge_path::narrow) {
        return launch_narrow<Key>(context, task);
    }
    if (path == merge_path::tiles) {
        return launch_values<Key>(context, task, workspace);
    }
    if (task->index_type == TCU_TYPE_U32) {
        return task->a_first ? launch_positions<Key, u32, true>(context, task, path, workspace)
                             : launch_positions<Key, u32, false>(context, task, path, workspace);
    }
    return task->a_first ? launch_positions<Key, u64, true>(context, task, path, workspace)
                         : launch_positions<Key, u64, false>(context, task, path, workspace);
}

} // namespace tcu

#endif /* TCUI_MERGE_CUDA_LAUNCH_CUH */
