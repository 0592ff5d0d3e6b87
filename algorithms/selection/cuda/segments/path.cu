/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Top-k of segments: workspace, and the kernels one after the other. Rows that have more results than a block's shared
 * memory holds are left in the order of places in the workspace, sorted there with their positions by the radix sort,
 * all rows at once, and stored. (A row that is not full is padded with the key that is last of all: a stable sort
 * leaves it behind.) Values are gathered by the positions of all results; places of rows without a result have
 * positions that no value has.
 */
#include "algorithms/gather/backend.h"
#include "algorithms/radix_sort/backend.h"
#include "algorithms/selection/cuda/blocks/ranks.cuh"
#include "path.h"
#include "primitives/call/call.h"
#include "primitives/context/workspace.h"
#include "primitives/pipeline/key_width.cuh"
#include "primitives/pipeline/launch.cuh"

#include <algorithm>

namespace tcu
{

top_k_plan top_k_plan_of(const tcui_selection_task *task)
{
    const tcui_segments &segments = task->segments;
    top_k_plan plan = {};
    plan.longest = segments.size > 0 ? std::min(segments.size, segments.n) : segments.n;
    plan.results = std::min(task->k, plan.longest);
    plan.row = segments.count == 1 ? plan.results : task->k;
    plan.sorts_rows = !task->input_order && plan.results > room_items<TCUI_SELECTION_BLOCK_ITEMS>;
    /* (u32 with all bits set is to be no position.) */
    plan.has_wide_positions = segments.n > UINT32_MAX;
    return plan;
}

} // namespace tcu

namespace
{

using namespace tcu;

struct workspace_arrays {
    void *sources;                        /* a position for each place of the outputs, for values */
    void *keys, *positions;               /* rows in the order of places, */
    void *sorted_keys, *sorted_positions; /* and sorted */
    void *rest;                           /* of the sort */
};

size_t position_bytes(const top_k_plan &plan)
{
    return plan.has_wide_positions ? sizeof(uint64_t) : sizeof(uint32_t);
}

/* A product that no memory holds is as much as can be asked for. */
uint64_t places_of(uint64_t rows, uint64_t row)
{
    uint64_t places;
    return tcui_multiply(rows, row, &places) ? places : UINT64_MAX;
}

workspace_arrays place_arrays(const tcui_selection_task *task, const top_k_plan &plan, tcui_layout *layout, void *base)
{
    workspace_arrays at = {};
    const size_t bytes = position_bytes(plan);
    if (task->value_bytes > 0) {
        at.sources = tcui_layout_place(layout, base, places_of(task->segments.count, plan.row), bytes);
    }
    if (plan.sorts_rows) {
        const uint64_t places = places_of(task->segments.count, plan.results);
        const size_t key_bytes = tcu_type_size(task->key_type);
        at.keys = tcui_layout_place(layout, base, places, key_bytes);
        at.positions = tcui_layout_place(layout, base, places, bytes);
        at.sorted_keys = tcui_layout_place(layout, base, places, key_bytes);
        at.sorted_positions = tcui_layout_place(layout, base, places, bytes);
    }
    at.rest = tcui_layout_rest(layout, base);
    return at;
}

tcui_radix_sort_task sort_of_rows(const tcui_selection_task *task, const top_k_plan &plan, const workspace_arrays &at)
{
    const uint64_t places = places_of(task->segments.count, plan.results);
    tcui_radix_sort_task sort = {};
    sort.keys_in = at.keys;
    sort.keys_out = at.sorted_keys;
    sort.key_type = task->key_type;
    sort.payload = TCUI_PAYLOAD_VALUES;
    sort.values_in = at.positions;
    sort.values_out = at.sorted_positions;
    sort.value_bytes = position_bytes(plan);
    sort.arrays = TCUI_SORT_APART;
    sort.descending = task->descending;
    sort.end_bit = 8 * static_cast<int>(tcu_type_size(task->key_type));
    sort.segments = task->segments.count == 1 ? tcui_segments_whole(places) : tcui_segments_fixed(places, plan.results);
    return sort;
}

/* Where the call's results go: positions to where values are gathered by them, if there are values. */
row_targets outputs_of(const tcui_selection_task *task, const top_k_plan &plan, const workspace_arrays &at)
{
    const bool has_values = task->value_bytes > 0;
    row_targets to = {};
    to.keys = task->keys_out;
    to.positions = has_values ? at.sources : task->indices_out;
    to.num_out = task->num_out;
    to.row = plan.row;
    to.has_wide_positions = has_values ? plan.has_wide_positions : task->index_type == TCU_TYPE_U64;
    to.indices_in_segment = !has_values && task->indices_in_segment;
    to.fills_positions = has_values;
    return to;
}

tcu_status select_and_sort(tcu_context *context, const tcui_selection_task *task, const top_k_plan &plan,
                           const workspace_arrays &at)
{
    row_targets rows = {};
    rows.keys = at.keys;
    rows.positions = at.positions;
    rows.row = plan.results;
    rows.has_wide_positions = plan.has_wide_positions;
    rows.fills_keys = rows.fills_positions = true;
    tcu_status status = dispatch_key_width(
        task->key_type, [&](auto key) { return launch_top_k<decltype(key)>(context, task, plan, rows); });
    if (status == TCU_SUCCESS) {
        const tcui_radix_sort_task sort = sort_of_rows(task, plan, at);
        status = tcui_execute(context, tcui_operation_of(context, TCUI_RADIX_SORT), &sort, at.rest);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    const row_source from = {at.sorted_keys, at.sorted_positions};
    return dispatch_key_width(task->key_type, [&](auto key) {
        return launch_sorted_rows<decltype(key)>(context, task, plan, from, outputs_of(task, plan, at));
    });
}

tcu_status gather_values(tcu_context *context, const tcui_selection_task *task, const top_k_plan &plan,
                         const workspace_arrays &at)
{
    tcui_gather_task items = {};
    items.kind = TCUI_GATHER_ITEMS;
    items.from = task->values;
    items.to = task->values_out;
    items.item_bytes = task->value_bytes;
    items.indices = at.sources;
    items.index_type = plan.has_wide_positions ? TCU_TYPE_U64 : TCU_TYPE_U32;
    items.places = task->segments.n;
    items.n = places_of(task->segments.count, plan.row);
    return items.n == 0 ? TCU_SUCCESS : tcui_execute(context, tcui_operation_of(context, TCUI_GATHER), &items, nullptr);
}

} // namespace

bool tcui_selection_is_top_k(const tcu_context *, const tcui_selection_task *task)
{
    return task->kind == TCUI_SELECTION_TOP_K;
}

tcu_status tcui_selection_segments_reserve(tcu_context *context, const tcui_selection_task *task, tcui_layout *layout)
{
    const top_k_plan plan = top_k_plan_of(task);
    if (task->segments.count == 0) {
        return TCU_SUCCESS;
    }
    const workspace_arrays at = place_arrays(task, plan, layout, nullptr);
    if (!plan.sorts_rows) {
        return TCU_SUCCESS;
    }
    const tcui_radix_sort_task sort = sort_of_rows(task, plan, at);
    return tcui_reserve(context, tcui_operation_of(context, TCUI_RADIX_SORT), &sort, layout);
}

tcu_status tcui_selection_segments_execute(tcu_context *context, const tcui_selection_task *task, void *workspace)
{
    if (task->segments.count == 0) {
        return TCU_SUCCESS;
    }
    const top_k_plan plan = top_k_plan_of(task);
    tcui_layout layout = {};
    const workspace_arrays at = place_arrays(task, plan, &layout, workspace);
    const tcu_status status =
        plan.sorts_rows ? select_and_sort(context, task, plan, at) : dispatch_key_width(task->key_type, [&](auto key) {
            return launch_top_k<decltype(key)>(context, task, plan, outputs_of(task, plan, at));
        });
    return status == TCU_SUCCESS && task->value_bytes > 0 ? gather_values(context, task, plan, at) : status;
}
