/* SPDX-License-Identifier: Apache-2.0 */
/* Keys of up to 4 bytes, with a payload or compared by some bits. */
#include "algorithms/radix_sort/cuda/block_radix/launch.cuh"

using namespace tcu;

tcu_status tcui_sort_radix_tagged(tcu_context *context, const tcui_block_radix *sort, const tcui_sort_source *source,
                                  uint64_t most_items)
{
    using small = radix_shape_of<uint32_t, true, TCUI_BLOCK_RADIX_SMALL, TCUI_BLOCK_RADIX_THREADS,
                                 TCUI_BLOCK_RADIX_TAGGED_SMALL_BLOCKS>;
    using middle = radix_shape_of<uint32_t, true, TCUI_BLOCK_RADIX_MIDDLE, TCUI_BLOCK_RADIX_THREADS,
                                  TCUI_BLOCK_RADIX_TAGGED_MIDDLE_BLOCKS>;
    using large = radix_shape_of<uint32_t, true, TCUI_BLOCK_RADIX_ITEMS, TCUI_BLOCK_RADIX_THREADS,
                                 TCUI_BLOCK_RADIX_TAGGED_BLOCKS>;
    return launch_block_radix_by_size<small, middle, large>(context, *sort, *source, most_items);
}
