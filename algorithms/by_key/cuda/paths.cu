/* SPDX-License-Identifier: Apache-2.0 */
/* The code paths of operations by key on CUDA devices. */
#include "algorithms/by_key/runs.h"
#include "arrays.h"
#include "paths.h"
#include "primitives/pipeline/of_task.cuh"

namespace
{

using namespace tcu;

/* Name, and functions: applies, pays, reserve, execute. The second one is what other backends do (runs.h): for values that
 * are records, and to be held against the first one. */
const tcui_path paths[] = {
    path_row<tcui_by_key_fits_one_pass, nullptr, tcui_by_key_one_pass_reserve, tcui_by_key_one_pass_execute>(
        "one_pass"),
    {"runs", nullptr, nullptr, tcui_by_key_runs_reserve, tcui_by_key_runs_execute},
};

/* (Few groups are sorted as many are.) */
const tcui_by_key_extension extension = {tcui_by_key_cuda_pick, tcui_by_key_cuda_end_offsets, nullptr, nullptr,
                                         nullptr};

} // namespace

extern "C" const tcui_operation tcui_by_key_cuda = operation_of(TCUI_BY_KEY, "by_key", paths, nullptr, &extension);
