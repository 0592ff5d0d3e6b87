/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reductions of the CUDA backend: which code path a call takes. Where a path needs a workspace, types and sizes
 * alone decide, since reserve() has no pointers.
 */
#include <iterator>

#include "paths.h"
#include "primitives/pipeline/of_task.cuh"
#include "tuning.h"

namespace
{

using namespace tcu;

bool has_offsets(const tcu_context *, const tcui_reduce_task *task)
{
    return task->segments.size == 0;
}

bool has_sizes(const tcu_context *, const tcui_reduce_task *task)
{
    return task->segments.size > 0;
}

uint64_t segment_bytes(const tcui_reduce_task *task)
{
    return task->segments.size * tcu_type_size(task->in_type);
}

/* Segments that several blocks share, one of everything included. */
bool are_long(const tcu_context *, const tcui_reduce_task *task)
{
    const tcui_sum_policy policy = tcui_sum_policy_of(task->in_type);
    return task->segments.count == 1 || task->segments.size > policy.warp_bytes / tcu_type_size(task->in_type);
}

bool is_array(const tcu_context *context, const tcui_reduce_task *task)
{
    return has_sizes(context, task) && tcui_reduce_array_takes(context, task);
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

bool fits_threads(const tcu_context *context, const tcui_reduce_task *task)
{
    return are_short(context, task) && segment_bytes(task) <= TCUI_REDUCE_MOST_THREAD_BYTES;
}

/* Threads at distances of whole vectors would have bank conflicts. */
bool threads_pay(const tcu_context *, const tcui_reduce_task *task)
{
    const tcui_sum_policy policy = tcui_sum_policy_of(task->in_type);
    const uint64_t bytes = segment_bytes(task);
    return task->segments.size <= policy.thread_elements || (bytes <= policy.thread_bytes && bytes % 16 != 0);
}

/* Segments that several lanes share: none begins and ends in one vector. */
bool fits_warps(const tcu_context *context, const tcui_reduce_task *task)
{
    return are_short(context, task) && segment_bytes(task) >= 16;
}

bool fits_lanes(const tcu_context *context, const tcui_reduce_task *task)
{
    return fits_warps(context, task) && segment_bytes(task) <= TCUI_REDUCE_MOST_LANES_BYTES;
}

bool lanes_pay(const tcu_context *, const tcui_reduce_task *task)
{
    return segment_bytes(task) <= tcui_sum_policy_of(task->in_type).lanes_bytes;
}

const tcui_path paths[] = {
    {.name = "offsets",
     .applies = of_task<has_offsets>::call,
     .pays = nullptr,
     .reserve = of_task<tcui_reduce_offsets_reserve>::call,
     .execute = of_task<tcui_reduce_offsets_execute>::call},
    {.name = "array",
     .applies = of_task<is_array>::call,
     .pays = nullptr,
     .reserve = of_task<reserve_array>::call,
     .execute = of_task<tcui_reduce_array_execute>::call},
    {.name = "threads",
     .applies = of_task<fits_threads>::call,
     .pays = of_task<threads_pay>::call,
     .reserve = nullptr,
     .execute = of_task<tcui_reduce_threads_execute>::call},
    {.name = "lanes",
     .applies = of_task<fits_lanes>::call,
     .pays = of_task<lanes_pay>::call,
     .reserve = nullptr,
     .execute = of_task<tcui_reduce_lanes_execute>::call},
    {.name = "warps",
     .applies = of_task<fits_warps>::call,
     .pays = nullptr,
     .reserve = nullptr,
     .execute = of_task<tcui_reduce_warps_execute>::call},
    {.name = "chunks",
     .applies = of_task<has_sizes>::call,
     .pays = nullptr,
     .reserve = of_task<tcui_reduce_chunks_reserve>::call,
     .execute = of_task<tcui_reduce_chunks_execute>::call},
};

} // namespace

extern "C" const tcui_operation tcui_reduce_cuda = {.id = TCUI_REDUCE,
                                                    .name = "reduce",
                                                    .paths = paths,
                                                    .num_paths = std::size(paths),
                                                    .reserve = nullptr,
                                                    .extension = nullptr};
