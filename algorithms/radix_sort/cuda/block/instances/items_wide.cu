/* SPDX-License-Identifier: Apache-2.0 */
/* Items of more than 64 bits: keys of 8 bytes with places. */
#include "algorithms/radix_sort/cuda/block/launch.cuh"

tcu_status tcui_sort_items_wide(tcu_context *context, const tcui_block_sort *sort, const tcui_sort_source *source,
                                uint64_t most_items)
{
    return tcu::launch_block_sort<tcu::wide_item>(context, *sort, *source, most_items);
}
