/* SPDX-License-Identifier: Apache-2.0 */
/* Selections from whole arrays on CUDA devices, by the width of keys. */
#include "path.h"

#include "algorithms/selection/cuda/tuning.h"
#include "primitives/pipeline/key_width.cuh"

using namespace tcu;

bool tcui_selection_is_of_array(const tcu_context *, const tcui_selection_task *task)
{
    return tcui_segments_are_whole(&task->segments);
}

bool tcui_selection_array_pays(const tcu_context *context, const tcui_selection_task *task)
{
    return task->kind != TCUI_SELECTION_TOP_K || task->segments.n > tcui_selection_policy_of(context).block_items;
}

tcu_status tcui_selection_array_reserve(tcu_context *context, const tcui_selection_task *task, tcui_layout *layout)
{
    return dispatch_key_width(task->key_type,
                              [&](auto key) { return reserve_selection<decltype(key)>(context, task, layout); });
}

tcu_status tcui_selection_array_execute(tcu_context *context, const tcui_selection_task *task, void *workspace)
{
    return dispatch_key_width(task->key_type,
                              [&](auto key) { return launch_selection<decltype(key)>(context, task, workspace); });
}
