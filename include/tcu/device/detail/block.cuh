/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Collectives of a block, written once for the matrix unit and for plain instructions (Lanes: lanes_plain.cuh): each warp
 * leaves what its elements come to in shared memory, and after one barrier every thread combines all warps' totals
 * itself, by plain instructions: there are too few of them for products.
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

/* By one lane. (If the place is computed in the branch, nvcc 13.0 reads the thread's index again there, which takes some 50
 * cycles.) */
template <class Acc, int Room>
__device__ __forceinline__ void store_total(Acc (&totals)[Room], int index, Acc total)
{
    const int place = computed_here(index);
    if (lane_index() == 0) {
        totals[place] = total;
    }
}

/*
 * Of the first Count values in shared memory, what comes before number `index`, and the total, in order. All lanes read
 * the same address, which is one access, and 16 bytes at once; so each lane adds all warps' totals itself in less time
 * than steps over lanes or products would take, of which each waits for the one before.
 */
template <class Operation, int Count, class Acc, int Room>
__device__ __forceinline__ lane_prefix<Acc> prefix_in_order(const Acc (&values)[Room], int index)
{
    lane_prefix<Acc> sums = {Operation::template neutral<Acc>(), values[0]};
#pragma unroll
    for (int i = 1; i < Count; i++) {
        sums.before = i == index ? sums.total : sums.before;
        sums.total = Operation()(sums.total, values[i]);
    }
    return sums;
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
    const int warp = warp_index();
    store_total(storage.totals, warp, own);
    __syncthreads();
    return prefix_in_order<typename Lanes::operation, warps>(storage.totals, 0).total;
}

template <class Lanes, int Threads, scan_kind Kind, class T, int Items, int Totals>
__device__ __forceinline__ accumulator_t<T> block_scan_blocked(const T (&x)[Items], accumulator_t<T> (&y)[Items],
                                                               block_storage<T, Threads, Totals> &storage)
{
    using operation = typename Lanes::operation;
    constexpr int warps = Threads / warp_size;
    const accumulator_t<T> own = Lanes::template items_scan<warp_size, Kind>(x, y);
    const int warp = warp_index();
    store_total(storage.totals, warp, own);
    __syncthreads();
    const auto of_warps = prefix_in_order<operation, warps>(storage.totals, warp);
#pragma unroll
    for (int i = 0; i < Items; i++) {
        y[i] = operation()(of_warps.before, y[i]);
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
        store_total(storage.totals, i * warps + warp, of_lanes[i].total);
    }
    __syncthreads();
    Acc base = operation::template neutral<Acc>();
#pragma unroll
    for (int first = 0; first < count; first += warp_size) {
        const Acc total = first + lane < count ? storage.totals[first + lane] : operation::template neutral<Acc>();
        const auto part = plain_lanes<operation>::template prefix<warp_size>(total);
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
