/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One value a lane, combined over the lanes of segments of 1, 2, 4, ... 32 neighbouring lanes by shuffles, and what goes
 * with it for several items a lane. Totals go over a butterfly, prefixes by doubled distances (Hillis & Steele, 1986): log2
 * of the lanes steps each, in an order that is always the same. Totals of integers over a warp are one instruction.
 *
 * Classes like plain_lanes say how lanes are combined; items.cuh and block.cuh are written in terms of them:
 *
 *     operation                      the operator
 *     element<T>                     what takes the neutral element in the place of an item: T, or its accumulator
 *     total<Lanes>(x)                of one x a lane, the total of the lane's segment
 *     prefix<Lanes>(x)               the same and what comes before the lane in its segment
 *     prefixes<Lanes>(x, sums)       prefix<Lanes>() of each item of an array by itself
 *     items_total<Lanes>(x)          of an array of items a lane, the total of the lane's segment
 *     items_scan<Lanes, Kind>(x, y)  prefixes of items in blocked order; returns the segment's total
 */
#ifndef TCU_DEVICE_DETAIL_LANES_PLAIN_CUH
#define TCU_DEVICE_DETAIL_LANES_PLAIN_CUH

#include <tcu/device/operators.cuh>

namespace tcu
{
namespace device
{
namespace detail
{

/* Of the lane's own items. */
template <class Operation, class T, int Items>
__device__ __forceinline__ accumulator_t<T> own_total(const T (&x)[Items])
{
    accumulator_t<T> total = to_accumulator(x[0]);
#pragma unroll
    for (int i = 1; i < Items; i++) {
        total = Operation()(total, to_accumulator(x[i]));
    }
    return total;
}

/* Prefixes within the lane, and before them what Lanes::prefix says. */
template <class Lanes, int Count, scan_kind Kind, class T, int Items>
__device__ __forceinline__ accumulator_t<T> own_scan(const T (&x)[Items], accumulator_t<T> (&y)[Items])
{
    using operation = typename Lanes::operation;
    y[0] = to_accumulator(x[0]);
#pragma unroll
    for (int i = 1; i < Items; i++) {
        y[i] = operation()(y[i - 1], to_accumulator(x[i]));
    }
    const lane_prefix<accumulator_t<T>> lane = Lanes::template prefix<Count>(y[Items - 1]);
#pragma unroll
    for (int i = Items - 1; i >= 0; i--) {
        if constexpr (Kind == scan_kind::inclusive) {
            y[i] = operation()(lane.before, y[i]);
        } else {
            y[i] = i > 0 ? operation()(lane.before, y[i > 0 ? i - 1 : 0]) : lane.before;
        }
    }
    return lane.total;
}

/* Of 32-bit integers over a warp, by one instruction. */
template <class Operation, class Acc>
__device__ __forceinline__ Acc integer_total(Acc x)
{
    if constexpr (std::is_same_v<Operation, plain::minimum>) {
        return __reduce_min_sync(all_lanes, x);
    } else if constexpr (std::is_same_v<Operation, plain::maximum>) {
        return __reduce_max_sync(all_lanes, x);
    } else {
        return static_cast<Acc>(__reduce_add_sync(all_lanes, static_cast<uint32_t>(x)));
    }
}

template <class Operation>
struct plain_lanes {
    static_assert(is_operator<Operation>, "the operator is plain::sum, plain::minimum or plain::maximum");
    using operation = Operation;
    template <class T>
    using element = accumulator_t<T>;

    template <int Lanes, class T>
    __device__ __forceinline__ static accumulator_t<T> total(T x)
    {
        using Acc = accumulator_t<T>;
        Acc all = to_accumulator(x);
        if constexpr (Lanes == warp_size && std::is_integral_v<Acc>) {
            return integer_total<operation>(all);
        } else {
#pragma unroll
            for (int distance = Lanes / 2; distance > 0; distance /= 2) {
                all = operation()(all, __shfl_xor_sync(all_lanes, all, distance));
            }
            return all;
        }
    }

    template <int Lanes, class T>
    __device__ __forceinline__ static lane_prefix<accumulator_t<T>> prefix(T x)
    {
        using Acc = accumulator_t<T>;
        const int lane = lane_index() % Lanes;
        Acc inclusive = to_accumulator(x);
#pragma unroll
        for (int distance = 1; distance < Lanes; distance *= 2) {
            const Acc left = __shfl_up_sync(all_lanes, inclusive, distance, Lanes);
            if (lane >= distance) {
                inclusive = operation()(left, inclusive);
            }
        }
        if constexpr (Lanes == 1) {
            return {operation::template neutral<Acc>(), inclusive};
        } else {
            const Acc left = __shfl_up_sync(all_lanes, inclusive, 1, Lanes);
            return {lane == 0 ? operation::template neutral<Acc>() : left,
                    __shfl_sync(all_lanes, inclusive, Lanes - 1, Lanes)};
        }
    }

    template <int Lanes, class T, int Items>
    __device__ __forceinline__ static void prefixes(const T (&x)[Items], lane_prefix<accumulator_t<T>> (&sums)[Items])
    {
#pragma unroll
        for (int i = 0; i < Items; i++) {
            sums[i] = prefix<Lanes>(x[i]);
        }
    }

    template <int Lanes, class T, int Items>
    __device__ __forceinline__ static accumulator_t<T> items_total(const T (&x)[Items])
    {
        return total<Lanes>(own_total<operation>(x));
    }

    template <int Lanes, scan_kind Kind, class T, int Items>
    __device__ __forceinline__ static accumulator_t<T> items_scan(const T (&x)[Items], accumulator_t<T> (&y)[Items])
    {
        return own_scan<plain_lanes, Lanes, Kind>(x, y);
    }
};

} // namespace detail
} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_DETAIL_LANES_PLAIN_CUH */
