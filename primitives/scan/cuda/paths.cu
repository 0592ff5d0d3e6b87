/* SPDX-License-Identifier: Apache-2.0 */
/* The scans of the CUDA backend: which code path a call takes. */
#include "paths.h"
#include "primitives/pipeline/of_task.cuh"

namespace
{

using namespace tcu;

/* Whether it is small also depends on where the arrays lie: its workspace does for the one-pass scan, too. */
tcu_status reserve_small(tcu_context *context, const tcui_scan_task *task, tcui_layout *layout)
{
    return tcui_scan_needs_no_workspace(context, task) ? TCU_SUCCESS
                                                       : tcui_scan_one_pass_reserve(context, task, layout);
}

/* The other paths add in orders of their own. */
bool takes_any_order(const tcu_context *, const tcui_scan_task *task)
{
    return !task->reproducible;
}

bool is_small(const tcu_context *context, const tcui_scan_task *task)
{
    return takes_any_order(context, task) && tcui_scan_is_small(context, task);
}

bool is_one_pass(const tcu_context *context, const tcui_scan_task *task)
{
    return takes_any_order(context, task) && tcui_scan_is_one_pass(context, task);
}

/* Name, and functions: applies, pays, reserve, execute. */
const tcui_path paths[] = {
    path_row<tcui_scan_is_reproducible, nullptr, tcui_scan_reproducible_reserve, tcui_scan_reproducible_execute>(
        "reproducible"),
    path_row<is_small, nullptr, reserve_small, tcui_scan_small_execute>("small"),
    path_row<is_one_pass, nullptr, tcui_scan_one_pass_reserve, tcui_scan_one_pass_execute>("one_pass"),
    path_row<takes_any_order, nullptr, tcui_scan_tiles_reserve, tcui_scan_tiles_execute>("tiles"),
};

} // namespace

extern "C" const tcui_operation tcui_scan_cuda = operation_of(TCUI_SCAN, "scan", paths);
