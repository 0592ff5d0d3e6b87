/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reductions of the CUDA backend: which code path a call takes. Where a path needs a workspace, types and sizes
 * alone decide, so that plan() knows.
 */
#include "paths.h"
#include "tuning.h"

namespace
{

enum class reduce_path { offsets, registers, threads, lanes, warps, slices, array };

/* (On the matrix unit, segments of four vectors and more are left to the path that has it.) */
bool fits_registers(const tcu_context *context, const tcui_reduce_task *task, const tcui_sum_policy &policy,
                    uint64_t bytes)
{
    const bool aligned = (reinterpret_cast<uintptr_t>(task->in) | reinterpret_cast<uintptr_t>(task->out)) % 16 == 0;
    return aligned && bytes <= policy.register_bytes && bytes <= TCUI_MOST_REGISTER_BYTES &&
           (bytes & (bytes - 1)) == 0 && (bytes < 64 || !tcui_uses_matrix(context, policy.segments));
}

reduce_path choose_path(const tcu_context *context, const tcui_reduce_task *task)
{
    const tcui_segments &segments = task->segments;
    const tcui_sum_policy policy = tcui_sum_policy_of(context, task->in_type);
    const uint64_t element_bytes = tcu_type_size(task->in_type);
    if (segments.size == 0)
        return reduce_path::offsets;
    if (segments.count == 1 || segments.size > policy.warp_bytes / element_bytes)
        return tcui_reduce_array_takes(context, task) ? reduce_path::array : reduce_path::slices;
    const uint64_t bytes = segments.size * element_bytes;
    if (fits_registers(context, task, policy, bytes))
        return reduce_path::registers;
    /* Threads at distances of whole vectors would have bank conflicts. */
    if (segments.size <= policy.thread_elements || (bytes <= policy.thread_bytes && bytes % 16 != 0))
        return reduce_path::threads;
    return bytes <= policy.lanes_bytes ? reduce_path::lanes : reduce_path::warps;
}

tcu_status plan(tcu_context *context, const tcui_reduce_task *task, tcui_layout *layout)
{
    switch (choose_path(context, task)) {
    case reduce_path::offsets:
        return tcui_reduce_offsets_plan(context, task, layout);
    case reduce_path::array:
        if (tcui_reduce_array_needs_no_workspace(context, task))
            return TCU_SUCCESS;
        return tcui_reduce_slices_plan(context, task, layout);
    case reduce_path::slices:
        return tcui_reduce_slices_plan(context, task, layout);
    default:
        return TCU_SUCCESS;
    }
}

tcu_status execute(tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    switch (choose_path(context, task)) {
    case reduce_path::offsets:
        return tcui_reduce_offsets_execute(context, task, workspace);
    case reduce_path::slices:
        return tcui_reduce_slices_execute(context, task, workspace);
    case reduce_path::array:
        return tcui_reduce_array_execute(context, task, workspace);
    case reduce_path::registers:
        return tcui_reduce_registers_execute(context, task);
    case reduce_path::threads:
        return tcui_reduce_threads_execute(context, task);
    case reduce_path::lanes:
        return tcui_reduce_lanes_execute(context, task);
    case reduce_path::warps:
        return tcui_reduce_warps_execute(context, task);
    }
    return TCU_ERROR_DEVICE;
}

} // namespace

extern "C" const tcui_reduce_backend tcui_reduce_cuda = {plan, execute};
