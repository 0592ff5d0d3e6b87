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

__global__ void __launch_bounds__(recurrence_threads) clear_chain(uint64_t *words, uint64_t count, uint32_t *next_tile)
{
    const uint64_t i = static_cast<uint64_t>(blockIdx.x) * recurrence_threads + threadIdx.x;
    wait_for_previous_kernel();
    let_next_kernel_begin();
    if (i < count) {
        words[i] = 0;
    }
    if (i == 0) {
        *next_tile = 0;
    }
}

template <class In>
uint64_t tile_count(const tcui_segments &segments)
{
    return divide_up(segments.n, recurrence_tile<In>);
}

/* Reserves the workspace; with a base, also says where things are. */
template <class In>
tile_chain<recurrence_real<In>> place_chain(const tcui_segments &segments, tcui_layout *layout, void *base,
                                            uint64_t **first_segments)
{
    using chain_type = tile_chain<recurrence_real<In>>;
    chain_type chain = {};
    chain.tiles = tile_count<In>(segments);
    if (chain.tiles > 1) {
        const uint64_t words = chain_type::pair_words(chain.tiles);
        chain.pairs = place<uint64_t>(layout, base, words + chain_type::before_words(chain.tiles));
        chain.befores = chain.pairs != nullptr ? chain.pairs + words : nullptr;
        chain.next_tile = place<uint32_t>(layout, base, 1);
    }
    *first_segments = segments.size == 0 ? place<uint64_t>(layout, base, chain.tiles + 1) : nullptr;
    return chain;
}

template <class In, bool Segmented, bool ConstantA>
tcu_status launch_kernel(tcu_context *context, const recurrence_arrays<In> &arrays,
                         const tile_chain<recurrence_real<In>> &chain)
{
    const size_t shared_bytes = Segmented && arrays.initial != nullptr ? recurrence_tile<In> * sizeof(In) : 0;
    return launch_as(launch_kind::overlapping, context, recurrence_kernel<In, Segmented, ConstantA>, chain.tiles,
                     recurrence_threads, shared_bytes, arrays, chain);
}

template <class In>
tcu_status run(tcu_context *context, const tcui_recurrence_task *task, void *workspace)
{
    using Real = recurrence_real<In>;
    using chain_type = tile_chain<Real>;
    const tcui_segments &segments = task->segments;
    tcui_layout layout = {};
    uint64_t *first_segments;
    const chain_type chain = place_chain<In>(segments, &layout, workspace, &first_segments);
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
    tcu_status status = TCU_SUCCESS;
    if (chain.tiles > 1) {
        const uint64_t words = chain_type::pair_words(chain.tiles) + chain_type::before_words(chain.tiles);
        status = launch_as(launch_kind::overlapping, context, clear_chain, divide_up(words, recurrence_threads),
                           recurrence_threads, 0, chain.pairs, words, chain.next_tile);
    }
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
