/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where keys of each value begin, from the counts of the values. Values in their order (radix_sort_order.h) make 256
 * groups: of 8 bits one value each, of 16 bits the 256 values of one upper byte. Starts are known in two levels, of
 * groups and of values in their group, so that no block has to know more than 256 counts to go on.
 */
#ifndef TCUI_RADIX_SORT_COUNTED_SCAN_CUH
#define TCUI_RADIX_SORT_COUNTED_SCAN_CUH

#include "primitives/scan/scan_warp.cuh"
#include "radix_sort_order.h"

namespace tcu
{

constexpr int count_groups = 256, group_values = 256;

/* starts[i] = count(0) + ... + count(i - 1), 0 <= i < 256; returns the sum of all. Call by a whole warp. */
template <class Count>
__device__ __forceinline__ uint64_t scan_256_counts(uint64_t *starts, Count count)
{
    constexpr int V = 2, step = V * TCUI_WARP_LANES, steps = 256 / step;
    const int first = threadIdx.x % TCUI_WARP_LANES * V;
    element_vector<u64, V> counts[steps], before[steps];
#pragma unroll
    for (int s = 0; s < steps; ++s) {
        const uint64_t pair[V] = {count(s * step + first), count(s * step + first + 1)};
        counts[s] = pack_results<u64>(pair);
    }
    const uint32_t no_heads[steps] = {};
    uint64_t sum = 0;
    scan_groups_by_lanes<head_places::none, u64, u64, u64>(before, counts, sum, no_heads, true, no_constants());
#pragma unroll
    for (int s = 0; s < steps; ++s)
        store_whole(starts + s * step + first, before[s]);
    return sum;
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_COUNTED_SCAN_CUH */
