/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Few results of a short segment, by a warp: they are taken one after the other. Each lane has some of the keys as a
 * sorted list; the best key is then the least of what the lists begin with, which one instruction finds (redux.sync),
 * and the lane that has it takes it off its list.
 *
 *     lanes        0     1     2                       0     1     2
 *     lists       3 8   1 7   5 6    result 0 is 1    3 8    7    5 6    result 1 is 3 ...
 *
 * Of equal keys the one at the lowest place is taken. Where lists of several lanes begin with the best key that takes
 * a second such instruction, and a branch; this is seldom, so the results are first taken as if it did not happen, and
 * again if it did.
 */
#ifndef TCUI_SELECTION_CUDA_WARPS_TAKE_CUH
#define TCUI_SELECTION_CUDA_WARPS_TAKE_CUH

#include "lists.cuh"
#include "tuning.h"

namespace tcu
{

constexpr int take_warps = TCUI_SELECTION_WARP_THREADS / TCUI_WARP_LANES;

/* Dynamic shared memory of a block: the results of each warp. */
template <class Key>
constexpr int take_shared_bytes = take_warps * TCUI_SELECTION_WARP_RESULTS * static_cast<int>(sizeof(warp_result<Key>));

__device__ __forceinline__ u32 least_bits_of_warp(u32 bits)
{
    return __reduce_min_sync(all_lanes, bits);
}

__device__ __forceinline__ u64 least_bits_of_warp(u64 bits)
{
    const u32 upper = static_cast<u32>(bits >> 32), least = __reduce_min_sync(all_lanes, upper);
    const u32 lower = upper == least ? static_cast<u32>(bits) : ~0u;
    return static_cast<u64>(least) << 32 | __reduce_min_sync(all_lanes, lower);
}

/* The first `count` of all lists, to `results`. Whether it met equal keys, between which only `SettlesTies`
 * decides. */
template <bool SettlesTies, class List, class Result>
__device__ __forceinline__ bool take_results(List list, int count, int lane, Result *results)
{
    unsigned ties = 0;
    u32 address = shared_address(results);
#pragma unroll 4
    for (int t = 0; t < count; t++) {
        const auto best = least_bits_of_warp(list.first());
        const u32 place = list.first_place(lane);
        bool has_it = list.first() == best;
        if constexpr (SettlesTies) {
            const u32 lowest = __reduce_min_sync(all_lanes, has_it ? place : ~0u);
            has_it = has_it && place == lowest;
        } else if constexpr (List::has_ties) {
            const unsigned lanes = __ballot_sync(all_lanes, has_it);
            ties |= lanes & (lanes - 1);
        }
        List::store_if(has_it, address, best, place);
        list.take_first_if(has_it);
        address += sizeof(Result);
    }
    return ties != 0;
}

/* How many of the warp's first `count` results have a lower place. */
template <class Result>
__device__ __forceinline__ int rank_of_place(u32 place, int count, const Result *results)
{
    int rank = 0;
    for (int t = 0; t < count; t++) {
        rank += results[t].place < place ? 1 : 0;
    }
    return rank;
}

/* A warp a segment of up to Items * 32 keys, of which there are up to 32 results; others are left to other kernels. */
template <class Key, int Items>
__global__ void __launch_bounds__(TCUI_SELECTION_WARP_THREADS)
    take_best_keys(const __grid_constant__ selection_rows<Key> rows)
{
    using List = lane_list<Key, Items>;
    const int lane = threadIdx.x % TCUI_WARP_LANES, warp = threadIdx.x / TCUI_WARP_LANES;
    warp_result<Key> *const results =
        reinterpret_cast<warp_result<Key> *>(dynamic_shared_memory()) + warp * TCUI_SELECTION_WARP_RESULTS;
    const u64 warps = static_cast<u64>(gridDim.x) * take_warps;
    for (u64 s = static_cast<u64>(blockIdx.x) * take_warps + warp; s < rows.segments.count; s += warps) {
        const selection_segment segment = segment_of(rows, s);
        if (segment.length > Items * TCUI_WARP_LANES) {
            continue;
        }
        const int own = (static_cast<int>(segment.length) - lane + TCUI_WARP_LANES - 1) / TCUI_WARP_LANES;
        const int count = static_cast<int>(segment.results);
        const Key *const from = rows.keys + segment.begin + lane;
        Key keys[Items];
#pragma unroll
        for (int i = 0; i < Items; i++) {
            keys[i] = i < own ? from[i * TCUI_WARP_LANES] : Key(0);
        }
        if (take_results<false>(List(rows, keys, own, lane), count, lane, results)) {
            __syncwarp();
            take_results<true>(List(rows, keys, own, lane), count, lane, results);
        }
        __syncwarp();
        if (lane < count) {
            const warp_result<Key> result = results[lane];
            const int t = rows.input_order ? rank_of_place(result.place, count, results) : lane;
            store_result(rows.out, segment, t, rows.key_of(result.bits), result.place);
        }
        finish_row(rows, segment, lane, TCUI_WARP_LANES);
        __syncwarp(); /* before results are overwritten */
    }
}

} // namespace tcu

#endif /* TCUI_SELECTION_CUDA_WARPS_TAKE_CUH */
