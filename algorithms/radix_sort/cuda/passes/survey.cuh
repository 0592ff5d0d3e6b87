/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What surveys have in common: kernels that look at a sample of the keys and choose a schedule for all of them
 * (hybrid/survey.cuh, divided/survey.cuh). A thread takes a key; the grid is resident, and has counters in device memory.
 */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_SURVEY_CUH
#define TCUI_RADIX_SORT_CUDA_PASSES_SURVEY_CUH

#include <algorithm>
#include <cooperative_groups.h>

#include "primitives/pipeline/key_order.cuh"
#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/length.cuh"
#include "primitives/tile/lanes.h"
#include "schedule.cuh"
#include "tuning.h"

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

/* What every survey looks at and writes. */
template <class Key, class Counts>
struct sort_survey {
    const Key *keys;
    uint64_t n;
    const uint64_t *length; /* or NULL: of the n keys those that there are */
    sort_order<Key> order;
    sort_passes passes;
    uint64_t block_items; /* of the longest segment that a block sorts */
    Counts *counts;
    sort_schedule *schedule;

    static sort_survey of(const tcui_radix_sort_task *task, const sort_passes &passes, uint64_t block_items,
                          Counts *counts, sort_schedule *schedule)
    {
        return {static_cast<const Key *>(task->keys_in),
                task->segments.n,
                task->segments.length,
                sort_order<Key>::of(tcui_key_order_of(task->key_type, task->descending)),
                passes,
                block_items,
                counts,
                schedule};
    }

    __device__ __forceinline__ uint64_t elements() const { return length_now(n, length); }

    /* The bits of key i that are compared, from bit 0 on. */
    __device__ __forceinline__ uint64_t compared(uint64_t i) const
    {
        return order.bits_of(keys[i]) >> passes.begin_bit & passes.mask();
    }
};

/* A block a multiprocessor, since that always fits. Of a stream that has few of them each takes as many as it has room
 * for: else the sample would be too small to choose by. */
template <class Survey>
tcu_status launch_survey(tcu_context *context, void (*kernel)(Survey), const Survey &survey)
{
    int blocks = 1;
    if (tcui_stream_multiprocessors(context) < context->properties.multiprocessors &&
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, TCUI_SORT_SURVEY_THREADS, 0) != cudaSuccess) {
        cudaGetLastError();
        blocks = 1;
    }
    const uint64_t resident = static_cast<uint64_t>(tcui_stream_multiprocessors(context)) * std::max(blocks, 1);
    return launch_as(launch_kind::cooperative, context, kernel, std::min<uint64_t>(TCUI_SORT_SURVEY_BLOCKS, resident),
                     TCUI_SORT_SURVEY_THREADS, 0, survey);
}

/* A thread's key of the sample. */
struct sampled_key {
    uint32_t number, samples;

    static __device__ __forceinline__ sampled_key of_thread()
    {
        return {blockIdx.x * TCUI_SORT_SURVEY_THREADS + threadIdx.x, gridDim.x * TCUI_SORT_SURVEY_THREADS};
    }

    /* Its position among n, 1 or more. Not at equal distances, at which tables repeat: by up to one apart, at random. */
    __device__ __forceinline__ uint64_t place(uint64_t n) const
    {
        const uint64_t distance = n / samples, first = n * number / samples;
        const uint32_t hash = (number * 0x9e3779b1u ^ number >> 7) * 0x85ebca6bu;
        const uint64_t offset = distance > 0 ? (hash ^ static_cast<uint64_t>(hash) << 17) % distance : 0;
        return min(first + offset, n - 1);
    }

    /* By all threads of the grid. */
    template <class Counts>
    __device__ __forceinline__ void clear(Counts &counts) const
    {
        for (uint32_t i = number; i < sizeof counts / sizeof(uint32_t); i += samples) {
            reinterpret_cast<uint32_t *>(&counts)[i] = 0;
        }
    }
};

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

#endif /* TCUI_RADIX_SORT_CUDA_PASSES_SURVEY_CUH */
