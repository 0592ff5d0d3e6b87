/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Short segments, each sorted by some lanes of a warp: one read of each key, a sorting network in registers, one write
 * (and one read and one write of each value).
 */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_KERNEL_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_KERNEL_CUH

#include "moves.cuh"
#include "network.cuh"
#include "primitives/pipeline/launch.cuh"

namespace tcu
{

constexpr int lane_sort_threads = TCUI_SORT_WARPS * TCUI_WARP_LANES;

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

/* A warp looks at `Looks` neighbouring segments of the source, and its lanes sort those that there are. */
template <class Item, int Items, int Lanes, int Looks>
__global__ void __launch_bounds__(lane_sort_threads,
                                  sizeof(Item) == sizeof(uint32_t) ? TCUI_SORT_LANE_BLOCKS : TCUI_SORT_WIDE_LANE_BLOCKS)
    sort_lane_segments(const __grid_constant__ tcui_block_sort sort, const __grid_constant__ tcui_sort_source source)
{
    constexpr int groups = TCUI_WARP_LANES / Lanes, warp_items = TCUI_WARP_LANES * Items;
    static_assert(Looks <= TCUI_WARP_LANES && Looks % groups == 0, "a lane looks at one");
    constexpr int warp_bytes = (shared_items<Item>::bytes_of(warp_items) + 15) / 16 * 16;
    __shared__ __align__(16) unsigned char memory[TCUI_SORT_WARPS * warp_bytes];
    __shared__ uint64_t found[TCUI_SORT_WARPS][TCUI_WARP_LANES];
    const int warp = threadIdx.x / TCUI_WARP_LANES, lane = threadIdx.x % TCUI_WARP_LANES;
    const shared_items<Item> shared(memory + warp * warp_bytes, warp_items);
    let_next_kernel_begin();
    wait_for_previous_kernel();
    const uint64_t count = segments_of(source), warps = static_cast<uint64_t>(gridDim.x) * TCUI_SORT_WARPS;
    uint64_t k = (static_cast<uint64_t>(blockIdx.x) * TCUI_SORT_WARPS + warp) * Looks;
    for (; k < count; k += warps * Looks) {
        short_segment own = {0, 0};
        if (lane < Looks && k + lane < count) {
            own = find_segment(source, k + lane, Items * Lanes);
        }
        const unsigned has = __ballot_sync(all_lanes, own.items > 0);
        if (own.items > 0) {
            found[warp][__popc(has & ((1u << lane) - 1u))] = entry_of(own);
        }
        __syncwarp();
        for (int first = 0; first < __popc(has); first += groups) {
            const int place = first + lane / Lanes;
            const short_segment none = {0, 0};
            sort_by_lanes<Items, Lanes>(sort, place < __popc(has) ? segment_of_entry(found[warp][place]) : none,
                                        shared);
        }
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_KERNEL_CUH */
