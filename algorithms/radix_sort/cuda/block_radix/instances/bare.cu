/* SPDX-License-Identifier: Apache-2.0 */
/* Bare keys of up to 4 bytes. */
#include "algorithms/radix_sort/cuda/block_radix/launch.cuh"

tcu_status tcui_sort_radix_bare(tcu_context *context, const tcui_block_radix *sort, const tcui_sort_source *source,
                                uint64_t most_items)
{
    return tcu::launch_block_radix_by_size<uint32_t, false, TCUI_BLOCK_RADIX_ITEMS, TCUI_BLOCK_RADIX_BARE_LEAST_BLOCKS,
                                           TCUI_BLOCK_RADIX_BARE_SMALL_BLOCKS, TCUI_BLOCK_RADIX_BARE_MIDDLE_BLOCKS,
                                           TCUI_BLOCK_RADIX_BARE_LARGE_BLOCKS, TCUI_BLOCK_RADIX_BARE_MOST_BLOCKS>(
        context, *sort, *source, most_items);
}
