/* SPDX-License-Identifier: Apache-2.0 */
/* The scans of the CUDA backend: which code path a call takes. */
#include "paths.h"

static tcu_status plan(tcu_context *context, const tcui_scan_task *task, tcui_layout *layout)
{
    if (tcui_scan_needs_no_workspace(context, task))
        return TCU_SUCCESS;
    return tcui_scan_is_one_pass(context, task) ? tcui_scan_one_pass_plan(context, task, layout)
                                                : tcui_scan_tiles_plan(context, task, layout);
}

static tcu_status execute(tcu_context *context, const tcui_scan_task *task, void *workspace)
{
    if (tcui_scan_is_small(context, task))
        return tcui_scan_small_execute(context, task, workspace);
    return tcui_scan_is_one_pass(context, task) ? tcui_scan_one_pass_execute(context, task, workspace)
                                                : tcui_scan_tiles_execute(context, task, workspace);
}

extern "C" const tcui_scan_backend tcui_scan_cuda = {plan, execute};
