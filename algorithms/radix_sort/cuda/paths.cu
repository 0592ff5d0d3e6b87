/* SPDX-License-Identifier: Apache-2.0 */
/* The sorts of the CUDA backend: which code path a call takes. Only what a query has decides: types and sizes. */
#include <algorithm>
#include <iterator>

#include "algorithms/radix_sort/cuda/by_index/tuning.h"
#include "paths.h"
#include "primitives/pipeline/of_task.cuh"

namespace
{

using namespace tcu;

tcu_status plan_passes(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout)
{
    return tcui_sort_passes_plan(context, task, 0, layout);
}

tcu_status execute_passes(tcu_context *context, const tcui_radix_sort_task *task, void *workspace)
{
    return tcui_sort_passes_execute(context, task, nullptr, workspace);
}

bool is_whole(const tcu_context *, const tcui_radix_sort_task *task)
{
    return tcui_segments_are_whole(&task->segments);
}

bool has_segments(const tcu_context *context, const tcui_radix_sort_task *task)
{
    return !is_whole(context, task);
}

const tcui_path paths[] = {
    {"counted", of_task<tcui_sort_is_counted>::call, nullptr, of_task<tcui_sort_counted_plan>::call,
     of_task<tcui_sort_counted_execute>::call},
    {"ranked", of_task<tcui_sort_is_ranked>::call, nullptr, of_task<tcui_sort_ranked_plan>::call,
     of_task<tcui_sort_ranked_execute>::call},
    {"block", of_task<tcui_sort_fits_blocks>::call, nullptr, of_task<tcui_sort_blocks_plan>::call,
     of_task<tcui_sort_blocks_execute>::call},
    {"by_index", of_task<tcui_sort_is_by_index>::call, of_task<tcui_sort_by_index_pays>::call,
     of_task<tcui_sort_by_index_plan>::call, of_task<tcui_sort_by_index_execute>::call},
    {"hybrid", of_task<tcui_sort_is_hybrid>::call, of_task<tcui_sort_hybrid_pays>::call,
     of_task<tcui_sort_hybrid_plan>::call, of_task<tcui_sort_hybrid_execute>::call},
    {"passes", of_task<is_whole>::call, nullptr, of_task<plan_passes>::call, of_task<execute_passes>::call},
    {"segments", of_task<has_segments>::call, nullptr, of_task<tcui_sort_segments_plan>::call,
     of_task<tcui_sort_segments_execute>::call},
};

/* The table with the paths' own plans. */
const tcui_operation by_path = {TCUI_RADIX_SORT, "radix_sort", paths, std::size(paths), nullptr, nullptr};

/* For arrays of one segment, of up to n elements: shorter ones may go by another path, which may need more. */
tcu_status plan_whole(tcu_context *context, const tcui_radix_sort_task *task, uint64_t n, tcui_layout *layout)
{
    const tcui_layout before = *layout;
    for (uint64_t items :
         {n, std::min(n, tcui_sort_ranked_items(context, task)), std::min(n, tcui_sort_hybrid_items(context, task)),
          std::min<uint64_t>(n, TCUI_SORT_BY_INDEX_ITEMS - 1)}) {
        tcui_radix_sort_task whole = *task;
        tcui_layout one = before;
        whole.segments = tcui_segments_whole(items);
        const tcu_status status = tcui_plan_path(context, &by_path, &whole, &one);
        if (status != TCU_SUCCESS) {
            return status;
        }
        layout->bytes = std::max(layout->bytes, one.bytes);
    }
    return TCU_SUCCESS;
}

tcu_status plan(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout)
{
    const tcui_segments &segments = task->segments;
    if (segments.size > 0 && segments.size >= segments.n) {
        return plan_whole(context, task, segments.n, layout);
    }
    tcui_layout one = *layout;
    tcu_status status = tcui_plan_path(context, &by_path, task, layout);
    if (status != TCU_SUCCESS || segments.size == 0) {
        return status;
    }
    /* Arrays of one segment may take another path, which may need more. */
    status = plan_whole(context, task, segments.size, &one);
    layout->bytes = std::max(layout->bytes, one.bytes);
    return status;
}

bool swaps_buffers(const tcu_context *context, const tcui_radix_sort_task *task)
{
    const tcui_path *path = tcui_choose_path(context, &by_path, task);
    if (path->execute == of_task<tcui_sort_ranked_execute>::call) {
        return tcui_sort_ranked_swaps(task);
    }
    return (path->execute == of_task<execute_passes>::call ||
            path->execute == of_task<tcui_sort_hybrid_execute>::call) &&
           tcui_sort_passes_swap(task);
}

const tcui_radix_sort_extension extension = {swaps_buffers};

} // namespace

extern "C" const tcui_operation tcui_radix_sort_cuda = {TCUI_RADIX_SORT,  "radix_sort",        paths,
                                                        std::size(paths), of_task<plan>::call, &extension};
