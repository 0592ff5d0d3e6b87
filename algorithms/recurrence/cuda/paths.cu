/* SPDX-License-Identifier: Apache-2.0 */
/* The recurrences of the CUDA backend: one code path does arrays and segments of any size. */
#include "paths.h"
#include "primitives/pipeline/of_task.cuh"

namespace
{

using namespace tcu;

/* Name, and functions: applies, pays, reserve, execute. */
const tcui_path paths[] = {
    path_row<nullptr, nullptr, tcui_recurrence_one_pass_reserve, tcui_recurrence_one_pass_execute>("one_pass"),
};

} // namespace

extern "C" const tcui_operation tcui_recurrence_cuda = operation_of(TCUI_RECURRENCE, "recurrence", paths);
