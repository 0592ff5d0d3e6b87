/* SPDX-License-Identifier: Apache-2.0 */
/* Counters of 8-bit samples by their values, and the general counter; one channel or several. */
#ifndef TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_ANY_CUH
#define TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_ANY_CUH

#include "algorithms/histogram/cuda/private/kernel.cuh"

namespace tcu
{

/* Values of 8 bits, of one channel. */
struct byte_counter {
    using in = u8;
    static constexpr int batch = 4, threads = TCUI_HISTOGRAM_GRID_THREADS, blocks = 2;
    using slot_counters = lane_counters;
    lane_counters counters;

    __device__ __forceinline__ byte_counter(const private_task &task) : counters(task) {}
    __device__ __forceinline__ void one(u8 x, int64_t) { counters.count(x); }

    __device__ __forceinline__ void whole(const element_vector<u8> &x, int64_t)
    {
#pragma unroll
        for (int i = 0; i < vector_elements<u8>; i++) {
            counters.count(x.at(i));
        }
    }
};

/* A visitor's channels: samples of a row go through them in turn. */
struct channel_turns {
    uint32_t channels;

    __device__ __forceinline__ uint32_t of(int64_t sample) const
    {
        return static_cast<uint32_t>(static_cast<uint64_t>(sample) % channels);
    }
    __device__ __forceinline__ uint32_t next(uint32_t channel) const
    {
        return channel + 1 == channels ? 0 : channel + 1;
    }
};

/* Values of 8 bits, of several channels. */
struct byte_channels_counter {
    using in = u8;
    static constexpr int batch = 4, threads = TCUI_HISTOGRAM_GRID_THREADS, blocks = 2;
    using slot_counters = lane_counters;
    const private_task &task;
    lane_counters counters;
    channel_turns turns;

    __device__ __forceinline__ byte_channels_counter(const private_task &task)
        : task(task), counters(task), turns{static_cast<uint32_t>(task.bins.num_channels)}
    {
    }

    __device__ __forceinline__ void count(u8 x, uint32_t channel) const
    {
        if (task.bins.channels[channel].num_bins > 0) {
            counters.count(task.value_slot[channel] + x);
        }
    }
    __device__ __forceinline__ void one(u8 x, int64_t sample) { count(x, turns.of(sample)); }

    __device__ __forceinline__ void whole(const element_vector<u8> &x, int64_t sample)
    {
        uint32_t channel = turns.of(sample);
#pragma unroll
        for (int i = 0; i < vector_elements<u8>; i++) {
            count(x.at(i), channel);
            channel = turns.next(channel);
        }
    }
};

/* The general counter. */
template <class In, class Counters = lane_counters>
struct any_counter {
    using in = In;
    static constexpr int batch = 1, threads = TCUI_HISTOGRAM_GENERAL_THREADS, blocks = 2;
    using slot_counters = Counters;
    const private_task &task;
    Counters counters;
    channel_turns turns;

    __device__ __forceinline__ any_counter(const private_task &task)
        : task(task), counters(task), turns{static_cast<uint32_t>(task.bins.num_channels)}
    {
    }

    __device__ __forceinline__ void count(In x, uint32_t channel) const
    {
        const channel_bins &bins = task.bins.channels[channel];
        if (bins.num_bins > 0) {
            counters.count(static_cast<uint32_t>(task.bins.first_slot[channel]) + bin_of(bins, x));
        }
    }
    __device__ __forceinline__ void one(In x, int64_t sample) { count(x, turns.of(sample)); }

    __device__ __forceinline__ void whole(const element_vector<In> &x, int64_t sample)
    {
        uint32_t channel = turns.of(sample);
#pragma unroll 1
        for (int i = 0; i < vector_elements<In>; i++) {
            count(x.at(i), channel);
            channel = turns.next(channel);
        }
    }
};

template <class In>
tcu_status launch_any(tcu_context *context, const private_launch &shape, const private_task &task)
{
    return task.parts > 1 ? launch_counter<any_counter<In, part_counters>>(context, shape, task)
                          : launch_counter<any_counter<In>>(context, shape, task);
}

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_ANY_CUH */
