/* SPDX-License-Identifier: Apache-2.0 */
/* Segments of any lengths: the workspace and the order of the kernels. */
#include "short.h"

using namespace tcu;

tcu_status tcui_sort_segments_reserve(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout)
{
    const uint64_t most_runs = place_segments(context, task, layout, nullptr).most_runs;
    return most_runs > 0 ? tcui_sort_passes_reserve(context, task, most_runs, layout) : TCU_SUCCESS;
}

tcu_status tcui_sort_segments_execute(tcu_context *context, const tcui_radix_sort_task *task, void *workspace)
{
    tcui_layout layout = {};
    const segment_lists lists = place_segments(context, task, &layout, workspace);
    tcu_status status;
    if (is_by_offsets(task)) {
        status = list_short_segments(context, task->segments, lists);
        if (status == TCU_SUCCESS) {
            status = sort_short_segments(context, task, lists, nullptr);
        }
    } else {
        status = list_all_segments(context, task, lists);
    }
    if (status != TCU_SUCCESS || lists.most_runs == 0) {
        return status;
    }
    const tcui_sort_runs runs = lists.all_runs();
    return tcui_sort_passes_execute(context, task, &runs, tcui_layout_rest(&layout, workspace));
}
