/* SPDX-License-Identifier: Apache-2.0 */
/* Segments of one medium size, a warp each or for a run of them: plain sums. */
#include "primitives/reduce/cuda/kernels/warps.cuh"

#include "dispatch.cuh"

using namespace tcu;

tcu_status tcui_reduce_warps_execute(tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    return dispatch_reduce(
        context, task, reduce_path::warps, workspace, TCU_ARITHMETIC_PLAIN,
        [&](auto op, auto matrix) { return reduce_warps<decltype(op), decltype(matrix)::value>(context, task, op); });
}
