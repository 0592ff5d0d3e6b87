/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counting into private copies of the histogram in shared memory. A block has `replicas` counters a slot, side by side,
 * of which a lane takes the one of its number: so lanes meet less often at a bank, and where they meet at one counter
 * the hardware merges what they add (count_shared). That makes the speed the same whatever the data.
 *
 * A histogram that is larger than a block's memory is counted in parts: neighbouring blocks look at the same samples,
 * of which most come from the second cache, and each counts its part of the slots. (To let the blocks of a cluster go
 * in step, by a barrier a round, makes that slower by a fifth.)
 *
 * What follows depends on the task's size: one block stores its totals; the blocks of a cluster add up each other's;
 * the blocks of a grid leave their copies in the workspace (histogram_private_cuda.cu). A block counts less than 2^32
 * samples. Of 8-bit samples the values are counted, and the values' bins found once, behind everything else.
 */
#ifndef TCUI_HISTOGRAM_PRIVATE_CUH
#define TCUI_HISTOGRAM_PRIVATE_CUH

#include <cooperative_groups.h>

#include "histogram_keys.cuh"
#include "histogram_rows.cuh"

namespace tcu
{

enum class private_shape { block, cluster, grid };

constexpr int byte_values = 256;

/* Of the table by which samples find their levels (histogram_cells.cuh), and the levels that it serves at most. */
constexpr uint32_t cells_of_levels = 4096, most_levels_of_cells = 8192;

/* What the counters of histogram_counters.cuh know of the one channel. */
struct short_bins {
    uint32_t flip;          /* of two samples: signs */
    uint32_t factor, lower; /* d = x * factor - lower */
    uint32_t multiplier, num_bins;
};

struct word_bins {
    uint32_t first, span, offset, quotient, multiplier_high, multiplier_low, num_bins;
};

struct real_bins {
    f32 scale, shift, margin, most;
    uint32_t num_bins;
    const f32 *edges; /* num_bins + 1 */
};

/* Of halves, besides real_bins. */
struct fixed_bins {
    f32 shift;
    uint32_t zero, fraction_bits, fraction, near;
};

union special_bins {
    short_bins shorts;
    word_bins words;
    real_bins reals;
};

struct private_task {
    sample_rows rows;
    task_bins bins;
    count_outputs outputs;
    level_verdicts verdicts;
    private_shape shape;
    uint32_t slots;                        /* of a copy; of 8-bit samples byte_values a channel */
    uint32_t parts, part_slots;            /* more than one part: in a grid alone, and with one replica */
    uint32_t replicas;                     /* a power of two, up to the lanes of a warp */
    uint32_t *copies;                      /* in a grid: blocks x slots */
    uint32_t value_slot[TCU_MAX_CHANNELS]; /* of 8-bit samples */
    special_bins special;
    fixed_bins fixed;
    bool has_edges; /* those of special.reals */
    bool has_cells; /* and keys of levels, room behind the counters */
};

/* ---- where samples are counted ---- */

/* Of a block's slots. */
__device__ __forceinline__ uint32_t first_slot_of_part(const private_task &task)
{
    return task.parts == 1 ? 0 : blockIdx.x % task.parts * task.part_slots;
}

/* Counters of a part of the slots. */
struct part_counters {
    static constexpr bool of_parts = true;
    uint32_t base, first, count_of_slots;

    __device__ __forceinline__ explicit part_counters(const private_task &task)
        : base(shared_address(dynamic_shared_memory())), first(first_slot_of_part(task)),
          count_of_slots(task.part_slots)
    {
    }

    __device__ __forceinline__ void count(uint32_t slot) const
    {
        count_shared_if(slot - first < count_of_slots, base + (slot - first) * 4);
    }
};

/* A lane's counters: those of slot s lie at base + s * step. */
struct lane_counters {
    static constexpr bool of_parts = false;
    uint32_t base, step;

    __device__ __forceinline__ explicit lane_counters(const private_task &task)
        : base(shared_address(dynamic_shared_memory()) + threadIdx.x % task.replicas * 4), step(task.replicas * 4)
    {
    }

    __device__ __forceinline__ void count(uint32_t slot) const { count_shared(base + slot * step); }
};

/* Values of 8 bits, of one channel. */
struct byte_counter {
    using in = u8;
    static constexpr int batch = 4, threads = 1024, blocks = 2;
    using slot_counters = lane_counters;
    lane_counters counters;

    __device__ __forceinline__ byte_counter(const private_task &task) : counters(task) {}
    __device__ __forceinline__ void one(u8 x, int64_t) { counters.count(x); }

    __device__ __forceinline__ void whole(const element_vector<u8> &x, int64_t)
    {
#pragma unroll
        for (int i = 0; i < vector_elements<u8>; ++i)
            counters.count(x.at(i));
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
    static constexpr int batch = 4, threads = 1024, blocks = 2;
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
        if (task.bins.channels[channel].num_bins > 0)
            counters.count(task.value_slot[channel] + x);
    }
    __device__ __forceinline__ void one(u8 x, int64_t sample) { count(x, turns.of(sample)); }

    __device__ __forceinline__ void whole(const element_vector<u8> &x, int64_t sample)
    {
        uint32_t channel = turns.of(sample);
#pragma unroll
        for (int i = 0; i < vector_elements<u8>; ++i) {
            count(x.at(i), channel);
            channel = turns.next(channel);
        }
    }
};

/* Anything. */
template <class In, class Counters = lane_counters>
struct any_counter {
    using in = In;
    static constexpr int batch = 1, threads = 512, blocks = 2;
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
        if (bins.num_bins > 0)
            counters.count(static_cast<uint32_t>(task.bins.first_slot[channel]) + bin_of(bins, x));
    }
    __device__ __forceinline__ void one(In x, int64_t sample) { count(x, turns.of(sample)); }

    __device__ __forceinline__ void whole(const element_vector<In> &x, int64_t sample)
    {
        uint32_t channel = turns.of(sample);
#pragma unroll 1
        for (int i = 0; i < vector_elements<In>; ++i) {
            count(x.at(i), channel);
            channel = turns.next(channel);
        }
    }
};

/* ---- what becomes of the counters ---- */

class private_block
{
  public:
    __device__ __forceinline__ explicit private_block(const private_task &task)
        : task(task), counters(reinterpret_cast<uint32_t *>(dynamic_shared_memory()))
    {
    }

    __device__ __forceinline__ void clear()
    {
        for (uint32_t i = threadIdx.x; i < task.part_slots * task.replicas; i += blockDim.x)
            counters[i] = 0;
        __syncthreads();
    }

    __device__ void finish(bool by_value)
    {
        __syncthreads();
        if (task.shape == private_shape::grid) {
            const uint32_t first = first_slot_of_part(task);
            uint32_t *const copy = task.copies + static_cast<uint64_t>(blockIdx.x / task.parts) * task.slots + first;
            for (uint32_t slot = threadIdx.x; slot < task.part_slots && slot < task.slots - first; slot += blockDim.x)
                copy[slot] = own_total(slot);
            return;
        }
        uint32_t rank = 0, ranks = 1;
        if (task.shape == private_shape::cluster) {
            rank = blockIdx.x;
            ranks = gridDim.x;
            for (uint32_t slot = threadIdx.x; slot < task.slots; slot += blockDim.x)
                counters[slot * task.replicas] = own_total(slot);
            cooperative_groups::this_cluster().sync();
        }
        if (!by_value) {
            for (uint32_t slot = rank * blockDim.x + threadIdx.x; slot < task.slots; slot += ranks * blockDim.x)
                store_slot(task.outputs, slot, total(slot));
        } else if (rank == 0) {
            store_values();
        }
        if (task.shape == private_shape::cluster) /* others read this block's memory */
            cooperative_groups::this_cluster().sync();
    }

  private:
    /* Replicas in an order of the lane's, so that lanes are at different banks. */
    __device__ __forceinline__ uint32_t own_total(uint32_t slot) const
    {
        uint32_t total = 0;
        for (uint32_t r = 0; r < task.replicas; ++r)
            total += counters[slot * task.replicas + (r + slot) % task.replicas];
        return total;
    }

    __device__ __forceinline__ uint64_t total(uint32_t slot) const
    {
        if (task.shape == private_shape::block)
            return own_total(slot);
        uint64_t all = 0;
#pragma unroll 8
        for (uint32_t block = 0; block < gridDim.x; ++block)
            all += *cooperative_groups::this_cluster().map_shared_rank(counters + slot * task.replicas, block);
        return all;
    }

    __device__ void store_values();

    const private_task &task;
    uint32_t *counters;
};

/* Totals of values, those of a channel side by side, to bins [first, first + count) of a channel; sums: shared memory
 * of `count` values. */
__device__ __forceinline__ void store_bins_of_values(const private_task &task, int channel, const uint64_t *totals,
                                                     uint64_t first, uint32_t count, uint64_t *sums)
{
    const channel_bins &bins = task.bins.channels[channel];
    const uint64_t most = bins.num_bins - first;
    for (uint32_t i = threadIdx.x; i < count; i += blockDim.x)
        sums[i] = 0;
    __shared__ uint64_t outside;
    if (threadIdx.x == 0)
        outside = 0;
    __syncthreads();
    for (uint32_t value = threadIdx.x; value < byte_values; value += blockDim.x) {
        const uint64_t total = totals[value];
        const uint32_t bin = bin_of(bins, static_cast<u8>(value));
        if (bin == bins.num_bins)
            atomicAdd(reinterpret_cast<unsigned long long *>(&outside), static_cast<unsigned long long>(total));
        else if (bin >= first && bin - first < count)
            atomicAdd(reinterpret_cast<unsigned long long *>(&sums[bin - first]),
                      static_cast<unsigned long long>(total));
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < count && i < most; i += blockDim.x)
        store_bin(task.outputs, channel, first + i, sums[i]);
    if (threadIdx.x == 0 && first == 0)
        store_outside(task.outputs, channel, outside);
    __syncthreads();
}

constexpr uint32_t bins_of_values_at_once = 1024;

/* Behind the counters: the totals, and some sums. */
__device__ inline void private_block::store_values()
{
    uint64_t *const totals = reinterpret_cast<uint64_t *>(counters + task.slots * task.replicas);
    uint64_t *const sums = totals + task.slots;
    for (uint32_t slot = threadIdx.x; slot < task.slots; slot += blockDim.x)
        totals[slot] = total(slot);
    __syncthreads();
    for (int c = 0; c < task.bins.num_channels; ++c)
        for (uint64_t first = 0; first < task.bins.channels[c].num_bins; first += bins_of_values_at_once)
            store_bins_of_values(task, c, totals + task.value_slot[c], first, bins_of_values_at_once, sums);
}

template <class Counter>
__global__ void __launch_bounds__(Counter::threads, Counter::blocks)
    count_privately(const __grid_constant__ private_task task)
{
    using In = typename Counter::in;
    private_block block(task);
    block.clear();
    wait_for_previous_kernel();
    const bool bad = levels_are_bad(task.verdicts);
    if (blockIdx.x == 0 && threadIdx.x == 0)
        store_flags(task.outputs, bad);
    if (bad)
        return;
    Counter counter(task);
    const uint64_t threads = static_cast<uint64_t>(gridDim.x / task.parts) * blockDim.x;
    const uint64_t thread = static_cast<uint64_t>(blockIdx.x / task.parts) * blockDim.x + threadIdx.x;
    visit_samples<In, Counter::batch, Counter::slot_counters::of_parts>(
        task.rows, thread, threads, [&](const element_vector<In> &x, int64_t sample) { counter.whole(x, sample); },
        [&](In x, int64_t sample) { counter.one(x, sample); });
    let_next_kernel_begin();
    block.finish(sizeof(In) == 1);
}

/* What one thread a block and sample would lead to, launched by histogram_private_cuda.cu. */
struct private_launch {
    private_shape shape;
    uint64_t blocks;
    size_t shared_bytes;
};

template <class Counter>
tcu_status launch_counter(tcu_context *context, const private_launch &shape, const private_task &task)
{
    const unsigned cluster = shape.shape == private_shape::cluster ? static_cast<unsigned>(shape.blocks) : 1;
    return launch_as(cluster > 1 ? launch_kind::clusters : launch_kind::overlapping, context, count_privately<Counter>,
                     launch_shape{shape.blocks, Counter::threads, shape.shared_bytes, cluster}, task);
}

template <class In>
tcu_status launch_any(tcu_context *context, const private_launch &shape, const private_task &task)
{
    return task.parts > 1 ? launch_counter<any_counter<In, part_counters>>(context, shape, task)
                          : launch_counter<any_counter<In>>(context, shape, task);
}

} // namespace tcu

#endif /* TCUI_HISTOGRAM_PRIVATE_CUH */
