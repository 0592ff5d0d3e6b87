/* SPDX-License-Identifier: Apache-2.0 */
/* Items of 32 bits: bare keys of up to 4 bytes, and up to 16 compared bits with places. */
#include "algorithms/radix_sort/cuda/block/launch.cuh"

tcu_status tcui_sort_items_32(tcu_context *context, const tcui_block_sort *sort, const tcui_sort_source *source,
                              uint64_t most_items)
{
    return tcu::launch_block_sort<uint32_t>(context, *sort, *source, most_items);
}
