/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wide values move once: the keys are sorted with their indices, and each value is fetched from where its key came
 * from. In place they are copied before.
 */
#include "algorithms/radix_sort/cuda/paths.h"
#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"

using namespace tcu;

namespace
{

/* The sort of the keys with their indices. */
struct index_sort {
    tcui_radix_sort_task task;
    void *indices, *values;
    size_t workspace_offset;
    bool is_hybrid;

    /* Reserves but for the sort's own workspace; with a base, also says where things are. */
    index_sort(const tcu_context *context, const tcui_radix_sort_task *of, tcui_layout *layout, void *base) : task(*of)
    {
        const uint64_t n = task.segments.n;
        task.payload = TCUI_PAYLOAD_INDICES;
        task.keeps_keys = true;
        task.value_bytes = n <= UINT32_MAX ? sizeof(uint32_t) : sizeof(uint64_t);
        indices = tcui_layout_place(layout, base, n, task.value_bytes);
        values = tcui_layout_place(layout, base, of->arrays == TCUI_SORT_IN_PLACE ? n : 0, of->value_bytes);
        task.values_in = nullptr;
        task.values_out = indices;
        workspace_offset = layout->bytes;
        is_hybrid = tcui_sort_is_hybrid(context, &task) && tcui_sort_hybrid_pays(context, &task);
    }
};

template <class Index>
tcu_status gather(tcu_context *context, const void *from, void *to, const void *indices, uint64_t n)
{
    return launch(context, gather_values<Index>, divide_up(n, TCUI_SORT_GATHER_THREADS * TCUI_SORT_GATHER_VALUES),
                  TCUI_SORT_GATHER_THREADS, 0, static_cast<const uint4 *>(from), static_cast<uint4 *>(to),
                  static_cast<const Index *>(indices), n);
}

} // namespace

bool tcui_sort_is_by_index(const tcu_context *, const tcui_radix_sort_task *task)
{
    return tcui_segments_are_whole(&task->segments) && task->payload == TCUI_PAYLOAD_VALUES &&
           task->value_bytes == TCUI_SORT_BY_INDEX_BYTES && task->arrays != TCUI_SORT_BUFFERS;
}

bool tcui_sort_by_index_pays(const tcu_context *, const tcui_radix_sort_task *task)
{
    return task->segments.n >= TCUI_SORT_BY_INDEX_ITEMS;
}

tcu_status tcui_sort_by_index_plan(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout)
{
    const index_sort sort(context, task, layout, nullptr);
    return sort.is_hybrid ? tcui_sort_hybrid_plan(context, &sort.task, layout)
                          : tcui_sort_passes_plan(context, &sort.task, 0, layout);
}

tcu_status tcui_sort_by_index_execute(tcu_context *context, const tcui_radix_sort_task *task, void *workspace)
{
    tcui_layout layout = {};
    const index_sort sort(context, task, &layout, workspace);
    void *const rest = static_cast<char *>(workspace) + sort.workspace_offset;
    tcu_status status = sort.is_hybrid ? tcui_sort_hybrid_execute(context, &sort.task, rest)
                                       : tcui_sort_passes_execute(context, &sort.task, nullptr, rest);
    const uint64_t n = task->segments.n;
    const void *from = task->values_in;
    if (status == TCU_SUCCESS && task->values_in == task->values_out) {
        status = gather<uint32_t>(context, from, sort.values, nullptr, n);
        from = sort.values;
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    return sort.task.value_bytes == sizeof(uint32_t)
               ? gather<uint32_t>(context, from, task->values_out, sort.indices, n)
               : gather<uint64_t>(context, from, task->values_out, sort.indices, n);
}
