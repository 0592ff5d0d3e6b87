/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sorting by ranks: a key goes to the place whose number is how many keys go before it, those that are less, and those
 * that are equal and stand before it. (These are the column sums of the matrix of all comparisons, as the host sorts
 * the shortest segments.) No key waits for another, so all multiprocessors take part, each having all keys in its
 * shared memory and finding the ranks of a few; what takes a network tens of steps, one after the other, is one step
 * here.
 *
 * The ranks are a permutation whatever the hardware's order of events, since no two keys are equal in key and place.
 */
#ifndef TCUI_RADIX_SORT_CUDA_COMPARISONS_KERNEL_CUH
#define TCUI_RADIX_SORT_CUDA_COMPARISONS_KERNEL_CUH

#include "algorithms/radix_sort/cuda/block/networks/item.cuh"
#include "element.cuh"
#include "primitives/pipeline/length.cuh"
#include "primitives/tile/instructions.cuh"
#include "tuning.h"

namespace tcu
{

/* Which keys are ranked among which. */
struct comparisons_shape {
    int n;
    int segment;     /* ranks are those in segments of so many keys, a power of two; the last one may be shorter */
    int log2_groups; /* warps that a block's own keys make, which divide a segment */
    int room;        /* items in shared memory: a segment's, up to whole runs and blocks */
    const uint64_t *length; /* or NULL: of the n keys those that there are */
};

/* What a lane looks for. The threads that have the same item look at different parts of the others. */
struct rank_search {
    int item;        /* in the segment */
    int part, parts; /* the same for a warp; a power of two */
};

/* ---- among all ---- */

/* (Integers would be counted by the unit that compares.) */
using comparison_count = float;

template <bool OrEqual, class Item>
__device__ __forceinline__ void count_tile(comparison_count &before, const Item &own, const Item *tile)
{
    struct alignas(16) vector {
        Item x[16 / sizeof(Item)];
    };
#pragma unroll
    for (int v = 0; v < TCUI_WARP_LANES / static_cast<int>(16 / sizeof(Item)); v++) {
        const vector others = reinterpret_cast<const vector *>(tile)[v];
#pragma unroll
        for (const Item &x : others.x) {
            if (OrEqual ? x <= own : x < own) {
                before += 1;
            }
        }
    }
}

/* Each item is compared with all, a tile of a warp's width after the other. */
struct rank_among_all {
    template <class Item>
    static __device__ __forceinline__ uint32_t of(const rank_search &search, const Item *items, int count)
    {
        const int lane = threadIdx.x % TCUI_WARP_LANES, own_tile = search.item - lane;
        const Item own = items[search.item];
        const uint32_t same = __match_any_sync(all_lanes, own) & ((1u << lane) - 1);
        comparison_count before = search.part == 0 ? __popc(same) : 0;
        const int step = search.parts * TCUI_WARP_LANES;
        int tile = search.part * TCUI_WARP_LANES;
#pragma unroll 1
        for (; tile < own_tile; tile += step) {
            count_tile<true>(before, own, items + tile);
        }
#pragma unroll 1
        for (; tile < count; tile += step) {
            count_tile<false>(before, own, items + tile);
        }
        return static_cast<uint32_t>(before);
    }
};

/* ---- among sorted runs ---- */

/*
 * Each item is searched for in all runs; in its own it is where it is. Neighbouring lanes have neighbouring items of a
 * run, so they look at the same items of others, or at neighbouring ones.
 */
struct rank_among_runs {
    template <class Item>
    static __device__ __forceinline__ uint32_t of(const rank_search &search, const Item *items, int count)
    {
        constexpr int run = TCUI_COMPARISONS_RUN;
        const int own_run = search.item / run;
        const Item own = items[search.item];
        uint32_t before = 0;
#pragma unroll 1
        for (int r = search.part; r * run < count; r += search.parts) {
            const Item *const others = items + r * run;
            int found = 0;
            /* Halves of a run, and at last the one item that is left. */
#pragma unroll
            for (int step = run; step > 0; step /= 2) {
                const int skipped = step > 1 ? step / 2 : 1;
                const Item x = others[found + skipped - 1];
                if (x < own || (x == own && r < own_run)) {
                    found += skipped;
                }
            }
            before += r == own_run ? search.item % run : found;
        }
        return before;
    }
};

/* ---- the kernel ---- */

/* (With more loads together the smallest arrays take longer.) */
template <class Key, class Item>
__device__ __forceinline__ void load_keys(const tcui_block_sort &sort, Item *items, int begin, int count, int room)
{
    constexpr int together = 4;
    const Key *const keys = static_cast<const Key *>(sort.keys_in) + begin;
    const int threads = blockDim.x;
#pragma unroll 1
    for (int first = threadIdx.x; first < room; first += together * threads) {
        Key key[together];
#pragma unroll
        for (int i = 0; i < together; i++) {
            key[i] = first + i * threads < count ? keys[first + i * threads] : Key(0);
        }
#pragma unroll
        for (int i = 0; i < together; i++) {
            const int at = first + i * threads;
            if (at < room) {
                items[at] = at < count ? make_item<Item>(sort, key[i], 0) : last_item<Item>();
            }
        }
    }
}

/* Keys' compared bits; behind them, up to `room`, what is less than no key. */
template <class Item>
__device__ __forceinline__ void load_items(const tcui_block_sort &sort, Item *items, int begin, int count, int room)
{
    if (sort.key_bytes == 1) {
        load_keys<uint8_t>(sort, items, begin, count, room);
    } else if (sort.key_bytes == 2) {
        load_keys<uint16_t>(sort, items, begin, count, room);
    } else if (sort.key_bytes == 4) {
        load_keys<uint32_t>(sort, items, begin, count, room);
    } else {
        load_keys<uint64_t>(sort, items, begin, count, room);
    }
}

/*
 * A block reads what it needs before it writes, but other blocks may still have to read.
 *
 * A multiprocessor has registers for one block of so many threads. It must not have two: the next kernel's blocks come
 * while this one runs, two of them to each of the few multiprocessors that are free, and all would wait for these.
 *
 * Counted: how many of the keys there are is in memory. (Else a thread finds its part while the previous kernel runs.)
 */
template <class Item, class Rank, bool Counted>
__global__ void __launch_bounds__(TCUI_COMPARISONS_THREADS, 1)
    move_to_ranks(const __grid_constant__ tcui_block_sort sort, const __grid_constant__ comparisons_shape shape)
{
    __shared__ uint32_t ranks[TCUI_COMPARISONS_THREADS];
    Item *const items = reinterpret_cast<Item *>(dynamic_shared_memory());
    const int thread = threadIdx.x, warp = thread / TCUI_WARP_LANES, lane = thread % TCUI_WARP_LANES;
    const int own_keys = TCUI_WARP_LANES << shape.log2_groups, first = blockIdx.x * own_keys;
    int n = shape.n;
    if constexpr (Counted) {
        let_next_kernel_begin();
        wait_for_previous_kernel(); /* which may have written the length */
        n = static_cast<int>(length_now(static_cast<uint64_t>(shape.n), shape.length));
        if (first >= n) {
            return;
        }
    }
    const int begin = first & ~(shape.segment - 1), count = min(shape.segment, n - begin);
    const bool moves = thread < own_keys && first + thread < n;
    ranks[thread] = 0;
    let_next_kernel_begin();
    wait_for_previous_kernel();
    sort_element element;
    if (moves) {
        element.load(sort, first + thread);
    }
    load_items(sort, items, begin, count, shape.room);
    __syncthreads();
    const int own = (warp & ((1 << shape.log2_groups) - 1)) * TCUI_WARP_LANES + lane;
    const rank_search search = {first - begin + own, warp >> shape.log2_groups,
                                static_cast<int>(blockDim.x / TCUI_WARP_LANES) >> shape.log2_groups};
    atomicAdd(&ranks[own], Rank::of(search, items, count));
    __syncthreads();
    if (moves) {
        element.store(sort, begin + static_cast<int>(ranks[thread]));
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_COMPARISONS_KERNEL_CUH */
