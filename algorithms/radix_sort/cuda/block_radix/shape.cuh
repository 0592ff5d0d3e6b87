/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of blocks that sort a segment by digits, their shared memory, and which items a thread has. */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_SHAPE_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_SHAPE_CUH

#include "algorithms/radix_sort/cuda/passes/digit.cuh"
#include "algorithms/radix_sort/cuda/passes/rank.cuh"
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

template <class Shape>
struct radix_shared {
    uint32_t counters[Shape::warps][radix_bins]; /* each row at a multiple of its size */
    uint32_t warp_sums[Shape::warps];
    typename Shape::key_type varying[Shape::warps];
    uint32_t items[Shape::items];
    /* Of tagged keys: the keys' bits or the values, in the order of the source. */
    alignas(16) typename Shape::key_type side[Shape::is_tagged ? Shape::items : 1];
};

/* Items first, first + 32, ... of a segment: rows of a warp's part of it. All warps have as many rows. */
struct radix_rows {
    uint32_t first;
    int left;  /* from `first` to the end of the warp's part */
    int count; /* of rows */
    int items; /* of the segment */

    template <class Shape>
    static __device__ __forceinline__ radix_rows of(int items)
    {
        const int rows = (items + Shape::threads - 1) / Shape::threads;
        const int lane = threadIdx.x % TCUI_WARP_LANES;
        const int first = threadIdx.x / TCUI_WARP_LANES * TCUI_WARP_LANES * rows + lane;
        return {static_cast<uint32_t>(first), min(items - first, TCUI_WARP_LANES * rows - lane), rows, items};
    }

    /* Opaque, so that nothing that follows from it is kept in registers from before. */
    __device__ __forceinline__ radix_rows again() const
    {
        return {opaque(first), static_cast<int>(opaque(static_cast<uint32_t>(left))),
                static_cast<int>(opaque(static_cast<uint32_t>(count))),
                static_cast<int>(opaque(static_cast<uint32_t>(items)))};
    }

    __device__ __forceinline__ uint32_t at(int k) const { return first + TCUI_WARP_LANES * k; }
    __device__ __forceinline__ bool has(int k) const { return TCUI_WARP_LANES * k < left; }
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_SHAPE_CUH */
