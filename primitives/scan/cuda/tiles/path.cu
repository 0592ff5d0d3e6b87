/* SPDX-License-Identifier: Apache-2.0 */
/* Scans by tiles (kernels.cuh): the workspace, and the kernels of plain sums. */
#include "kernels.cuh"
#include "primitives/scan/cuda/operators/dispatch.cuh"
#include "primitives/scan/cuda/paths.h"

using namespace tcu;

tcu_status tcui_scan_tiles_reserve(tcu_context *context, const tcui_scan_task *task, tcui_layout *layout)
{
    return dispatch_any_scan(context, task, [&](auto types) {
        using Acc = typename decltype(types)::op::acc;
        place_tails<Acc>(layout, task->segments, tile_count<Acc>(task->segments), nullptr);
        return TCU_SUCCESS;
    });
}

tcu_status tcui_scan_tiles_execute(tcu_context *context, const tcui_scan_task *task, void *workspace)
{
    if (!tcui_is_plain_sum(&task->reduction)) {
        return scan_by_operator(context, task, scan_path::tiles, workspace);
    }
    return dispatch_sum(context, task->in_type, task->out_type, [&](auto types) {
        using In = typename decltype(types)::in;
        using Acc = typename decltype(types)::acc;
        using Out = typename decltype(types)::out;
        const scan_sum<In, Acc> op;
        if constexpr (has_matrix_path<In, Acc>) {
            if (tcui_scan_uses_matrix(context, task->in_type)) {
                return launch_scan_tiles<scan_sum<In, Acc>, Out, true>(context, task, workspace, op);
            }
        }
        return launch_scan_tiles<scan_sum<In, Acc>, Out, false>(context, task, workspace, op);
    });
}
