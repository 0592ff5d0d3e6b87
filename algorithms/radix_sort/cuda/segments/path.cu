/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Segments of any lengths: the workspace and the order of the kernels. Those by offsets are looked at on the device.
 * The shortest are found again by the warps that sort them, the others are listed by their lengths, each list is sorted
 * by kernels of its own shape (block/, block_radix/), and the longest segments are runs, for the passes.
 */
#include "algorithms/radix_sort/cuda/block_radix/tuning.h"
#include "lists.cuh"

namespace
{

using tcu::segment_lists;

/* The longest segments that are not listed, and those of each list. */
constexpr uint64_t longest_unlisted = TCUI_SORT_UNLISTED_ITEMS;
constexpr uint64_t longest_listed[] = {TCUI_SORT_NETWORK_WIDE_ITEMS, TCUI_SORT_NETWORK_ITEMS, TCUI_BLOCK_RADIX_LEAST,
                                       TCUI_BLOCK_RADIX_SMALL,       TCUI_BLOCK_RADIX_MIDDLE, TCUI_BLOCK_RADIX_LARGE,
                                       TCUI_BLOCK_RADIX_ITEMS};
static_assert(sizeof longest_listed / sizeof longest_listed[0] == tcu::most_segment_lists, "one of each");

struct placement {
    segment_lists lists;
    uint64_t most_runs;
    void *passes_workspace;
};

/* (A query has no offsets yet.) */
bool is_by_offsets(const tcui_radix_sort_task *task)
{
    return task->segments.size == 0;
}

/* Reserves; with a base, also says where things are. */
tcu_status place(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout, void *base,
                 placement *placed)
{
    char *bytes = static_cast<char *>(base);
    const auto reserve = [&](uint64_t count, size_t element_bytes) -> void * {
        const size_t offset = tcui_layout_reserve(layout, count, element_bytes);
        return bytes != nullptr ? bytes + offset : nullptr;
    };
    const tcui_segments &segments = task->segments;
    const uint64_t longest = tcui_sort_block_items(context, task);
    /* (As many segments as the array has room for; offsets that decrease may ask for more.) */
    const auto most_longer_than = [&](uint64_t items) { return min(segments.count, segments.n / (items + 1)); };
    *placed = {};
    segment_lists &lists = placed->lists;
    lists.longest[0] = longest_unlisted;
    while (is_by_offsets(task) && lists.count < tcu::most_segment_lists && lists.longest[lists.count] < longest) {
        const int l = lists.count++;
        lists.longest[l + 1] = min(longest_listed[l], longest);
        lists.most[l] = most_longer_than(lists.longest[l]);
        lists.entries[l] = static_cast<uint64_t *>(reserve(lists.most[l], sizeof(uint64_t)));
    }
    lists.lengths = static_cast<unsigned long long *>(reserve(tcu::most_segment_lists, sizeof(unsigned long long)));
    lists.items_of_runs = static_cast<unsigned long long *>(reserve(1, sizeof(unsigned long long)));
    placed->most_runs = is_by_offsets(task) ? most_longer_than(longest) : segments.count;
    lists.run_begins = static_cast<uint64_t *>(reserve(placed->most_runs, sizeof(uint64_t)));
    lists.run_ends = static_cast<uint64_t *>(reserve(placed->most_runs, sizeof(uint64_t)));
    lists.runs = static_cast<uint32_t *>(reserve(1, sizeof(uint32_t)));
    placed->passes_workspace = bytes != nullptr ? bytes + layout->bytes : nullptr;
    return placed->most_runs > 0 ? tcui_sort_passes_plan(context, task, placed->most_runs, layout) : TCU_SUCCESS;
}

/* Sorts what is short and lists what is not. */
tcu_status sort_by_offsets(tcu_context *context, const tcui_radix_sort_task *task, const segment_lists &lists)
{
    const tcui_segments &segments = task->segments;
    tcu_status status = tcu::launch(context, tcu::clear_lengths, 1, TCUI_WARP_LANES, 0, lists);
    if (status == TCU_SUCCESS)
        status = tcu::launch(context, tcu::list_segments, tcu::divide_up(segments.count, tcu::classified_a_block),
                             tcu::classify_threads, 0, lists, segments);
    const tcui_sort_source unlisted = {segments, nullptr, nullptr, segments.count};
    if (status == TCU_SUCCESS)
        status = tcui_sort_items(context, task, &unlisted, longest_unlisted);
    for (int l = 0; l < lists.count && status == TCU_SUCCESS; ++l) {
        const tcui_sort_source listed = {segments, lists.entries[l], lists.lengths + l, lists.most[l]};
        status = tcui_sort_items(context, task, &listed, lists.longest[l + 1]);
    }
    return status;
}

} // namespace

tcu_status tcui_sort_segments_plan(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout)
{
    placement placed;
    return place(context, task, layout, nullptr, &placed);
}

tcu_status tcui_sort_segments_execute(tcu_context *context, const tcui_radix_sort_task *task, void *workspace)
{
    tcui_layout layout = {};
    placement placed;
    tcu_status status = place(context, task, &layout, workspace, &placed);
    const segment_lists &lists = placed.lists;
    if (status == TCU_SUCCESS && is_by_offsets(task))
        status = sort_by_offsets(context, task, lists);
    else if (status == TCU_SUCCESS)
        status = tcu::launch(context, tcu::list_runs, tcu::divide_up(task->segments.count, tcu::classify_threads),
                             tcu::classify_threads, 0, lists, task->segments);
    if (status != TCU_SUCCESS || placed.most_runs == 0)
        return status;
    const tcui_sort_runs runs = {placed.most_runs, lists.run_begins, lists.run_ends, lists.runs};
    return tcui_sort_passes_execute(context, task, &runs, placed.passes_workspace);
}
