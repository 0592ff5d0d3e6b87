/* SPDX-License-Identifier: Apache-2.0 */
/* Merges and searches on CUDA devices: which code path a call takes. Kinds and capacities alone decide. */
#include "paths.h"

#include "primitives/pipeline/key_width.cuh"
#include "primitives/pipeline/of_task.cuh"
#include "tuning.h"

namespace
{

using namespace tcu;

tcu_status reserve(tcu_context *context, const tcui_merge_task *task, tcui_layout *layout)
{
    return dispatch_key_width(task->key_type,
                              [&](auto key) { return reserve_merge<decltype(key)>(context, task, layout); });
}

template <merge_path Path>
tcu_status execute(tcu_context *context, const tcui_merge_task *task, void *workspace)
{
    return dispatch_key_width(task->key_type,
                              [&](auto key) { return launch_merge<decltype(key)>(context, task, Path, workspace); });
}

bool merges(const tcu_context *, const tcui_merge_task *task)
{
    return task->kind == TCUI_MERGE_KEYS;
}

bool merges_keys_alone(const tcu_context *, const tcui_merge_task *task)
{
    return task->kind == TCUI_MERGE_KEYS && task->value_bytes == 0;
}

bool narrow_pays(const tcu_context *, const tcui_merge_task *task)
{
    return task->a.n + task->b.n <= TCUI_MERGE_NARROW_RESULTS;
}

bool has_sorted_values(const tcu_context *, const tcui_merge_task *task)
{
    return task->kind == TCUI_MERGE_RANKS;
}

bool ranks_pay(const tcu_context *, const tcui_merge_task *task)
{
    return task->a.n / TCUI_MERGE_RANKS_KEYS <= task->b.n;
}

bool searches(const tcu_context *, const tcui_merge_task *task)
{
    return task->kind != TCUI_MERGE_KEYS;
}

bool few_pays(const tcu_context *, const tcui_merge_task *task)
{
    return task->b.n <= TCUI_SEARCH_FEW_VALUES;
}

/* Name, and functions: applies, pays, reserve, execute. */
const tcui_path paths[] = {
    path_row<merges_keys_alone, narrow_pays, nullptr, execute<merge_path::narrow>>("narrow"),
    path_row<merges, nullptr, reserve, execute<merge_path::tiles>>("tiles"),
    path_row<has_sorted_values, ranks_pay, reserve, execute<merge_path::ranks>>("ranks"),
    path_row<searches, few_pays, nullptr, execute<merge_path::few>>("few"),
    path_row<searches, nullptr, nullptr, execute<merge_path::search>>("search"),
};

} // namespace

extern "C" const tcui_operation tcui_merge_cuda = operation_of(TCUI_MERGE, "merge", paths);
