/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file plain.cuh
 * The collectives of warps and blocks by plain instructions: shuffles and adds, minima or maxima. The same functions
 * as on the matrix unit, in namespace tcu::device::plain, with an operator (<tcu/device/operators.cuh>: sum, minimum,
 * maximum) as last argument. Layouts, segments, who takes part, storage and in-place rules are those of the function
 * of the same name.
 *
 * Prefixes over lanes by doubled distances (Hillis & Steele, "Data parallel algorithms", 1986), totals by a
 * butterfly; totals of 32-bit integers over a warp are one instruction. The order is fixed: the same elements in the same
 * registers give the same bits, from run to run and on every device (unless compiled with -ftz=true or --use_fast_math,
 * which make sums below 2^-126 0). An error of sums of f16, bf16 and float is at most (Items + 16) 2^-24 times the sum of
 * magnitudes, of double (Items + 16) 2^-53 times; a block adds 48 to the first factor. This is so if that sum does not
 * overflow. Of no elements, and before the first one, stands the neutral element.
 */
#ifndef TCU_DEVICE_PLAIN_CUH
#define TCU_DEVICE_PLAIN_CUH

#include <tcu/device/detail/block.cuh>

namespace tcu
{
namespace device
{

namespace plain
{

/** As tcu::device::warp_reduce(). */
template <layout L = layout::blocked, class T, int Items, class Operator>
__device__ __forceinline__ accumulator_t<T> warp_reduce(const T (&items)[Items], Operator)
{
    detail::check_items<Items>();
    return detail::plain_lanes<Operator>::template items_total<warp_size>(items);
}

/** Of the first `valid` elements, as tcu::device::warp_reduce(). */
template <layout L = layout::blocked, class T, int Items, class Operator>
__device__ __forceinline__ accumulator_t<T> warp_reduce(const T (&items)[Items], int valid, Operator)
{
    detail::check_items<Items>();
    accumulator_t<T> some[Items];
    detail::copy_valid<detail::plain_lanes<Operator>, warp_size, L>(some, items, lane_index(), valid);
    return detail::plain_lanes<Operator>::template items_total<warp_size>(some);
}

/** As tcu::device::warp_scan(). */
template <scan_kind Kind = scan_kind::inclusive, layout L = layout::blocked, class T, int Items, class Operator>
__device__ __forceinline__ accumulator_t<T> warp_scan(const T (&items)[Items], accumulator_t<T> (&results)[Items],
                                                      Operator)
{
    detail::check_items<Items>();
    return detail::segment_scan<detail::plain_lanes<Operator>, Kind, L, warp_size * Items>(items, results);
}

/** As tcu::device::warp_segmented_reduce(). */
template <int Segment, layout L = layout::blocked, class T, int Items, class Operator>
__device__ __forceinline__ void warp_segmented_reduce(const T (&items)[Items], accumulator_t<T> (&totals)[Items],
                                                      Operator)
{
    detail::check_segment<Segment, L, Items>();
    detail::segment_totals<detail::plain_lanes<Operator>, L, Segment>(items, totals);
}

/** As tcu::device::warp_segmented_scan(). */
template <int Segment, scan_kind Kind = scan_kind::inclusive, layout L = layout::blocked, class T, int Items,
          class Operator>
__device__ __forceinline__ void warp_segmented_scan(const T (&items)[Items], accumulator_t<T> (&results)[Items],
                                                    Operator)
{
    detail::check_segment<Segment, L, Items>();
    detail::segment_scan<detail::plain_lanes<Operator>, Kind, L, Segment>(items, results);
}

/** As tcu::device::block_reduce(). */
template <int Threads, layout L = layout::blocked, class T, int Items, int Totals, class Operator>
__device__ __forceinline__ accumulator_t<T> block_reduce(const T (&items)[Items],
                                                         block_storage<T, Threads, Totals> &storage, Operator)
{
    detail::check_items<Items>();
    return detail::block_total<detail::plain_lanes<Operator>>(items, storage);
}

/** Of the first `valid` elements, as tcu::device::block_reduce(). */
template <int Threads, layout L = layout::blocked, class T, int Items, int Totals, class Operator>
__device__ __forceinline__ accumulator_t<T>
block_reduce(const T (&items)[Items], block_storage<T, Threads, Totals> &storage, int valid, Operator)
{
    detail::check_items<Items>();
    accumulator_t<T> some[Items];
    detail::copy_valid<detail::plain_lanes<Operator>, Threads, L>(some, items, detail::thread_index(), valid);
    return detail::block_total<detail::plain_lanes<Operator>>(some, storage);
}

/** As tcu::device::block_scan(). */
template <int Threads, scan_kind Kind = scan_kind::inclusive, layout L = layout::blocked, class T, int Items,
          int Totals, class Operator>
__device__ __forceinline__ accumulator_t<T> block_scan(const T (&items)[Items], accumulator_t<T> (&results)[Items],
                                                       block_storage<T, Threads, Totals> &storage, Operator)
{
    detail::check_items<Items>();
    return detail::block_scan<detail::plain_lanes<Operator>, Threads, Kind, L>(items, results, storage);
}

} // namespace plain

} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_PLAIN_CUH */
