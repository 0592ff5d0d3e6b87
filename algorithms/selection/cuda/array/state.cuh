/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the kernels of a selection leave for each other in device memory, and what all of them are told. Ranks are places
 * of the order, counted from 0; a search finds the keys of several ranks, which rise, by their digits from the top.
 */
#ifndef TCUI_SELECTION_CUDA_ARRAY_STATE_CUH
#define TCUI_SELECTION_CUDA_ARRAY_STATE_CUH

#include "algorithms/selection/backend.h"
#include "primitives/pipeline/key_order.cuh"
#include "primitives/tile/element.cuh"
#include "primitives/tile/instructions.cuh"
#include "tuning.h"

namespace tcu::array_selection
{

constexpr int selection_threads = TCUI_SELECTION_THREADS, selection_warps = selection_threads / TCUI_WARP_LANES;
constexpr int selection_quantiles = TCUI_SELECTION_TOGETHER, selection_ranks = 2 * selection_quantiles;
constexpr int selection_digit_bits = 8, selection_digits = 1 << selection_digit_bits;

struct rank_search {
    u32 ranks;    /* 0: no key is sought, and kernels end at once */
    u32 prefixes; /* different ones, each with counters of its own */
    u32 prefix_of[selection_ranks];
    u64 rank[selection_ranks];       /* among the keys with the rank's prefix; of a whole key among its equals */
    u64 prefix[selection_ranks];     /* the digits that are known, at their places, zeros below; at last the key */
    u64 counted[selection_ranks];    /* the different prefixes, rising */
    bool is_at_end[selection_ranks]; /* of the sample: the rank stands for that of the first or the last key of all */
};

/* The keys from `first` to `last`, as order bits; those of several brackets are disjoint and rise. */
struct key_bracket {
    u64 first, last;
    u64 before, kept; /* keys of the array before `first`, and in the bracket */
};

/* Begins as zeros. */
struct selection_state {
    u64 length;                   /* keys of the array */
    u64 nans_before, nans_behind; /* of them, before all numbers and behind them */
    u64 sampled_nans_before, sampled_nans_behind;
    u32 brackets;
    u32 has_candidates; /* the ranks' keys are among those that were collected; else all keys are looked at */
    u64 candidates;
    key_bracket bracket[selection_quantiles];
    rank_search of_sample, of_keys;
    u64 results; /* that outputs get */
    u64 sorted;  /* how many keys are sorted, of which these are the first */
    u32 ended_blocks;
};

struct kept_counts; /* blocks.cuh */

/* Of all kernels. */
template <class Key>
struct selection_call {
    const Key *keys;
    u64 n;
    const u64 *count; /* or nullptr: there are n keys */
    sort_order<key_register<Key>> order;
    tcui_selection_kind kind;
    u64 k; /* of top-k and nth */

    /* Quantiles, rising, and between which order bits numbers are; of integers all. */
    int quantiles;
    double q[selection_quantiles];
    tcu_quantile_method method;
    key_register<Key> first_number, last_number;
    bool may_have_nans;

    selection_state *state;
    u64 *digit_counts; /* of each different prefix; zeros between kernels */
    Key *sample;
    int sample_bits;
    Key *candidates;
    void *candidate_positions;
    u64 most_candidates;
    bool sorts_candidates;     /* where there are any; else what is taken is stored in their place, and sorted */
    u32 *marks;                /* of each tile 32 words */
    u32 *tile_counts;          /* blocks.cuh: candidates, or keys before the one that is found and those equal to it */
    kept_counts *block_counts; /* of each block of the grid */
    Key *taken;
    void *taken_positions;
    u64 most_taken;

    /* Whether results are taken by the key of a rank. */
    __device__ __forceinline__ bool takes_keys() const
    {
        return state->results > 0 && !(sorts_candidates && state->has_candidates);
    }
    __device__ __forceinline__ u64 length() const { return count != nullptr ? min(n, *count) : n; }
    __device__ __forceinline__ key_register<Key> bits_of(Key key) const
    {
        return order.template bits_of<8 * static_cast<int>(sizeof(Key))>(key);
    }
    __device__ __forceinline__ Key key_of(u64 bits) const
    {
        return static_cast<Key>(
            order.template key_of<8 * static_cast<int>(sizeof(Key))>(static_cast<key_register<Key>>(bits)));
    }
};

template <class Key>
constexpr u64 last_order_bits = UINT64_MAX >> (64 - 8 * sizeof(Key));

/* At the beginning of each kernel but the first: they are launched as `overlapping`, and all that they read is what kernels
 * before them have left. */
__device__ __forceinline__ void follow_kernel()
{
    let_next_kernel_begin();
    wait_for_previous_kernel();
}

/* Whether this is the last block of the grid to come here, once all others are done with memory. By a whole block; ends
 * with the counter at 0, for the next kernel. */
__device__ __forceinline__ bool is_last_block(u32 *ended_blocks)
{
    __shared__ bool is_last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        is_last = atomicAdd(ended_blocks, 1u) == gridDim.x - 1;
        if (is_last) {
            *ended_blocks = 0;
        }
        __threadfence();
    }
    __syncthreads();
    return is_last;
}

__device__ __forceinline__ void add_to(u64 *sum, u64 x)
{
    atomicAdd(reinterpret_cast<unsigned long long *>(sum), static_cast<unsigned long long>(x));
}

} // namespace tcu::array_selection

#endif /* TCUI_SELECTION_CUDA_ARRAY_STATE_CUH */
