/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Short segments, each sorted by some lanes of a warp: one read of each key, a sorting network in registers, one write
 * (and one read and one write of each value).
 */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_NETWORKS_KERNEL_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_NETWORKS_KERNEL_CUH

#include "moves.cuh"
#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/network/network.cuh"
#include "tuning.h"

namespace tcu
{

constexpr int lane_sort_threads = network_warps * TCUI_WARP_LANES;

/* One segment for each `Lanes` lanes of a warp. */
template <int Items, int Lanes, class Item>
__device__ __forceinline__ void sort_by_lanes(const tcui_block_sort &sort, const short_segment &segment,
                                              shared_items<Item> shared)
{
    const int lane = threadIdx.x % TCUI_WARP_LANES;
    const int lanes = threads_for<Items>(segment.items), own = lane % Lanes;
    const segment_part part = part_of(segment, own, lanes);
    Item x[Items];
    load_items(x, sort, part);
    sort_in_thread(x);
    merge_threads(x, lane, __reduce_max_sync(all_lanes, lanes));
#pragma unroll
    for (int i = 0; i < Items; i++) {
        shared.set(lane * Items + i, x[i]);
    }
    __syncwarp();
#pragma unroll
    for (int i = 0; i < Items; i++) {
        if (part.has(i)) {
            x[i] = shared.get((lane - own) * Items + part.place_of(i));
        }
    }
    store_items(x, sort, part);
    __syncwarp();
}

/* A warp looks at some neighbouring segments of the source, and its lanes sort those that there are. */
template <class Item, int Shape, bool Counted>
__global__ void __launch_bounds__(lane_sort_threads,
                                  sizeof(Item) == sizeof(uint32_t) ? network_blocks : network_wide_blocks)
    sort_lane_segments(const __grid_constant__ tcui_block_sort sort, const __grid_constant__ tcui_sort_source source)
{
    constexpr network_policy policy = network_policies[Shape];
    constexpr int items = policy.items, lanes = policy.lanes, looks = policy.looks;
    constexpr int groups = TCUI_WARP_LANES / lanes, warp_items = TCUI_WARP_LANES * items;
    static_assert(looks <= TCUI_WARP_LANES && looks % groups == 0, "a lane looks at one");
    constexpr int warp_bytes = (shared_items<Item>::bytes_of(warp_items) + 15) / 16 * 16;
    __shared__ __align__(16) unsigned char memory[network_warps * warp_bytes];
    __shared__ uint64_t found[network_warps][TCUI_WARP_LANES];
    const int warp = threadIdx.x / TCUI_WARP_LANES, lane = threadIdx.x % TCUI_WARP_LANES;
    const shared_items<Item> shared(memory + warp * warp_bytes, warp_items);
    let_next_kernel_begin();
    wait_for_previous_kernel();
    const uint64_t elements = elements_of<Counted>(source);
    const uint64_t count = segments_of<Counted>(source), warps = static_cast<uint64_t>(gridDim.x) * network_warps;
    uint64_t k = (static_cast<uint64_t>(blockIdx.x) * network_warps + warp) * looks;
    for (; k < count; k += warps * looks) {
        short_segment own = {0, 0};
        if (lane < looks && k + lane < count) {
            own = find_segment<Counted>(source, elements, k + lane, items * lanes);
        }
        const unsigned has = __ballot_sync(all_lanes, own.items > 0);
        if (own.items > 0) {
            found[warp][__popc(has & ((1u << lane) - 1u))] = entry_of(own);
        }
        __syncwarp();
        for (int first = 0; first < __popc(has); first += groups) {
            const int place = first + lane / lanes;
            const short_segment none = {0, 0};
            sort_by_lanes<items, lanes>(sort, place < __popc(has) ? segment_of_entry(found[warp][place]) : none,
                                        shared);
        }
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_NETWORKS_KERNEL_CUH */
