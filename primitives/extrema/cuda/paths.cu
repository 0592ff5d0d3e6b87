/* SPDX-License-Identifier: Apache-2.0 */
/* The extrema of the CUDA backend: which code path a call takes. Types and sizes alone decide. */
#include "paths.h"

#include "primitives/context/types.h"
#include "primitives/pipeline/of_task.cuh"
#include "primitives/reduce/cuda/tuning.h"
#include "primitives/tile/element.cuh"

namespace
{

using namespace tcu;

/* function(bits of the elements' width). */
template <class Function>
tcu_status dispatch_width(const tcui_extrema_task *task, Function function)
{
    switch (tcu_type_size(task->type)) {
    case 1:
        return function(u8());
    case 2:
        return function(u16());
    case 4:
        return function(u32());
    default:
        return function(u64());
    }
}

template <extrema_path Path>
tcu_status reserve(tcu_context *context, const tcui_extrema_task *task, tcui_layout *layout)
{
    return dispatch_width(task,
                          [&](auto bits) { return reserve_extrema<decltype(bits)>(context, task, Path, layout); });
}

template <extrema_path Path>
tcu_status execute(tcu_context *context, const tcui_extrema_task *task, void *workspace)
{
    return dispatch_width(task,
                          [&](auto bits) { return launch_extrema<decltype(bits)>(context, task, Path, workspace); });
}

bool has_offsets(const tcu_context *, const tcui_extrema_task *task)
{
    return task->segments.size == 0;
}

bool has_sizes(const tcu_context *, const tcui_extrema_task *task)
{
    return task->segments.size > 0;
}

/* Segments of which a block's tile holds one or more, wherever they begin. */
bool fits_lanes(const tcu_context *, const tcui_extrema_task *task)
{
    return task->segments.size > 0 && task->segments.size <= TCUI_REDUCE_MOST_LANES_BYTES / tcu_type_size(task->type);
}

/* A whole array is better shared by several blocks. */
bool lanes_pay(const tcu_context *, const tcui_extrema_task *task)
{
    return task->segments.count > 1;
}

/* Name, and functions: applies, pays, reserve, execute. */
const tcui_path paths[] = {
    path_row<has_offsets, nullptr, reserve<extrema_path::offsets>, execute<extrema_path::offsets>>("offsets"),
    path_row<fits_lanes, lanes_pay, nullptr, execute<extrema_path::lanes>>("lanes"),
    path_row<has_sizes, nullptr, reserve<extrema_path::chunks>, execute<extrema_path::chunks>>("chunks"),
};

} // namespace

extern "C" const tcui_operation tcui_extrema_cuda = operation_of(TCUI_EXTREMA, "extrema", paths);
