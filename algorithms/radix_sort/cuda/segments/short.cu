/* SPDX-License-Identifier: Apache-2.0 */
/* Launches what finds, lists and sorts short segments (short.h). */
#include "short.h"

#include <algorithm>

#include "algorithms/radix_sort/cuda/block/networks/tuning.h"
#include "kernels.cuh"

using namespace tcu;

namespace
{

/* The longest segments that are not listed, and those of each list. */
constexpr uint64_t longest_unlisted = TCUI_SORT_UNLISTED_ITEMS;
constexpr uint64_t longest_listed[] = {network_wide_items,
                                       network_items,
                                       block_radix_items(radix_row::bare, 0),
                                       block_radix_items(radix_row::bare, 1),
                                       block_radix_items(radix_row::bare, 2),
                                       block_radix_items(radix_row::bare, 3),
                                       block_radix_items(radix_row::bare, 4)};
static_assert(sizeof longest_listed / sizeof longest_listed[0] == most_segment_lists, "one of each");

/* (As many segments as the array has room for; offsets that decrease may ask for more.) */
uint64_t most_longer_than(uint64_t segments, uint64_t n, uint64_t items)
{
    return std::min(segments, n / (items + 1));
}

} // namespace

segment_lists tcu::place_segments(const tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout,
                                  void *base)
{
    const uint64_t longest = tcui_sort_block_items(context, task);
    const uint64_t most_runs =
        is_by_offsets(task) ? most_longer_than(task->segments.count, task->segments.n, longest) : task->segments.count;
    return place_segments(context, task, task->segments.count, most_runs, layout, base);
}

segment_lists tcu::place_segments(const tcu_context *context, const tcui_radix_sort_task *task, uint64_t most_segments,
                                  uint64_t most_runs, tcui_layout *layout, void *base)
{
    segment_lists lists = {};
    lists.longest[0] = longest_unlisted;
    const uint64_t longest = tcui_sort_block_items(context, task);
    while (is_by_offsets(task) && lists.longest[lists.count] < longest) {
        const int l = lists.count++;
        lists.longest[l + 1] = std::min(longest_listed[l], longest);
        lists.most[l] = most_longer_than(most_segments, task->segments.n, lists.longest[l]);
        lists.entries[l] = place<uint64_t>(layout, base, lists.most[l]);
    }
    lists.lengths = place<unsigned long long>(layout, base, most_segment_lists);
    lists.items_of_runs = place<unsigned long long>(layout, base, 1);
    lists.most_runs = most_runs;
    lists.run_begins = place<uint64_t>(layout, base, most_runs);
    lists.run_ends = place<uint64_t>(layout, base, most_runs);
    lists.runs = place<uint32_t>(layout, base, 1);
    return lists;
}

tcu_status tcu::clear_segment_lists(tcu_context *context, const segment_lists &lists)
{
    return launch(context, clear_lengths, 1, TCUI_WARP_LANES, 0, lists);
}

tcu_status tcu::list_short_segments(tcu_context *context, const tcui_segments &segments, const segment_lists &lists)
{
    const tcu_status status = clear_segment_lists(context, lists);
    return status == TCU_SUCCESS ? launch(context, list_segments, divide_up(segments.count, classified_a_block),
                                          classify_threads, 0, lists, segments)
                                 : status;
}

tcu_status tcu::sort_short_segments(tcu_context *context, const tcui_radix_sort_task *task, const segment_lists &lists,
                                    const tcui_radix_rest *rest)
{
    const tcui_segments &segments = task->segments;
    const tcui_sort_source unlisted = {segments, nullptr, nullptr, segments.count};
    const tcu_status status = tcui_sort_items(context, task, &unlisted, longest_unlisted, rest);
    return status == TCU_SUCCESS ? sort_listed_segments(context, task, lists, rest) : status;
}

tcu_status tcu::sort_listed_segments(tcu_context *context, const tcui_radix_sort_task *task, const segment_lists &lists,
                                     const tcui_radix_rest *rest)
{
    tcu_status status = TCU_SUCCESS;
    for (int l = 0; l < lists.count && status == TCU_SUCCESS; l++) {
        const tcui_sort_source listed = {task->segments, lists.entries[l], lists.lengths + l, lists.most[l]};
        status = tcui_sort_items(context, task, &listed, lists.longest[l + 1], rest);
    }
    return status;
}

tcu_status tcu::list_all_segments(tcu_context *context, const tcui_radix_sort_task *task, const segment_lists &lists)
{
    return launch(context, list_runs, divide_up(task->segments.count, classify_threads), classify_threads, 0, lists,
                  task->segments);
}
