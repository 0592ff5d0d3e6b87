/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What sorting networks compare: items, unsigned numbers of 32 or 64 bits, or a pair of 64 and 32 bits. Their users
 * put a key's bits into one and, below them, where the key came from: then no two items are equal, and any sort is
 * stable.
 */
#ifndef TCUI_PIPELINE_NETWORK_ITEM_CUH
#define TCUI_PIPELINE_NETWORK_ITEM_CUH

#include <cstdint>

#include "primitives/tile/lanes.h"

namespace tcu
{

/* Of bits that leave no room for the place in 64. */
struct wide_item {
    uint64_t bits;
    uint32_t place;
};

/* Padding, which sorts behind all items. (No place has all bits set; without places it does not matter which of two
 * equal items is padding.) */
template <class Item>
__device__ __forceinline__ Item last_item()
{
    if constexpr (sizeof(Item) > sizeof(uint64_t)) {
        return {UINT64_MAX, UINT32_MAX};
    } else {
        return static_cast<Item>(~Item(0));
    }
}

template <class Item>
__device__ __forceinline__ bool is_less(const Item &a, const Item &b)
{
    if constexpr (sizeof(Item) > sizeof(uint64_t)) {
        return a.bits < b.bits || (a.bits == b.bits && a.place < b.place);
    } else {
        return a < b;
    }
}

template <class Item>
__device__ __forceinline__ Item select_item(bool first, const Item &a, const Item &b)
{
    if constexpr (sizeof(Item) > sizeof(uint64_t)) {
        return {first ? a.bits : b.bits, first ? a.place : b.place};
    } else {
        return first ? a : b;
    }
}

/* Puts two items in order. */
template <class Item>
__device__ __forceinline__ void put_in_order(Item &a, Item &b)
{
    if constexpr (sizeof(Item) == sizeof(uint32_t)) {
        const Item less = min(a, b);
        b = max(a, b);
        a = less;
    } else {
        const bool swap = is_less(b, a);
        const Item less = select_item(swap, b, a);
        b = select_item(swap, a, b);
        a = less;
    }
}

/* The lesser of two, or the greater. */
template <class Item>
__device__ __forceinline__ Item choose_item(const Item &own, const Item &other, bool lesser)
{
    return select_item(is_less(other, own) == lesser, other, own);
}

template <class Item>
__device__ __forceinline__ Item item_of_lane_xor(const Item &item, int lanes)
{
    if constexpr (sizeof(Item) > sizeof(uint64_t)) {
        return {__shfl_xor_sync(all_lanes, item.bits, lanes), __shfl_xor_sync(all_lanes, item.place, lanes)};
    } else {
        return __shfl_xor_sync(all_lanes, item, lanes);
    }
}

template <class Item>
__device__ __forceinline__ Item item_of_lane(const Item &item, int lane)
{
    if constexpr (sizeof(Item) > sizeof(uint64_t)) {
        return {__shfl_sync(all_lanes, item.bits, lane), __shfl_sync(all_lanes, item.place, lane)};
    } else {
        return __shfl_sync(all_lanes, item, lane);
    }
}

/* ---- items in shared memory ---- */

/*
 * An array of items there. Threads write runs of 4, 8 or 16 neighbouring items each, and read such that neighbouring
 * threads have neighbouring items: with a gap behind each 128 bytes neither meets the same bank twice.
 */
template <class Item>
class shared_items
{
  public:
    static __host__ __device__ constexpr int room_of(int items) { return items + items / gap + 1; }
    static __host__ __device__ constexpr int bytes_of(int items)
    {
        return room_of(items) * static_cast<int>(sizeof(Item));
    }

    __device__ __forceinline__ shared_items(void *memory, int) : items(static_cast<Item *>(memory)) {}
    __device__ __forceinline__ Item get(int i) const { return items[i + i / gap]; }
    __device__ __forceinline__ void set(int i, const Item &item) const { items[i + i / gap] = item; }

  private:
    static constexpr int gap = 128 / static_cast<int>(sizeof(Item));
    Item *items;
};

template <>
class shared_items<wide_item>
{
  public:
    static __host__ __device__ constexpr int room_of(int items) { return shared_items<uint64_t>::room_of(items); }
    static __host__ __device__ constexpr int bytes_of(int items) { return room_of(items) * 12; }

    __device__ __forceinline__ shared_items(void *memory, int items)
        : bits(memory, items), places(static_cast<uint64_t *>(memory) + room_of(items), items)
    {
    }
    __device__ __forceinline__ wide_item get(int i) const { return {bits.get(i), places.get(i)}; }
    __device__ __forceinline__ void set(int i, const wide_item &item) const
    {
        bits.set(i, item.bits);
        places.set(i, item.place);
    }

  private:
    shared_items<uint64_t> bits;
    shared_items<uint32_t> places;
};

} // namespace tcu

#endif /* TCUI_PIPELINE_NETWORK_ITEM_CUH */
