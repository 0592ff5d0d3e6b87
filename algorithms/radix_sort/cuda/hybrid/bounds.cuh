/* SPDX-License-Identifier: Apache-2.0 */
/* Where the segments begin that the passes over the upper bits leave: a binary search for each value of these bits. */
#ifndef TCUI_RADIX_SORT_CUDA_HYBRID_BOUNDS_CUH
#define TCUI_RADIX_SORT_CUDA_HYBRID_BOUNDS_CUH

#include "survey.cuh"

namespace tcu
{

template <class Key>
struct sort_bounds {
    const Key *keys;
    uint64_t n;
    sort_order<Key> order;
    const sort_plan *plan;
    uint32_t prefixes; /* a power of two */
    int64_t *offsets;  /* one more */
};

/* All offsets are 0 if the plan has no runs: then no segment is left. */
template <class Key>
__global__ void __launch_bounds__(TCUI_SORT_BOUNDS_THREADS) find_bounds(const __grid_constant__ sort_bounds<Key> bounds)
{
    const uint32_t prefix = blockIdx.x * TCUI_SORT_BOUNDS_THREADS + threadIdx.x;
    if (prefix > bounds.prefixes)
        return;
    const int begin_bit = bounds.plan->whole.begin_bit;
    uint64_t low = 0, high = bounds.plan->runs.count > 0 ? bounds.n : 0;
    if (prefix == bounds.prefixes)
        low = high;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        const uint32_t bits = static_cast<uint32_t>(bounds.order.bits_of(bounds.keys[middle]) >> begin_bit);
        if ((bits & (bounds.prefixes - 1)) < prefix)
            low = middle + 1;
        else
            high = middle;
    }
    bounds.offsets[prefix] = static_cast<int64_t>(low);
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_HYBRID_BOUNDS_CUH */
