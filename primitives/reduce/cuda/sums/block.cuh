/* SPDX-License-Identifier: Apache-2.0 */
/* One value a thread combined over a block, by shuffles and shared memory, always in the same order. */
#ifndef TCUI_REDUCE_CUDA_SUMS_BLOCK_CUH
#define TCUI_REDUCE_CUDA_SUMS_BLOCK_CUH

#include "primitives/reduce/cuda/operators/plain_sum.cuh"

namespace tcu
{

/* op.total() of a value a lane, in lane 0 at least, where lanes from `count` on have zeros. */
template <class Operator, class Acc>
__device__ __forceinline__ Acc total_of_first_lanes(const Operator &op, Acc sum, uint32_t count)
{
    if constexpr (Operator::is_plain && std::is_same_v<Acc, u32>) {
        return op.total(sum);
    } else {
        constexpr uint32_t few = 8;
        if (count > few) {
#pragma unroll
            for (uint32_t distance = TCUI_WARP_LANES / 2; distance >= few; distance /= 2) {
                combine_into(op, sum, shuffle_xor(sum, distance));
            }
        }
#pragma unroll
        for (uint32_t distance = few / 2; distance > 0; distance /= 2) {
            combine_into(op, sum, shuffle_xor(sum, distance));
        }
        return sum;
    }
}

/* The result is thread 0's. Call by all threads, once with the same `warp_sum`, which is shared memory. */
template <class Operator, class Acc>
__device__ __forceinline__ Acc block_total_once(const Operator &op, Acc sum, Acc (&warp_sum)[TCUI_WARP_LANES])
{
    const uint32_t warps = blockDim.x / TCUI_WARP_LANES;
    sum = op.total(sum);
    if (threadIdx.x % TCUI_WARP_LANES == 0) {
        warp_sum[threadIdx.x / TCUI_WARP_LANES] = sum;
    }
    __syncthreads();
    if (threadIdx.x < TCUI_WARP_LANES) {
        sum = total_of_first_lanes(op, threadIdx.x < warps ? warp_sum[threadIdx.x] : Acc(0), warps);
    }
    return sum;
}

/* The same, as often as needed. */
template <class Operator, class Acc>
__device__ __forceinline__ Acc block_total(const Operator &op, Acc sum, Acc (&warp_sum)[TCUI_WARP_LANES])
{
    __syncthreads();
    return block_total_once(op, sum, warp_sum);
}

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_SUMS_BLOCK_CUH */
