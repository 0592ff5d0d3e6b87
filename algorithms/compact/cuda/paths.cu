/* SPDX-License-Identifier: Apache-2.0 */
/* The compactions of the CUDA backend: which code path a call takes, by what plan() knows alone. */
#include "paths.h"

namespace
{

enum class compact_path { small, one_pass, tiles };

compact_path choose_path(const tcu_context *context, const tcui_compact_task *task)
{
    if (tcui_compact_is_small(context, task))
        return compact_path::small;
    return tcui_compact_is_one_pass(context, task) ? compact_path::one_pass : compact_path::tiles;
}

tcu_status plan(tcu_context *context, const tcui_compact_task *task, tcui_layout *layout)
{
    switch (choose_path(context, task)) {
    case compact_path::small:
        return tcui_compact_small_plan(context, task, layout);
    case compact_path::one_pass:
        return tcui_compact_one_pass_plan(context, task, layout);
    default:
        /* A query gives each column as 16 bytes: reserves what a narrower one in one pass needs. */
        if (context->has_bulk_copies && task->num_columns == 1 && task->selection <= TCUI_SELECT_BITS)
            tcui_compact_one_pass_plan(context, task, layout);
        return tcui_compact_tiles_plan(context, task, layout);
    }
}

tcu_status execute(tcu_context *context, const tcui_compact_task *task, void *workspace)
{
    switch (choose_path(context, task)) {
    case compact_path::small:
        return tcui_compact_small_execute(context, task, workspace);
    case compact_path::one_pass:
        return tcui_compact_one_pass_execute(context, task, workspace);
    default:
        return tcui_compact_tiles_execute(context, task, workspace);
    }
}

} // namespace

extern "C" const tcui_compact_backend tcui_compact_cuda = {plan, execute};
