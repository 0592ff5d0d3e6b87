/* SPDX-License-Identifier: Apache-2.0 */
/* Selections on CUDA devices: which code path a call takes. */
#include "algorithms/selection/cuda/array/path.h"
#include "algorithms/selection/cuda/long_rows/path.h"
#include "algorithms/selection/cuda/segments/path.h"
#include "primitives/pipeline/of_task.cuh"

namespace
{

using namespace tcu;

/* Name, and functions: applies, pays, reserve, execute. */
const tcui_path paths[] = {
    path_row<tcui_selection_is_of_array, tcui_selection_array_pays, tcui_selection_array_reserve,
             tcui_selection_array_execute>("array"),
    path_row<tcui_selection_has_rows, tcui_selection_long_rows_pay, tcui_selection_long_rows_reserve,
             tcui_selection_long_rows_execute>("long_rows"),
    path_row<tcui_selection_is_top_k, nullptr, tcui_selection_segments_reserve, tcui_selection_segments_execute>(
        "segments"),
};

} // namespace

extern "C" const tcui_operation tcui_selection_cuda = operation_of(TCUI_SELECTION, "selection", paths);
