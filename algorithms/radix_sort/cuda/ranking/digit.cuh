/* SPDX-License-Identifier: Apache-2.0 */
/* A digit of a key in a register of 4 or 8 bytes. */
#ifndef TCUI_RADIX_SORT_CUDA_RANKING_DIGIT_CUH
#define TCUI_RADIX_SORT_CUDA_RANKING_DIGIT_CUH

#include "primitives/tile/instructions.cuh"

namespace tcu
{

/*
 * Extracts a digit, times the distance in bytes of its counters (a power of two), by a rotation and a mask. For a key
 * in one register each is one instruction, and the mask's also adds the counter's address.
 */
struct sort_digit {
    uint32_t rotation; /* to the right */
    uint32_t mask;

    /* Of key bits [begin, begin + bits); distance: 2^log2_distance bytes. */
    __host__ __device__ static sort_digit of(int key_register_bits, int begin, int bits, int log2_distance)
    {
        return {static_cast<uint32_t>(begin - log2_distance + key_register_bits) % key_register_bits,
                ((1u << bits) - 1) << log2_distance};
    }

    __device__ __forceinline__ uint32_t in(uint32_t key) const { return __funnelshift_r(key, key, rotation) & mask; }

    __device__ __forceinline__ uint32_t in(uint64_t key) const
    {
        const uint32_t low = static_cast<uint32_t>(key), high = static_cast<uint32_t>(key >> 32);
        const bool above = rotation >= 32;
        return __funnelshift_r(above ? high : low, above ? low : high, rotation) & mask;
    }
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_RANKING_DIGIT_CUH */
