/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counters of one channel for kinds of bins that can be found faster than by bins/exact.cuh, since at the speed of
 * memory there is time for a dozen instructions a sample of 16 bits. Each is exact.
 */
#ifndef TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_ONE_CHANNEL_CUH
#define TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_ONE_CHANNEL_CUH

#include "any.cuh"
#include "primitives/tile/lanes.h"

namespace tcu
{

/* ---- integers ---- */

/*
 * Even bins of 16-bit integers, of width w <= 2^16 and no more bins than that: floor(d * B / w) is the upper half of
 * d * M, M = ceil(2^32 * B / w) (bins/integers.h, with 2^32 in the place of 2^128). With B = w, M would have 33
 * bits, so then d and M are doubled and halved. Samples below the bins have a d near to 2^32, so that these and those
 * above have a product that is B or more. (Blocks: as of word_counter, below.)
 */
template <class Counters, int Blocks = Counters::of_parts ? 1 : 2>
struct short_counter {
    using in = u16;
    static constexpr int batch = 4, threads = TCUI_HISTOGRAM_GRID_THREADS, blocks = Blocks;
    using slot_counters = Counters;
    const short_bins bins;
    Counters counters;

    __device__ __forceinline__ short_counter(const private_task &task) : bins(task.special.shorts), counters(task) {}

    __device__ __forceinline__ void count(uint32_t x) const
    {
        const uint32_t product = __umulhi(x * bins.factor - bins.lower, bins.multiplier);
        counters.count(product < bins.num_bins ? product : bins.num_bins);
    }
    __device__ __forceinline__ void one(u16 x, int64_t) const { count(x ^ (bins.flip & 0xffffu)); }

    __device__ __forceinline__ void whole(const element_vector<u16> &x, int64_t) const
    {
#pragma unroll
        for (int w = 0; w < 4; w++) {
            const uint32_t word = x.words[w] ^ bins.flip;
            count(word & 0xffffu);
            count(word >> 16);
        }
    }
};

/* 16-bit integers each of whose values has a bin: too many for a block. (Where `lower` is another they take
 * short_counter.) */
struct value_counter {
    using in = u16;
    static constexpr int batch = 4, threads = TCUI_HISTOGRAM_GRID_THREADS, blocks = 1;
    using slot_counters = part_counters;
    const uint32_t flip;
    part_counters counters;

    __device__ __forceinline__ value_counter(const private_task &task) : flip(task.special.shorts.flip), counters(task)
    {
    }

    __device__ __forceinline__ void one(u16 x, int64_t) const { counters.count(x ^ (flip & 0xffffu)); }

    __device__ __forceinline__ void whole(const element_vector<u16> &x, int64_t) const
    {
#pragma unroll
        for (int w = 0; w < 4; w++) {
            const uint32_t word = x.words[w] ^ flip;
            counters.count(word & 0xffffu);
            counters.count(word >> 16);
        }
    }
};

/* Even bins of integers of 32 bits, of width 2^32 and less. Where blocks are alone on their multiprocessors (Blocks)
 * they have registers for more in flight. */
template <class Counters, int Blocks = Counters::of_parts ? 1 : 2>
struct word_counter {
    using in = u32;
    static constexpr int batch = 4, threads = TCUI_HISTOGRAM_GRID_THREADS, blocks = Blocks;
    using slot_counters = Counters;
    const word_bins bins;
    Counters counters;

    __device__ __forceinline__ word_counter(const private_task &task) : bins(task.special.words), counters(task) {}

    __device__ __forceinline__ void one(u32 x, int64_t) const { counters.count(bin_of_word(bins, x)); }

    __device__ __forceinline__ void whole(const element_vector<u32> &x, int64_t) const
    {
#pragma unroll
        for (int w = 0; w < 4; w++) {
            one(x.words[w], 0);
        }
    }
};

/* ---- anything of one channel, by a rule that is known when kernels are compiled ---- */

/* (Even bins of 64-bit integers take half the time that they take by any_counter.) */
template <class In, bin_rule Rule>
struct rule_counter {
    using in = In;
    static constexpr int batch = 4, threads = TCUI_HISTOGRAM_GENERAL_THREADS, blocks = 2;
    using slot_counters = lane_counters;
    const private_task &task;
    lane_counters counters;

    __device__ __forceinline__ rule_counter(const private_task &task) : task(task), counters(task) {}

    __device__ __forceinline__ void one(In x, int64_t) const
    {
        counters.count(bin_by_rule<Rule>(task.bins.channels[0], x));
    }

    __device__ __forceinline__ void whole(const element_vector<In> &x, int64_t) const
    {
#pragma unroll
        for (int i = 0; i < vector_elements<In>; i++) {
            one(x.at(i), 0);
        }
    }
};

/* ---- pictures ---- */

/* Values of 8 bits of 2 or 4 channels, in one row: byte i of a word is of one channel always. What is of a channel that
 * is not counted is counted as 0, in a counter that is not read: that is no branch a byte. */
template <int Blocks>
struct byte_pattern_counter {
    using in = u8;
    static constexpr int batch = 4, threads = TCUI_HISTOGRAM_GRID_THREADS, blocks = Blocks;
    using slot_counters = lane_counters;
    uint32_t base[4], step, phase;
    uint32_t counted; /* all bits of a word's bytes that are */

    __device__ __forceinline__ byte_pattern_counter(const private_task &task)
        : phase(static_cast<uint32_t>(reinterpret_cast<uintptr_t>(task.rows.first) % 16)), counted(0)
    {
        __shared__ uint32_t uncounted[TCUI_WARP_LANES];
        const lane_counters counters(task);
        const uint32_t channels = static_cast<uint32_t>(task.bins.num_channels);
        step = counters.step;
#pragma unroll
        for (uint32_t i = 0; i < 4; i++) {
            const uint32_t channel = (i + 16 - phase) % channels;
            const bool is_counted = task.bins.channels[channel].num_bins > 0;
            base[i] = is_counted ? counters.base + task.value_slot[channel] * step
                                 : shared_address(uncounted + threadIdx.x % TCUI_WARP_LANES);
            counted |= is_counted ? 0xffu << 8 * i : 0;
        }
    }

    __device__ __forceinline__ void one(u8 x, int64_t sample) const
    {
        const uint32_t byte = static_cast<uint32_t>(sample + phase) % 4;
#pragma unroll
        for (uint32_t i = 0; i < 4; i++) {
            if (i == byte) {
                count_shared(base[i] + (x & (counted >> 8 * i)) * step);
            }
        }
    }

    __device__ __forceinline__ void whole(const element_vector<u8> &x, int64_t) const
    {
#pragma unroll
        for (uint32_t w = 0; w < 4; w++) {
            const uint32_t word = x.words[w] & counted;
#pragma unroll
            for (uint32_t i = 0; i < 4; i++) {
                count_shared(base[i] + (word >> 8 * i & 0xff) * step);
            }
        }
    }
};

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_ONE_CHANNEL_CUH */
