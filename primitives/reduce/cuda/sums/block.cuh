/* SPDX-License-Identifier: Apache-2.0 */
/* The sum of one value a thread over a block, by shuffles and shared memory, always added in the same order. */
#ifndef TCUI_REDUCE_CUDA_SUMS_BLOCK_CUH
#define TCUI_REDUCE_CUDA_SUMS_BLOCK_CUH

#include "primitives/tile/warp_sum.cuh"

namespace tcu
{

/* warp_sum_of() a value a lane, in lane 0 at least, where lanes from `count` on have zeros. */
template <class Acc>
__device__ __forceinline__ Acc sum_of_first_lanes(Acc sum, uint32_t count)
{
    if constexpr (std::is_same_v<Acc, u32>) {
        return warp_sum_of(sum);
    } else {
        constexpr uint32_t few = 8;
        if (count > few) {
#pragma unroll
            for (uint32_t distance = TCUI_WARP_LANES / 2; distance >= few; distance /= 2) {
                sum += __shfl_xor_sync(all_lanes, sum, distance);
            }
        }
#pragma unroll
        for (uint32_t distance = few / 2; distance > 0; distance /= 2) {
            sum += __shfl_xor_sync(all_lanes, sum, distance);
        }
        return sum;
    }
}

/* The result is thread 0's. Call by all threads, once with the same `warp_sum`, which is shared memory. */
template <class Acc>
__device__ __forceinline__ Acc block_sum_once(Acc sum, Acc (&warp_sum)[TCUI_WARP_LANES])
{
    const uint32_t warps = blockDim.x / TCUI_WARP_LANES;
    sum = warp_sum_of(sum);
    if (threadIdx.x % TCUI_WARP_LANES == 0) {
        warp_sum[threadIdx.x / TCUI_WARP_LANES] = sum;
    }
    __syncthreads();
    if (threadIdx.x < TCUI_WARP_LANES) {
        sum = sum_of_first_lanes(threadIdx.x < warps ? warp_sum[threadIdx.x] : Acc(0), warps);
    }
    return sum;
}

/* The same, as often as needed. */
template <class Acc>
__device__ __forceinline__ Acc block_sum(Acc sum, Acc (&warp_sum)[TCUI_WARP_LANES])
{
    __syncthreads();
    return block_sum_once(sum, warp_sum);
}

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_SUMS_BLOCK_CUH */
