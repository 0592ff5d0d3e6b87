/* SPDX-License-Identifier: Apache-2.0 */
/* Segments of a few to some hundred vectors: plain sums. */
#include "primitives/reduce/cuda/kernels/lanes.cuh"

#include "dispatch.cuh"

using namespace tcu;

tcu_status tcui_reduce_lanes_execute(tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    return dispatch_reduce(
        context, task, reduce_path::lanes, workspace, TCU_ARITHMETIC_PLAIN,
        [&](auto op, auto matrix) { return reduce_lanes<decltype(op), decltype(matrix)::value>(context, task, op); });
}
