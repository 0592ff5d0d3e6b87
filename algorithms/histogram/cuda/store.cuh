/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stores results. A copy of the histogram has a slot for every bin of every channel that is counted, and behind a
 * channel's bins one for its samples that no bin holds.
 */
#ifndef TCUI_HISTOGRAM_CUDA_STORE_CUH
#define TCUI_HISTOGRAM_CUDA_STORE_CUH

#include "algorithms/histogram/cuda/bins/exact.cuh"
#include "primitives/pipeline/launch.cuh"

namespace tcu
{

/* What blocks that looked at levels found. */
struct level_verdicts {
    const uint32_t *bad; /* of each: whether levels were invalid */
    uint32_t count;      /* 0 where there are no levels */
};

/* Whether levels are such that nothing may be written, in all threads of a block. */
__device__ __forceinline__ bool levels_are_bad(const level_verdicts &verdicts)
{
    if (verdicts.count == 0) {
        return false;
    }
    bool bad = false;
    for (uint32_t i = threadIdx.x; i < verdicts.count; i += blockDim.x) {
        bad = bad || verdicts.bad[i] != 0;
    }
    return __syncthreads_count(bad) > 0;
}

struct count_outputs {
    int num_channels;
    void *counts[TCU_MAX_CHANNELS];
    uint64_t num_bins[TCU_MAX_CHANNELS];   /* 0: not counted, no slots */
    uint64_t first_slot[TCU_MAX_CHANNELS]; /* one more than num_bins each */
    uint64_t slots;                        /* of all */
    uint64_t *outside;
    uint32_t *flags;
    tcu_type out_type;
    bool accumulate, weighted;
};

/*
 * Initialises the flags; by one thread, before all store_bin() of the call except those of the other blocks of its
 * cluster. These report a count that is too large only where there were counts before, so that flags that may change
 * meanwhile are not overwritten.
 */
__device__ __forceinline__ void store_flags(const count_outputs &to, bool bad)
{
    const uint32_t found = bad ? static_cast<uint32_t>(TCU_HISTOGRAM_INVALID_LEVELS) : 0u;
    if (to.flags == nullptr) {
        return;
    }
    if (!to.accumulate) {
        *to.flags = found;
    } else if (bad) {
        atomicOr(to.flags, found);
    }
}

template <class Out>
__device__ __forceinline__ void store_sum(const count_outputs &to, void *counts, uint64_t bin, uint64_t total)
{
    Out *const out = static_cast<Out *>(counts) + bin;
    *out = static_cast<Out>((to.accumulate ? *out : static_cast<Out>(0)) + total);
}

/* The total of a bin. A count that is more than its type holds stays at the most. */
__device__ __forceinline__ void store_bin(const count_outputs &to, int channel, uint64_t bin, uint64_t total)
{
    void *const counts = to.counts[channel];
    switch (to.out_type) {
    case TCU_TYPE_U64:
    case TCU_TYPE_I64:
        store_sum<uint64_t>(to, counts, bin, total);
        break;
    case TCU_TYPE_U32:
    case TCU_TYPE_I32:
        if (to.weighted) {
            store_sum<uint32_t>(to, counts, bin, total);
        } else {
            uint32_t *const out = static_cast<uint32_t *>(counts) + bin;
            const uint64_t count = total + (to.accumulate ? *out : 0u);
            *out = count > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(count);
            if (count > UINT32_MAX && to.flags != nullptr) {
                atomicOr(to.flags, static_cast<uint32_t>(TCU_HISTOGRAM_SATURATED));
            }
        }
        break;
    case TCU_TYPE_U16:
    case TCU_TYPE_I16:
        store_sum<uint16_t>(to, counts, bin, total);
        break;
    default:
        store_sum<uint8_t>(to, counts, bin, total);
    }
}

__device__ __forceinline__ void store_outside(const count_outputs &to, int channel, uint64_t total)
{
    if (to.outside != nullptr) {
        to.outside[channel] = (to.accumulate ? to.outside[channel] : 0) + total;
    }
}

/* Which channel's a slot is. */
__device__ __forceinline__ int channel_of_slot(const count_outputs &to, uint64_t slot)
{
    for (int c = 0; c < to.num_channels - 1; c++) {
        if (to.num_bins[c] > 0 && slot <= to.first_slot[c] + to.num_bins[c]) {
            return c;
        }
    }
    return to.num_channels - 1;
}

/* Where a slot's total goes: to be found before the total is. */
struct slot_place {
    int channel;
    bool is_bin;
    uint64_t bin;

    __device__ __forceinline__ slot_place(const count_outputs &to, uint64_t slot)
        : channel(channel_of_slot(to, slot)), bin(slot - to.first_slot[channel])
    {
        is_bin = bin < to.num_bins[channel];
    }

    __device__ __forceinline__ void store(const count_outputs &to, uint64_t total) const
    {
        if (is_bin) {
            store_bin(to, channel, bin, total);
        } else {
            store_outside(to, channel, total);
        }
    }

    /* Of several blocks, which add to what was there; less than 2^32 together. */
    __device__ __forceinline__ void add(const count_outputs &to, uint64_t total) const
    {
        using u64_count = unsigned long long;
        if (total == 0) {
            return;
        }
        if (!is_bin) {
            if (to.outside != nullptr) {
                atomicAdd(reinterpret_cast<u64_count *>(to.outside) + channel, static_cast<u64_count>(total));
            }
        } else if (to.out_type == TCU_TYPE_U64) {
            atomicAdd(static_cast<u64_count *>(to.counts[channel]) + bin, static_cast<u64_count>(total));
        } else if (!to.accumulate) {
            atomicAdd(static_cast<unsigned *>(to.counts[channel]) + bin, static_cast<unsigned>(total));
        } else {
            add_up_to_most(to, total);
        }
    }

  private:
    /* A count that is more than its type holds stays at the most, whatever the order in which blocks add. */
    __device__ __forceinline__ void add_up_to_most(const count_outputs &to, uint64_t total) const
    {
        unsigned *const out = static_cast<unsigned *>(to.counts[channel]) + bin;
        uint64_t count;
        unsigned expected, seen = 0;
        do {
            expected = seen;
            count = expected + total;
            seen = atomicCAS(out, expected, count > UINT32_MAX ? UINT32_MAX : static_cast<unsigned>(count));
        } while (seen != expected);
        if (count > UINT32_MAX && to.flags != nullptr) {
            atomicOr(to.flags, static_cast<uint32_t>(TCU_HISTOGRAM_SATURATED));
        }
    }
};

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_STORE_CUH */
