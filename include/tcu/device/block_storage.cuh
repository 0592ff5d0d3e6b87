/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file block_storage.cuh
 * The shared memory that collectives of a block need.
 */
#ifndef TCU_DEVICE_BLOCK_STORAGE_CUH
#define TCU_DEVICE_BLOCK_STORAGE_CUH

#include <tcu/device/collective_types.cuh>

namespace tcu
{
namespace device
{

/**
 * Declared `__shared__` by a block of Threads threads, for block_reduce() and block_scan() of elements of type T.
 *
 * @tparam Totals how many totals a warp leaves. 1 is enough for block_reduce(), and for block_scan() in the blocked layout;
 *                in the striped layout block_scan() takes as many as it has items.
 *
 * sizeof is Threads / 32 * Totals accumulators, rounded up to whole 16 bytes: 32 bytes of 256 threads and float.
 *
 * One object serves any number of calls, one after the other, if there is a __syncthreads() between a call and the next one:
 * when a call returns, other warps may still read. It need not be initialised, and holds nothing between calls.
 */
template <class T, int Threads, int Totals = 1>
struct block_storage {
    static_assert(Threads % warp_size == 0 && Threads >= warp_size && Threads <= 1024,
                  "blocks have a multiple of 32 threads, up to 1024");
    static_assert(Totals >= 1 && Totals <= detail::most_items, "a warp leaves 1 to 16 totals");
    alignas(16) accumulator_t<T> totals[Threads / warp_size * Totals]; /**< Not to be used. */
};

} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_BLOCK_STORAGE_CUH */
