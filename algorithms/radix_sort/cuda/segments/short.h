/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Segments by offsets that blocks can sort. They are looked at on the device: the shortest are found again by the warps
 * that sort them, the others are listed by their lengths, and each list is sorted by kernels of its own shape
 * (block/). The longest are listed as runs, for the passes.
 */
#ifndef TCUI_RADIX_SORT_CUDA_SEGMENTS_SHORT_H
#define TCUI_RADIX_SORT_CUDA_SEGMENTS_SHORT_H

#include "algorithms/radix_sort/cuda/block/task.h"
#include "tuning.h"

namespace tcu
{

constexpr int most_segment_lists = TCUI_SORT_LISTS;

struct segment_lists {
    int count;
    /* Of those that are not listed, and then of each list; what is longer is a run. */
    uint64_t longest[most_segment_lists + 1];
    uint64_t *entries[most_segment_lists];
    uint64_t most[most_segment_lists]; /* that there is room for */
    unsigned long long *lengths;
    uint64_t *run_begins, *run_ends;
    uint64_t most_runs;
    uint32_t *runs; /* how many; and runs_are_invalid */
    unsigned long long *items_of_runs;

    tcui_sort_runs all_runs() const { return {most_runs, run_begins, run_ends, runs}; }
};

/* (A query has no offsets yet.) */
inline bool is_by_offsets(const tcui_radix_sort_task *task)
{
    return task->segments.size == 0;
}

/* Reserves; with a base, also says where things are. There may be as many runs as the array has room for. */
segment_lists place_segments(const tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout,
                             void *base);

/* The same, with room for up to `most_segments` and `most_runs`; if there are more runs, the others are counted only. */
segment_lists place_segments(const tcu_context *context, const tcui_radix_sort_task *task, uint64_t most_segments,
                             uint64_t most_runs, tcui_layout *layout, void *base);

/* Lists all segments but the shortest. */
tcu_status list_short_segments(tcu_context *context, const tcui_segments &segments, const segment_lists &lists);

/* Sorts the shortest and those of the lists. `rest`: block/task.h. */
tcu_status sort_short_segments(tcu_context *context, const tcui_radix_sort_task *task, const segment_lists &lists,
                               const tcui_radix_rest *rest);

/* Sorts those of the lists alone. */
tcu_status sort_listed_segments(tcu_context *context, const tcui_radix_sort_task *task, const segment_lists &lists,
                                const tcui_radix_rest *rest);

/* Empties the lists, and that of the runs. */
tcu_status clear_segment_lists(tcu_context *context, const segment_lists &lists);

/* Lists segments of one size, all of which are too long for blocks. */
tcu_status list_all_segments(tcu_context *context, const tcui_radix_sort_task *task, const segment_lists &lists);

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_SEGMENTS_SHORT_H */
