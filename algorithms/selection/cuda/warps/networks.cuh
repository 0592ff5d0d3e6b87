/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any number of results of a short segment, by some lanes of a warp: a sorting network in registers over items, each a
 * key's bits and, below them, its place. Results are then the first items. Where they are to be in the order of places
 * the last of them is a bound for all keys, which are looked at once more.
 */
#ifndef TCUI_SELECTION_CUDA_WARPS_NETWORKS_CUH
#define TCUI_SELECTION_CUDA_WARPS_NETWORKS_CUH

#include "algorithms/selection/cuda/rows/rows.cuh"
#include "primitives/pipeline/network/network.cuh"
#include "primitives/tile/instructions.cuh"
#include "tuning.h"

namespace tcu
{

constexpr int network_place_bits = 16;

template <class Key>
using network_item = std::conditional_t<sizeof(Key) == 8, wide_item, std::conditional_t<sizeof(Key) == 4, u64, u32>>;

template <class Key>
__device__ __forceinline__ network_item<Key> make_network_item(key_register<Key> bits, u32 place)
{
    if constexpr (sizeof(Key) == 8) {
        return {bits, place};
    } else {
        return static_cast<network_item<Key>>(bits) << network_place_bits | place;
    }
}

template <class Key>
__device__ __forceinline__ key_register<Key> bits_of_network_item(const network_item<Key> &item)
{
    if constexpr (sizeof(Key) == 8) {
        return item.bits;
    } else {
        return static_cast<key_register<Key>>(item >> network_place_bits);
    }
}

template <class Key>
__device__ __forceinline__ u32 place_of_network_item(const network_item<Key> &item)
{
    if constexpr (sizeof(Key) == 8) {
        return item.place;
    } else {
        return static_cast<u32>(item) & ((1u << network_place_bits) - 1);
    }
}

/* The keys of some lanes' segment as items: a lane has every Lanes-th, from its own number on. */
template <int Lanes, class Key, int Items>
__device__ __forceinline__ void load_network(const selection_rows<Key> &rows, const selection_segment &segment, int own,
                                             network_item<Key> (&x)[Items])
{
    Key keys[Items];
#pragma unroll
    for (int i = 0; i < Items; i++) {
        const u32 place = own + i * Lanes;
        keys[i] = place < segment.length ? rows.keys[segment.begin + place] : Key(0);
    }
#pragma unroll
    for (int i = 0; i < Items; i++) {
        const u32 place = own + i * Lanes;
        x[i] = place < segment.length ? make_network_item<Key>(rows.bits_of(keys[i]), place)
                                      : last_item<network_item<Key>>();
    }
}

/* Results of some lanes' segment, whose last item in order is `last`, in the order of places. All lanes of a warp
 * call it. */
template <int Lanes, int Items, class Key>
__device__ __forceinline__ void store_network_by_places(const selection_rows<Key> &rows,
                                                        const selection_segment &segment, const network_item<Key> &last)
{
    const int lane = threadIdx.x % TCUI_WARP_LANES, own = lane % Lanes;
    const u32 segment_lanes = all_lanes >> (TCUI_WARP_LANES - Lanes) << (lane - own);
    network_item<Key> x[Items];
    load_network<Lanes>(rows, segment, own, x);
    u32 before = 0;
#pragma unroll
    for (int i = 0; i < Items; i++) {
        const bool is_result =
            own + i * Lanes < static_cast<int>(segment.length) && segment.results > 0 && !is_less(last, x[i]);
        const u32 results = __ballot_sync(all_lanes, is_result) & segment_lanes;
        if (is_result) {
            store_result(rows.out, segment, before + __popc(results & lanes_before()),
                         rows.key_of(bits_of_network_item<Key>(x[i])), place_of_network_item<Key>(x[i]));
        }
        before += __popc(results);
    }
}

/* Segments of `least` keys or more, as far as the lanes hold them; others are left to other kernels. */
template <class Key, int Shape>
__global__ void __launch_bounds__(TCUI_SELECTION_WARP_THREADS)
    select_by_networks(const __grid_constant__ selection_rows<Key> rows, u64 least)
{
    constexpr top_k_network shape = top_k_networks[Shape];
    constexpr int items = shape.items, lanes = shape.lanes, groups = TCUI_WARP_LANES / lanes, most = items * lanes;
    constexpr u64 block_segments = TCUI_SELECTION_WARP_THREADS / lanes;
    const int lane = threadIdx.x % TCUI_WARP_LANES, own = lane % lanes;
    const u64 warp_first = static_cast<u64>(blockIdx.x) * block_segments + threadIdx.x / TCUI_WARP_LANES * groups;
    for (u64 first = warp_first; first < rows.segments.count; first += gridDim.x * block_segments) {
        const u64 number = first + lane / lanes;
        selection_segment segment = {};
        bool takes = number < rows.segments.count;
        if (takes) {
            segment = segment_of(rows, number);
            takes = segment.length >= least && segment.length <= most;
        }
        if (!takes) {
            segment.length = segment.results = 0;
        }
        network_item<Key> x[items];
        load_network<lanes>(rows, segment, own, x);
        sort_in_thread(x);
        merge_threads(x, lane, lanes);
        if (rows.input_order) {
            const int at = static_cast<int>(segment.results) - 1;
            network_item<Key> last = last_item<network_item<Key>>();
#pragma unroll
            for (int i = 0; i < items; i++) {
                const network_item<Key> item = item_of_lane(x[i], lane - own + max(at, 0) / items);
                last = select_item(max(at, 0) % items == i, item, last);
            }
            store_network_by_places<lanes, items>(rows, segment, last);
        } else {
#pragma unroll
            for (int i = 0; i < items; i++) {
                const u32 t = own * items + i;
                if (t < segment.results) {
                    store_result(rows.out, segment, t, rows.key_of(bits_of_network_item<Key>(x[i])),
                                 place_of_network_item<Key>(x[i]));
                }
            }
        }
        if (takes) {
            finish_row(rows, segment, own, lanes);
        }
    }
}

} // namespace tcu

#endif /* TCUI_SELECTION_CUDA_WARPS_NETWORKS_CUH */
