/* SPDX-License-Identifier: Apache-2.0 */
/* Top-k of segments on CUDA devices: a row of the table of paths. */
#ifndef TCUI_SELECTION_CUDA_SEGMENTS_PATH_H
#define TCUI_SELECTION_CUDA_SEGMENTS_PATH_H

#include "algorithms/selection/backend.h"

/* Any top-k, of a whole array too, which is then one block's work. */
bool tcui_selection_is_top_k(const tcu_context *context, const tcui_selection_task *task);
tcu_status tcui_selection_segments_reserve(tcu_context *context, const tcui_selection_task *task, tcui_layout *layout);
tcu_status tcui_selection_segments_execute(tcu_context *context, const tcui_selection_task *task, void *workspace);

namespace tcu
{

/* Of a call, from what a query has. */
struct top_k_plan {
    uint64_t longest; /* keys of a segment, at most */
    uint64_t results; /* of a segment, at most */
    uint64_t row;     /* from row to row of the outputs */
    bool sorts_rows;  /* results are put in order by a sort of all rows, as a block has no room for them */
    bool has_wide_positions;
};

top_k_plan top_k_plan_of(const tcui_selection_task *task);

/* The same with types for a kernel's outputs: the task's, or arrays of the workspace. */
struct row_targets {
    void *keys, *positions;
    uint64_t *num_out;
    uint64_t row;
    bool has_wide_positions, indices_in_segment, fills_keys, fills_positions;
};

/* Rows of results in workspace, each of plan.results keys and positions in the whole array. */
struct row_source {
    const void *keys, *positions;
};

/* The results of all segments, of keys of a width; with plan.sorts_rows in the order of their places. */
template <class Key>
tcu_status launch_top_k(tcu_context *context, const tcui_selection_task *task, const top_k_plan &plan,
                        const row_targets &to);

/* Sorted rows to where they belong. */
template <class Key>
tcu_status launch_sorted_rows(tcu_context *context, const tcui_selection_task *task, const top_k_plan &plan,
                              const row_source &from, const row_targets &to);

} // namespace tcu

#endif /* TCUI_SELECTION_CUDA_SEGMENTS_PATH_H */
