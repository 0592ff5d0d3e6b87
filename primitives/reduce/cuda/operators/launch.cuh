/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of one operator on every path; of those that need elements' places on the paths that give them. */
#ifndef TCUI_REDUCE_CUDA_OPERATORS_LAUNCH_CUH
#define TCUI_REDUCE_CUDA_OPERATORS_LAUNCH_CUH

#include "primitives/reduce/cuda/dispatch.cuh"
#include "primitives/reduce/cuda/kernels/array.cuh"
#include "primitives/reduce/cuda/kernels/chunks.cuh"
#include "primitives/reduce/cuda/kernels/lanes.cuh"
#include "primitives/reduce/cuda/kernels/offsets.cuh"
#include "primitives/reduce/cuda/kernels/threads.cuh"
#include "primitives/reduce/cuda/kernels/warps.cuh"

namespace tcu
{

template <class Operator>
tcu_status reduce_by(tcu_context *context, const tcui_reduce_task *task, reduce_path path, void *workspace)
{
    const Operator op(task);
    constexpr bool on_matrix = false;
    if constexpr (!is_located<Operator>) {
        switch (path) {
        case reduce_path::array:
            return reduce_array(context, task, op, workspace);
        case reduce_path::threads:
            return reduce_threads(context, task, op);
        case reduce_path::warps:
            return reduce_warps<Operator, on_matrix>(context, task, op);
        default:
            break;
        }
    }
    switch (path) {
    case reduce_path::lanes:
        return reduce_lanes<Operator, on_matrix>(context, task, op);
    case reduce_path::chunks:
        return reduce_chunks<Operator, on_matrix>(context, task, op, workspace);
    default:
        return reduce_offsets<Operator, on_matrix>(context, task, op, workspace);
    }
}

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_OPERATORS_LAUNCH_CUH */
