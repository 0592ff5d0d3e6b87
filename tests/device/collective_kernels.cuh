/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that call the collectives of one case: all that a warp or a block has of the same elements. */
#ifndef COLLECTIVE_KERNELS_CUH
#define COLLECTIVE_KERNELS_CUH

#include <tcu/device/collectives.cuh>
#include <type_traits>

#include "collective_kernels.h"

namespace collective
{

using namespace tcu::device;

/* `Operator` of kernels: one of tcu::device::plain, or void: on the matrix unit. */

template <class T, int Items, layout L, int Threads, class Element>
__device__ void load(Element (&x)[Items], const T *elements, int thread)
{
    for (int i = 0; i < Items; i++) {
        const T element = elements[L == layout::blocked ? thread * Items + i : i * Threads + thread];
        if constexpr (std::is_same_v<Element, T>) {
            x[i] = element;
        } else {
            x[i] = static_cast<Element>(element);
        }
    }
}

template <int Items, layout L, int Threads, class Acc>
__device__ void store(double *results, const Acc (&y)[Items], int thread)
{
    for (int i = 0; i < Items; i++) {
        results[L == layout::blocked ? thread * Items + i : i * Threads + thread] = y[i];
    }
}

/* call(elements), which writes y: in place, y being the elements, where that is allowed. */
template <class T, int Items, class Call>
__device__ auto in_place_if_allowed(const T (&x)[Items], accumulator_t<T> (&y)[Items], const Call &call)
{
    if constexpr (std::is_same_v<T, accumulator_t<T>>) {
        for (int i = 0; i < Items; i++) {
            y[i] = x[i];
        }
        return call(y);
    } else {
        return call(x);
    }
}

__device__ inline int number_in_block()
{
    return static_cast<int>((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x);
}

/* The warp's own elements and results: warps of a block are groups. */
struct warp_place {
    int lane = number_in_block() % 32, group = number_in_block() / 32;
};

template <class Operator, class T, int Items, layout L>
__global__ void warp(const T *elements, int valid, collective_results to)
{
    const warp_place at;
    const int first = at.group * 32 * Items, thread = at.group * 32 + at.lane;
    T x[Items];
    load<T, Items, L, 32>(x, elements + first, at.lane);
    accumulator_t<T> y[Items];
    const auto prefixes = [&](auto kind, const auto &in) {
        constexpr scan_kind Kind = decltype(kind)::value;
        if constexpr (std::is_same_v<Operator, void>) {
            return warp_scan<Kind, L>(in, y);
        } else {
            return plain::warp_scan<Kind, L>(in, y, Operator());
        }
    };
    to.inclusive_total[thread] = prefixes(std::integral_constant<scan_kind, scan_kind::inclusive>(), x);
    store<Items, L, 32>(to.inclusive + first, y, at.lane);
    to.exclusive_total[thread] = in_place_if_allowed(
        x, y, [&](const auto &in) { return prefixes(std::integral_constant<scan_kind, scan_kind::exclusive>(), in); });
    store<Items, L, 32>(to.exclusive + first, y, at.lane);
    if constexpr (std::is_same_v<Operator, void>) {
        to.total[thread] = warp_reduce<L>(x);
        to.valid_total[thread] = warp_reduce<L>(x, valid);
    } else {
        to.total[thread] = plain::warp_reduce<L>(x, Operator());
        to.valid_total[thread] = plain::warp_reduce<L>(x, valid, Operator());
    }
}

template <class Operator, class T, int Items, int Segment, layout L>
__global__ void segmented(const T *elements, int, collective_results to)
{
    const warp_place at;
    const int first = at.group * 32 * Items;
    T x[Items];
    load<T, Items, L, 32>(x, elements + first, at.lane);
    accumulator_t<T> y[Items];
    if constexpr (std::is_same_v<Operator, void>) {
        warp_segmented_scan<Segment, scan_kind::inclusive, L>(x, y);
        store<Items, L, 32>(to.inclusive + first, y, at.lane);
        in_place_if_allowed(x, y,
                            [&](const auto &in) { warp_segmented_scan<Segment, scan_kind::exclusive, L>(in, y); });
        store<Items, L, 32>(to.exclusive + first, y, at.lane);
        in_place_if_allowed(x, y, [&](const auto &in) { warp_segmented_reduce<Segment, L>(in, y); });
    } else {
        plain::warp_segmented_scan<Segment, scan_kind::inclusive, L>(x, y, Operator());
        store<Items, L, 32>(to.inclusive + first, y, at.lane);
        in_place_if_allowed(x, y, [&](const auto &in) {
            plain::warp_segmented_scan<Segment, scan_kind::exclusive, L>(in, y, Operator());
        });
        store<Items, L, 32>(to.exclusive + first, y, at.lane);
        in_place_if_allowed(x, y, [&](const auto &in) { plain::warp_segmented_reduce<Segment, L>(in, y, Operator()); });
    }
    store<Items, L, 32>(to.sums + first, y, at.lane);
}

/* One storage for all calls. (Without the bounds kernels of 1024 threads would have more registers than there are.) */
template <class Operator, class T, int Items, int Threads, layout L>
__global__ void __launch_bounds__(Threads) block(const T *elements, int valid, collective_results to)
{
    constexpr int totals = L == layout::striped ? Items : 1;
    constexpr int bytes = Threads / 32 * totals * static_cast<int>(sizeof(accumulator_t<T>));
    static_assert(sizeof(block_storage<T, Threads, totals>) == (bytes + 15) / 16 * 16, "as the contract says");
    __shared__ block_storage<T, Threads, totals> storage;
    const int group = static_cast<int>(blockIdx.x), own = number_in_block();
    const int first = group * Threads * Items, thread = group * Threads + own;
    T x[Items];
    load<T, Items, L, Threads>(x, elements + first, own);
    accumulator_t<T> y[Items];
    if constexpr (std::is_same_v<Operator, void>) {
        to.inclusive_total[thread] = block_scan<Threads, scan_kind::inclusive, L>(x, y, storage);
        store<Items, L, Threads>(to.inclusive + first, y, own);
        __syncthreads();
        to.total[thread] = block_reduce<Threads, L>(x, storage);
        __syncthreads();
        to.exclusive_total[thread] = in_place_if_allowed(
            x, y, [&](const auto &in) { return block_scan<Threads, scan_kind::exclusive, L>(in, y, storage); });
        store<Items, L, Threads>(to.exclusive + first, y, own);
        __syncthreads();
        to.valid_total[thread] = block_reduce<Threads, L>(x, storage, valid);
    } else {
        to.inclusive_total[thread] = plain::block_scan<Threads, scan_kind::inclusive, L>(x, y, storage, Operator());
        store<Items, L, Threads>(to.inclusive + first, y, own);
        __syncthreads();
        to.total[thread] = plain::block_reduce<Threads, L>(x, storage, Operator());
        __syncthreads();
        to.exclusive_total[thread] = in_place_if_allowed(x, y, [&](const auto &in) {
            return plain::block_scan<Threads, scan_kind::exclusive, L>(in, y, storage, Operator());
        });
        store<Items, L, Threads>(to.exclusive + first, y, own);
        __syncthreads();
        to.valid_total[thread] = plain::block_reduce<Threads, L>(x, storage, valid, Operator());
    }
}

} // namespace collective

#endif /* COLLECTIVE_KERNELS_CUH */
