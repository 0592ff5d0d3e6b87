/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of blocks that sort a segment by digits, their shared memory, and which items a thread has. */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_SHAPE_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_SHAPE_CUH

#include "algorithms/radix_sort/cuda/ranking/digit.cuh"
#include "algorithms/radix_sort/cuda/ranking/rank.cuh"
#include "algorithms/radix_sort/cuda/ranking/rows.cuh"
#include "task.h"

namespace tcu
{

constexpr int radix_bins = TCUI_DIGITS;

/* The block of a kind of items (task.h) and a size of segments. */
template <class Kind, int Size>
struct radix_shape {
    using key_type = typename Kind::key_type;
    static constexpr bool is_tagged = Kind::is_tagged;
    static constexpr block_radix_policy policy = block_radix_policies[static_cast<int>(Kind::row)][Size];
    static constexpr int threads = policy.threads, warps = threads / TCUI_WARP_LANES;
    static constexpr int thread_items = policy.thread_items, items = threads * thread_items, blocks = policy.blocks;
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

/* What is known of the order of the keys, in one register: whether they may be in order, or in the reverse one; and that
 * items lack bits of the keys. Such reversed items need not descend by all keys' bits: where those that they have are
 * equal, neighbours are put in order in the end (settle.cuh). */
enum : uint32_t { radix_may_ascend = 1, radix_may_descend = 2, radix_lacks_bits = 4 };

template <class Shape>
struct radix_shared {
    uint32_t counters
        [Shape::warps]
        [radix_bins]; /* each row at a multiple of its size; zero but while a digit is sorted, or ties are sought (settle.cuh) */
    uint32_t warp_sums[Shape::warps];
    typename Shape::key_type varying[Shape::warps];
    uint32_t order[Shape::warps];
    radix_segment<typename Shape::key_type> segment;
    uint32_t items[Shape::items];
    /* Of tagged keys: the keys' bits or the values, in the order of the source. */
    alignas(16) typename Shape::key_type side[Shape::is_tagged ? Shape::items : 1];
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_SHAPE_CUH */
