/* SPDX-License-Identifier: Apache-2.0 */
/* For tests of what puts items in order that were staged in a wrong one (settle.cuh). */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_INJECTED_ORDER_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_INJECTED_ORDER_CUH

#include "algorithms/radix_sort/cuda/passes/digit.cuh"

#ifdef TCU_INJECT_WRONG_ORDER
namespace tcu
{

/* A bit of a hash. */
__device__ __forceinline__ bool is_injected(uint32_t i, uint32_t round)
{
    uint32_t x = i + round * 0x9e3779b9u + blockIdx.x * 0xc2b2ae35u;
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x >> 31 != 0;
}

/* Permutes staged items with equal digits at random: in each round every second pair of neighbours, of which half change
 * places. By all threads; begins behind a barrier and ends with one. */
template <int Threads>
__device__ __forceinline__ void inject_wrong_order(uint32_t *items, uint32_t count, sort_digit digit)
{
    constexpr uint32_t rounds = 4;
#pragma unroll 1
    for (uint32_t round = 0; round < rounds; round++) {
#pragma unroll 1
        for (uint32_t i = 2 * threadIdx.x + round % 2; i + 1 < count; i += 2 * Threads) {
            if (is_injected(i, round) && digit.in(items[i]) == digit.in(items[i + 1])) {
                const uint32_t item = items[i];
                items[i] = items[i + 1];
                items[i + 1] = item;
            }
        }
        __syncthreads();
    }
}

} // namespace tcu
#endif

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_INJECTED_ORDER_CUH */
