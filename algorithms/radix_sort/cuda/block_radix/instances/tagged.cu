/* SPDX-License-Identifier: Apache-2.0 */
/* Keys of up to 4 bytes, with a payload or compared by some bits. */
#include "algorithms/radix_sort/cuda/block_radix/launch.cuh"

tcu_status tcui_sort_radix_tagged(tcu_context *context, const tcui_block_radix *sort, const tcui_sort_source *source,
                                  uint64_t most_items)
{
    return tcu::launch_block_radix_by_size<uint32_t, true, TCUI_BLOCK_RADIX_ITEMS, TCUI_BLOCK_RADIX_TAGGED_LEAST_BLOCKS,
                                           TCUI_BLOCK_RADIX_TAGGED_SMALL_BLOCKS, TCUI_BLOCK_RADIX_TAGGED_MIDDLE_BLOCKS,
                                           TCUI_BLOCK_RADIX_TAGGED_LARGE_BLOCKS, TCUI_BLOCK_RADIX_TAGGED_MOST_BLOCKS>(
        context, *sort, *source, most_items);
}
