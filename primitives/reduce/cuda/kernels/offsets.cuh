/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Segments by offsets, every input element read once:
 *
 *     find_first_segments:  which segments begin in which tile (segment_partition.cuh)
 *     sum_tile_segments:    a block a tile: sums of its vectors, from them the sums of its segments; a segment inside
 *                           the tile is finished. Of one that crosses tiles each tile stores its part: the tile where
 *                           it begins its tail, every later one its head
 *     add_parts:            for each tile whose last segment goes on: tail + heads of the tiles that follow, in order
 *
 * The lanes that sum a segment are as many as the tile's number of segments allows; segments that are long among short
 * ones are left to whole warps. A tile in which more segments begin than it has room for (most of them empty) is
 * shared: blocks of their own take them in shares of `share` segments. So no block's work grows with the input. Where
 * the device knows how many segments there are, tiles behind the last one have no work and read no element.
 *
 * No block waits for another, and nothing depends on what the workspace held.
 */
#ifndef TCUI_REDUCE_CUDA_KERNELS_OFFSETS_CUH
#define TCUI_REDUCE_CUDA_KERNELS_OFFSETS_CUH

#include <algorithm>

#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/segment_partition.cuh"
#include "primitives/reduce/backend.h"
#include "primitives/reduce/cuda/sums/tile_segments.cuh"

namespace tcu
{

constexpr uint64_t offsets_share = TCUI_REDUCE_OFFSETS_SHARE;
static_assert(offsets_share + 1 <= INT16_MAX, "tile_segment counts them in 15 bits");

/* Blocks 0 ... tiles - 1: a tile each; the others: shares of segments that tiles leave. Counted: the device knows how
 * many segments there are. */
template <class Operator, bool Matrix, bool Counted>
__global__ void __launch_bounds__(vectors_threads, TCUI_REDUCE_OFFSETS_BLOCKS)
    sum_tile_segments(const typename Operator::in *in, const Operator op, const offsets_task task,
                      const tile_parts<typename Operator::acc> parts)
{
    using In = typename Operator::in;
    using Acc = typename Operator::acc;
    __shared__ offsets_storage<Operator> shared;
    /* (To copy tiles before this wait made the whole slower.) */
    wait_for_previous_kernel();
    let_next_kernel_begin();
    const bool own_tile = blockIdx.x < task.tiles;
    uint64_t tile = blockIdx.x, from, to;
    if (!own_tile) {
        const uint64_t share_begin = (blockIdx.x - task.tiles + 1) * offsets_share;
        if (share_begin >= segment_count(task.segments)) {
            return;
        }
        tile = min((segment_begin(task.segments, share_begin) + task.phase) / tile_elements<In>, task.tiles - 1);
        from = max(share_begin, task.first_segment[tile] + offsets_share);
        to = min(share_begin + offsets_share, task.end_of(tile));
        if (from >= to) {
            return;
        }
    }
    const uint64_t elements =
        Counted ? searched_elements(task.segments, task.first_segment, task.tiles) : task.segments.n;
    /* (Where elements end at the tile's begin, empty segments may begin there.) */
    if (Counted && elements + task.phase < tile * tile_elements<In>) {
        return;
    }
    tile_segments<Operator> segments(task, parts, op, shared, tile, elements);
    auto copy = segments.copy(in, elements);
    if (own_tile) {
        from = task.first_segment[tile];
        to = min(task.end_of(tile), from + offsets_share);
        /* The segment before may reach into the tile. */
        if (tile > 0 && from > 0) {
            --from;
        }
    }
    segments.take(from, to);
    element_vector<In> x[vectors_batch];
    copy.wait(x);
    if (shared.covered) {
        Acc share;
        if constexpr (is_located<Operator>) {
            share = segments.sum_of_all();
        } else {
            lane_sum<Operator, Matrix> all;
            all.add(op, x);
            share = all.total(op);
        }
        const Acc head = block_total(op, share, shared.warp_sum);
        if (threadIdx.x == 0) {
            parts.head[tile] = head;
        }
        return;
    }
    if constexpr (!is_located<Operator>) {
        sum_vectors(op, shared.tile, x);
    }
    __syncthreads();
    segments.sum();
}

/* Tiles of an array that begins `phase` elements behind a multiple of 16 bytes. */
template <class In>
uint64_t tile_count(const tcui_segments &segments, uint64_t phase)
{
    return std::max<uint64_t>(1,
                              segments.n / tile_elements<In> +
                                  (segments.n % tile_elements<In> + phase + tile_elements<In> - 1) / tile_elements<In>);
}

/* Reserves the workspace; with a base, also says where things are. */
template <class Acc>
tile_parts<Acc> place_parts(tcui_layout *layout, uint64_t tiles, void *base, uint64_t **first_segment)
{
    *first_segment = place<uint64_t>(layout, base, partition_entries(tiles));
    Acc *const heads = place<Acc>(layout, base, tiles);
    return {heads, place<Acc>(layout, base, tiles)};
}

template <class Operator, bool Matrix>
tcu_status reduce_offsets(tcu_context *context, const tcui_reduce_task *task, const Operator &op, void *workspace)
{
    using In = typename Operator::in;
    using Acc = typename Operator::acc;
    const uint64_t phase = reinterpret_cast<uintptr_t>(task->in) % 16 / sizeof(In);
    const uint64_t tiles = tile_count<In>(task->segments, phase);
    uint64_t *first_segment;
    tcui_layout layout = {};
    const tile_parts<Acc> parts = place_parts<Acc>(&layout, tiles, workspace, &first_segment);
    /* (Results that are written while the input stays in L2 take longer: 77 % of reading for 82.) */
    const offsets_task offsets = {task->segments, tiles, first_segment, static_cast<int>(phase),
                                  tcui_sum_evicts_input_first(task->segments.n * sizeof(In), 0)};

    /* (With four probes a step it took longer: the search is bound by its loads.) */
    tcu_status status = launch_partition<1>(context, first_segment, task->segments, 0, tiles, tile_elements<In>, phase);
    if (status == TCU_SUCCESS) {
        status = launch_as(launch_kind::overlapping, context,
                           task->segments.count_on_device != nullptr ? sum_tile_segments<Operator, Matrix, true>
                                                                     : sum_tile_segments<Operator, Matrix, false>,
                           tiles + task->segments.count / offsets_share, vectors_threads, 0,
                           static_cast<const In *>(task->in), op, offsets, parts);
    }
    if (status != TCU_SUCCESS || tiles < 2) {
        return status;
    }
    const auto of_parts = op.of_parts();
    return launch_as(launch_kind::overlapping, context, add_parts<std::remove_const_t<decltype(of_parts)>>,
                     (tiles + add_parts_threads - 1) / add_parts_threads, add_parts_threads, 0, of_parts, offsets,
                     parts, tile_elements<In>);
}

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_KERNELS_OFFSETS_CUH */
