/* SPDX-License-Identifier: Apache-2.0 */
/* Segments that are sorted in one place: short ones by networks, of which items, longer ones by digits; and tasks that
 * have no other segments. */
#include "algorithms/radix_sort/cuda/block/networks/tuning.h"
#include "algorithms/radix_sort/cuda/block/radix/task.h"

namespace
{

using namespace tcu;

/* -------------------------------------------------------------------------------------------------- networks --- */

/* Widths of items (networks/item.cuh), each with kernels in a file of its own. */
enum class item_width { of_32, of_64, wide };

item_width width_of(const tcui_radix_sort_task *task)
{
    const int place_bits = tcui_is_bare(task) ? 0 : TCUI_SORT_PLACE_BITS;
    const int bits = task->end_bit - task->begin_bit + place_bits;
    return bits <= 32 ? item_width::of_32 : bits <= 64 ? item_width::of_64 : item_width::wide;
}

bool are_vectors(const tcui_block_sort &sort, const tcui_sort_source &source)
{
    const uintptr_t addresses = reinterpret_cast<uintptr_t>(sort.keys_in) | reinterpret_cast<uintptr_t>(sort.keys_out);
    return source.list == nullptr && source.segments.offsets == nullptr && sort.place_bits == 0 &&
           sort.key_bytes >= static_cast<int>(sizeof(uint32_t)) && addresses % 16 == 0;
}

bool take_network(const tcui_block_sort &sort, item_width width, uint64_t most_items)
{
    const bool is_one_vector = sort.are_vectors && width == item_width::of_32 && most_items == network_vector_items;
    return is_one_vector || most_items <= (width == item_width::wide ? network_wide_items : network_items);
}

/* ---------------------------------------------------------------------------------------------------- digits --- */

bool has_wide_keys(const tcui_radix_sort_task *task)
{
    return tcu_type_size(task->key_type) > sizeof(uint32_t);
}

bool has_bare_items(const tcui_radix_sort_task *task)
{
    return tcui_is_bare(task) && !has_wide_keys(task);
}

tcui_block_radix by_digits_of(const tcui_radix_sort_task *task, const tcui_radix_rest *rest)
{
    tcui_block_radix sort = {};
    sort.keys_in = task->keys_in;
    sort.values_in = task->payload == TCUI_PAYLOAD_VALUES ? task->values_in : nullptr;
    sort.keys_out = task->keys_out;
    sort.values_out = task->payload != TCUI_PAYLOAD_NONE ? task->values_out : nullptr;
    sort.order = tcui_key_order_of(task->key_type, task->descending);
    sort.begin_bit = task->begin_bit;
    sort.bits = task->end_bit - task->begin_bit;
    sort.rest = rest;
    sort.key_bytes = static_cast<int>(tcu_type_size(task->key_type));
    sort.value_bytes = static_cast<int>(task->value_bytes);
    sort.is_bare = has_bare_items(task);
    sort.makes_indices = task->payload == TCUI_PAYLOAD_INDICES;
    sort.ranking = task->ranking;
    return sort;
}

tcu_status sort_by_digits(tcu_context *context, const tcui_radix_sort_task *task, const tcui_sort_source &source,
                          uint64_t most_items, const tcui_radix_rest *rest)
{
    const tcui_block_radix sort = by_digits_of(task, rest);
    return sort.is_bare          ? launch_block_radix<radix_bare>(context, sort, source, most_items)
           : has_wide_keys(task) ? launch_block_radix<radix_tagged_wide>(context, sort, source, most_items)
                                 : launch_block_radix<radix_tagged>(context, sort, source, most_items);
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
    tcui_block_sort sort = {};
    sort.keys_in = task->keys_in;
    sort.keys_out = task->keys_out;
    sort.values_in = task->payload == TCUI_PAYLOAD_VALUES ? task->values_in : nullptr;
    sort.values_out = task->payload != TCUI_PAYLOAD_NONE ? task->values_out : nullptr;
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
    /* What a block takes of shared memory for an item, for a key or value beside it, and for counters and other things. */
    constexpr uint64_t item_bytes = 4, other_bytes = 9 * 1024;
    const uint64_t side_bytes = has_bare_items(task) ? 0 : has_wide_keys(task) ? sizeof(uint64_t) : sizeof(uint32_t);
    const radix_row row = has_wide_keys(task) ? radix_row::wide : radix_row::tagged;
    const uint64_t most = block_radix_items(row, block_radix_sizes - 1);
    const uint64_t needed = most * (item_bytes + side_bytes) + other_bytes;
    return needed <= context->properties.shared_memory_per_block ? most : block_radix_items(row, block_radix_sizes - 2);
}

tcu_status tcui_sort_items(tcu_context *context, const tcui_radix_sort_task *task, const tcui_sort_source *source,
                           uint64_t most_items, const tcui_radix_rest *rest)
{
    const item_width width = width_of(task);
    tcui_block_sort sort = tcui_block_sort_of(task);
    sort.are_vectors = are_vectors(sort, *source);
    if (!take_network(sort, width, most_items)) {
        return sort_by_digits(context, task, *source, most_items, rest);
    }
    switch (width) {
    case item_width::of_32:
        return launch_networks<uint32_t>(context, sort, *source, most_items);
    case item_width::of_64:
        return launch_networks<uint64_t>(context, sort, *source, most_items);
    default:
        return launch_networks<wide_item>(context, sort, *source, most_items);
    }
}

bool tcui_sort_fits_blocks(const tcu_context *context, const tcui_radix_sort_task *task)
{
    return task->segments.size > 0 && longest_of(task->segments) <= tcui_sort_block_items(context, task);
}

tcu_status tcui_sort_blocks_execute(tcu_context *context, const tcui_radix_sort_task *task, void *)
{
    const tcui_sort_source all = {task->segments, nullptr, nullptr, task->segments.count};
    return tcui_sort_items(context, task, &all, longest_of(task->segments), nullptr);
}
