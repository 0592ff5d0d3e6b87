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
#include "primitives/pipeline/tile_carries.cuh"
#include "producer.cuh"

namespace tcu
{

template <class Block>
__device__ __forceinline__ void run_roles(const Block &block)
{
    using layout = typename Block::layout;
    constexpr int item_producer = layout::consumers, publisher = item_producer + 1, poller = item_producer + 2,
                  flag_producer = item_producer + 3; /* if there is one */
    if (threadIdx.x == 0)
        block.init_barriers();
    wait_for_previous_kernel();
    let_next_kernel_begin();
    if constexpr (Block::selection == TCUI_SELECT_PREDICATE)
        if (threadIdx.x == 0)
            block.shared.range = block.task.predicate.range_now();
    if constexpr (layout::of_bytes)
        block.shared.kept.fill();
    __syncthreads();
    const int first_items = min(layout::stages, block.iterations);
    const int first_flags = min(layout::flag_stages, block.iterations);
    if (block.warp == item_producer)
        produce_items(block, 0, first_items);
    if (layout::has_flags && block.warp == flag_producer)
        produce_flags(block, 0, first_flags);
    block.clear_slots(block.warp == publisher);
    if (block.warp < layout::consumers)
        compact_consumer<Block>(block).run();
    else if (block.warp == item_producer)
        produce_items(block, first_items, block.iterations);
    else if (block.warp == publisher)
        publish(block);
    else if (block.warp == poller)
        poll(block);
    else if constexpr (layout::has_flags)
        produce_flags(block, first_flags, block.iterations);
}

/* A build for an older architecture never launches this kernel: context_internal.h, has_bulk_copies. */
template <int Bytes, tcui_selection Selection>
__global__ void __launch_bounds__(compact_layout<Bytes, Selection>::threads, 1)
    compact_one_pass_kernel(const __grid_constant__ compact_one_pass_task<Bytes> task)
{
#if __CUDA_ARCH__ >= 900
    run_roles(compact_block<Bytes, Selection>(task, dynamic_shared_memory()));
#else
    __trap();
#endif
}

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_ONE_PASS_KERNEL_CUH */
