/* SPDX-License-Identifier: Apache-2.0 */
/* Operations by key on CUDA devices: what compactions, reductions and scans there do (runs.h). */
#include "algorithms/by_key/runs.h"
#include "arrays.h"
#include "primitives/pipeline/of_task.cuh"

namespace
{

const tcui_path paths[] = {{"runs", nullptr, nullptr, tcui_by_key_runs_reserve, tcui_by_key_runs_execute}};

/* (Few groups are sorted as many are.) */
const tcui_by_key_extension extension = {
    tcui_by_key_cuda_gather, tcui_by_key_cuda_pick, tcui_by_key_cuda_end_offsets, nullptr, nullptr, nullptr};

} // namespace

extern "C" const tcui_operation tcui_by_key_cuda = tcu::operation_of(TCUI_BY_KEY, "by_key", paths, nullptr, &extension);
