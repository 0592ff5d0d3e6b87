/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file warp_scan.cuh
 * Prefix sums of a warp's elements on the matrix unit: A U, U upper triangular ones, and before each row the sum of the rows
 * above, L A 1 (Dakkak et al., ICS'19, section 5). What is true of all collectives is in <tcu/device/collectives.cuh>.
 */
#ifndef TCU_DEVICE_WARP_SCAN_CUH
#define TCU_DEVICE_WARP_SCAN_CUH

#include <tcu/device/detail/items.cuh>
#include <tcu/device/detail/lanes_matrix.cuh>

namespace tcu
{
namespace device
{

/**
 * The prefix sums of the 32 Items elements x of a warp, in the order of layout L:
 * inclusive y[n] = x[0] + ... + x[n], exclusive y[n] = x[0] + ... + x[n - 1], y[0] = 0.
 *
 * @param items of this lane, 1 to 16, in registers.
 * @param results y at the places of the lane's items. It may be `items` itself where T is its own accumulator.
 * @return the sum of all elements, the same bits in every lane, of both kinds.
 *
 * All 32 lanes take part. No shared memory.
 */
template <scan_kind Kind = scan_kind::inclusive, layout L = layout::blocked, class T, int Items>
__device__ __forceinline__ accumulator_t<T> warp_scan(const T (&items)[Items], accumulator_t<T> (&results)[Items])
{
    detail::check_items<Items>();
    return detail::segment_scan<detail::matrix_lanes, Kind, L, warp_size * Items>(items, results);
}

} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_WARP_SCAN_CUH */
