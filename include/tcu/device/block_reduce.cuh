/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file block_reduce.cuh
 * The sum of a block's elements on the matrix unit: of each warp as warp_reduce(), then of the warps' sums by plain adds.
 * What is true of all collectives is in <tcu/device/collectives.cuh>.
 */
#ifndef TCU_DEVICE_BLOCK_REDUCE_CUH
#define TCU_DEVICE_BLOCK_REDUCE_CUH

#include <tcu/device/detail/block.cuh>
#include <tcu/device/detail/lanes_matrix.cuh>

namespace tcu
{
namespace device
{

/**
 * The sum of the Threads Items elements of a block.
 *
 * @tparam Threads of the block, all of which call: a multiple of 32 up to 1024; the block has as many, in one
 *                 dimension or more.
 * @tparam L the layout, as in warp_reduce().
 * @param items of this thread, 1 to 16, in registers.
 * @param storage in shared memory; between two calls with the same one the caller puts a __syncthreads().
 * @return the sum, the same bits in every thread.
 *
 * One __syncthreads() inside, none of blocks of one warp.
 */
template <int Threads, layout L = layout::blocked, class T, int Items, int Totals>
__device__ __forceinline__ accumulator_t<T> block_reduce(const T (&items)[Items],
                                                         block_storage<T, Threads, Totals> &storage)
{
    detail::check_items<Items>();
    return detail::block_total<detail::matrix_lanes>(items, storage);
}

/**
 * The sum of the first `valid` elements of a block, in the order that L says: thread p has elements p Items ... of the
 * blocked layout, i Threads + p of the striped one.
 *
 * @param valid the same in all threads; 0 and less: no element, whose sum is 0; Threads Items and more: all. The other
 *              elements may be anything that was written.
 * @return the sum, the same bits in every thread; with all elements valid, those of block_reduce() without `valid`.
 */
template <int Threads, layout L = layout::blocked, class T, int Items, int Totals>
__device__ __forceinline__ accumulator_t<T> block_reduce(const T (&items)[Items],
                                                         block_storage<T, Threads, Totals> &storage, int valid)
{
    detail::check_items<Items>();
    T some[Items];
    detail::copy_valid<detail::matrix_lanes, Threads, L>(some, items, detail::thread_index(), valid);
    return detail::block_total<detail::matrix_lanes>(some, storage);
}

} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_BLOCK_REDUCE_CUH */
