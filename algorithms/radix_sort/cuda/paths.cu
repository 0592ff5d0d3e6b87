/* SPDX-License-Identifier: Apache-2.0 */
/* The sorts of the CUDA backend: which code path a call takes. Only what a query has decides: types and sizes. */
#include <algorithm>
#include <iterator>

#include "algorithms/radix_sort/cuda/tuning.h"
#include "paths.h"
#include "primitives/pipeline/of_task.cuh"

namespace
{

using namespace tcu;

tcu_status reserve_passes(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout)
{
    return tcui_sort_passes_reserve(context, task, 0, layout);
}

tcu_status execute_passes(tcu_context *context, const tcui_radix_sort_task *task, void *workspace)
{
    return tcui_sort_passes_execute(context, task, nullptr, workspace);
}

tcu_status reserve_hybrid(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout)
{
    return tcui_sort_hybrid_reserve(context, task, false, layout);
}

tcu_status execute_hybrid(tcu_context *context, const tcui_radix_sort_task *task, void *workspace)
{
    return tcui_sort_hybrid_execute(context, task, nullptr, workspace);
}

bool is_whole(const tcu_context *, const tcui_radix_sort_task *task)
{
    return tcui_segments_are_whole(&task->segments);
}

bool has_segments(const tcu_context *context, const tcui_radix_sort_task *task)
{
    return !is_whole(context, task);
}

/* The result is in the arrays in which the input was. */
bool never_swaps(const tcu_context *, const tcui_radix_sort_task *)
{
    return false;
}

struct sort_path {
    tcui_path path;
    /* TCUI_SORT_BUFFERS: whether the result is to be in the other arrays than the input. Every path says it. */
    bool (*swaps_buffers)(const tcu_context *context, const tcui_radix_sort_task *task);
};

/* Name, and functions: applies, pays, reserve, execute; swaps_buffers. */
constexpr sort_path sort_paths[] = {
    {path_row<tcui_sort_is_counted, nullptr, tcui_sort_counted_reserve, tcui_sort_counted_execute>("counted"),
     never_swaps},
    {path_row<tcui_sort_is_by_comparisons, nullptr, tcui_sort_comparisons_reserve, tcui_sort_comparisons_execute>(
         "comparisons"),
     tcui_sort_comparisons_swaps},
    {path_row<tcui_sort_fits_blocks, nullptr, nullptr, tcui_sort_blocks_execute>("block"), never_swaps},
    {path_row<tcui_sort_is_by_index, tcui_sort_by_index_pays, tcui_sort_by_index_reserve, tcui_sort_by_index_execute>(
         "by_index"),
     never_swaps},
    {path_row<tcui_sort_is_hybrid, tcui_sort_hybrid_pays, reserve_hybrid, execute_hybrid>("hybrid"),
     tcui_sort_passes_swap},
    {path_row<is_whole, nullptr, reserve_passes, execute_passes>("passes"), tcui_sort_passes_swap},
    {path_row<tcui_sort_is_divided, tcui_sort_divided_pays, tcui_sort_divided_reserve, tcui_sort_divided_execute>(
         "divided"),
     never_swaps},
    {path_row<has_segments, nullptr, tcui_sort_segments_reserve, tcui_sort_segments_execute>("segments"), never_swaps},
};

struct path_table {
    tcui_path paths[std::size(sort_paths)];
    bool is_complete;
};

constexpr path_table table_of_paths()
{
    path_table table = {};
    table.is_complete = true;
    for (size_t i = 0; i < std::size(sort_paths); i++) {
        table.paths[i] = sort_paths[i].path;
        table.is_complete = table.is_complete && sort_paths[i].swaps_buffers != nullptr;
    }
    return table;
}

constexpr path_table table = table_of_paths();
static_assert(table.is_complete, "a path does not say whether it swaps buffers");

/* The longest array that goes by another path than those from `least` elements on. */
uint64_t below(uint64_t least)
{
    return least > 1 ? least - 1 : 1;
}

/* For arrays of one segment, of up to n elements: shorter ones may go by another path, which may need more. */
tcu_status reserve_whole(tcu_context *context, const tcui_radix_sort_task *task, uint64_t n, tcui_layout *layout)
{
    const tcui_layout before = *layout;
    const tcui_radix_sort_policy policy = tcui_radix_sort_policy_of(context);
    for (uint64_t items :
         {n, tcui_sort_comparisons_items(context, task), tcui_sort_hybrid_items(context, task),
          below(policy.by_index_items), below(policy.comparisons_least), below(policy.counted_least_shorts)}) {
        tcui_radix_sort_task whole = *task;
        tcui_layout one = before;
        whole.segments = tcui_segments_whole(std::min(n, items));
        const tcu_status status = tcui_reserve_path(context, &tcui_radix_sort_cuda, &whole, &one);
        if (status != TCU_SUCCESS) {
            return status;
        }
        layout->bytes = std::max(layout->bytes, one.bytes);
    }
    return TCU_SUCCESS;
}

tcu_status reserve(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout)
{
    const tcui_segments &segments = task->segments;
    if (segments.size > 0 && segments.size >= segments.n) {
        return reserve_whole(context, task, segments.n, layout);
    }
    tcui_layout one = *layout;
    tcu_status status = tcui_reserve_path(context, &tcui_radix_sort_cuda, task, layout);
    if (status != TCU_SUCCESS || segments.size == 0) {
        return status;
    }
    /* Arrays of one segment may take another path, which may need more. */
    status = reserve_whole(context, task, segments.size, &one);
    layout->bytes = std::max(layout->bytes, one.bytes);
    return status;
}

bool swaps_buffers(const tcu_context *context, const tcui_radix_sort_task *task)
{
    const tcui_path *path = tcui_choose_path(context, &tcui_radix_sort_cuda, task);
    return sort_paths[path - table.paths].swaps_buffers(context, task);
}

const tcui_radix_sort_extension extension = {.swaps_buffers = swaps_buffers};

} // namespace

extern "C" const tcui_operation tcui_radix_sort_cuda =
    operation_of(TCUI_RADIX_SORT, "radix_sort", table.paths, of_task<reserve>::call, &extension);
