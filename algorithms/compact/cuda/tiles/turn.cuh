/* SPDX-License-Identifier: Apache-2.0 */
/* In place blocks take what they store in turn, in the order in which they begin. */
#ifndef TCUI_COMPACT_CUDA_TILES_TURN_CUH
#define TCUI_COMPACT_CUDA_TILES_TURN_CUH

#include "algorithms/compact/cuda/paths.h"

namespace tcu
{

/* The next number in turn; or, where order does not matter, the block's. The same in all threads. */
__device__ __forceinline__ int64_t number_of_block(const tcui_compact_marks &marks)
{
    if (marks.turn == nullptr) {
        return blockIdx.x;
    }
    __shared__ uint32_t number;
    if (threadIdx.x == 0) {
        number = atomicAdd(marks.turn, 1u);
    }
    __syncthreads();
    return number;
}

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_TILES_TURN_CUH */
