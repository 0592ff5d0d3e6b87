/* SPDX-License-Identifier: Apache-2.0 */
/* The compactions of the CUDA backend: which way a call takes. */
#include "compact_cuda.h"

static tcu_status plan(tcu_context *context, const tcui_compact_task *task, tcui_layout *layout)
{
    return tcui_compact_streams(context, task) ? tcui_compact_stream_plan(context, task, layout)
                                               : tcui_compact_tiles_plan(context, task, layout);
}

static tcu_status execute(tcu_context *context, const tcui_compact_task *task, void *workspace)
{
    return tcui_compact_streams(context, task) ? tcui_compact_stream_execute(context, task, workspace)
                                               : tcui_compact_tiles_execute(context, task, workspace);
}

extern "C" const tcui_compact_backend tcui_compact_cuda = {plan, execute};
