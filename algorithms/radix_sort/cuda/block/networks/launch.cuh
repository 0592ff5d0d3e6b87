/* SPDX-License-Identifier: Apache-2.0 */
/* Launches sorting networks: the shapes (tuning.h) that hold the segments. */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_NETWORKS_LAUNCH_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_NETWORKS_LAUNCH_CUH

#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"
#include "vectors.cuh"

namespace tcu
{

/* As many blocks as segments need; for a list, which may be short, no more than fill the device. */
inline uint64_t blocks_for(const tcu_context *context, const tcui_sort_source &source, uint64_t segments_a_block)
{
    const uint64_t needed = divide_up(source.most, segments_a_block);
    const uint64_t full = static_cast<uint64_t>(tcui_stream_multiprocessors(context)) * network_list_blocks;
    return min(needed, source.list != nullptr ? full : most_grid_blocks);
}

/* Of shapes from this one on the first that holds the segments. */
template <class Item, int Shape>
tcu_status launch_lanes(tcu_context *context, const tcui_block_sort &sort, const tcui_sort_source &source,
                        uint64_t most_items)
{
    constexpr network_policy policy = network_policies[Shape];
    constexpr int longest = sizeof(Item) > sizeof(uint64_t) ? network_wide_items : network_items;
    if constexpr (policy.segment() < longest) {
        if (most_items > policy.segment()) {
            return launch_lanes<Item, Shape + 1>(context, sort, source, most_items);
        }
    }
    const auto kernel =
        is_counted(source) ? sort_lane_segments<Item, Shape, true> : sort_lane_segments<Item, Shape, false>;
    return launch_as(launch_kind::overlapping, context, kernel,
                     blocks_for(context, source, network_warps * policy.looks), lane_sort_threads, 0, sort, source);
}

/* The same of segments of vectors, each of which is to be full; by lanes if there is no such shape. */
template <class Item, int Shape>
tcu_status launch_vectors(tcu_context *context, const tcui_block_sort &sort, const tcui_sort_source &source,
                          uint64_t most_items)
{
    constexpr network_policy policy = network_vector_policies[Shape];
    constexpr int longest = sizeof(Item) == sizeof(uint32_t) ? network_vector_items : network_items;
    if (most_items == policy.segment()) {
        const auto kernel = is_counted(source) ? sort_vector_segments<Item, policy.items, policy.lanes, true>
                                               : sort_vector_segments<Item, policy.items, policy.lanes, false>;
        return launch_as(launch_kind::overlapping, context, kernel,
                         divide_up(divide_up(source.segments.n, policy.items), network_vector_threads),
                         network_vector_threads, 0, sort, source.segments.n, source.segments.length);
    }
    if constexpr (policy.segment() < longest) {
        return launch_vectors<Item, Shape + 1>(context, sort, source, most_items);
    } else {
        return launch_lanes<Item, 0>(context, sort, source, most_items);
    }
}

template <class Item>
tcu_status launch_networks(tcu_context *context, const tcui_block_sort &sort, const tcui_sort_source &source,
                           uint64_t most_items)
{
    if (source.most == 0) {
        return TCU_SUCCESS;
    }
    if constexpr (sizeof(Item) <= sizeof(uint64_t)) {
        if (sort.are_vectors) {
            return launch_vectors<Item, 0>(context, sort, source, most_items);
        }
    }
    return launch_lanes<Item, 0>(context, sort, source, most_items);
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_NETWORKS_LAUNCH_CUH */
