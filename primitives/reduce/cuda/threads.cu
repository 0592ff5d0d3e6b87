/* SPDX-License-Identifier: Apache-2.0 */
/* Segments of a few elements, a thread each: plain sums. */
#include "primitives/reduce/cuda/kernels/threads.cuh"

#include "dispatch.cuh"

using namespace tcu;

tcu_status tcui_reduce_threads_execute(tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    /* (Its sums are too short for the matrix unit.) */
    return dispatch_reduce(context, task, reduce_path::threads, workspace, TCU_ARITHMETIC_PLAIN,
                           [&](auto op, auto) { return reduce_threads(context, task, op); });
}
