/* SPDX-License-Identifier: Apache-2.0 */
/* The reductions of the CUDA backend: which of the two ways a call takes. */
#include "reduce_cuda.h"

static bool is_whole(const tcui_reduce_task *task)
{
    return task->segments.size > 0 && task->segments.count == 1;
}

static tcu_status plan(tcu_context *context, const tcui_reduce_task *task, tcui_layout *layout)
{
    return is_whole(task) ? tcui_reduce_flat_plan(context, task, layout)
                          : tcui_reduce_tiles_plan(context, task, layout);
}

static tcu_status execute(tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    return is_whole(task) ? tcui_reduce_flat_execute(context, task, workspace)
                          : tcui_reduce_tiles_execute(context, task, workspace);
}

extern "C" const tcui_reduce_backend tcui_reduce_cuda = {plan, execute};
