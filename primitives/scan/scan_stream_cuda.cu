/* SPDX-License-Identifier: Apache-2.0 */
/* The one-pass scan (scan_stream.cuh) as the CUDA backend sees it. */
#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/look_back.cuh"
#include "scan_cuda.h"

bool tcui_scan_streams(const tcu_context *context, const tcui_scan_task *task)
{
    return context->has_bulk_copies && task->segments.size > 0;
}

tcu_status tcui_scan_stream_plan(tcu_context *context, const tcui_scan_task *task, tcui_layout *layout)
{
    return tcu::dispatch_sum(task->in_type, task->out_type, [&](auto types) {
        using Acc = typename decltype(types)::acc;
        tcui_layout_reserve(layout,
                            tcu::look_back_words<Acc>(tcu::look_back_blocks(context->properties.multiprocessors)),
                            sizeof(uint64_t));
        return TCU_SUCCESS;
    });
}

tcu_status tcui_scan_stream_execute(tcu_context *context, const tcui_scan_task *task, void *workspace)
{
    switch (task->in_type) {
    case TCU_TYPE_F16:
    case TCU_TYPE_BF16:
    case TCU_TYPE_F32:
    case TCU_TYPE_F64:
        return tcui_scan_stream_reals(context, task, workspace);
    case TCU_TYPE_I8:
    case TCU_TYPE_U8:
    case TCU_TYPE_I16:
    case TCU_TYPE_U16:
        return tcui_scan_stream_narrow(context, task, workspace);
    default:
        return tcui_scan_stream_wide(context, task, workspace);
    }
}
