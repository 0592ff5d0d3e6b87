/* SPDX-License-Identifier: Apache-2.0 */
/* The warps of the one-pass compaction that fill stages by bulk loads: with items, with flags. */
#ifndef TCUI_COMPACT_CUDA_ONE_PASS_PRODUCER_CUH
#define TCUI_COMPACT_CUDA_ONE_PASS_PRODUCER_CUH

#include "block.cuh"

namespace tcu
{

/* Iterations [from, to): each slice by itself, with what heads need of the item before it. */
template <class Block>
__device__ __forceinline__ void produce_items(const Block &block, int from, int to)
{
    using layout = typename Block::layout;
    constexpr int before = Block::selection == TCUI_SELECT_HEADS ? layout::lead : 0;
    auto &ring = block.shared.items;
    for (int i = from; i < to; i++) {
        ring.wait_empty(i);
        fill_stage(ring.full[ring.stage_of(i)], block.task.in, block.n() * Block::item_bytes, layout::consumers,
                   [&](int slice) -> array_part {
                       return {block.shared_memory + block.slice_in_stage(i, slice) + layout::lead - before,
                               block.slice_begin(i, slice) * Block::item_bytes - before, layout::slice_bytes + before};
                   });
    }
}

/* A tile's flags in one piece, and 16 bytes more where they do not begin at a multiple of that. */
template <class Block>
__device__ __forceinline__ void produce_flags(const Block &block, int from, int to)
{
    using layout = typename Block::layout;
    auto &ring = block.shared.flags;
    for (int i = from; i < to; i++) {
        ring.wait_empty(i);
        fill_stage(ring.full[ring.stage_of(i)], block.task.flags, (block.n() * Block::flag_bits + 7) / 8, 1,
                   [&](int) -> array_part {
                       return {block.shared_memory + block.flags_in_stage(i),
                               (block.slice_begin(i, 0) * Block::flag_bits - block.flag_shift) / 8,
                               layout::flag_bytes + (block.flag_shift != 0 ? 16 : 0)};
                   });
    }
}

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_ONE_PASS_PRODUCER_CUH */
