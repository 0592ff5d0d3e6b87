/* SPDX-License-Identifier: Apache-2.0 */
/* The scan of 256 counts, of a digit or a group of values, by a warp: that of the base layer. */
#ifndef TCUI_RADIX_SORT_CUDA_SCAN_256_CUH
#define TCUI_RADIX_SORT_CUDA_SCAN_256_CUH

#include "primitives/scan/cuda/warp/warp.cuh"

namespace tcu
{

/*
 * Of 256 counts those before each: store(i, counts of i and i + 1, sums of those before i and i + 1), i = 0, 2, 4, ...,
 * by a lane each, such that a lane has a greater i each time. Returns the sum of all. Call by a whole warp.
 */
template <class Count, class Store>
__device__ __forceinline__ uint64_t scan_256_counts(Count count, Store store)
{
    constexpr int V = 2, step = V * TCUI_WARP_LANES, steps = 256 / step;
    const int first = threadIdx.x % TCUI_WARP_LANES * V;
    element_vector<u64, V> counts[steps], before[steps];
#pragma unroll
    for (int s = 0; s < steps; s++) {
        const uint64_t pair[V] = {count(s * step + first), count(s * step + first + 1)};
        counts[s] = pack_results<u64>(pair);
    }
    const uint32_t no_heads[steps] = {};
    uint64_t sum = 0;
    scan_groups_by_lanes<head_places::none, scan_sum<u64, u64>, u64>(before, counts, sum, no_heads, true,
                                                                     no_constants());
#pragma unroll
    for (int s = 0; s < steps; s++) {
        store(s * step + first, counts[s], before[s]);
    }
    return sum;
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_SCAN_256_CUH */
