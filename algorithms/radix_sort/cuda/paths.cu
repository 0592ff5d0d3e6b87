/* SPDX-License-Identifier: Apache-2.0 */
/* The sorts of the CUDA backend: which path a call takes. Nothing that plan() does not know decides. */
#include "paths.h"

#include <algorithm>

namespace
{

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

bool is_anything(const tcu_context *, const tcui_radix_sort_task *)
{
    return true;
}

bool never_swaps(const tcui_radix_sort_task *)
{
    return false;
}

struct sort_path {
    bool (*takes)(const tcu_context *context, const tcui_radix_sort_task *task);
    tcu_status (*plan)(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout);
    tcu_status (*execute)(tcu_context *context, const tcui_radix_sort_task *task, void *workspace);
    bool (*swaps_buffers)(const tcui_radix_sort_task *task);
};

/* The first one that takes a task. */
const sort_path paths[] = {
    {tcui_sort_is_counted, tcui_sort_counted_plan, tcui_sort_counted_execute, never_swaps},
    {tcui_sort_is_ranked, tcui_sort_ranked_plan, tcui_sort_ranked_execute, tcui_sort_ranked_swaps},
    {tcui_sort_fits_blocks, tcui_sort_blocks_plan, tcui_sort_blocks_execute, never_swaps},
    {is_whole, plan_passes, execute_passes, tcui_sort_passes_swap},
    {is_anything, tcui_sort_segments_plan, tcui_sort_segments_execute, never_swaps},
};

const sort_path &choose_path(const tcu_context *context, const tcui_radix_sort_task *task)
{
    const sort_path *path = paths;
    while (!path->takes(context, task))
        ++path;
    return *path;
}

/* For arrays of one segment, of up to n elements: shorter ones may go by ranks, which may need more. */
tcu_status plan_whole(tcu_context *context, const tcui_radix_sort_task *task, uint64_t n, tcui_layout *layout)
{
    const tcui_layout before = *layout;
    for (uint64_t items : {n, std::min(n, tcui_sort_ranked_items(context, task))}) {
        tcui_radix_sort_task whole = *task;
        tcui_layout one = before;
        whole.segments = tcui_segments_whole(items);
        const tcu_status status = choose_path(context, &whole).plan(context, &whole, &one);
        if (status != TCU_SUCCESS)
            return status;
        layout->bytes = std::max(layout->bytes, one.bytes);
    }
    return TCU_SUCCESS;
}

tcu_status plan(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout)
{
    const tcui_segments &segments = task->segments;
    if (segments.size > 0 && segments.size >= segments.n)
        return plan_whole(context, task, segments.n, layout);
    tcui_layout one = *layout;
    tcu_status status = choose_path(context, task).plan(context, task, layout);
    if (status != TCU_SUCCESS || segments.size == 0)
        return status;
    /* Arrays of one segment may take another path, which may need more. */
    status = plan_whole(context, task, segments.size, &one);
    layout->bytes = std::max(layout->bytes, one.bytes);
    return status;
}

bool swaps_buffers(const tcu_context *context, const tcui_radix_sort_task *task)
{
    return choose_path(context, task).swaps_buffers(task);
}

tcu_status execute(tcu_context *context, const tcui_radix_sort_task *task, void *workspace)
{
    return choose_path(context, task).execute(context, task, workspace);
}

} // namespace

extern "C" const tcui_radix_sort_backend tcui_radix_sort_cuda = {plan, swaps_buffers, execute};
