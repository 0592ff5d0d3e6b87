/* SPDX-License-Identifier: Apache-2.0 */
/* The scans of the CUDA backend: which code path a call takes. */
#include <iterator>

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

const tcui_path paths[] = {
    {.name = "small",
     .applies = of_task<tcui_scan_is_small>::call,
     .pays = nullptr,
     .reserve = of_task<reserve_small>::call,
     .execute = of_task<tcui_scan_small_execute>::call},
    {.name = "one_pass",
     .applies = of_task<tcui_scan_is_one_pass>::call,
     .pays = nullptr,
     .reserve = of_task<tcui_scan_one_pass_reserve>::call,
     .execute = of_task<tcui_scan_one_pass_execute>::call},
    {.name = "tiles",
     .applies = nullptr,
     .pays = nullptr,
     .reserve = of_task<tcui_scan_tiles_reserve>::call,
     .execute = of_task<tcui_scan_tiles_execute>::call},
};

} // namespace

extern "C" const tcui_operation tcui_scan_cuda = {.id = TCUI_SCAN,
                                                  .name = "scan",
                                                  .paths = paths,
                                                  .num_paths = std::size(paths),
                                                  .reserve = nullptr,
                                                  .extension = nullptr};
