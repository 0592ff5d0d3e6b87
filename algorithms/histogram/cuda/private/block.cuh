/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A block's counters in shared memory, from clearing to its totals:
 *
 *     counters       slots x replicas, with such gaps between slots as Slots::place_of() has
 *     of_bins        of 8-bit samples: the counts of bins, ...
 *     slot_of_value  ... and the slot of each value's bin
 *     received       of a cluster: from each of its blocks, the totals of the slots that this block stores
 *     barrier        of a cluster
 *
 * In a grid, samples of other types have behind the counters what their counter looks up: the edges of even bins
 * (real_counter), or cells of levels (cell_counter).
 *
 * A small call's time is latency: trips to memory one after another, and what is computed between them. So everything
 * that depends on the call alone comes before the wait for the previous kernel; and blocks of a cluster write their
 * totals to where they are added up, by stores that an mbarrier in shared memory counts (a cluster barrier would wait
 * for all of memory), and no block reads another's memory. With several clusters each adds its totals to the results:
 * no kernel has to follow that sums copies, and the one that clears the results comes before, while this one's blocks
 * begin.
 */
#ifndef TCUI_HISTOGRAM_CUDA_PRIVATE_BLOCK_CUH
#define TCUI_HISTOGRAM_CUDA_PRIVATE_BLOCK_CUH

#include "primitives/pipeline/bulk_copy.cuh"
#include "primitives/tile/lanes.h"
#include "task.cuh"

namespace tcu
{

/* The most blocks that add up each other's totals. */
constexpr uint32_t most_cluster_blocks = 16;

/* Words of shared memory behind the counters. */
inline uint64_t words_of_values(uint64_t values, uint64_t bin_slots)
{
    return values + bin_slots;
}

inline uint64_t words_received(uint64_t own_slots, uint64_t cluster_blocks)
{
    return own_slots * cluster_blocks + 4; /* and a barrier at a multiple of its size */
}

/* GridOnly: neither one block nor a cluster, so nothing of what these compute early. Slots: where a slot's counters
 * are (task.cuh). */
template <bool GridOnly, class Slots>
class private_block
{
  public:
    __device__ __forceinline__ private_block(const private_task &task, bool bytes)
        : task(task), by_bin(bytes && task.values_to_bins),
          counters(reinterpret_cast<uint32_t *>(dynamic_shared_memory())),
          of_bins(counters + first_counter(task, task.part_slots)),
          slot_of_value(of_bins + (by_bin ? task.result_slots : 0)),
          received(slot_of_value + (by_bin ? task.slots : 0)), place(task.outputs, first_result())
    {
    }

    /* What needs no memory but the block's. */
    __device__ __forceinline__ void begin()
    {
        for (uint32_t i = threadIdx.x; i < first_counter(task, task.part_slots); i += blockDim.x) {
            counters[i] = 0;
        }
        if (by_bin) {
            for (uint32_t slot = threadIdx.x; slot < task.result_slots; slot += blockDim.x) {
                of_bins[slot] = 0;
            }
            if (task.verdicts.count == 0) {
                find_bins_of_values();
            }
        }
        if (!GridOnly && has_clusters()) {
            begin_cluster();
        }
        __syncthreads();
    }

    /* The rest of it with levels, which are in global memory. */
    __device__ __forceinline__ void find_bins_between_levels()
    {
        if (by_bin && task.verdicts.count > 0) {
            find_bins_of_values();
        }
    }

    __device__ __forceinline__ void finish()
    {
        __syncthreads();
        if (by_bin) {
            for (uint32_t value = threadIdx.x; value < task.slots; value += blockDim.x) {
                atomicAdd(&of_bins[slot_of_value[value]], total_of_replicas(value));
            }
            __syncthreads();
        }
        if (GridOnly || task.shape == private_shape::grid) {
            leave_copy();
        } else if (task.shape == private_shape::block) {
            hand_on(
                0, task.result_slots, [&](uint32_t slot) { return total(slot); },
                [&](const slot_place &at, uint64_t total) { at.store(task.outputs, total); });
        } else {
            exchange_in_cluster();
        }
    }

  private:
    __device__ __forceinline__ static uint32_t first_counter(const private_task &task, uint32_t slot)
    {
        return Slots::place_of(slot) * task.replicas;
    }

    __device__ __forceinline__ void find_bins_of_values()
    {
        for (int c = 0; c < task.bins.num_channels; c++) {
            if (task.bins.channels[c].num_bins > 0) {
                for (uint32_t value = threadIdx.x; value < byte_values; value += blockDim.x) {
                    slot_of_value[task.value_slot[c] + value] = static_cast<uint32_t>(task.bins.first_slot[c]) +
                                                                bin_of(task.bins.channels[c], static_cast<u8>(value));
                }
            }
        }
    }

    /* Replicas as vectors, each lane in an order of its own, to avoid bank conflicts. */
    __device__ __forceinline__ uint32_t total_of_replicas(uint32_t slot) const
    {
        constexpr uint32_t most_vectors = TCUI_WARP_LANES / 4;
        const uint32_t replicas = task.replicas, at = first_counter(task, slot);
        if (replicas < 4) {
            return counters[at] + (replicas == 2 ? counters[at + 1] : 0);
        }
        const uint4 *const vectors = reinterpret_cast<const uint4 *>(counters + at);
        uint32_t sum = 0;
#pragma unroll
        for (uint32_t i = 0; i < most_vectors; i++) {
            if (i < replicas / 4) {
                const uint4 x = vectors[(i + at / TCUI_WARP_LANES) & (replicas / 4 - 1)];
                sum += x.x + x.y + (x.z + x.w);
            }
        }
        return sum;
    }

    __device__ __forceinline__ uint32_t total(uint32_t slot) const
    {
        return by_bin ? of_bins[slot] : slot < task.slots ? total_of_replicas(slot) : 0;
    }

    __device__ __forceinline__ void leave_copy() const
    {
        const uint32_t first = first_slot_of_part(task);
        const uint32_t count = task.parts == 1 ? task.result_slots : min(task.part_slots, task.slots - first);
        uint32_t *const copy = task.copies + static_cast<uint64_t>(blockIdx.x / task.parts) * task.result_slots + first;
        for (uint32_t slot = threadIdx.x; slot < count; slot += blockDim.x) {
            copy[slot] = total(slot);
        }
    }

    __device__ __forceinline__ bool has_clusters() const
    {
        return task.shape == private_shape::cluster || task.shape == private_shape::clusters;
    }

    /* The first slot that the block hands on, and the first that the thread does. */
    __device__ __forceinline__ uint32_t first_of_block() const
    {
        return (blockIdx.x & (task.cluster_blocks - 1)) << task.own_bits;
    }
    __device__ __forceinline__ uint32_t first_result() const
    {
        return threadIdx.x + (has_clusters() ? first_of_block() : 0);
    }

    /* Slots of [first, end), which are the block's. */
    template <class Total, class Store>
    __device__ __forceinline__ void hand_on(uint32_t first, uint32_t end, Total total, Store store) const
    {
        if (first + threadIdx.x < end) {
            store(place, total(first + threadIdx.x));
        }
        for (uint32_t slot = first + threadIdx.x + blockDim.x; slot < end; slot += blockDim.x) {
            store(slot_place(task.outputs, slot), total(slot));
        }
    }

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    __device__ __forceinline__ barrier &all_received() const
    {
        const uint32_t words = static_cast<uint32_t>(received - counters) + (task.cluster_blocks << task.own_bits);
        return *reinterpret_cast<barrier *>(counters + (words + 1) / 2 * 2);
    }

    __device__ __forceinline__ void begin_cluster() const
    {
        /* (All other shapes let it begin after the wait: so early one cluster takes longer, several less.) */
        if (task.shape == private_shape::clusters) {
            let_next_kernel_begin();
        }
        if (threadIdx.x == 0) {
            const uint32_t first = min(first_of_block(), task.result_slots),
                           end = min(first_of_block() + (1u << task.own_bits), task.result_slots);
            all_received().init(1);
            all_received().arrive_expect((end - first) * task.cluster_blocks * static_cast<uint32_t>(sizeof(uint32_t)));
            fence_barrier_init();
        }
        meet_cluster(); /* Cluster barrier: DSMEM writes need resident blocks. */
    }

    __device__ __forceinline__ void exchange_in_cluster() const
    {
        const uint32_t own = 1u << task.own_bits, first = first_of_block();
        for (uint32_t slot = threadIdx.x; slot < task.result_slots; slot += blockDim.x) {
            store_to_block(slot >> task.own_bits, received + first + (slot & (own - 1)), total(slot), all_received());
        }
        if (threadIdx.x >= own || first + threadIdx.x >= task.result_slots) {
            return;
        }
        all_received().wait_for_cluster(0);
        const auto total_of_cluster = [&](uint32_t slot) {
            uint64_t sum = 0;
#pragma unroll
            for (uint32_t block = 0; block < most_cluster_blocks; block++) {
                sum += block < task.cluster_blocks ? received[(block << task.own_bits) + (slot - first)] : 0;
            }
            return sum;
        };
        hand_on(first, min(first + own, task.result_slots), total_of_cluster,
                [&](const slot_place &at, uint64_t total) {
                    if (task.shape == private_shape::clusters) {
                        at.add(task.outputs, total);
                    } else {
                        at.store(task.outputs, total);
                    }
                });
    }
#else /* sm_80 has no clusters. */
    __device__ __forceinline__ void begin_cluster() const { __trap(); }
    __device__ __forceinline__ void exchange_in_cluster() const { __trap(); }
#endif

    const private_task &task;
    const bool by_bin;
    uint32_t *const counters, *const of_bins, *const slot_of_value, *const received;
    const slot_place place; /* where the thread stores its first total */
};

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_PRIVATE_BLOCK_CUH */
