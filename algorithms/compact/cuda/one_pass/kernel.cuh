/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compaction in one pass at the speed of a copy (sm_90 and newer).
 *
 * Persistent blocks, one a multiprocessor; tile i belongs to block i mod G. In each block
 *
 *     producers   a warp for items, one for flags: fill rings of stages with bulk loads
 *     consumers   warps     mark the kept items of their slices, and `lag` tiles later store those of the tile that
 *                           was marked then: they move them side by side where they are, for one bulk store a slice
 *     publisher   one warp  slices' counts -> kept items before each slice, and the tile's count for other blocks
 *     poller      one warp  counts of other blocks' tiles -> kept items before the tile (look_back.cuh)
 *
 * A tile's count is published `lag` tiles before its carry is needed, so a block never waits for the one before it.
 * Flags run ahead of items in a ring of their own, so fewer stages of items are enough; marks stay in registers. There
 * is no barrier of the whole block in the loop; mbarriers hand data from role to role.
 *
 * In place, for predicates and heads: a tile's kept items go nowhere behind the tile. It is stored when all tiles
 * before it are counted; those then are in shared memory, as is the tile itself, and fences order their reads before
 * the writes (compact_block). Heads look at the item before a tile too, and no count says that it was read. Only an
 * item of that slice itself could be written there, if everything up to it is kept; but a whole slice that stays where
 * it is is not stored. Anything else written there is of this tile or a later one. (The bulk load of that item has up
 * to 15 bytes before it, which may be written meanwhile; they are not used.) Flags are counted without reading items,
 * so in place they do not take this path.
 */
#ifndef TCUI_COMPACT_CUDA_ONE_PASS_KERNEL_CUH
#define TCUI_COMPACT_CUDA_ONE_PASS_KERNEL_CUH

#include "consumer.cuh"
#include "producer.cuh"

namespace tcu
{

template <class Block>
struct compact_roles {
    using layout = typename Block::layout;
    const Block &block;

    __device__ __forceinline__ void begin() const
    {
        if (threadIdx.x == 0) {
            block.init_barriers();
        }
        wait_for_previous_kernel();
        let_next_kernel_begin();
        if constexpr (Block::selection == TCUI_SELECT_PREDICATE) {
            if (threadIdx.x == 0) {
                block.shared.range = block.task.predicate.range_now();
            }
        }
        if constexpr (layout::of_bytes && layout::has_items) {
            block.shared.kept.fill();
        }
    }

    __device__ __forceinline__ void produce(int from, int to) const
    {
        if constexpr (layout::has_items) {
            produce_items(block, from, to);
        } else {
            produce_flags(block, from, to);
        }
    }
    __device__ __forceinline__ void consume() const { compact_consumer<Block>(block).run(); }

    /* The only other warp, if there is one, has the flags. */
    __device__ __forceinline__ void begin_other(int warp) const
    {
        if (layout::has_items && layout::has_flags && warp == first_other_warp<Block>) {
            produce_flags(block, 0, min(layout::flag_stages, block.iterations));
        }
    }

    __device__ __forceinline__ void run_other(int) const
    {
        if constexpr (layout::has_items && layout::has_flags) {
            produce_flags(block, min(layout::flag_stages, block.iterations), block.iterations);
        }
    }
};

/* A build for an older architecture never launches this kernel: context_internal.h, has_bulk_copies. */
template <int Bytes, tcui_selection Selection, compact_output Output, bool Counted>
__global__ void __launch_bounds__(compact_layout<Bytes, Selection, Output>::threads, 1)
    compact_one_pass_kernel(const __grid_constant__ compact_one_pass_task<Bytes> task)
{
#if __CUDA_ARCH__ >= 900
    using block_type = compact_block<Bytes, Selection, Output, Counted>;
    if constexpr (Counted) {
        wait_for_previous_kernel(); /* which may have written the length */
    }
    const block_type block(task, dynamic_shared_memory());
    run_one_pass(compact_roles<block_type>{block}, block);
#else
    __trap();
#endif
}

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_ONE_PASS_KERNEL_CUH */
