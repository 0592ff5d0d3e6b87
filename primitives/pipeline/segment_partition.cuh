/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which segments, given by offsets, begin in which tile: a search for each tile in the offsets. Tile i holds elements
 * [i * tile_elements - phase, (i + 1) * tile_elements - phase) of the array.
 */
#ifndef TCUI_SEGMENT_PARTITION_CUH
#define TCUI_SEGMENT_PARTITION_CUH

#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/segment_begin.cuh"
#include "primitives/tile/lanes.h"

namespace tcu
{

constexpr int partition_threads = 256;

/*
 * first[i], 0 <= i <= tiles: the smallest k < count with offsets[k] at or behind the first element of tile i; count if
 * there is none. count is the number of segments and `ends`: 1 where the last one's end is looked for, too. Offsets that
 * decrease give some k in range. `Lanes` of a warp search together: each step reads as many offsets at once and leaves
 * one part of Lanes + 1.
 *
 * first[tiles + 1]: where the last segment ends, if Counted: the device knows how many segments there are
 * (searched_elements()).
 */
template <int Lanes, bool Counted>
__global__ void __launch_bounds__(partition_threads)
    find_first_segments(uint64_t *first, const tcui_segments segments, uint64_t ends, uint64_t tiles,
                        uint64_t tile_elements, uint64_t phase)
{
    static_assert(TCUI_WARP_LANES % Lanes == 0 && Lanes < TCUI_WARP_LANES, "a part of a warp");
    let_next_kernel_begin();
    const uint64_t tile = (static_cast<uint64_t>(blockIdx.x) * partition_threads + threadIdx.x) / Lanes;
    const int lane = threadIdx.x % Lanes, group = threadIdx.x % TCUI_WARP_LANES / Lanes;
    const int64_t begin = static_cast<int64_t>(tile * tile_elements) - static_cast<int64_t>(phase);
    uint64_t low = 0, width = tile <= tiles ? (Counted ? segment_count(segments) : segments.count) + ends : 0;
    while (__any_sync(all_lanes, width > 0)) {
        const uint64_t step = (width + Lanes) / (Lanes + 1);
        const uint64_t distance = lane * step + step;
        const bool before = width > 0 && distance <= width && segments.offsets[low + distance - 1] < begin;
        const int passed = __popc(__ballot_sync(all_lanes, before) >> (group * Lanes) & ((1u << Lanes) - 1u));
        low += passed * step;
        width -= passed * step;
        if (passed < Lanes && width >= step) {
            width = step > 0 ? step - 1 : 0;
        }
    }
    if (tile <= tiles && lane == 0) {
        first[tile] = low;
        if (Counted && tile == tiles) {
            first[tiles + 1] = end_of_segments(segments);
        }
    }
}

/* Numbers that the kernel writes. */
constexpr uint64_t partition_entries(uint64_t tiles)
{
    return tiles + 2;
}

/* The elements that are to be read, by one load at most: all, or those before the last segment's end. */
__device__ __forceinline__ uint64_t searched_elements(const tcui_segments &segments, const uint64_t *first,
                                                      uint64_t tiles)
{
    return segments.count_on_device == nullptr ? segments.n : first[tiles + 1];
}

template <int Lanes>
tcu_status launch_partition(tcu_context *context, uint64_t *first, const tcui_segments &segments, uint64_t ends,
                            uint64_t tiles, uint64_t tile_elements, uint64_t phase)
{
    constexpr uint64_t tiles_a_block = partition_threads / Lanes;
    return launch(context,
                  segments.count_on_device != nullptr ? find_first_segments<Lanes, true>
                                                      : find_first_segments<Lanes, false>,
                  tiles / tiles_a_block + 1, partition_threads, 0, first, segments, ends, tiles, tile_elements, phase);
}

} // namespace tcu

#endif /* TCUI_SEGMENT_PARTITION_CUH */
