/* SPDX-License-Identifier: Apache-2.0 */
/* The moments of the CUDA backend: which code path a call takes. Types and sizes alone decide. */
#include "paths.h"
#include "primitives/pipeline/of_task.cuh"
#include "tuning.h"

namespace
{

using namespace tcu;

bool has_columns(const tcu_context *, const tcui_moments_task *task)
{
    return task->of_columns;
}

bool is_reproducible(const tcu_context *, const tcui_moments_task *task)
{
    return task->reproducible;
}

/* All other paths join moments in orders of their own. */
bool has_offsets(const tcu_context *, const tcui_moments_task *task)
{
    return !task->of_columns && task->segments.size == 0 && !task->reproducible;
}

bool has_sizes(const tcu_context *, const tcui_moments_task *task)
{
    return !task->of_columns && task->segments.size > 0 && !task->reproducible;
}

/* (The last segment may be the only one, and shorter.) */
bool are_short(const tcu_context *context, const tcui_moments_task *task)
{
    const uint64_t size = task->segments.size < task->segments.n ? task->segments.size : task->segments.n;
    return size <= tcui_moments_policy_of(context).warp_bytes / tcu_type_size(task->in_type);
}

/* Name, and functions: applies, pays, reserve, execute. */
const tcui_path paths[] = {
    path_row<is_reproducible, nullptr, tcui_moments_reproducible_reserve, tcui_moments_reproducible_execute>(
        "reproducible"),
    path_row<has_columns, nullptr, tcui_moments_columns_reserve, tcui_moments_columns_execute>("columns"),
    path_row<has_offsets, nullptr, tcui_moments_offsets_reserve, tcui_moments_offsets_execute>("offsets"),
    path_row<has_sizes, are_short, nullptr, tcui_moments_warps_execute>("warps"),
    path_row<has_sizes, nullptr, tcui_moments_chunks_reserve, tcui_moments_chunks_execute>("chunks"),
};

} // namespace

extern "C" const tcui_operation tcui_moments_cuda = operation_of(TCUI_MOMENTS, "moments", paths);
