/* SPDX-License-Identifier: Apache-2.0 */
/* Reproducible moments of segments: which kernels (reproducible.cuh), how many levels, and their workspace. */
#include "reproducible.cuh"

#include "moments.cuh"
#include "paths.h"
#include "primitives/reduce/cuda/sums/reproducible_levels.cuh"

namespace
{

using namespace tcu;

struct moments_places {
    sum_pair *sums[most_levels];
    f64 *shifts; /* of each segment, by offsets of each slot of level 0 */
    uint64_t *first_segment;
    slot_search search;
    int levels;
};

/* Reserves the workspace; with a base, also says where things are. */
moments_places place_all(const tcui_segments &segments, tcui_layout *layout, void *base)
{
    moments_places at = {};
    at.search.segments = segments;
    if (segments.size > 0) {
        at.levels = place_sums(layout, segments, base, at.sums);
    } else {
        at.search = place_search(layout, segments, base, &at.first_segment, at.sums, &at.levels);
    }
    if (at.levels > 0) {
        at.shifts = place<f64>(layout, base, segments.size > 0 ? segments.count : at.search.tiles);
    }
    return at;
}

bool evicts_first(const tcui_moments_task *task)
{
    return tcui_sum_evicts_input_first(task->segments.n * tcu_type_size(task->in_type),
                                       task->segments.count * sizeof(f64));
}

template <class In, class Out>
tcu_status of_short(tcu_context *context, const tcui_moments_task *task, const reproducible_moments<Out> &results)
{
    return launch_as(launch_kind::overlapping, context, short_moments<In, Out>, blocks_of(task->segments.count),
                     reproducible_threads, 0, static_cast<const In *>(task->in), task->segments, results);
}

/* Shifts, and the sums of chunks, `count` warps in all. */
template <class In, bool ByOffsets>
tcu_status sum_chunks(tcu_context *context, const tcui_moments_task *task, const moments_places &at, uint64_t shifts,
                      uint64_t count, uint64_t chunks)
{
    const In *const in = static_cast<const In *>(task->in);
    const tcu_status status = launch_as(launch_kind::overlapping, context, find_shifts<In, ByOffsets>,
                                        blocks_of(shifts), reproducible_threads, 0, in, at.search, shifts, at.shifts);
    return status == TCU_SUCCESS ? launch_as(launch_kind::overlapping, context, sum_deviations<In, ByOffsets>,
                                             blocks_of(count), reproducible_threads, 0, in, at.search, count, chunks,
                                             evicts_first(task), static_cast<const f64 *>(at.shifts), at.sums[0])
                                 : status;
}

template <class In, class Out>
tcu_status of_sizes(tcu_context *context, const tcui_moments_task *task, const moments_places &at,
                    const reproducible_moments<Out> &results)
{
    const tcui_segments &segments = task->segments;
    if (at.levels == 0) {
        return of_short<In>(context, task, results);
    }
    uint64_t size = tcui_reproducible_chunks(longest(segments));
    tcu_status status = sum_chunks<In, false>(context, task, at, segments.count, segments.count * size, size);
    for (int level = 1; level <= at.levels && status == TCU_SUCCESS; level++) {
        const uint64_t chunks = tcui_reproducible_chunks(size);
        status = launch_as(launch_kind::overlapping, context, sum_pairs<Out>, blocks_of(segments.count * chunks),
                           reproducible_threads, 0, static_cast<const sum_pair *>(at.sums[level - 1]), segments, size,
                           chunks, static_cast<const f64 *>(at.shifts), level < at.levels ? at.sums[level] : nullptr,
                           results);
        size = chunks;
    }
    return status;
}

template <class In, class Out>
tcu_status by_offsets(tcu_context *context, const tcui_moments_task *task, const moments_places &at,
                      const reproducible_moments<Out> &results)
{
    tcu_status status = at.levels > 0 ? launch_search(context, at.search, at.first_segment) : TCU_SUCCESS;
    if (status == TCU_SUCCESS) {
        status = of_short<In>(context, task, results);
    }
    uint64_t slots = task->segments.n;
    for (int level = 0; level < at.levels && status == TCU_SUCCESS; level++) {
        slots = tcui_reproducible_slots(slots);
        status = level == 0 ? sum_chunks<In, true>(context, task, at, slots, slots, 1)
                            : launch_as(launch_kind::overlapping, context, sum_slot_pairs<Out>, blocks_of(slots),
                                        reproducible_threads, 0, static_cast<const sum_pair *>(at.sums[level - 1]),
                                        at.search, level, slots, at.sums[level]);
        if (status == TCU_SUCCESS) {
            status = launch_as(launch_kind::overlapping, context, finish_pair_slots<Out>, blocks_of(slots),
                               reproducible_threads, 0, static_cast<const sum_pair *>(at.sums[level]), at.search, level,
                               slots, static_cast<const f64 *>(at.shifts), results);
        }
    }
    return status;
}

} // namespace

tcu_status tcui_moments_reproducible_reserve(tcu_context *, const tcui_moments_task *task, tcui_layout *layout)
{
    place_all(task->segments, layout, nullptr);
    return TCU_SUCCESS;
}

tcu_status tcui_moments_reproducible_execute(tcu_context *context, const tcui_moments_task *task, void *workspace)
{
    tcui_layout layout = {};
    const moments_places at = place_all(task->segments, &layout, workspace);
    return dispatch_moments(context, task, [&](auto types) {
        using In = typename decltype(types)::in;
        using Out = typename decltype(types)::out;
        const reproducible_moments<Out> results = {task->count, static_cast<Out *>(task->mean),
                                                   static_cast<Out *>(task->variance), task->correction};
        return task->segments.size > 0 ? of_sizes<In>(context, task, at, results)
                                       : by_offsets<In>(context, task, at, results);
    });
}
