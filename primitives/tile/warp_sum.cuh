/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TCUI_WARP_SUM_CUH
#define TCUI_WARP_SUM_CUH

#include "element.cuh"
#include "lanes.h"
#include "tcu/device/plain.cuh"

namespace tcu
{

/* The sum of one value a lane, the same in all lanes. */
template <class Acc>
__device__ __forceinline__ Acc warp_sum_of(Acc sum)
{
    if constexpr (std::is_same_v<Acc, u64>) { /* which collectives do not take */
#pragma unroll
        for (int distance = TCUI_WARP_LANES / 2; distance > 0; distance /= 2) {
            sum += __shfl_xor_sync(all_lanes, sum, distance);
        }
        return sum;
    } else {
        const Acc items[1] = {sum};
        return device::plain::warp_reduce(items, device::plain::sum());
    }
}

} // namespace tcu

#endif /* TCUI_WARP_SUM_CUH */
