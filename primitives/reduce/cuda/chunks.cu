/* SPDX-License-Identifier: Apache-2.0 */
/* Long segments, and large arrays as one: plain sums, and the workspace of all. */
#include "primitives/reduce/cuda/kernels/chunks.cuh"

#include "dispatch.cuh"

using namespace tcu;

tcu_status tcui_reduce_chunks_reserve(tcu_context *context, const tcui_reduce_task *task, tcui_layout *layout)
{
    return dispatch_any_operator(context, task, [&](auto any) {
        using Operator = typename decltype(any)::type;
        const uint64_t parts = most_parts(context, task->segments, sizeof(typename Operator::in));
        if (parts > 0) {
            tcui_layout_reserve(layout, parts, sizeof(typename Operator::acc));
        }
        return TCU_SUCCESS;
    });
}

tcu_status tcui_reduce_chunks_execute(tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    const bool one_batch = batches_of(context, task->segments, tcu_type_size(task->in_type)) == 1;
    const tcu_arithmetic policy = one_batch ? TCU_ARITHMETIC_PLAIN : tcui_sum_policy_of(context, task->in_type).chunks;
    return dispatch_reduce(context, task, reduce_path::chunks, workspace, policy, [&](auto op, auto matrix) {
        return reduce_chunks<decltype(op), decltype(matrix)::value>(context, task, op, workspace);
    });
}
