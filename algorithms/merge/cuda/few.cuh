/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Positions of few values in any order: a group of lanes searches for each of them, and looks at as many keys in a step,
 * which divide what is left of the array into equal parts (a search of p + 1 parts: D. E. Knuth, The Art of Computer
 * Programming 3, 6.2.1). Few values leave most of the device idle, and what counts is how many steps wait for each other.
 */
#ifndef TCUI_MERGE_CUDA_FEW_CUH
#define TCUI_MERGE_CUDA_FEW_CUH

#include "search_task.cuh"

namespace tcu
{

template <class Key, class Position, bool AFirst, int Lanes>
__global__ void __launch_bounds__(TCUI_SEARCH_FEW_THREADS)
    search_few(const __grid_constant__ search_task<Key, Position> task)
{
    const merge_inputs<Key> &in = task.in;
    const u64 m = in.a_length(), n = in.b_length();
    const u64 j = (static_cast<u64>(blockIdx.x) * TCUI_SEARCH_FEW_THREADS + threadIdx.x) / Lanes;
    const unsigned lane = threadIdx.x % Lanes, group = threadIdx.x % TCUI_WARP_LANES / Lanes * Lanes;
    if (j - threadIdx.x % TCUI_WARP_LANES / Lanes >= n) {
        return; /* as a whole warp */
    }
    const key_register<Key> value = in.keys.bits_of(in.b[min(j, n - 1)]);
    u64 low = 0, high = m;
    while (__any_sync(all_lanes, low < high)) {
        const u64 part = (high - low) / (Lanes + 1) + 1, at = low + (lane + 1) * part - 1;
        const bool before = at < high && is_before<AFirst>(in.keys.bits_of(in.a[at]), value);
        unsigned in_front = before ? 1 : 0;
        if constexpr (Lanes > 1) {
            const unsigned no = ~(__ballot_sync(all_lanes, before) >> group & ((1u << Lanes) - 1));
            in_front = __ffs(static_cast<int>(no)) - 1;
        }
        low += in_front * part;
        high = min(high, low + part - 1);
    }
    if (j < n && lane == 0) {
        task.positions[j] = static_cast<Position>(low);
    }
}

} // namespace tcu

#endif /* TCUI_MERGE_CUDA_FEW_CUH */
