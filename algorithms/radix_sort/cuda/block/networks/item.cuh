/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is sorted are items (primitives/pipeline/network/): unsigned numbers that hold a key's compared bits and, below
 * them, the key's place in its segment. So no two items are equal, any sort of items by comparisons is stable, and
 * nothing depends on the order in which the hardware does things. Keys without payload that are compared by all bits do
 * without the place, since equal ones cannot be told apart. The narrowest of three widths that holds both is taken: the
 * cost is in the comparisons.
 */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_NETWORKS_ITEM_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_NETWORKS_ITEM_CUH

#include <cstdint>

#include "algorithms/radix_sort/cuda/block/task.h"
#include "primitives/pipeline/key_order.cuh"
#include "primitives/pipeline/network/item.cuh"

namespace tcu
{

constexpr unsigned sort_place_mask = (1u << TCUI_SORT_PLACE_BITS) - 1;

/* ---- keys ---- */

/* The key's order bits that are compared, and its place. */
template <class Item, class Key>
__device__ __forceinline__ Item make_item(const tcui_block_sort &sort, Key key, int place)
{
    if constexpr (sizeof(Key) == sizeof(uint64_t)) {
        const uint64_t bits = tcui_order_bits(sort.order, key) >> sort.begin_bit & sort.compared;
        if constexpr (sizeof(Item) > sizeof(uint64_t)) {
            return {bits, static_cast<uint32_t>(place)};
        } else {
            return static_cast<Item>(bits << sort.place_bits | (static_cast<uint32_t>(place) & sort.place_mask));
        }
    } else {
        const sort_order<uint32_t> order = sort_order<uint32_t>::of(sort.order);
        const uint32_t bits = order.bits_of<8 * sizeof(Key)>(key) >> sort.begin_bit;
        const uint32_t compared = bits & static_cast<uint32_t>(sort.compared);
        if constexpr (sizeof(Item) > sizeof(uint64_t)) {
            return {compared, static_cast<uint32_t>(place)};
        } else {
            return static_cast<Item>(compared) << sort.place_bits | (static_cast<uint32_t>(place) & sort.place_mask);
        }
    }
}

/* The key, of an item that holds all of its bits. */
template <class Item, class Key>
__device__ __forceinline__ Key key_of_item(const tcui_block_sort &sort, const Item &item)
{
    uint64_t bits;
    if constexpr (sizeof(Item) > sizeof(uint64_t)) {
        bits = item.bits;
    } else {
        bits = item >> sort.place_bits;
    }
    if constexpr (sizeof(Key) == sizeof(uint64_t)) {
        return tcui_key_of_order_bits(sort.order, bits);
    } else {
        const sort_order<uint32_t> order = sort_order<uint32_t>::of(sort.order);
        return static_cast<Key>(order.key_of<8 * sizeof(Key)>(static_cast<uint32_t>(bits)));
    }
}

template <class Item>
__device__ __forceinline__ uint32_t place_of_item(const Item &item)
{
    if constexpr (sizeof(Item) > sizeof(uint64_t)) {
        return item.place;
    } else {
        return static_cast<uint32_t>(item) & sort_place_mask;
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_NETWORKS_ITEM_CUH */
