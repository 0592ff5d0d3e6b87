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

struct sort_path {
    tcui_path path;
    /* TCUI_SORT_BUFFERS: whether the result is to be in the other arrays than the input; NULL: never. */
    bool (*swaps_buffers)(const tcui_radix_sort_task *task);
};

constexpr sort_path sort_paths[] = {
    {.path = {.name = "counted",
              .applies = of_task<tcui_sort_is_counted>::call,
              .pays = nullptr,
              .reserve = of_task<tcui_sort_counted_reserve>::call,
              .execute = of_task<tcui_sort_counted_execute>::call},
     .swaps_buffers = nullptr},
    {.path = {.name = "comparisons",
              .applies = of_task<tcui_sort_is_by_comparisons>::call,
              .pays = nullptr,
              .reserve = of_task<tcui_sort_comparisons_reserve>::call,
              .execute = of_task<tcui_sort_comparisons_execute>::call},
     .swaps_buffers = tcui_sort_comparisons_swaps},
    {.path = {.name = "block",
              .applies = of_task<tcui_sort_fits_blocks>::call,
              .pays = nullptr,
              .reserve = nullptr,
              .execute = of_task<tcui_sort_blocks_execute>::call},
     .swaps_buffers = nullptr},
    {.path = {.name = "by_index",
              .applies = of_task<tcui_sort_is_by_index>::call,
              .pays = of_task<tcui_sort_by_index_pays>::call,
              .reserve = of_task<tcui_sort_by_index_reserve>::call,
              .execute = of_task<tcui_sort_by_index_execute>::call},
     .swaps_buffers = nullptr},
    {.path = {.name = "hybrid",
              .applies = of_task<tcui_sort_is_hybrid>::call,
              .pays = of_task<tcui_sort_hybrid_pays>::call,
              .reserve = of_task<reserve_hybrid>::call,
              .execute = of_task<execute_hybrid>::call},
     .swaps_buffers = tcui_sort_passes_swap},
    {.path = {.name = "passes",
              .applies = of_task<is_whole>::call,
              .pays = nullptr,
              .reserve = of_task<reserve_passes>::call,
              .execute = of_task<execute_passes>::call},
     .swaps_buffers = tcui_sort_passes_swap},
    {.path = {.name = "divided",
              .applies = of_task<tcui_sort_is_divided>::call,
              .pays = of_task<tcui_sort_divided_pays>::call,
              .reserve = of_task<tcui_sort_divided_reserve>::call,
              .execute = of_task<tcui_sort_divided_execute>::call},
     .swaps_buffers = nullptr},
    {.path = {.name = "segments",
              .applies = of_task<has_segments>::call,
              .pays = nullptr,
              .reserve = of_task<tcui_sort_segments_reserve>::call,
              .execute = of_task<tcui_sort_segments_execute>::call},
     .swaps_buffers = nullptr},
};

struct path_table {
    tcui_path paths[std::size(sort_paths)];
};

constexpr path_table table_of_paths()
{
    path_table table = {};
    for (size_t i = 0; i < std::size(sort_paths); i++) {
        table.paths[i] = sort_paths[i].path;
    }
    return table;
}

constexpr path_table table = table_of_paths();

/* For arrays of one segment, of up to n elements: shorter ones may go by another path, which may need more. */
tcu_status reserve_whole(tcu_context *context, const tcui_radix_sort_task *task, uint64_t n, tcui_layout *layout)
{
    const tcui_layout before = *layout;
    for (uint64_t items :
         {n, std::min(n, tcui_sort_comparisons_items(context, task)),
          std::min(n, tcui_sort_hybrid_items(context, task)), std::min<uint64_t>(n, TCUI_SORT_BY_INDEX_ITEMS - 1)}) {
        tcui_radix_sort_task whole = *task;
        tcui_layout one = before;
        whole.segments = tcui_segments_whole(items);
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
    const auto swaps = sort_paths[path - table.paths].swaps_buffers;
    return swaps != nullptr && swaps(task);
}

const tcui_radix_sort_extension extension = {.swaps_buffers = swaps_buffers};

} // namespace

extern "C" const tcui_operation tcui_radix_sort_cuda = {.id = TCUI_RADIX_SORT,
                                                        .name = "radix_sort",
                                                        .paths = table.paths,
                                                        .num_paths = std::size(table.paths),
                                                        .reserve = of_task<reserve>::call,
                                                        .extension = &extension};
