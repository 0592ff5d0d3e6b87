/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reproducible sums: which kernels, and how many levels.
 *
 *     segments of one size, up to a row of 256    sum_columns
 *     longer ones, the whole array among them     sum_matrices, level by level
 *     by offsets                                  sum_columns; and sum_slots, finish_slots, level by level
 */
#include "primitives/reduce/cuda/kernels/reproducible_offsets.cuh"

#include "paths.h"
#include "primitives/reduce/cuda/sums/reproducible_levels.cuh"
#include "primitives/reduce/elements.h"

using namespace tcu;

namespace
{

template <class In, class Acc>
struct reproducible_types {
    using in = In;
    using acc = Acc;
};

/* function(reproducible_types<...>()) of a sum of reals. */
template <class Function>
tcu_status dispatch_types(const tcui_reduce_task *task, Function function)
{
    switch (task->in_type) {
    case TCU_TYPE_F16:
        return function(reproducible_types<f16, f32>());
    case TCU_TYPE_BF16:
        return function(reproducible_types<bf16, f32>());
    case TCU_TYPE_F32:
        return task->out_type == TCU_TYPE_F64 ? function(reproducible_types<f32, f64>())
                                              : function(reproducible_types<f32, f32>());
    default:
        return function(reproducible_types<f64, f64>());
    }
}

reproducible_result result_of(const tcui_reduce_task *task)
{
    return {task->out, task->out_type, task->reduction.has_initial, task->reduction.initial,
            tcui_quiet_nan_bits(task->out_type)};
}

bool evicts_first(const tcui_reduce_task *task)
{
    const tcui_segments &segments = task->segments;
    return tcui_sum_evicts_input_first(segments.n * tcu_type_size(task->in_type),
                                       segments.count * tcu_type_size(task->out_type));
}

/* ------------------------------------------------------------------------------------ segments of one size --- */

template <class In, class Acc, bool Mapped>
tcu_status launch_matrices(tcu_context *context, const tcui_reduce_task *task, const In *in, uint64_t size, int level,
                           Acc *sums)
{
    const tcui_segments &segments = task->segments;
    const uint64_t chunks = tcui_reproducible_chunks(size);
    const matrix_level<In> of_level = {in, segments, size, chunks, level > 0, level == 0 && evicts_first(task)};
    return launch_as(launch_kind::overlapping, context, sum_matrices<In, Acc, Mapped>,
                     blocks_of(segments.count * chunks), reproducible_threads, 0, of_level,
                     mapped_term<Acc, Mapped>{task->reduction.map == TCU_MAP_SQUARE}, chunks > 1 ? sums : nullptr,
                     result_of(task));
}

template <class In, class Acc, bool Mapped>
tcu_status sum_sizes(tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    Acc *sums[most_levels] = {};
    tcui_layout layout = {};
    const int levels = place_sums(&layout, task->segments, workspace, sums);
    uint64_t size = longest(task->segments);
    tcu_status status =
        launch_matrices<In, Acc, Mapped>(context, task, static_cast<const In *>(task->in), size, 0, sums[0]);
    for (int level = 1; level <= levels && status == TCU_SUCCESS; level++) {
        size = tcui_reproducible_chunks(size);
        status = launch_matrices<Acc, Acc, false>(context, task, sums[level - 1], size, level,
                                                  level < levels ? sums[level] : nullptr);
    }
    return status;
}

/* As few lanes for each segment as have its columns. */
int lanes_of(const tcui_segments &segments)
{
    int lanes = segments.size > 0 ? 1 : TCUI_REDUCE_REPRODUCIBLE_OFFSETS_LANES;
    while (segments.size > 0 && static_cast<uint64_t>(lanes) * lane_columns < segments.size) {
        lanes *= 2;
    }
    return lanes;
}

template <class In, class Acc, bool Mapped>
tcu_status sum_short(tcu_context *context, const tcui_reduce_task *task)
{
    const int lanes = lanes_of(task->segments);
    const uint64_t warps = divide_up(task->segments.count, TCUI_WARP_LANES / lanes);
    return launch_as(launch_kind::overlapping, context, sum_columns<In, Acc, Mapped>, blocks_of(warps),
                     reproducible_threads, 0, static_cast<const In *>(task->in), task->segments, lanes,
                     evicts_first(task), mapped_term<Acc, Mapped>{task->reduction.map == TCU_MAP_SQUARE},
                     result_of(task));
}

/* ------------------------------------------------------------------------------------- segments by offsets --- */

template <class In, class Acc, bool Mapped>
tcu_status sum_offsets(tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    const tcui_segments &segments = task->segments;
    Acc *sums[most_levels] = {};
    uint64_t *first_segment;
    int levels;
    tcui_layout layout = {};
    const slot_search search = place_search(&layout, segments, workspace, &first_segment, sums, &levels);
    const mapped_term<Acc, Mapped> term = {task->reduction.map == TCU_MAP_SQUARE};
    tcu_status status = TCU_SUCCESS;
    if (levels > 0) {
        status = launch_search(context, search, first_segment);
    }
    if (status == TCU_SUCCESS) {
        status = sum_short<In, Acc, Mapped>(context, task);
    }
    uint64_t slots = segments.n;
    for (int level = 0; level < levels && status == TCU_SUCCESS; level++) {
        slots = tcui_reproducible_slots(slots);
        status = level == 0 ? launch_as(launch_kind::overlapping, context, sum_slots<In, Acc, Mapped>, blocks_of(slots),
                                        reproducible_threads, 0, static_cast<const In *>(task->in), search, level,
                                        slots, evicts_first(task), term, sums[level])
                            : launch_as(launch_kind::overlapping, context, sum_slots<Acc, Acc, false>, blocks_of(slots),
                                        reproducible_threads, 0, static_cast<const Acc *>(sums[level - 1]), search,
                                        level, slots, false, mapped_term<Acc, false>{}, sums[level]);
        if (status == TCU_SUCCESS) {
            status =
                launch_as(launch_kind::overlapping, context, finish_slots<Acc>, blocks_of(slots), reproducible_threads,
                          0, static_cast<const Acc *>(sums[level]), search, level, slots, result_of(task));
        }
    }
    return status;
}

template <class In, class Acc, bool Mapped>
tcu_status sum_segments(tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    if (task->segments.size == 0) {
        return sum_offsets<In, Acc, Mapped>(context, task, workspace);
    }
    return task->segments.size <= TCUI_REPRODUCIBLE_COLUMNS ? sum_short<In, Acc, Mapped>(context, task)
                                                            : sum_sizes<In, Acc, Mapped>(context, task, workspace);
}

} // namespace

tcu_status tcui_reduce_reproducible_reserve(tcu_context *, const tcui_reduce_task *task, tcui_layout *layout)
{
    return dispatch_types(task, [&](auto types) {
        typename decltype(types)::acc *sums[most_levels] = {};
        if (task->segments.size > 0) {
            place_sums(layout, task->segments, nullptr, sums);
        } else {
            uint64_t *first_segment;
            int levels;
            place_search(layout, task->segments, nullptr, &first_segment, sums, &levels);
        }
        return TCU_SUCCESS;
    });
}

tcu_status tcui_reduce_reproducible_execute(tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    return dispatch_types(task, [&](auto types) {
        using In = typename decltype(types)::in;
        using Acc = typename decltype(types)::acc;
        return task->reduction.map == TCU_MAP_NONE ? sum_segments<In, Acc, false>(context, task, workspace)
                                                   : sum_segments<In, Acc, true>(context, task, workspace);
    });
}
