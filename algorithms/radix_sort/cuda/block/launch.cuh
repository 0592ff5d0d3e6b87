/* SPDX-License-Identifier: Apache-2.0 */
/* Segments that are sorted in one place: from their sizes to kernels, and the launches. */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_LAUNCH_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_LAUNCH_CUH

#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"
#include "vectors.cuh"

namespace tcu
{

/* As many blocks as segments need; for a list, which may be short, no more than fill the device. */
inline uint64_t blocks_for(const tcu_context *context, const tcui_sort_source &source, uint64_t segments_a_block)
{
    constexpr uint64_t most_blocks = 0x7fffffffu;
    const uint64_t needed = divide_up(source.most, segments_a_block);
    const uint64_t full = static_cast<uint64_t>(context->properties.multiprocessors) * TCUI_SORT_LIST_BLOCKS;
    return min(needed, source.list != nullptr ? full : most_blocks);
}

template <class Item, int Items, int Lanes, int Looks>
tcu_status launch_lanes(tcu_context *context, const tcui_block_sort &sort, const tcui_sort_source &source)
{
    return launch_as(launch_kind::overlapping, context, sort_lane_segments<Item, Items, Lanes, Looks>,
                     blocks_for(context, source, TCUI_SORT_WARPS * Looks), lane_sort_threads, 0, sort, source);
}

template <class Item, int Items, int Lanes>
tcu_status launch_vectors(tcu_context *context, const tcui_block_sort &sort, uint64_t n)
{
    return launch_as(launch_kind::overlapping, context, sort_vector_segments<Item, Items, Lanes>,
                     divide_up(divide_up(n, Items), vector_sort_threads), vector_sort_threads, 0, sort, n);
}

/*
 * By lanes: items a lane, lanes a segment, segments that a warp looks at. 2^28 u32 keys, Gkeys/s: in segments of 16
 * with 4, 4, 32 274, with 8 looks 220 (a warp waits for the segments of each look), 2 x 8 201, 8 x 2 235; in segments
 * of 64 with 8, 8, 16 243, with 4 looks 218, 16 x 4 241, 4 x 16 194; in segments of 256 with 16, 16, 8 186, with 2
 * looks 180, 8 x 32 172. As vectors: tuning.h.
 */
template <class Item>
tcu_status launch_block_sort(tcu_context *context, const tcui_block_sort &sort, const tcui_sort_source &source,
                             uint64_t most_items)
{
    if (source.most == 0) {
        return TCU_SUCCESS;
    }
    if constexpr (sizeof(Item) <= sizeof(uint64_t)) {
        if (sort.are_vectors) {
            switch (most_items) {
            case 16:
                return launch_vectors<Item, 8, 2>(context, sort, source.segments.n);
            case 32:
                return launch_vectors<Item, 8, 4>(context, sort, source.segments.n);
            case 64:
                return launch_vectors<Item, 16, 4>(context, sort, source.segments.n);
            case 128:
                return launch_vectors<Item, 16, 8>(context, sort, source.segments.n);
            case 256:
                return launch_vectors<Item, 16, 16>(context, sort, source.segments.n);
            case TCUI_SORT_VECTOR_ITEMS:
                if constexpr (sizeof(Item) == sizeof(uint32_t)) {
                    return launch_vectors<Item, 16, 32>(context, sort, source.segments.n);
                }
            }
        }
    }
    if (most_items <= 16) {
        return launch_lanes<Item, 4, 4, TCUI_WARP_LANES>(context, sort, source);
    }
    if constexpr (sizeof(Item) <= sizeof(uint64_t)) {
        if (most_items > TCUI_SORT_NETWORK_WIDE_ITEMS) {
            return launch_lanes<Item, 16, 16, 8>(context, sort, source);
        }
    }
    return launch_lanes<Item, 8, 8, 16>(context, sort, source);
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_LAUNCH_CUH */
