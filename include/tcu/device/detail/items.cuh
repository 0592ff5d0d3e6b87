/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Collectives of a warp in both layouts, written once for the matrix unit and for plain instructions: Lanes is a class as
 * lanes_plain.cuh lists them. In the blocked layout a segment is some neighbouring lanes; in the striped one it is half of
 * the lanes' item (16 elements), or all lanes' items side by side.
 */
#ifndef TCU_DEVICE_DETAIL_ITEMS_CUH
#define TCU_DEVICE_DETAIL_ITEMS_CUH

#include <tcu/device/detail/lanes_plain.cuh>

namespace tcu
{
namespace device
{
namespace detail
{

template <int Items>
__device__ __forceinline__ constexpr void check_items()
{
    static_assert(Items >= 1 && Items <= most_items, "a thread has 1 to 16 items");
}

template <int Segment, layout L, int Items>
__device__ __forceinline__ constexpr void check_segment()
{
    check_items<Items>();
    static_assert(Segment >= 16 && Segment <= 256 && (Segment & (Segment - 1)) == 0,
                  "segments have 16, 32, 64, 128 or 256 elements");
    static_assert(warp_size * Items % Segment == 0, "the warp's 32 Items elements must be whole segments");
    static_assert(L == layout::striped || Segment % Items == 0,
                  "in the blocked layout a segment must be whole lanes: Segment is a multiple of Items");
}

/* `count` items from `first` on, 1 at least. */
template <int Count, class T, int Items>
__device__ __forceinline__ void copy_items(T (&to)[Count], const T (&from)[Items], int first)
{
#pragma unroll
    for (int i = 0; i < Count; i++) {
        to[i] = from[first + i];
    }
}

/* Items of which those from `valid` on, in the order of a layout of Threads threads, are the neutral element. */
template <class Lanes, int Threads, layout L, class T, int Items>
__device__ __forceinline__ void copy_valid(typename Lanes::template element<T> (&to)[Items], const T (&from)[Items],
                                           int thread, int valid)
{
    using element = typename Lanes::template element<T>;
#pragma unroll
    for (int i = 0; i < Items; i++) {
        const int index = L == layout::blocked ? thread * Items + i : i * Threads + thread;
        if constexpr (std::is_same_v<element, accumulator_t<T>>) {
            to[i] = index < valid ? to_accumulator(from[i]) : Lanes::operation::template neutral<element>();
        } else {
            to[i] = index < valid ? from[i] : element{}; /* (a sum's) */
        }
    }
}

template <class Lanes, scan_kind Kind, layout L, int Segment, class T, int Items>
__device__ __forceinline__ accumulator_t<T> segment_scan(const T (&x)[Items], accumulator_t<T> (&y)[Items])
{
    using operation = typename Lanes::operation;
    if constexpr (L == layout::blocked) {
        return Lanes::template items_scan<Segment / Items, Kind>(x, y);
    } else {
        constexpr int rows = Segment < warp_size ? 1 : Segment / warp_size;
        lane_prefix<accumulator_t<T>> lane[Items];
        Lanes::template prefixes<(Segment < warp_size ? Segment : warp_size)>(x, lane);
        accumulator_t<T> base = operation::template neutral<accumulator_t<T>>();
#pragma unroll
        for (int i = 0; i < Items; i++) {
            const accumulator_t<T> own = to_accumulator(x[i]);
            const auto before = i % rows == 0 ? lane[i].before : operation()(base, lane[i].before);
            base = i % rows == 0 ? lane[i].total : operation()(base, lane[i].total);
            y[i] = Kind == scan_kind::inclusive ? operation()(before, own) : before;
        }
        return base;
    }
}

template <class Lanes, layout L, int Segment, class T, int Items>
__device__ __forceinline__ void segment_totals(const T (&x)[Items], accumulator_t<T> (&sums)[Items])
{
    if constexpr (L == layout::blocked) {
        const accumulator_t<T> total = Lanes::template items_total<Segment / Items>(x);
#pragma unroll
        for (int i = 0; i < Items; i++) {
            sums[i] = total;
        }
    } else {
        constexpr int rows = Segment < warp_size ? 1 : Segment / warp_size;
#pragma unroll
        for (int i = 0; i < Items; i += rows) {
            T own[rows];
            copy_items(own, x, i);
            const accumulator_t<T> total =
                Lanes::template items_total<(Segment < warp_size ? Segment : warp_size)>(own);
#pragma unroll
            for (int j = 0; j < rows; j++) {
                sums[i + j] = total;
            }
        }
    }
}

} // namespace detail
} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_DETAIL_ITEMS_CUH */
