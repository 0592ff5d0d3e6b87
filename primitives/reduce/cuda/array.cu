/* SPDX-License-Identifier: Apache-2.0 */
/* Small whole arrays: plain sums, and which arrays are small. */
#include "primitives/reduce/cuda/kernels/array.cuh"

#include "dispatch.cuh"

using namespace tcu;

bool tcui_reduce_array_takes(const tcu_context *context, const tcui_reduce_task *task)
{
    return task->segments.count == 1 && !sums_on_matrix(context, task, TCU_ARITHMETIC_PLAIN) &&
           task->segments.n * tcu_type_size(task->in_type) <= few_batches_limit(context);
}

bool tcui_reduce_array_needs_no_workspace(const tcu_context *context, const tcui_reduce_task *task)
{
    const uint64_t bytes = task->segments.n * tcu_type_size(task->in_type);
    return bytes <= array_block_bytes || cluster_blocks_for(context, tcui_device_resources(context), bytes) > 0;
}

tcu_status tcui_reduce_array_execute(tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    /* (Where the matrix unit is asked for, it takes no task that has a path to it.) */
    return dispatch_reduce(context, task, reduce_path::array, workspace, TCU_ARITHMETIC_PLAIN,
                           [&](auto op, auto) { return reduce_array(context, task, op, workspace); });
}
