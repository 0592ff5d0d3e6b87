/* SPDX-License-Identifier: Apache-2.0 */
/* Keys of 8 bytes. */
#include "algorithms/radix_sort/cuda/block_radix/launch.cuh"

tcu_status tcui_sort_radix_tagged_wide(tcu_context *context, const tcui_block_radix *sort,
                                       const tcui_sort_source *source, uint64_t most_items)
{
    return tcu::launch_block_radix_by_size<uint64_t, true, TCUI_BLOCK_RADIX_WIDE_ITEMS,
                                           TCUI_BLOCK_RADIX_WIDE_LEAST_BLOCKS, TCUI_BLOCK_RADIX_WIDE_SMALL_BLOCKS,
                                           TCUI_BLOCK_RADIX_WIDE_MIDDLE_BLOCKS, TCUI_BLOCK_RADIX_WIDE_LARGE_BLOCKS,
                                           TCUI_BLOCK_RADIX_WIDE_MOST_BLOCKS>(context, *sort, *source, most_items);
}
