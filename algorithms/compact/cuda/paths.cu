/* SPDX-License-Identifier: Apache-2.0 */
/* The compactions of the CUDA backend: which way a call takes. Nothing that plan() does not know decides. */
#include "paths.h"

namespace
{

enum class compact_way { in_registers, in_one_pass, by_tiles };

compact_way way_of(const tcu_context *context, const tcui_compact_task *task)
{
    if (tcui_compact_is_resident(context, task))
        return compact_way::in_registers;
    return tcui_compact_streams(context, task) ? compact_way::in_one_pass : compact_way::by_tiles;
}

tcu_status plan(tcu_context *context, const tcui_compact_task *task, tcui_layout *layout)
{
    switch (way_of(context, task)) {
    case compact_way::in_registers:
        return tcui_compact_resident_plan(context, task, layout);
    case compact_way::in_one_pass:
        return tcui_compact_stream_plan(context, task, layout);
    default:
        /* A query of one column says 16 bytes, whatever it has: room for a narrower one that is streamed. */
        if (context->has_bulk_copies && task->num_columns == 1 && task->selection <= TCUI_SELECT_BITS)
            tcui_compact_stream_plan(context, task, layout);
        return tcui_compact_tiles_plan(context, task, layout);
    }
}

tcu_status execute(tcu_context *context, const tcui_compact_task *task, void *workspace)
{
    switch (way_of(context, task)) {
    case compact_way::in_registers:
        return tcui_compact_resident_execute(context, task, workspace);
    case compact_way::in_one_pass:
        return tcui_compact_stream_execute(context, task, workspace);
    default:
        return tcui_compact_tiles_execute(context, task, workspace);
    }
}

} // namespace

extern "C" const tcui_compact_backend tcui_compact_cuda = {plan, execute};
