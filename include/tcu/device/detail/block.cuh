/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Collectives of a block, written once for the matrix unit and for plain instructions (Lanes: lanes_plain.cuh): each warp
 * leaves what its elements come to in shared memory, and after one barrier every warp combines all warps' totals itself.
 */
#ifndef TCU_DEVICE_DETAIL_BLOCK_CUH
#define TCU_DEVICE_DETAIL_BLOCK_CUH

#include <tcu/device/block_storage.cuh>
#include <tcu/device/detail/items.cuh>

namespace tcu
{
namespace device
{
namespace detail
{

/* (Behind the last one anything may be in shared memory.) */
template <class Lanes, class Acc, int Count>
__device__ __forceinline__ Acc total_or_neutral(const Acc (&totals)[Count], int index, int count)
{
    return index < count ? totals[index] : Lanes::operation::template neutral<Acc>();
}

template <class Lanes, int Threads, class T, int Items, int Totals, class Element>
__device__ __forceinline__ accumulator_t<T> block_total(const Element (&x)[Items],
                                                        block_storage<T, Threads, Totals> &storage)
{
    constexpr int warps = Threads / warp_size;
    const accumulator_t<T> own = Lanes::template items_total<warp_size>(x);
    if constexpr (warps == 1) {
        return own;
    }
    const int lane = lane_index(), warp = warp_index();
    if (lane == 0) {
        storage.totals[warp] = own;
    }
    __syncthreads();
    constexpr int lanes = Lanes::lanes_for(warps);
    return Lanes::template total<lanes>(total_or_neutral<Lanes>(storage.totals, lane % lanes, warps));
}

template <class Lanes, int Threads, scan_kind Kind, class T, int Items, int Totals>
__device__ __forceinline__ accumulator_t<T> block_scan_blocked(const T (&x)[Items], accumulator_t<T> (&y)[Items],
                                                               block_storage<T, Threads, Totals> &storage)
{
    using operation = typename Lanes::operation;
    constexpr int warps = Threads / warp_size;
    const accumulator_t<T> own = Lanes::template items_scan<warp_size, Kind>(x, y);
    const int lane = lane_index(), warp = warp_index();
    if (lane == 0) {
        storage.totals[warp] = own;
    }
    __syncthreads();
    constexpr int lanes = Lanes::lanes_for(warps);
    const auto of_warps = Lanes::template prefix<lanes>(total_or_neutral<Lanes>(storage.totals, lane % lanes, warps));
    const accumulator_t<T> before = __shfl_sync(all_lanes, of_warps.before, warp);
#pragma unroll
    for (int i = 0; i < Items; i++) {
        y[i] = operation()(before, y[i]);
    }
    return of_warps.total;
}

/* Item i of warp w is number i warps + w in the order of elements; 32 of these totals are combined at a time. */
template <class Lanes, int Threads, scan_kind Kind, class T, int Items, int Totals>
__device__ __forceinline__ accumulator_t<T> block_scan_striped(const T (&x)[Items], accumulator_t<T> (&y)[Items],
                                                               block_storage<T, Threads, Totals> &storage)
{
    using Acc = accumulator_t<T>;
    static_assert(Totals >= Items, "in the striped layout block_scan() keeps a total of each item: "
                                   "block_storage<T, Threads, Items>");
    using operation = typename Lanes::operation;
    constexpr int warps = Threads / warp_size, count = Items * warps;
    const int lane = lane_index(), warp = warp_index();
    lane_prefix<Acc> of_lanes[Items];
    Lanes::template prefixes<warp_size>(x, of_lanes);
#pragma unroll
    for (int i = 0; i < Items; i++) {
        const Acc own = to_accumulator(x[i]);
        y[i] = Kind == scan_kind::inclusive ? operation()(of_lanes[i].before, own) : of_lanes[i].before;
        if (lane == 0) {
            storage.totals[i * warps + warp] = of_lanes[i].total;
        }
    }
    __syncthreads();
    Acc base = operation::template neutral<Acc>();
#pragma unroll
    for (int first = 0; first < count; first += warp_size) {
        const auto part =
            Lanes::template prefix<warp_size>(total_or_neutral<Lanes>(storage.totals, first + lane, count));
#pragma unroll
        for (int i = 0; i < Items; i++) {
            if (i * warps < first + warp_size && i * warps + warps > first) { /* known when it is compiled */
                const int place = i * warps + warp - first;
                const Acc before = operation()(base, __shfl_sync(all_lanes, part.before, place & (warp_size - 1)));
                if (place >= 0 && place < warp_size) {
                    y[i] = operation()(before, y[i]);
                }
            }
        }
        base = operation()(base, part.total);
    }
    return base;
}

template <class Lanes, int Threads, scan_kind Kind, layout L, class T, int Items, int Totals>
__device__ __forceinline__ accumulator_t<T> block_scan(const T (&x)[Items], accumulator_t<T> (&y)[Items],
                                                       block_storage<T, Threads, Totals> &storage)
{
    if constexpr (Threads == warp_size) {
        return segment_scan<Lanes, Kind, L, warp_size * Items>(x, y);
    } else if constexpr (L == layout::blocked) {
        return block_scan_blocked<Lanes, Threads, Kind>(x, y, storage);
    } else {
        return block_scan_striped<Lanes, Threads, Kind>(x, y, storage);
    }
}

} // namespace detail
} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_DETAIL_BLOCK_CUH */
