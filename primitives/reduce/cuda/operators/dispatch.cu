/* SPDX-License-Identifier: Apache-2.0 */
/* From a task to its operator, whose kernels are compiled elsewhere (instances.cmake). */
#include "primitives/reduce/cuda/dispatch.cuh"

namespace tcu
{

template <class Operator>
tcu_status reduce_by(tcu_context *context, const tcui_reduce_task *task, reduce_path path, void *workspace);

} // namespace tcu

tcu_status tcu::reduce_by_operator(tcu_context *context, const tcui_reduce_task *task, reduce_path path,
                                   void *workspace)
{
    return dispatch_reduction(
        task, [&](auto any) { return reduce_by<typename decltype(any)::type>(context, task, path, workspace); });
}
