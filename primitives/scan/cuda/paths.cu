/* SPDX-License-Identifier: Apache-2.0 */
/* The scans of the CUDA backend: which code path a call takes. */
#include <iterator>

#include "paths.h"
#include "primitives/pipeline/of_task.cuh"

namespace
{

using namespace tcu;

/* Whether it is small also depends on where the arrays lie: its workspace does for the one-pass scan, too. */
tcu_status plan_small(tcu_context *context, const tcui_scan_task *task, tcui_layout *layout)
{
    return tcui_scan_needs_no_workspace(context, task) ? TCU_SUCCESS : tcui_scan_one_pass_plan(context, task, layout);
}

const tcui_path paths[] = {
    {"small", of_task<tcui_scan_is_small>::call, nullptr, of_task<plan_small>::call,
     of_task<tcui_scan_small_execute>::call},
    {"one_pass", of_task<tcui_scan_is_one_pass>::call, nullptr, of_task<tcui_scan_one_pass_plan>::call,
     of_task<tcui_scan_one_pass_execute>::call},
    {"tiles", nullptr, nullptr, of_task<tcui_scan_tiles_plan>::call, of_task<tcui_scan_tiles_execute>::call},
};

} // namespace

extern "C" const tcui_operation tcui_scan_cuda = {TCUI_SCAN, "scan", paths, std::size(paths), nullptr, nullptr};
