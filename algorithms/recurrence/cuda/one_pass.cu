/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The one-pass recurrence: workspace, dispatch over types, launches. An array of one tile needs neither workspace nor
 * other kernels; else the chain of tiles is cleared, and, of offsets, the segments are searched that begin in each
 * tile.
 */
#include "kernel.cuh"
#include "paths.h"
#include "primitives/pipeline/segment_partition.cuh"
#include "primitives/reduce/cuda/tuning.h"

namespace
{

using namespace tcu;

template <class In>
uint64_t tile_count(const tcui_segments &segments)
{
    return divide_up(segments.n, recurrence_tile<In>);
}

template <class In>
using recurrence_chain = tile_chain<recurrence_fold<recurrence_real<In>>>;

/* Reserves the workspace; with a base, also says where things are. */
template <class In>
recurrence_chain<In> place_chain(const tcui_segments &segments, tcui_layout *layout, void *base,
                                 uint64_t **first_segments)
{
    const auto chain = recurrence_chain<In>::placed(tile_count<In>(segments), layout, base);
    *first_segments = segments.size == 0 ? place<uint64_t>(layout, base, partition_entries(chain.tiles)) : nullptr;
    return chain;
}

template <class In, bool Segmented, bool ConstantA>
tcu_status launch_kernel(tcu_context *context, const recurrence_arrays<In> &arrays, const recurrence_chain<In> &chain)
{
    const size_t shared_bytes = Segmented && arrays.initial != nullptr ? recurrence_tile<In> * sizeof(In) : 0;
    return launch_as(launch_kind::overlapping, context,
                     tcui_segments_count_of(&arrays.segments) != nullptr
                         ? recurrence_kernel<In, Segmented, ConstantA, true>
                         : recurrence_kernel<In, Segmented, ConstantA, false>,
                     chain.tiles, recurrence_threads, shared_bytes, arrays, chain);
}

template <class In>
tcu_status run(tcu_context *context, const tcui_recurrence_task *task, void *workspace)
{
    using Real = recurrence_real<In>;
    const tcui_segments &segments = task->segments;
    tcui_layout layout = {};
    uint64_t *first_segments;
    recurrence_chain<In> chain = place_chain<In>(segments, &layout, workspace, &first_segments);
    chain.set_ahead(context, recurrence_resident<In>, (task->a != nullptr ? 2 : 1) * recurrence_tile<In> * sizeof(In));
    const bool is_constant = task->a == nullptr, is_segmented = segments.size < segments.n;
    recurrence_arrays<In> arrays = {};
    arrays.a = static_cast<const In *>(task->a);
    arrays.b = static_cast<const In *>(task->b);
    arrays.initial = static_cast<const In *>(task->initial);
    arrays.x = static_cast<In *>(task->x);
    arrays.constant_a = static_cast<Real>(task->constant_a);
    arrays.scale_b = static_cast<Real>(task->scale_b);
    arrays.segments = segments;
    arrays.first_segments = first_segments;
    arrays.evict_first = tcui_sum_evicts_input_first(segments.n * sizeof(In) * (is_constant ? 1 : 2), 0);
    tcu_status status = launch_clear_chain(context, chain);
    if (status == TCU_SUCCESS && segments.offsets != nullptr) {
        status = launch_partition<1>(context, first_segments, segments, 0, chain.tiles, recurrence_tile<In>, 0);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (is_segmented) {
        return is_constant ? launch_kernel<In, true, true>(context, arrays, chain)
                           : launch_kernel<In, true, false>(context, arrays, chain);
    }
    return is_constant ? launch_kernel<In, false, true>(context, arrays, chain)
                       : launch_kernel<In, false, false>(context, arrays, chain);
}

/* function(In()) for the type. */
template <class Function>
tcu_status dispatch_real(tcu_context *context, tcu_type type, Function function)
{
    switch (type) {
    case TCU_TYPE_F16:
        return function(f16());
    case TCU_TYPE_BF16:
        return function(bf16());
    case TCU_TYPE_F32:
        return function(f32());
    case TCU_TYPE_F64:
        return function(f64());
    default:
        return tcui_fail_unreachable(context, "a recurrence of a type without kernels");
    }
}

} // namespace

tcu_status tcui_recurrence_one_pass_reserve(tcu_context *context, const tcui_recurrence_task *task, tcui_layout *layout)
{
    return dispatch_real(context, task->type, [&](auto element) {
        uint64_t *first_segments;
        place_chain<decltype(element)>(task->segments, layout, nullptr, &first_segments);
        return TCU_SUCCESS;
    });
}

tcu_status tcui_recurrence_one_pass_execute(tcu_context *context, const tcui_recurrence_task *task, void *workspace)
{
    return dispatch_real(context, task->type,
                         [&](auto element) { return run<decltype(element)>(context, task, workspace); });
}
