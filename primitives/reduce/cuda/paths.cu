/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reductions of the CUDA backend: which way a call takes. Types and sizes alone decide wherever a way needs a
 * workspace, so that plan() knows.
 */
#include "paths.h"
#include "tuning.h"

namespace
{

enum class reduce_way { offsets, registers, small, vectors, runs, slices, array };

/* (Where it is to be the matrix unit, segments of four vectors and more are left to the way that has it.) */
bool fits_registers(const tcu_context *context, const tcui_reduce_task *task, const tcui_sum_policy &policy,
                    uint64_t bytes)
{
    const bool aligned = (reinterpret_cast<uintptr_t>(task->in) | reinterpret_cast<uintptr_t>(task->out)) % 16 == 0;
    return aligned && bytes <= policy.register_bytes && bytes <= TCUI_MOST_REGISTER_BYTES &&
           (bytes & (bytes - 1)) == 0 && (bytes < 64 || !tcui_uses_matrix(context, policy.segments));
}

reduce_way way_of(const tcu_context *context, const tcui_reduce_task *task)
{
    const tcui_segments &segments = task->segments;
    const tcui_sum_policy policy = tcui_sum_policy_of(context, task->in_type);
    const uint64_t element_bytes = tcu_type_size(task->in_type);
    if (segments.size == 0)
        return reduce_way::offsets;
    if (segments.count == 1 || segments.size > policy.warp_bytes / element_bytes)
        return tcui_reduce_array_takes(context, task) ? reduce_way::array : reduce_way::slices;
    const uint64_t bytes = segments.size * element_bytes;
    if (fits_registers(context, task, policy, bytes))
        return reduce_way::registers;
    /* Threads at distances of whole vectors would meet in few banks of shared memory. */
    if (segments.size <= policy.thread_elements || (bytes <= policy.thread_bytes && bytes % 16 != 0))
        return reduce_way::small;
    return bytes <= policy.lanes_bytes ? reduce_way::vectors : reduce_way::runs;
}

tcu_status plan(tcu_context *context, const tcui_reduce_task *task, tcui_layout *layout)
{
    switch (way_of(context, task)) {
    case reduce_way::offsets:
        return tcui_reduce_offsets_plan(context, task, layout);
    case reduce_way::slices:
    case reduce_way::array:
        return tcui_reduce_slices_plan(context, task, layout);
    default:
        return TCU_SUCCESS;
    }
}

tcu_status execute(tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    switch (way_of(context, task)) {
    case reduce_way::offsets:
        return tcui_reduce_offsets_execute(context, task, workspace);
    case reduce_way::slices:
        return tcui_reduce_slices_execute(context, task, workspace);
    case reduce_way::array:
        return tcui_reduce_array_execute(context, task, workspace);
    case reduce_way::registers:
        return tcui_reduce_registers_execute(context, task);
    case reduce_way::small:
        return tcui_reduce_small_execute(context, task);
    case reduce_way::vectors:
        return tcui_reduce_vectors_execute(context, task);
    case reduce_way::runs:
        return tcui_reduce_runs_execute(context, task);
    }
    return TCU_ERROR_DEVICE;
}

} // namespace

extern "C" const tcui_reduce_backend tcui_reduce_cuda = {plan, execute};
