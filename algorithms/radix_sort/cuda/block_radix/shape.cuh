/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of blocks that sort a segment by digits, their shared memory, and which items a thread has. */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_SHAPE_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_SHAPE_CUH

#include "algorithms/radix_sort/cuda/ranking/digit.cuh"
#include "algorithms/radix_sort/cuda/ranking/rank.cuh"
#include "task.h"

namespace tcu
{

constexpr int radix_bins = TCUI_DIGITS;

/* Key: the register that holds a key. Items of tagged keys carry the key's index in the segment. */
template <class Key, bool IsTagged, int Threads, int ThreadItems, int Blocks>
struct radix_shape {
    using key_type = Key;
    static constexpr bool is_tagged = IsTagged;
    static constexpr int threads = Threads, warps = threads / TCUI_WARP_LANES;
    static constexpr int thread_items = ThreadItems, items = threads * thread_items, blocks = Blocks;
    static_assert(radix_bins % threads == 0, "a thread scans the counters of one or more digits");
    static_assert(items < 1 << TCUI_SORT_LENGTH_BITS && items <= 1 << 16, "an item has as many bits for a digit");
};

/* Some neighbouring bits of a key. */
struct radix_bits {
    int low, count;
};

/* What is known of the block's segment; in shared memory, since registers are full of items. */
template <class Key>
struct radix_segment {
    uint64_t begin;
    int items;
    radix_bits window; /* bits that vary, of those that are compared: from the lowest one to the highest */
    Key same;          /* the keys' bits elsewhere, if they are the same in all keys */
    bool is_same;
};

template <class Shape>
struct radix_shared {
    uint32_t counters
        [Shape::warps]
        [radix_bins]; /* each row at a multiple of its size; zero but while a digit is sorted, or ties are sought (settle.cuh) */
    uint32_t warp_sums[Shape::warps];
    typename Shape::key_type varying[Shape::warps];
    bool may_ascend[Shape::warps];
    radix_segment<typename Shape::key_type> segment;
    uint32_t items[Shape::items];
    /* Of tagged keys: the keys' bits or the values, in the order of the source. */
    alignas(16) typename Shape::key_type side[Shape::is_tagged ? Shape::items : 1];
};

/* Items first, first + 32, ... of a segment: rows of a warp's part of it. All warps have as many rows. */
struct radix_rows {
    uint32_t first;
    int left;  /* from `first` to the end of the warp's part */
    int whole; /* items of the warp's part */
    int count; /* of rows */

    /* Of a segment of so many items. Opaque, so that nothing that follows from it is kept in registers from before. */
    template <class Shape>
    static __device__ __forceinline__ radix_rows of(int segment_items)
    {
        const int items = static_cast<int>(opaque(static_cast<uint32_t>(segment_items)));
        const int rows = (items + Shape::threads - 1) / Shape::threads;
        const int lane = threadIdx.x % TCUI_WARP_LANES;
        const int begin = threadIdx.x / TCUI_WARP_LANES * TCUI_WARP_LANES * rows;
        const int whole = min(items - begin, TCUI_WARP_LANES * rows);
        return {static_cast<uint32_t>(begin + lane), whole - lane, whole, rows};
    }

    __device__ __forceinline__ uint32_t at(int k) const { return first + TCUI_WARP_LANES * k; }
    __device__ __forceinline__ bool has(int k) const { return TCUI_WARP_LANES * k < left; }

    /* Whether the warp has the item behind row k of this lane. */
    __device__ __forceinline__ bool has_next(int k) const { return TCUI_WARP_LANES * k + 1 < left; }

    /* Whether all lanes have rows 0 ... k - 1. */
    __device__ __forceinline__ bool has_all(int k) const { return TCUI_WARP_LANES * k <= whole; }

    /*
     * Calls function(k, has) for some rows after the other, of `batch` rows k each time: has(j) is whether the thread
     * has row k + j. For most warps it has, and that is decided once.
     */
    template <int Most, int Batch, class Function>
    __device__ __forceinline__ void in_batches(Function function) const
    {
#pragma unroll
        for (int k = 0; k < Most; k += Batch) {
            if (has_all(k + Batch)) {
                function(k, [](int) { return true; });
            } else {
                if (k >= count) {
                    break;
                }
                function(k, [&](int j) { return k + j < Most && has(k + j); });
            }
        }
    }
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_SHAPE_CUH */
