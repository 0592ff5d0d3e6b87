/* SPDX-License-Identifier: Apache-2.0 */
/* Items of 64 bits: bare keys of 8 bytes, and up to 48 compared bits with places. */
#include "algorithms/radix_sort/cuda/block/launch.cuh"

tcu_status tcui_sort_items_64(tcu_context *context, const tcui_block_sort *sort, const tcui_sort_source *source,
                              uint64_t most_items)
{
    return tcu::launch_block_sort<uint64_t>(context, *sort, *source, most_items);
}
