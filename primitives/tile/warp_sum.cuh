/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TCUI_WARP_SUM_CUH
#define TCUI_WARP_SUM_CUH

#include "element.cuh"
#include "lanes.h"

namespace tcu
{

/* The sum of one value a lane, the same in all lanes. */
template <class Acc>
__device__ __forceinline__ Acc warp_sum_of(Acc sum)
{
    if constexpr (std::is_same_v<Acc, u32>) {
        return __reduce_add_sync(all_lanes, sum);
    } else {
#pragma unroll
        for (int distance = TCUI_WARP_LANES / 2; distance > 0; distance /= 2) {
            sum += __shfl_xor_sync(all_lanes, sum, distance);
        }
        return sum;
    }
}

} // namespace tcu

#endif /* TCUI_WARP_SUM_CUH */
