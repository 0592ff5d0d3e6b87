/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moments of segments by offsets, of any lengths beside each other. Segments of up to a tile go by groups of lanes and by
 * warps (warps.cu); longer ones by tiles of the array, so that no block's work grows with the input:
 *
 *     find_first_segments:  which segments begin in which tile (segment_partition.cuh)
 *     tile_moments:         a block a tile. At most two long segments have elements in it: one that began before has its
 *                           `head` there, and one that begins in it and goes on its `tail`
 *     join_tiles:           for each tile with a tail: tail and the heads of the tiles that follow, in their order
 *
 * No block waits for another, and nothing depends on what the workspace held.
 */
#include <algorithm>

#include "paths.h"
#include "primitives/pipeline/segment_begin.cuh"
#include "primitives/pipeline/segment_partition.cuh"
#include "primitives/reduce/cuda/tuning.h"
#include "range_moments.cuh"

namespace
{

using namespace tcu;

constexpr int tile_threads = TCUI_MOMENTS_CHUNK_THREADS;

/* A run of a block: the longest segment that a warp does alone. */
template <class In>
constexpr uint64_t tile_elements =
    static_cast<uint64_t>(tile_threads) * TCUI_MOMENTS_RUN_BATCHES * TCUI_MOMENTS_VECTORS * vector_elements<In>;

struct segment_tiles {
    tcui_segments segments;
    uint64_t tiles;
    uint64_t *first_segment; /* that begins in each tile or later */
    moments *head, *tail;    /* a part for each tile */
    bool evict_first;
};

/* Elements begin ... end - 1 are a segment's; of a short one, which others do, none. */
struct long_segment {
    uint64_t begin, end;
    __device__ __forceinline__ bool has_any() const { return begin < end; }
};

/* Segment k, if it is longer than a tile. */
__device__ __forceinline__ long_segment long_segment_at(const tcui_segments &segments, uint64_t k, uint64_t tile)
{
    const uint64_t begin = segment_begin(segments, k), end = segment_begin(segments, k + 1);
    return end > begin && end - begin > tile ? long_segment{begin, end} : long_segment{0, 0};
}

/* The long segment that begins in the tile and goes on, as no segment behind it does. */
__device__ __forceinline__ long_segment tail_of(const segment_tiles &tiles, uint64_t tile, uint64_t elements)
{
    const uint64_t first = tiles.first_segment[tile], behind = tiles.first_segment[tile + 1];
    return behind > first ? long_segment_at(tiles.segments, behind - 1, elements) : long_segment{0, 0};
}

template <class In, class Real>
__global__ void __launch_bounds__(tile_threads, resident_blocks<In, Real> - 1)
    tile_moments(const In *in, const segment_tiles tiles)
{
    __shared__ moments of_warps[tile_threads / TCUI_WARP_LANES];
    const uint64_t tile = blockIdx.x, begin = tile * tile_elements<In>;
    wait_for_previous_kernel();
    let_next_kernel_begin();
    const uint64_t end = min(begin + tile_elements<In>, tiles.segments.n), first = tiles.first_segment[tile];
    const cache_policy policy = evict_first_if(tiles.evict_first);
    const auto store_part = [&](moments *part, const long_segment &segment) {
        const array_range<In> range = {in, tiles.segments.n, static_cast<int64_t>(max(segment.begin, begin)),
                                       static_cast<int64_t>(min(segment.end, end))};
        if (range.begin < range.end) {
            const moments of = block_moments<In, Real, tile_threads>(range, policy, of_warps);
            if (threadIdx.x == 0) {
                part[tile] = of;
            }
        }
    };
    if (first > 0) {
        store_part(tiles.head, long_segment_at(tiles.segments, first - 1, tile_elements<In>));
    }
    store_part(tiles.tail, tail_of(tiles, tile, tile_elements<In>));
}

template <class Out>
__global__ void __launch_bounds__(tile_threads)
    join_tiles(const moment_results<Out> results, const segment_tiles tiles, uint64_t elements)
{
    __shared__ moments of_warps[tile_threads / TCUI_WARP_LANES];
    const uint64_t tile = blockIdx.x;
    wait_for_previous_kernel();
    let_next_kernel_begin();
    const long_segment segment = tail_of(tiles, tile, elements);
    if (!segment.has_any()) {
        return;
    }
    const uint64_t last = min((segment.end - 1) / elements, tiles.tiles - 1);
    const moments heads = join_block<tile_threads>(
        join_warp(join_parts(tiles.head, tile + 1, last + 1, threadIdx.x, tile_threads)), of_warps);
    if (threadIdx.x == 0) {
        results.store(tiles.first_segment[tile + 1] - 1, segment.end - segment.begin, join(tiles.tail[tile], heads));
    }
}

/* Reserves the workspace; with a base, also says where things are. Arrays of up to a tile have no long segment. */
void place_tiles(segment_tiles *tiles, tcui_layout *layout, void *base, uint64_t elements)
{
    tiles->tiles = tiles->segments.n > elements ? divide_up(tiles->segments.n, elements) : 0;
    if (tiles->tiles > 0) {
        tiles->first_segment = place<uint64_t>(layout, base, partition_entries(tiles->tiles));
        tiles->head = place<moments>(layout, base, tiles->tiles);
        tiles->tail = place<moments>(layout, base, tiles->tiles);
    }
}

template <class In, class Real, class Out>
tcu_status long_segments(tcu_context *context, const tcui_moments_task *task, void *workspace)
{
    segment_tiles tiles = {};
    tiles.segments = task->segments;
    tiles.evict_first = tcui_sum_evicts_input_first(task->segments.n * sizeof(In), 0);
    tcui_layout layout = {};
    place_tiles(&tiles, &layout, workspace, tile_elements<In>);
    tcu_status status = tcui_moments_warps_by_offsets(context, task, tile_elements<In>);
    if (status == TCU_SUCCESS && tiles.tiles > 0) {
        status =
            launch_partition<1>(context, tiles.first_segment, task->segments, 0, tiles.tiles, tile_elements<In>, 0);
    } else {
        return status;
    }
    if (status == TCU_SUCCESS) {
        status = launch_as(launch_kind::overlapping, context, tile_moments<In, Real>, tiles.tiles, tile_threads, 0,
                           static_cast<const In *>(task->in), tiles);
    }
    if (status == TCU_SUCCESS) {
        status = launch_as(launch_kind::overlapping, context, join_tiles<Out>, tiles.tiles, tile_threads, 0,
                           results_of<Out>(task, 0), tiles, tile_elements<In>);
    }
    return status;
}

} // namespace

tcu_status tcui_moments_offsets_reserve(tcu_context *context, const tcui_moments_task *task, tcui_layout *layout)
{
    return dispatch_moments(context, task, [&](auto types) {
        segment_tiles tiles = {};
        tiles.segments = task->segments;
        place_tiles(&tiles, layout, nullptr, tile_elements<typename decltype(types)::in>);
        return TCU_SUCCESS;
    });
}

tcu_status tcui_moments_offsets_execute(tcu_context *context, const tcui_moments_task *task, void *workspace)
{
    return dispatch_moments(context, task, [&](auto types) {
        using type = decltype(types);
        return long_segments<typename type::in, typename type::real, typename type::out>(context, task, workspace);
    });
}
