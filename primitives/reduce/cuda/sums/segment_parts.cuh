/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Segments that cross tiles: each tile stores its part, and a kernel adds the parts of a segment in their order. So the
 * tiles do not wait for each other.
 */
#ifndef TCUI_REDUCE_CUDA_SUMS_SEGMENT_PARTS_CUH
#define TCUI_REDUCE_CUDA_SUMS_SEGMENT_PARTS_CUH

#include "block.cuh"
#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/segment_begin.cuh"
#include "primitives/reduce/cuda/tuning.h"

namespace tcu
{

/* What tiles leave for add_parts. */
template <class Acc>
struct tile_parts {
    Acc *head; /* sum of the elements before the first segment's begin in the tile */
    Acc *tail; /* sum of the elements from the last segment's begin on, if the segment goes on */
};

/* Segments by offsets and the tiles over them. */
struct offsets_task {
    tcui_segments segments;
    uint64_t tiles;
    const uint64_t *first_segment; /* that begins in each tile or later */
    int phase;                     /* elements between a multiple of 16 bytes and the array */
    bool evict_first;              /* load the input such that L2 evicts it first */

    /* The segment behind those that begin in the tile. (Empty ones at the array's end begin in the last.) */
    __device__ __forceinline__ uint64_t end_of(uint64_t tile) const
    {
        return tile + 1 < tiles ? first_segment[tile + 1] : segment_count(segments);
    }
};

constexpr int add_parts_threads = TCUI_REDUCE_PARTS_THREADS;
constexpr uint64_t add_parts_by_thread = TCUI_REDUCE_PARTS_BY_THREAD, add_parts_by_warp = TCUI_REDUCE_PARTS_BY_WARP;

template <class Operator>
__global__ void __launch_bounds__(add_parts_threads)
    add_parts(const Operator op, const offsets_task task, const tile_parts<typename Operator::acc> parts,
              uint64_t tile_elements)
{
    using Wide = typename Operator::wide;
    __shared__ Wide warp_sum[TCUI_WARP_LANES];
    /* (Every thread would have to look for the ends again.) */
    __shared__ struct {
        uint64_t tile, last;
    } long_segment[add_parts_threads];
    __shared__ int long_segments;
    if (threadIdx.x == 0) {
        long_segments = 0;
    }
    wait_for_previous_kernel();
    __syncthreads();

    /* Of the last segment that begins in a tile, where its last element is; the tile itself if it does not go on. */
    const auto last_tile_of = [&](uint64_t tile) {
        if (task.first_segment[tile] >= task.end_of(tile)) {
            return tile;
        }
        const uint64_t end = segment_begin(task.segments, task.end_of(tile)) + task.phase;
        return end > (tile + 1) * tile_elements ? min((end - 1) / tile_elements, task.tiles - 1) : tile;
    };
    const auto sum_heads = [&](uint64_t tile, uint64_t last, int thread, int threads) {
        Wide sum = 0;
#pragma unroll 8
        for (uint64_t part = tile + 1 + thread; part <= last; part += threads) {
            combine_into(op, sum, op.widen(parts.head[part]));
        }
        return sum;
    };
    const auto store = [&](uint64_t tile, Wide heads) {
        op.store(task.end_of(tile) - 1, op.combine(op.widen(parts.tail[tile]), heads));
    };

    const uint64_t own = static_cast<uint64_t>(blockIdx.x) * add_parts_threads + threadIdx.x;
    const uint64_t own_last = own < task.tiles ? last_tile_of(own) : own;
    if (own_last - own > add_parts_by_thread) {
        long_segment[atomicAdd(&long_segments, 1)] = {own, own_last};
    } else if (own_last > own) {
        store(own, sum_heads(own, own_last, 0, 1));
    }
    __syncthreads();
    const int lane = threadIdx.x % TCUI_WARP_LANES;
    for (int i = threadIdx.x / TCUI_WARP_LANES; i < long_segments; i += add_parts_threads / TCUI_WARP_LANES) {
        const auto [tile, last] = long_segment[i];
        if (last - tile > add_parts_by_warp) {
            continue;
        }
        const Wide sum = op.total(sum_heads(tile, last, lane, TCUI_WARP_LANES));
        if (lane == 0) {
            store(tile, sum);
        }
    }
    for (int i = 0; i < long_segments; i++) {
        const auto [tile, last] = long_segment[i];
        if (last - tile <= add_parts_by_warp) {
            continue;
        }
        const Wide sum = block_total(op, sum_heads(tile, last, threadIdx.x, add_parts_threads), warp_sum);
        if (threadIdx.x == 0) {
            store(tile, sum);
        }
    }
}

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_SUMS_SEGMENT_PARTS_CUH */
