/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file block_scan.cuh
 * Prefix sums of a block's elements on the matrix unit: of each warp as warp_scan(), and before each warp the sum of
 * the warps before it. What is true of all collectives is in <tcu/device/collectives.cuh>.
 */
#ifndef TCU_DEVICE_BLOCK_SCAN_CUH
#define TCU_DEVICE_BLOCK_SCAN_CUH

#include <tcu/device/detail/block.cuh>
#include <tcu/device/detail/lanes_matrix.cuh>

namespace tcu
{
namespace device
{

/**
 * The prefix sums of the Threads Items elements x of a block, in the order of layout L:
 * inclusive y[n] = x[0] + ... + x[n], exclusive y[n] = x[0] + ... + x[n - 1], y[0] = 0.
 *
 * @tparam Threads of the block, all of which call: a multiple of 32 up to 1024; the block has as many, in one
 *                 dimension or more.
 * @param items of this thread, 1 to 16, in registers.
 * @param results y at the places of the thread's items. It may be `items` itself where T is its own accumulator.
 * @param storage in shared memory, block_storage<T, Threads>, of the striped layout block_storage<T, Threads, Items>;
 *                between two calls with the same one the caller puts a __syncthreads().
 * @return the sum of all elements, the same bits in every thread, of both kinds.
 *
 * One __syncthreads() inside, none of blocks of one warp.
 */
template <int Threads, scan_kind Kind = scan_kind::inclusive, layout L = layout::blocked, class T, int Items,
          int Totals>
__device__ __forceinline__ accumulator_t<T> block_scan(const T (&items)[Items], accumulator_t<T> (&results)[Items],
                                                       block_storage<T, Threads, Totals> &storage)
{
    detail::check_items<Items>();
    return detail::block_scan<detail::matrix_lanes, Threads, Kind, L>(items, results, storage);
}

} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_BLOCK_SCAN_CUH */
