/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which segments, given by offsets, begin in which tile: for each tile the first segment that begins there or later.
 * Tile i holds elements [i * tile_elements - phase, (i + 1) * tile_elements - phase) of the array.
 */
#ifndef TCUI_SEGMENT_PARTITION_CUH
#define TCUI_SEGMENT_PARTITION_CUH

#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/segment_rows.cuh"

namespace tcu
{

constexpr int partition_threads = 256;

/*
 * first[i] for 0 <= i <= tiles: the smallest k <= count with segment_begin(k) >= the tile's first element; count for
 * i = tiles. Offsets that decrease give some k in range.
 */
static __global__ void __launch_bounds__(partition_threads)
    find_first_segments(uint64_t *first, const tcui_segments segments, uint64_t tiles, uint64_t tile_elements,
                        uint64_t phase)
{
    let_next_kernel_begin();
    const uint64_t tile = static_cast<uint64_t>(blockIdx.x) * partition_threads + threadIdx.x;
    if (tile > tiles)
        return;
    uint64_t low = 0, high = segments.count;
    if (tile < tiles) {
        const uint64_t begin = tile == 0 ? 0 : tile * tile_elements - phase;
        /* (Four-way, and from a proportional guess, the search took as long or longer: it is bound by its loads.) */
        while (low < high) {
            const uint64_t middle = low + (high - low) / 2;
            if (segment_begin(segments, middle) < begin)
                low = middle + 1;
            else
                high = middle;
        }
    }
    first[tile] = tile < tiles ? low : segments.count;
}

inline tcu_status launch_partition(tcu_context *context, uint64_t *first, const tcui_segments &segments, uint64_t tiles,
                                   uint64_t tile_elements, uint64_t phase)
{
    return launch(context, find_first_segments, tiles / partition_threads + 1, partition_threads, 0, first, segments,
                  tiles, tile_elements, phase);
}

} // namespace tcu

#endif /* TCUI_SEGMENT_PARTITION_CUH */
