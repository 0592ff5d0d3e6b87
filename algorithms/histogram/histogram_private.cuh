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

#include "histogram_private_task.cuh"

namespace tcu
{

/* Blocks of a cluster, on devices that have some. */
__device__ __forceinline__ void sync_cluster()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    cooperative_groups::this_cluster().sync();
#endif
}

__device__ __forceinline__ uint32_t counter_of_block(uint32_t *own, uint32_t block)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    return *cooperative_groups::this_cluster().map_shared_rank(own, block);
#else
    return block == 0 ? *own : 0;
#endif
}

/* Slots: where a slot's counters are (histogram_private_task.cuh). */
template <class Slots>
class private_block
{
  public:
    __device__ __forceinline__ explicit private_block(const private_task &task)
        : task(task), counters(reinterpret_cast<uint32_t *>(dynamic_shared_memory()))
    {
    }

    __device__ __forceinline__ void clear()
    {
        for (uint32_t i = threadIdx.x; i < Slots::place_of(task.part_slots) * task.replicas; i += blockDim.x)
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
                counters[first_counter(slot)] = own_total(slot);
            sync_cluster();
        }
        if (!by_value) {
            for (uint32_t slot = rank * blockDim.x + threadIdx.x; slot < task.slots; slot += ranks * blockDim.x)
                store_slot(task.outputs, slot, total(slot));
        } else if (rank == 0) {
            store_values();
        }
        if (task.shape == private_shape::cluster) /* others read this block's memory */
            sync_cluster();
    }

  private:
    __device__ __forceinline__ uint32_t first_counter(uint32_t slot) const
    {
        return Slots::place_of(slot) * task.replicas;
    }

    /* Replicas in an order of the lane's, so that lanes are at different banks. */
    __device__ __forceinline__ uint32_t own_total(uint32_t slot) const
    {
        uint32_t total = 0;
        for (uint32_t r = 0; r < task.replicas; ++r)
            total += counters[first_counter(slot) + ((r + slot) & (task.replicas - 1))];
        return total;
    }

    __device__ __forceinline__ uint64_t total(uint32_t slot) const
    {
        if (task.shape == private_shape::block)
            return own_total(slot);
        uint64_t all = 0;
#pragma unroll 8
        for (uint32_t block = 0; block < gridDim.x; ++block)
            all += counter_of_block(counters + first_counter(slot), block);
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
template <class Slots>
__device__ inline void private_block<Slots>::store_values()
{
    uint64_t *const totals = reinterpret_cast<uint64_t *>(counters + first_counter(task.slots));
    uint64_t *const sums = totals + task.slots;
    for (uint32_t slot = threadIdx.x; slot < task.slots; slot += blockDim.x)
        totals[slot] = total(slot);
    __syncthreads();
    for (int c = 0; c < task.bins.num_channels; ++c)
        for (uint64_t first = 0; first < task.bins.channels[c].num_bins; first += bins_of_values_at_once)
            store_bins_of_values(task, c, totals + task.value_slot[c], first, bins_of_values_at_once, sums);
}

/* Calls use(counter). Counters that find out only when they run in which of some ways they count have overloads, which
 * pass on a counter of that way: so no loop over samples has registers and branches for the others. */
template <class Counter, class Use>
__device__ __forceinline__ void use_counter(Counter &counter, Use use)
{
    use(counter);
}

/* How the samples of such counters are loaded (histogram_rows.cuh). */
template <class Counter>
constexpr bool loads_first = false;

template <class Counter>
__global__ void __launch_bounds__(Counter::threads, Counter::blocks)
    count_privately(const __grid_constant__ private_task task)
{
    using In = typename Counter::in;
    private_block<typename Counter::slot_counters> block(task);
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
    use_counter(counter, [&](auto &one_way) {
        visit_samples<In, Counter::batch, Counter::slot_counters::of_parts, loads_first<Counter>>(
            task.rows, thread, threads, [&](const element_vector<In> &x, int64_t sample) { one_way.whole(x, sample); },
            [&](In x, int64_t sample) { one_way.one(x, sample); });
    });
    let_next_kernel_begin();
    block.finish(sizeof(In) == 1);
}

/* How a counter's kernel is launched: all of its launch_shape but what it knows itself. */
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

} // namespace tcu

#endif /* TCUI_HISTOGRAM_PRIVATE_CUH */
