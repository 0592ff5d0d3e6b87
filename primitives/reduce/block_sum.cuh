/* SPDX-License-Identifier: Apache-2.0 */
/* The sum of one value a thread over a block, by shuffles and shared memory, always added in the same order. */
#ifndef TCUI_BLOCK_SUM_CUH
#define TCUI_BLOCK_SUM_CUH

#include "primitives/tile/row_tile.cuh"

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
        for (int distance = TCUI_WARP_LANES / 2; distance > 0; distance /= 2)
            sum += __shfl_xor_sync(all_lanes, sum, distance);
        return sum;
    }
}

/* The result is thread 0's. `warp_sum` is shared memory; call by all threads, as often as wanted. */
template <class Acc>
__device__ __forceinline__ Acc block_sum(Acc sum, Acc (&warp_sum)[TCUI_WARP_LANES])
{
    sum = warp_sum_of(sum);
    __syncthreads();
    if (threadIdx.x % TCUI_WARP_LANES == 0)
        warp_sum[threadIdx.x / TCUI_WARP_LANES] = sum;
    __syncthreads();
    if (threadIdx.x < TCUI_WARP_LANES)
        sum = warp_sum_of(threadIdx.x < blockDim.x / TCUI_WARP_LANES ? warp_sum[threadIdx.x] : Acc(0));
    return sum;
}

} // namespace tcu

#endif /* TCUI_BLOCK_SUM_CUH */
