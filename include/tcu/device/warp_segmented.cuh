/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file warp_segmented.cuh
 * Sums and prefix sums of segments of a warp's elements on the matrix unit: products with block diagonal ones and
 * triangles (Dakkak et al., ICS'19, sections 4 and 5). What is true of all collectives is in
 * <tcu/device/collectives.cuh>.
 *
 * Of both functions: the warp's 32 Items elements, in the order of layout L, are segments of `Segment` elements side
 * by side, 16, 32, 64, 128 or 256, and there must be whole ones: 32 Items is a multiple of Segment, and in the
 * blocked layout Segment one of Items (which then is 1, 2, 4, 8 or 16). A segment with an infinity or a NaN changes
 * no other one; but where a warp has one, its segments are summed by plain adds, and their last bits may differ from
 * what they are without it.
 */
#ifndef TCU_DEVICE_WARP_SEGMENTED_CUH
#define TCU_DEVICE_WARP_SEGMENTED_CUH

#include <tcu/device/detail/items.cuh>
#include <tcu/device/detail/lanes_matrix.cuh>

namespace tcu
{
namespace device
{

/**
 * The sum of each segment.
 *
 * @param items of this lane, 1 to 16, in registers.
 * @param sums sums[i]: the sum of the segment that items[i] is part of, the same bits at all its elements. It may
 *             be `items` itself where T is its own accumulator.
 *
 * All 32 lanes take part. No shared memory.
 */
template <int Segment, layout L = layout::blocked, class T, int Items>
__device__ __forceinline__ void warp_segmented_reduce(const T (&items)[Items], accumulator_t<T> (&sums)[Items])
{
    detail::check_segment<Segment, L, Items>();
    detail::segment_totals<detail::matrix_lanes, L, Segment>(items, sums);
}

/**
 * The prefix sums of each segment, inclusive or exclusive: those of warp_scan() that begin anew with each segment.
 *
 * @param items of this lane, 1 to 16, in registers.
 * @param results the prefix sums at the places of the lane's items. It may be `items` itself where
 *                T is its own accumulator.
 *
 * All 32 lanes take part. No shared memory.
 */
template <int Segment, scan_kind Kind = scan_kind::inclusive, layout L = layout::blocked, class T, int Items>
__device__ __forceinline__ void warp_segmented_scan(const T (&items)[Items], accumulator_t<T> (&results)[Items])
{
    detail::check_segment<Segment, L, Items>();
    detail::segment_scan<detail::matrix_lanes, Kind, L, Segment>(items, results);
}

} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_WARP_SEGMENTED_CUH */
