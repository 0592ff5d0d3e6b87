/* SPDX-License-Identifier: Apache-2.0 */
/* For tests of what puts keys in order that were staged in a wrong one (passes/staged_order.cuh, block/radix/settle.cuh). */
#ifndef TCUI_RADIX_SORT_CUDA_RANKING_INJECTED_ORDER_CUH
#define TCUI_RADIX_SORT_CUDA_RANKING_INJECTED_ORDER_CUH

#include "primitives/tile/instructions.cuh"

#ifdef TCU_INJECT_WRONG_ORDER
namespace tcu
{

/* A bit of a hash. */
__device__ __forceinline__ bool is_injected(uint32_t i, uint32_t round, uint32_t of_block)
{
    uint32_t x = i + round * 0x9e3779b9u + of_block * 0xc2b2ae35u;
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x >> 31 != 0;
}

/*
 * Permutes what is staged at places 0 ... count - 1 at random, where digits are equal: in each round every second pair
 * of neighbours, of which half change places; so a key moves by up to that many places, and a repair by neighbours takes
 * several rounds, too. are_equal(i) and exchange(i) are about places i and i + 1; blocks with another `of_block` have
 * other exchanges. By all threads; begins behind a barrier and ends with one.
 */
template <int Threads, uint32_t Rounds, class AreEqual, class Exchange>
__device__ __forceinline__ void inject_wrong_order(uint32_t count, uint32_t of_block, AreEqual are_equal,
                                                   Exchange exchange)
{
#pragma unroll 1
    for (uint32_t round = 0; round < Rounds; round++) {
#pragma unroll 1
        for (uint32_t i = 2 * threadIdx.x + round % 2; i + 1 < count; i += 2 * Threads) {
            if (is_injected(i, round, of_block) && are_equal(i)) {
                exchange(i);
            }
        }
        __syncthreads();
    }
}

} // namespace tcu
#endif

#endif /* TCUI_RADIX_SORT_CUDA_RANKING_INJECTED_ORDER_CUH */
