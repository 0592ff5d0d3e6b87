/* SPDX-License-Identifier: Apache-2.0 */
/* Segments that are sorted by digits in shared memory: which kernels a task needs, and the longest segments of each. */
#include "task.h"

namespace
{

/* What a block takes of shared memory for an item, and for its counters and other things. */
enum { ITEM_BYTES = 4, OTHER_BYTES = 9 * 1024 };

bool is_wide(const tcui_block_radix *sort)
{
    return sort->key_bytes > static_cast<int>(sizeof(uint32_t));
}

bool is_bare(const tcui_block_radix *sort)
{
    return sort->is_bare && !is_wide(sort);
}

} // namespace

tcui_block_radix tcui_block_radix_of(const tcui_radix_sort_task *task)
{
    tcui_block_radix sort = {};
    sort.keys_in = task->keys_in;
    sort.values_in = task->payload == TCUI_PAYLOAD_VALUES ? task->values_in : nullptr;
    sort.keys_out = task->keys_out;
    sort.values_out = task->payload != TCUI_PAYLOAD_NONE ? task->values_out : nullptr;
    sort.order = tcui_key_order_of(task->key_type, task->descending);
    sort.begin_bit = task->begin_bit;
    sort.bits = task->end_bit - task->begin_bit;
    sort.key_bytes = static_cast<int>(tcu_type_size(task->key_type));
    sort.value_bytes = static_cast<int>(task->value_bytes);
    sort.has_payload = task->payload != TCUI_PAYLOAD_NONE;
    sort.makes_indices = task->payload == TCUI_PAYLOAD_INDICES;
    sort.is_bare = tcui_is_bare(task);
    sort.ranking = task->ranking;
    return sort;
}

uint64_t tcui_block_radix_items(const tcu_context *context, const tcui_block_radix *sort)
{
    const uint64_t most = is_wide(sort) ? +TCUI_BLOCK_RADIX_WIDE_ITEMS : +TCUI_BLOCK_RADIX_ITEMS;
    const uint64_t side_bytes = is_bare(sort) ? 0 : is_wide(sort) ? sizeof(uint64_t) : sizeof(uint32_t);
    const uint64_t needed = most * (ITEM_BYTES + side_bytes) + OTHER_BYTES;
    return needed <= context->properties.shared_memory_per_block ? most : +TCUI_BLOCK_RADIX_LARGE;
}

tcu_status tcui_sort_block_radix(tcu_context *context, const tcui_block_radix *sort, const tcui_sort_source *source,
                                 uint64_t most_items)
{
    if (is_bare(sort)) {
        return tcu::launch_block_radix_by_size<tcu::radix_bare>(context, *sort, *source, most_items);
    }
    if (is_wide(sort)) {
        return tcu::launch_block_radix_by_size<tcu::radix_tagged_wide>(context, *sort, *source, most_items);
    }
    return tcu::launch_block_radix_by_size<tcu::radix_tagged>(context, *sort, *source, most_items);
}
