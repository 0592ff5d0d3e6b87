/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moments of segments that a few lanes or a warp can do by themselves, of one size or by offsets: nothing is written but
 * results.
 *
 *     group:     each segment has as many lanes as load it at once, a power of two; it is read once, into registers
 *     leftover:  segments that are longer than that are left to the whole warp, one after the other, batch by batch
 *
 * A segment of one size is never left over where its size allows a group; with offsets the mean length says how many lanes
 * a group has, and any may be left over.
 */
#include <algorithm>

#include "paths.h"
#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/length.cuh"
#include "primitives/pipeline/segment_begin.cuh"
#include "primitives/reduce/cuda/tuning.h"
#include "range_moments.cuh"

namespace
{

using namespace tcu;

constexpr int warps_threads = TCUI_MOMENTS_WARPS_THREADS;

struct segment_groups {
    int lanes;        /* of a group */
    bool evict_first; /* load the input such that L2 evicts it first */
    uint64_t longest; /* segments of more elements are not done here */
    tcui_segments segments;
};

/* Counted: the device knows how many elements or segments there are. (Else these are parameters, and take no registers
 * and no instructions.) */
template <class In, class Real, class Out, int Vectors, bool HasLeftover, bool Counted>
__global__ void __launch_bounds__(warps_threads, resident_blocks<In, Real> - HasLeftover)
    segment_moments(const In *in, const moment_results<Out> results, const segment_groups groups)
{
    constexpr int V = vector_elements<In>;
    const int lane = threadIdx.x % groups.lanes;
    const uint64_t k = (static_cast<uint64_t>(blockIdx.x) * warps_threads + threadIdx.x) / groups.lanes;
    wait_for_previous_kernel();
    let_next_kernel_begin();
    const cache_policy policy = evict_first_if(groups.evict_first);
    const tcui_segments segments = Counted ? with_length(groups.segments) : groups.segments;
    array_range<In> range = {in, segments.n, 0, 0};
    bool is_mine = Counted ? has_segment(segments, k) : k < segments.count;
    if (is_mine) {
        range.begin = static_cast<int64_t>(segment_begin(segments, k));
        range.end = max(range.begin, static_cast<int64_t>(segment_begin(segments, k + 1)));
        is_mine = static_cast<uint64_t>(range.end - range.begin) <= groups.longest;
    }
    const uint64_t count = static_cast<uint64_t>(range.end - range.begin);
    bool is_left = false;
    if constexpr (HasLeftover) {
        is_left = is_mine && range.end - range.first() > groups.lanes * Vectors * V;
    }
    const bool is_own = is_mine && !is_left;
    if (!HasLeftover || __any_sync(all_lanes, is_own)) {
        const array_range<In> own = {in, segments.n, range.begin, is_own ? range.end : range.begin};
        const moments of = group_moments<In, Real, Vectors>(own, lane, groups.lanes, results.inverse_of(count), policy);
        if (lane == 0 && is_own) {
            results.store(k, count, of);
        }
    }
    if constexpr (HasLeftover) {
        const int own_lane = threadIdx.x % TCUI_WARP_LANES;
        unsigned left = __ballot_sync(all_lanes, is_left && lane == 0);
        while (left != 0) {
            const int source = __ffs(left) - 1;
            left &= left - 1;
            const array_range<In> all = {in, segments.n, __shfl_sync(all_lanes, range.begin, source),
                                         __shfl_sync(all_lanes, range.end, source)};
            const moments of = share_of_range<In, Real, TCUI_WARP_LANES>(all, own_lane, policy);
            if (own_lane == source) {
                results.store(k, count, of);
            }
        }
    }
}

/* The least power of two that is not less. */
int lanes_for(uint64_t lanes)
{
    int power = 1;
    while (static_cast<uint64_t>(power) < lanes && power < TCUI_WARP_LANES) {
        power *= 2;
    }
    return power;
}

template <class In, class Real, class Out, int Vectors, bool HasLeftover>
tcu_status launch_groups(tcu_context *context, const tcui_moments_task *task, uint64_t vectors, uint64_t longest)
{
    const tcui_segments &segments = task->segments;
    const int lanes = lanes_for(divide_up(vectors, Vectors));
    const segment_groups groups = {
        lanes, tcui_sum_evicts_input_first(segments.n * sizeof(In), segments.count * sizeof(Out)), longest, segments};
    const uint64_t groups_a_block = warps_threads / lanes;
    return launch_as(launch_kind::overlapping, context,
                     tcui_segments_count_of(&segments) != nullptr
                         ? segment_moments<In, Real, Out, Vectors, HasLeftover, true>
                         : segment_moments<In, Real, Out, Vectors, HasLeftover, false>,
                     divide_up(segments.count, groups_a_block), warps_threads, 0, static_cast<const In *>(task->in),
                     results_of<Out>(task, segments.size), groups);
}

template <class In, class Real, class Out>
tcu_status by_size(tcu_context *context, const tcui_moments_task *task)
{
    constexpr uint64_t V = vector_elements<In>;
    constexpr int warp = TCUI_WARP_LANES, most = TCUI_MOMENTS_VECTORS, some = most / 2;
    const uint64_t size = std::min(task->segments.size, task->segments.n);
    const bool aligned = task->segments.size % V == 0 && reinterpret_cast<uintptr_t>(task->in) % 16 == 0;
    /* Vectors that a segment touches, wherever it begins. */
    const uint64_t vectors = aligned ? divide_up(size, V) : (size + 2 * V - 2) / V;
    if (vectors <= warp) {
        return launch_groups<In, Real, Out, 1, false>(context, task, vectors, UINT64_MAX);
    }
    if (vectors <= warp * some) {
        return launch_groups<In, Real, Out, some, false>(context, task, vectors, UINT64_MAX);
    }
    if (vectors <= warp * most) {
        return launch_groups<In, Real, Out, most, false>(context, task, vectors, UINT64_MAX);
    }
    return launch_groups<In, Real, Out, most, true>(context, task, warp * most, UINT64_MAX);
}

template <class In, class Real, class Out>
tcu_status by_offsets(tcu_context *context, const tcui_moments_task *task, uint64_t longest)
{
    constexpr uint64_t V = vector_elements<In>;
    constexpr int warp = TCUI_WARP_LANES, most = TCUI_MOMENTS_VECTORS, few = 2;
    /* Of most segments half more than the mean length is enough. */
    const uint64_t mean = task->segments.n / task->segments.count, vectors = (mean + mean / 2) / V + 2;
    return vectors <= warp * few ? launch_groups<In, Real, Out, few, true>(context, task, vectors, longest)
                                 : launch_groups<In, Real, Out, most, true>(context, task, warp * most, longest);
}

} // namespace

tcu_status tcui_moments_warps_execute(tcu_context *context, const tcui_moments_task *task, void *)
{
    return dispatch_moments(context, task, [&](auto types) {
        using type = decltype(types);
        return by_size<typename type::in, typename type::real, typename type::out>(context, task);
    });
}

tcu_status tcui_moments_warps_by_offsets(tcu_context *context, const tcui_moments_task *task, uint64_t longest)
{
    return dispatch_moments(context, task, [&](auto types) {
        using type = decltype(types);
        return by_offsets<typename type::in, typename type::real, typename type::out>(context, task, longest);
    });
}
