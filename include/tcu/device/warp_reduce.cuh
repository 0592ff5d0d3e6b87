/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file warp_reduce.cuh
 * The sum of a warp's elements on the matrix unit: P A, then row sums by a product with ones (Dakkak et al., ICS'19,
 * section 4). What is true of all collectives is in <tcu/device/collectives.cuh>.
 */
#ifndef TCU_DEVICE_WARP_REDUCE_CUH
#define TCU_DEVICE_WARP_REDUCE_CUH

#include <tcu/device/detail/items.cuh>
#include <tcu/device/detail/lanes_matrix.cuh>

namespace tcu
{
namespace device
{

/**
 * The sum of the 32 Items elements of a warp.
 *
 * @tparam L the layout, which this function does not need to know: it adds what is in the registers. (One array that is
 *           loaded in both layouts may give other last bits.)
 * @param items of this lane, 1 to 16, in registers.
 * @return the sum, the same bits in every lane.
 *
 * All 32 lanes take part. No shared memory. (Of 32-bit integers plain::warp_reduce() is faster, one instruction for the
 * lanes; this one exists so that code of any type has one name.)
 */
template <layout L = layout::blocked, class T, int Items>
__device__ __forceinline__ accumulator_t<T> warp_reduce(const T (&items)[Items])
{
    detail::check_items<Items>();
    return detail::matrix_lanes::items_total<warp_size>(items);
}

/**
 * The sum of the first `valid` elements of a warp, in the order that L says: lane l has elements l Items ... of the blocked
 * layout, i 32 + l of the striped one.
 *
 * @param valid the same in all lanes; 0 and less: no element, whose sum is 0; 32 Items and more: all. The other elements may
 *              be anything, infinities and NaNs too, but must be written (C++ has no reads of indeterminate values).
 * @return the sum, the same bits in every lane; with all elements valid, those of warp_reduce() without `valid`.
 */
template <layout L = layout::blocked, class T, int Items>
__device__ __forceinline__ accumulator_t<T> warp_reduce(const T (&items)[Items], int valid)
{
    detail::check_items<Items>();
    T some[Items];
    detail::copy_valid<detail::matrix_lanes, warp_size, L>(some, items, lane_index(), valid);
    return detail::matrix_lanes::items_total<warp_size>(some);
}

} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_WARP_REDUCE_CUH */
