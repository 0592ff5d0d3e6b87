/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Small compactions: which tasks are, and their launch. What the device has decides which are; what the stream has, by
 * which blocks. Items that the stream's resident blocks cannot hold go by another path.
 */
#include <algorithm>
#include <iterator>

#include "algorithms/compact/cuda/paths.h"
#include "algorithms/compact/cuda/tuning.h"
#include "kernel.cuh"

namespace
{

using namespace tcu;

struct small_shape {
    int rows; /* of a warp; 0: the items do not fit */
    uint64_t blocks_of_group;
    uint64_t warps; /* of a block */
    neighbours exchange;
};

/* As cuda/tuning.h has them, one after the other, until the items fit. (Where `has` is less than the device, clusters
 * take as many rows as grids do, so that half as many blocks hold the same items.) */
small_shape shape_of(const tcu_context *context, const tcui_resources &has, const tcui_compact_task *task)
{
    const uint64_t rows = divide_up(task->n, TCUI_WARP_LANES), most_warps = exchange_warps;
    if (rows <= most_warps * tcui_compact_block_rows) {
        return {tcui_compact_block_rows, 1, std::max<uint64_t>(1, divide_up(rows, tcui_compact_block_rows)),
                neighbours::none};
    }
    const uint64_t cluster = std::min(has.cluster_blocks, exchange_cluster_blocks);
    const int most_rows = has.cluster_blocks < context->cluster_blocks ? std::end(tcui_compact_grid_rows)[-1]
                                                                       : std::end(tcui_compact_cluster_rows)[-1];
    for (const int of_warp : tcui_compact_grid_rows) {
        if (cluster > 1 && of_warp <= most_rows && rows <= cluster * most_warps * of_warp) {
            return {of_warp, cluster, divide_up(rows, cluster * of_warp), neighbours::in_cluster};
        }
    }
    const uint64_t blocks = look_back_blocks(has.multiprocessors);
    for (const int of_warp : tcui_compact_grid_rows) {
        if (rows <= blocks * most_warps * of_warp) {
            return {of_warp, divide_up(rows, most_warps * of_warp), most_warps, neighbours::in_grid};
        }
    }
    return {};
}

/* Tasks without a length have kernels of their own, which have no use for one. */
template <tcui_selection Selection, int Rows>
tcu_status launch_rows(tcu_context *context, launch_kind kind, const launch_shape &shape, const small_compaction &task)
{
    const auto kernel = task.length == nullptr ? compact_small_kernel<Selection, Rows, false>
                                               : compact_small_kernel<Selection, Rows, true>;
    return launch_as(kind, context, kernel, shape, task);
}

template <tcui_selection Selection>
tcu_status launch_small(tcu_context *context, const small_shape &shape, const small_compaction &task)
{
    const launch_kind kind = launch_kind_of(shape.exchange);
    const launch_shape launched = {shape.blocks_of_group * task.column_groups,
                                   static_cast<int>(shape.warps * TCUI_WARP_LANES), sizeof(small_compaction_storage),
                                   task.blocks_of_group};
    switch (shape.rows) {
    case 2:
        return launch_rows<Selection, 2>(context, kind, launched, task);
    case 4:
        return launch_rows<Selection, 4>(context, kind, launched, task);
    case 8:
        return launch_rows<Selection, 8>(context, kind, launched, task);
    default:
        return launch_rows<Selection, 16>(context, kind, launched, task);
    }
}

/* A range, in words as wide as the items' keys. */
template <int Bytes>
key_range<uint64_t> widened(const tcui_compact_task *task)
{
    const auto range = key_predicate<Bytes>(task).range;
    return {range.low, range.span, range.negative_flips, range.complement};
}

key_range<uint64_t> range_of(const tcui_compact_task *task)
{
    switch (tcu_type_size(task->type)) {
    case 1:
        return widened<1>(task);
    case 2:
        return widened<2>(task);
    case 4:
        return widened<4>(task);
    default:
        return widened<8>(task);
    }
}

/* By what the device has. */
small_shape shape_on_device(const tcu_context *context, const tcui_compact_task *task)
{
    return shape_of(context, tcui_device_resources(context), task);
}

/* By what the stream has; rows 0 too where blocks would exchange their counts in a workspace and there is none. */
small_shape shape_on_stream(const tcu_context *context, const tcui_compact_task *task, bool has_workspace)
{
    const small_shape shape = shape_of(context, tcui_stream_resources(context), task);
    return shape.exchange == neighbours::in_grid && !has_workspace ? small_shape{} : shape;
}

kept_part *place_parts(const tcu_context *context, tcui_layout *layout, void *base)
{
    return place<kept_part>(layout, base, look_back_blocks(context->properties.multiprocessors));
}

/* In one pass one block needs no workspace: all that there is to reserve where nothing else needs one. */
tcu_status reserve_other_path(tcu_context *context, const tcui_compact_task *task, tcui_layout *layout)
{
    if (!tcui_compact_fits_one_pass(context, task)) {
        return tcui_compact_tiles_reserve(context, task, layout);
    }
    return shape_on_device(context, task).exchange == neighbours::in_grid
               ? tcui_compact_one_pass_reserve(context, task, layout)
               : TCU_SUCCESS;
}

} // namespace

bool tcui_compact_fits_small(const tcu_context *context, const tcui_compact_task *task)
{
    return context->has_bulk_copies && !task->has_records && shape_on_device(context, task).rows > 0;
}

bool tcui_compact_small_pays(const tcu_context *context, const tcui_compact_task *task)
{
    return task->n <= tcui_compact_policy_of(context).small_items;
}

tcu_status tcui_compact_small_reserve(tcu_context *context, const tcui_compact_task *task, tcui_layout *layout)
{
    if (shape_on_device(context, task).exchange != neighbours::in_grid) {
        /* (Of all streams, only one whose clusters are smaller than 8 blocks needs a workspace here.) */
        return shape_on_stream(context, task, false).rows > 0 ? TCU_SUCCESS : reserve_other_path(context, task, layout);
    }
    tcui_layout of_other_path = *layout;
    const tcu_status status = reserve_other_path(context, task, &of_other_path);
    place_parts(context, layout, nullptr);
    layout->bytes = std::max(layout->bytes, of_other_path.bytes);
    return status;
}

tcu_status tcui_compact_small_execute(tcu_context *context, const tcui_compact_task *task, void *workspace)
{
    const small_shape shape = shape_on_stream(context, task, workspace != nullptr);
    if (shape.rows == 0) {
        return tcui_compact_fits_one_pass(context, task) ? tcui_compact_one_pass_execute(context, task, workspace)
                                                         : tcui_compact_tiles_execute(context, task, workspace);
    }
    small_compaction arguments = {};
    arguments.flags = static_cast<const unsigned char *>(task->flags);
    arguments.whole_flag_loads = reinterpret_cast<uintptr_t>(task->flags) % shape.rows == 0;
    arguments.type = task->type;
    arguments.comparison = task->comparison;
    arguments.value = task->value_in_context;
    arguments.upper = task->upper_in_context;
    if (task->selection == TCUI_SELECT_PREDICATE && task->value_in_context == nullptr) {
        arguments.range = range_of(task);
    }
    for (int c = 0; c < task->num_columns; c++) {
        arguments.results[arguments.num_results++] = {task->columns[c].in, task->columns[c].out,
                                                      static_cast<int>(task->columns[c].item_bytes)};
    }
    if (task->indices != nullptr) {
        arguments.results[arguments.num_results++] = {nullptr, task->indices,
                                                      static_cast<int>(tcu_type_size(task->index_type))};
    }
    arguments.keep_others = task->keep_others;
    arguments.run_lengths = task->run_lengths;
    arguments.count = task->count;
    arguments.n = static_cast<uint32_t>(task->n);
    arguments.length = task->length;
    arguments.exchange = shape.exchange;
    /* (Heads of runs are found in the first result's items alone.) */
    arguments.column_groups =
        shape.exchange == neighbours::in_grid || task->selection == TCUI_SELECT_HEADS ? 1 : arguments.num_results;
    arguments.blocks_of_group = static_cast<unsigned>(shape.blocks_of_group);
    tcui_layout layout = {};
    if (shape.exchange == neighbours::in_grid) {
        arguments.block_parts = place_parts(context, &layout, workspace);
    }
    switch (task->selection) {
    case TCUI_SELECT_BYTES:
        return launch_small<TCUI_SELECT_BYTES>(context, shape, arguments);
    case TCUI_SELECT_BITS:
        return launch_small<TCUI_SELECT_BITS>(context, shape, arguments);
    case TCUI_SELECT_PREDICATE:
        return launch_small<TCUI_SELECT_PREDICATE>(context, shape, arguments);
    default:
        return launch_small<TCUI_SELECT_HEADS>(context, shape, arguments);
    }
}
