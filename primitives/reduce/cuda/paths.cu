/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reductions of the CUDA backend: which code path a call takes. Where a path needs a workspace, types and sizes
 * alone decide, since reserve() has no pointers.
 */
#include "paths.h"
#include "primitives/context/types.h"
#include "primitives/pipeline/of_task.cuh"
#include "tuning.h"

namespace
{

using namespace tcu;

bool is_reproducible(const tcu_context *, const tcui_reduce_task *task)
{
    return task->reproducible;
}

/* All other paths sum in orders of their own. */
bool has_offsets(const tcu_context *, const tcui_reduce_task *task)
{
    return task->segments.size == 0 && !task->reproducible;
}

bool has_sizes(const tcu_context *, const tcui_reduce_task *task)
{
    return task->segments.size > 0 && !task->reproducible;
}

uint64_t segment_bytes(const tcui_reduce_task *task)
{
    return task->segments.size * tcu_type_size(task->in_type);
}

/* Segments that several blocks share, one of everything included. */
bool are_long(const tcu_context *context, const tcui_reduce_task *task)
{
    const tcui_sum_policy policy = tcui_sum_policy_of(context, task->in_type);
    return task->segments.count == 1 || task->segments.size > policy.warp_bytes / tcu_type_size(task->in_type);
}

/* Two arrays are read on paths that know where elements are: by lanes, by chunks, by offsets. */
bool has_one_array(const tcui_reduce_task *task)
{
    return task->reduction.map != TCUI_MAP_TIMES;
}

bool is_array(const tcu_context *context, const tcui_reduce_task *task)
{
    return has_sizes(context, task) && has_one_array(task) && tcui_reduce_array_takes(context, task);
}

tcu_status reserve_array(tcu_context *context, const tcui_reduce_task *task, tcui_layout *layout)
{
    return tcui_reduce_array_needs_no_workspace(context, task) ? TCU_SUCCESS
                                                               : tcui_reduce_chunks_reserve(context, task, layout);
}

/* Segments that a block, a warp or a thread sums by itself. */
bool are_short(const tcu_context *context, const tcui_reduce_task *task)
{
    return has_sizes(context, task) && !are_long(context, task);
}

/* A thread adds reals in four chains at most, whose rounding errors grow with their length, the bound of reduce.h with
 * its logarithm. */
bool fits_threads(const tcu_context *context, const tcui_reduce_task *task)
{
    const uint64_t most =
        tcui_is_real(task->in_type) ? TCUI_REDUCE_MOST_THREAD_BYTES_OF_REALS : TCUI_REDUCE_MOST_THREAD_BYTES;
    return are_short(context, task) && has_one_array(task) && segment_bytes(task) <= most;
}

/* Threads at distances of whole vectors would have bank conflicts. */
bool threads_pay(const tcu_context *context, const tcui_reduce_task *task)
{
    const tcui_sum_policy policy = tcui_sum_policy_of(context, task->in_type);
    const uint64_t bytes = segment_bytes(task);
    return task->segments.size <= policy.thread_elements || (bytes <= policy.thread_bytes && bytes % 16 != 0);
}

/* Segments that several lanes share: none begins and ends in one vector. */
bool fits_warps(const tcu_context *context, const tcui_reduce_task *task)
{
    return are_short(context, task) && has_one_array(task) && segment_bytes(task) >= 16;
}

bool fits_lanes(const tcu_context *context, const tcui_reduce_task *task)
{
    const bool fits =
        has_one_array(task) ? fits_warps(context, task) : has_sizes(context, task) && task->segments.count > 1;
    return fits && task->segments.size <= TCUI_REDUCE_MOST_LANES_BYTES / tcu_type_size(task->in_type);
}

bool lanes_pay(const tcu_context *context, const tcui_reduce_task *task)
{
    return !has_one_array(task) || segment_bytes(task) <= tcui_sum_policy_of(context, task->in_type).lanes_bytes;
}

/* Name, and functions: applies, pays, reserve, execute. */
const tcui_path paths[] = {
    path_row<is_reproducible, nullptr, tcui_reduce_reproducible_reserve, tcui_reduce_reproducible_execute>(
        "reproducible"),
    path_row<has_offsets, nullptr, tcui_reduce_offsets_reserve, tcui_reduce_offsets_execute>("offsets"),
    path_row<is_array, nullptr, reserve_array, tcui_reduce_array_execute>("array"),
    path_row<fits_threads, threads_pay, nullptr, tcui_reduce_threads_execute>("threads"),
    path_row<fits_lanes, lanes_pay, nullptr, tcui_reduce_lanes_execute>("lanes"),
    path_row<fits_warps, nullptr, nullptr, tcui_reduce_warps_execute>("warps"),
    path_row<has_sizes, nullptr, tcui_reduce_chunks_reserve, tcui_reduce_chunks_execute>("chunks"),
};

const tcui_reduce_extension extension = {tcui_reduce_write_results};

} // namespace

extern "C" const tcui_operation tcui_reduce_cuda = operation_of(TCUI_REDUCE, "reduce", paths, nullptr, &extension);
