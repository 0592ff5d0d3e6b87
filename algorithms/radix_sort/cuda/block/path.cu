/* SPDX-License-Identifier: Apache-2.0 */
/* Segments that are sorted in one place: short ones by networks, of which items, longer ones by digits; and tasks that
 * have no other segments. */
#include "algorithms/radix_sort/cuda/block_radix/task.h"
#include "task.h"

namespace
{

tcui_item_width width_of(const tcui_radix_sort_task *task)
{
    const int place_bits = tcui_is_bare(task) ? 0 : TCUI_SORT_PLACE_BITS;
    const int bits = task->end_bit - task->begin_bit + place_bits;
    return bits <= 32 ? TCUI_ITEM_32 : bits <= 64 ? TCUI_ITEM_64 : TCUI_ITEM_WIDE;
}

bool are_vectors(const tcui_block_sort &sort, const tcui_sort_source &source)
{
    const uintptr_t addresses = reinterpret_cast<uintptr_t>(sort.keys_in) | reinterpret_cast<uintptr_t>(sort.keys_out);
    return source.list == nullptr && source.segments.offsets == nullptr && sort.place_bits == 0 &&
           sort.key_bytes >= static_cast<int>(sizeof(uint32_t)) && addresses % 16 == 0;
}

/* Of segments of one size. */
uint64_t longest_of(const tcui_segments &segments)
{
    return segments.size < segments.n ? segments.size : segments.n;
}

} // namespace

tcui_block_sort tcui_block_sort_of(const tcui_radix_sort_task *task)
{
    const int key_bytes = static_cast<int>(tcu_type_size(task->key_type));
    const int compared = task->end_bit - task->begin_bit;
    const bool has_values = task->payload != TCUI_PAYLOAD_NONE;
    tcui_block_sort sort = {};
    sort.keys_in = task->keys_in;
    sort.keys_out = task->keys_out;
    sort.values_in = task->payload == TCUI_PAYLOAD_VALUES ? task->values_in : nullptr;
    sort.values_out = has_values ? task->values_out : nullptr;
    sort.order = tcui_key_order_of(task->key_type, task->descending);
    /* (Nothing is shifted out by as many bits as there are.) */
    sort.begin_bit = compared > 0 ? task->begin_bit : 0;
    sort.compared = compared > 0 ? UINT64_MAX >> (64 - compared) : 0;
    sort.place_bits = tcui_is_bare(task) ? 0 : TCUI_SORT_PLACE_BITS;
    sort.place_mask = tcui_is_bare(task) ? 0 : (1u << TCUI_SORT_PLACE_BITS) - 1;
    sort.key_bytes = key_bytes;
    sort.value_bytes = static_cast<int>(task->value_bytes);
    sort.has_whole_keys = compared == 8 * key_bytes;
    sort.makes_indices = task->payload == TCUI_PAYLOAD_INDICES;
    return sort;
}

uint64_t tcui_sort_block_items(const tcu_context *context, const tcui_radix_sort_task *task)
{
    const tcui_block_radix sort = tcui_block_radix_of(task);
    return tcui_block_radix_items(context, &sort);
}

tcu_status tcui_sort_items(tcu_context *context, const tcui_radix_sort_task *task, const tcui_sort_source *source,
                           uint64_t most_items, const struct tcui_radix_rest *rest)
{
    const tcui_item_width width = width_of(task);
    tcui_block_sort sort = tcui_block_sort_of(task);
    sort.are_vectors = are_vectors(sort, *source);
    const bool is_one_vector = sort.are_vectors && width == TCUI_ITEM_32 && most_items == TCUI_SORT_VECTOR_ITEMS;
    const uint64_t by_network = width == TCUI_ITEM_WIDE ? +TCUI_SORT_NETWORK_WIDE_ITEMS : +TCUI_SORT_NETWORK_ITEMS;
    if (most_items > by_network && !is_one_vector) {
        tcui_block_radix by_digits = tcui_block_radix_of(task);
        by_digits.rest = rest;
        return tcui_sort_block_radix(context, &by_digits, source, most_items);
    }
    switch (width) {
    case TCUI_ITEM_32:
        return tcu::launch_block_sort<uint32_t>(context, sort, *source, most_items);
    case TCUI_ITEM_64:
        return tcu::launch_block_sort<uint64_t>(context, sort, *source, most_items);
    default:
        return tcu::launch_block_sort<tcu::wide_item>(context, sort, *source, most_items);
    }
}

bool tcui_sort_fits_blocks(const tcu_context *context, const tcui_radix_sort_task *task)
{
    return task->segments.size > 0 && longest_of(task->segments) <= tcui_sort_block_items(context, task);
}

tcu_status tcui_sort_blocks_reserve(tcu_context *, const tcui_radix_sort_task *, tcui_layout *)
{
    return TCU_SUCCESS; /* no workspace */
}

tcu_status tcui_sort_blocks_execute(tcu_context *context, const tcui_radix_sort_task *task, void *)
{
    const tcui_sort_source all = {task->segments, nullptr, nullptr, task->segments.count};
    return tcui_sort_items(context, task, &all, longest_of(task->segments), NULL);
}
