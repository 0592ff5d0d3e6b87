/* SPDX-License-Identifier: Apache-2.0 */
/* The compactions of the CUDA backend: which code path a call takes. Only what a query has decides, but for the
 * sizes of columns' items: a query of columns gives 16 bytes, and reserve() reserves what narrower ones need, too. */
#include "paths.h"
#include "primitives/pipeline/of_task.cuh"
#include <algorithm>

namespace
{

using namespace tcu;

/* A query gives each column as 16 bytes that may be records, and of runs by key no keys: reserves what the call of words
 * needs, in one pass or as a small one, if that is more. */
tcu_status reserve_tiles(tcu_context *context, const tcui_compact_task *task, tcui_layout *layout)
{
    tcui_layout in_one_pass = *layout, in_registers = *layout;
    tcu_status status = tcui_compact_tiles_reserve(context, task, layout);
    if (status == TCU_SUCCESS && context->has_bulk_copies && task->num_columns <= 1) {
        status = tcui_compact_one_pass_reserve(context, task, &in_one_pass);
        layout->bytes = std::max(layout->bytes, in_one_pass.bytes);
    }
    if (status == TCU_SUCCESS && context->has_bulk_copies && task->has_records) {
        status = tcui_compact_small_reserve(context, task, &in_registers);
        layout->bytes = std::max(layout->bytes, in_registers.bytes);
    }
    return status;
}

/* Name, and functions: applies, pays, reserve, execute. */
const tcui_path paths[] = {
    path_row<tcui_compact_fits_small, tcui_compact_small_pays, tcui_compact_small_reserve, tcui_compact_small_execute>(
        "small"),
    path_row<tcui_compact_fits_one_pass, tcui_compact_one_pass_pays, tcui_compact_one_pass_reserve,
             tcui_compact_one_pass_execute>("one_pass"),
    path_row<nullptr, nullptr, reserve_tiles, tcui_compact_tiles_execute>("tiles"),
};

} // namespace

extern "C" const tcui_operation tcui_compact_cuda = operation_of(TCUI_COMPACT, "compact", paths);
