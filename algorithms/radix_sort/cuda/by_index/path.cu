/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wide values are fetched from where their keys came from, once these are sorted with their indices. In place they are
 * copied before. In long arrays a pass by the highest digit moves them first, where that pays, so that they are near each
 * other when they are fetched (hybrid/leading.cuh).
 */
#include "algorithms/radix_sort/cuda/paths.h"
#include "algorithms/radix_sort/cuda/tuning.h"
#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"

using namespace tcu;

namespace
{

/* The sort of the keys with their indices. */
struct index_sort {
    tcui_radix_sort_task task;
    void *indices;
    tcui_sort_moving moving; /* has_moved NULL: values do not move before they are fetched */
    size_t workspace_offset;
    bool is_hybrid, may_move;

    /* Reserves but for the sort's own workspace; with a base, also says where things are. */
    index_sort(const tcu_context *context, const tcui_radix_sort_task *of, tcui_layout *layout, void *base) : task(*of)
    {
        const uint64_t n = task.segments.n;
        task.payload = TCUI_PAYLOAD_INDICES;
        task.keeps_keys = true;
        task.value_bytes = n <= UINT32_MAX ? sizeof(uint32_t) : sizeof(uint64_t);
        may_move = n >= tcui_radix_sort_policy_of(context).leading_items && tcui_sort_hybrid_can_move(context, &task);
        is_hybrid = may_move || (tcui_sort_is_hybrid(context, &task) && tcui_sort_hybrid_pays(context, &task));
        indices = tcui_layout_place(layout, base, n, task.value_bytes);
        moving.values = of->values_in;
        moving.moved_values =
            tcui_layout_place(layout, base, may_move || of->arrays == TCUI_SORT_IN_PLACE ? n : 0, of->value_bytes);
        moving.has_moved = may_move ? place<uint32_t>(layout, base, 1) : nullptr;
        task.values_in = nullptr;
        task.values_out = indices;
        workspace_offset = layout->bytes;
    }
};

template <class Index>
tcu_status gather(tcu_context *context, const sort_gather<Index> &task)
{
    return launch(context, gather_values<Index>, divide_up(task.n, TCUI_SORT_GATHER_THREADS * TCUI_SORT_GATHER_VALUES),
                  TCUI_SORT_GATHER_THREADS, 0, task);
}

template <class Index>
tcu_status fetch_values(tcu_context *context, const tcui_radix_sort_task *task, const index_sort &sort)
{
    sort_gather<Index> fetch = {sort.moving, static_cast<uint4 *>(task->values_out),
                                static_cast<const Index *>(sort.indices), task->segments.n, task->segments.length};
    if (task->values_in == task->values_out) {
        const tcu_status status = gather<Index>(
            context, {sort.moving, static_cast<uint4 *>(sort.moving.moved_values), nullptr, fetch.n, fetch.length});
        if (status != TCU_SUCCESS) {
            return status;
        }
        fetch.values.values = sort.moving.moved_values;
    }
    return gather(context, fetch);
}

} // namespace

bool tcui_sort_is_by_index(const tcu_context *, const tcui_radix_sort_task *task)
{
    return tcui_segments_are_whole(&task->segments) && task->payload == TCUI_PAYLOAD_VALUES &&
           task->value_bytes == TCUI_SORT_BY_INDEX_BYTES && task->arrays != TCUI_SORT_BUFFERS;
}

bool tcui_sort_by_index_pays(const tcu_context *context, const tcui_radix_sort_task *task)
{
    return task->segments.n >= tcui_radix_sort_policy_of(context).by_index_items;
}

tcu_status tcui_sort_by_index_reserve(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout)
{
    const index_sort sort(context, task, layout, nullptr);
    return sort.is_hybrid ? tcui_sort_hybrid_reserve(context, &sort.task, sort.may_move, layout)
                          : tcui_sort_passes_reserve(context, &sort.task, 0, layout);
}

tcu_status tcui_sort_by_index_execute(tcu_context *context, const tcui_radix_sort_task *task, void *workspace)
{
    tcui_layout layout = {};
    const index_sort sort(context, task, &layout, workspace);
    void *const rest = static_cast<char *>(workspace) + sort.workspace_offset;
    const tcu_status status =
        sort.is_hybrid ? tcui_sort_hybrid_execute(context, &sort.task, sort.may_move ? &sort.moving : nullptr, rest)
                       : tcui_sort_passes_execute(context, &sort.task, nullptr, rest);
    if (status != TCU_SUCCESS) {
        return status;
    }
    return sort.task.value_bytes == sizeof(uint32_t) ? fetch_values<uint32_t>(context, task, sort)
                                                     : fetch_values<uint64_t>(context, task, sort);
}
