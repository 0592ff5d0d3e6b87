/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of one operator on every path. */
#ifndef TCUI_SCAN_CUDA_OPERATORS_LAUNCH_CUH
#define TCUI_SCAN_CUDA_OPERATORS_LAUNCH_CUH

#include "dispatch.cuh"
#include "primitives/scan/cuda/one_pass/launch.cuh"
#include "primitives/scan/cuda/tiles/kernels.cuh"

namespace tcu
{

template <class Operator, class Out>
tcu_status scan_by(tcu_context *context, const tcui_scan_task *task, scan_path path, void *workspace)
{
    const Operator op(task);
    if (path == scan_path::one_pass) {
        return launch_one_pass<Operator, Out, false>(context, task, workspace, op);
    }
    return launch_scan_tiles<Operator, Out, false>(context, task, workspace, op);
}

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_OPERATORS_LAUNCH_CUH */
