/* SPDX-License-Identifier: Apache-2.0 */
/* From a task to its operator, whose kernels are compiled elsewhere (instances.cmake). */
#include "dispatch.cuh"

namespace tcu
{

template <class Operator, class Out>
tcu_status scan_by(tcu_context *context, const tcui_scan_task *task, scan_path path, void *workspace);

} // namespace tcu

tcu_status tcu::scan_by_operator(tcu_context *context, const tcui_scan_task *task, scan_path path, void *workspace)
{
    return dispatch_scan_operator(task, [&](auto types) {
        using type = decltype(types);
        return scan_by<typename type::op, typename type::out>(context, task, path, workspace);
    });
}
