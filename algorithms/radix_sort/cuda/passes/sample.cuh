/* SPDX-License-Identifier: Apache-2.0 */
/* What the surveys of keys have in common, which see a sample and plan the passes: a thread takes a key. */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_SAMPLE_CUH
#define TCUI_RADIX_SORT_CUDA_PASSES_SAMPLE_CUH

#include "algorithms/radix_sort/cuda/passes/plan.cuh"
#include "primitives/tile/instructions.cuh"

namespace tcu
{

/* Values of the 16 highest bits that vary, of which the sample's keys are counted. */
constexpr int most_prefix_bits = 16, most_prefixes = 1 << most_prefix_bits;

/* A share of the sample is taken for the keys of one segment that is too long for a block if it is larger than that of
 * a segment which fits, by an eighth and three keys: the sample's noise. */
constexpr uint64_t sample_noise = 3, sample_noise_part = 8;

__device__ __forceinline__ uint64_t with_sample_noise(uint64_t keys)
{
    return keys + keys / sample_noise_part + sample_noise;
}

/* The position of a sampled key. Not at equal distances, at which tables repeat: by up to one apart, at random. */
__device__ __forceinline__ uint64_t sampled_place(uint64_t n, uint32_t sample, uint32_t samples)
{
    const uint64_t distance = n / samples, place = n * sample / samples;
    const uint32_t hash = (sample * 0x9e3779b1u ^ sample >> 7) * 0x85ebca6bu;
    const uint64_t offset = distance > 0 ? (hash ^ static_cast<uint64_t>(hash) << 17) % distance : 0;
    return min(place + offset, n - 1);
}

/* By a whole warp: bits in which keys differ. */
__device__ __forceinline__ void add_varying(unsigned long long *varying, uint64_t differing)
{
    const uint32_t low = __reduce_or_sync(all_lanes, static_cast<uint32_t>(differing)),
                   high = __reduce_or_sync(all_lanes, static_cast<uint32_t>(differing >> 32));
    if (threadIdx.x % TCUI_WARP_LANES == 0) {
        atomicOr(varying, static_cast<unsigned long long>(high) << 32 | low);
    }
}

/* Bits up to the highest that varies; one at least. */
__device__ __forceinline__ int bits_up_to(uint64_t varying)
{
    return varying >> 32 != 0 ? 33 + highest_bit(static_cast<uint32_t>(varying >> 32))
           : varying != 0     ? 1 + highest_bit(static_cast<uint32_t>(varying))
                              : 1;
}

/* By a whole warp: adds one to a counter for each lane that counts, and once for lanes with the same counter: keys may be
 * the same. */
__device__ __forceinline__ void count_in_warp(uint32_t *counters, uint32_t which, bool counts = true)
{
    const unsigned peers = __match_any_sync(all_lanes, counts ? which : UINT32_MAX);
    if (counts && (peers & lanes_before()) == 0) {
        atomicAdd(counters + which, static_cast<uint32_t>(__popc(peers)));
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_PASSES_SAMPLE_CUH */
