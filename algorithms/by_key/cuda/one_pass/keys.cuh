/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keys, and other items of 1 to 16 bytes of which only bits count. Their width is a parameter of a call, the same for
 * all threads, and not of a kernel: kernels are compiled by operator alone.
 */
#ifndef TCUI_BY_KEY_CUDA_ONE_PASS_KEYS_CUH
#define TCUI_BY_KEY_CUDA_ONE_PASS_KEYS_CUH

#include "primitives/tile/element_vector.cuh"
#include "primitives/tile/instructions.cuh"
#include "shape.cuh"

namespace tcu
{

/* function(Item()). */
template <class Function>
__device__ __forceinline__ void dispatch_item(int bytes, Function function)
{
    switch (bytes) {
    case 1:
        return function(u8());
    case 2:
        return function(u16());
    case 4:
        return function(u32());
    case 8:
        return function(u64());
    default:
        return function(uint4());
    }
}

template <class Item>
__device__ __forceinline__ bool differs(Item a, Item b)
{
    return a != b;
}

__device__ __forceinline__ bool differs(uint4 a, uint4 b)
{
    return ((a.x ^ b.x) | (a.y ^ b.y) | (a.z ^ b.z) | (a.w ^ b.w)) != 0;
}

template <class Item>
__device__ __forceinline__ Item item_of_lane_before(Item x)
{
    return static_cast<Item>(__shfl_up_sync(all_lanes, std::conditional_t<sizeof(Item) == 8, u64, u32>(x), 1));
}

__device__ __forceinline__ uint4 item_of_lane_before(uint4 x)
{
    return {item_of_lane_before(x.x), item_of_lane_before(x.y), item_of_lane_before(x.z), item_of_lane_before(x.w)};
}

/* Of an array of 4 items at a multiple of their bytes, or of 16: one load of up to 16 bytes, or several. */
template <class Item>
__device__ __forceinline__ void load_row(Item (&row)[row_elements], const Item *from)
{
    constexpr int bytes = row_elements * static_cast<int>(sizeof(Item)), piece = bytes < 16 ? bytes : 16;
    struct alignas(piece) words {
        uint32_t at[piece / 4];
    };
#pragma unroll
    for (int p = 0; p < bytes / piece; p++) {
        const words loaded = reinterpret_cast<const words *>(from)[p];
        memcpy(reinterpret_cast<unsigned char *>(row) + p * piece, loaded.at, piece);
    }
}

template <class Item>
__device__ __forceinline__ bool has_whole_rows(const Item *items)
{
    return reinterpret_cast<uintptr_t>(items) % (sizeof(Item) < 4 ? row_elements * sizeof(Item) : 16) == 0;
}

/* *from if it is wanted, without a branch at whose end a warp would wait. */
template <class Item>
__device__ __forceinline__ Item load_item_if(bool is_wanted, const Item *from)
{
    if constexpr (sizeof(Item) <= 8) {
        return load_if(is_wanted, from, Item());
    } else {
        return is_wanted ? *from : Item();
    }
}

/*
 * Bits of the thread's elements (shape.cuh) that have another key than the element before; so have element 0 of the
 * array, and all behind its end. In the last thread next_is_head says the same of the element behind the tile. Whole
 * tiles are inside the array, at a multiple of what load_row() wants. The rows of narrow keys are in flight together.
 */
template <bool IsWhole, class Key>
__device__ __forceinline__ uint32_t find_heads(const Key *keys, uint64_t begin, uint64_t n, bool &next_is_head)
{
    constexpr int together = sizeof(Key) <= 4 ? by_key_rows : sizeof(Key) == 8 ? by_key_rows / 2 : 1;
    const uint64_t behind = begin + by_key_tile;
    const bool is_first_lane = threadIdx.x % TCUI_WARP_LANES == 0;
    const Key next = load_item_if(threadIdx.x == by_key_threads - 1 && behind < n, keys + behind);
    uint32_t heads = IsWhole ? 0 : 0x0f0f0f0fu ^ bits_inside(tile_length(begin, n));
#pragma unroll
    for (int u = 0; u < by_key_rows; u += together) {
        Key row[together][row_elements], before[together];
#pragma unroll
        for (int v = 0; v < together; v++) {
            const uint64_t first = begin + row_place(u + v);
            before[v] = load_item_if(is_first_lane && first > 0 && (IsWhole || first - 1 < n), keys + first - 1);
            if constexpr (IsWhole) {
                load_row(row[v], keys + first);
            } else {
#pragma unroll
                for (int i = 0; i < row_elements; i++) {
                    row[v][i] = load_item_if(first + i < n, keys + first + i);
                }
            }
        }
#pragma unroll
        for (int v = 0; v < together; v++) {
            const uint64_t first = begin + row_place(u + v);
            const Key left = item_of_lane_before(row[v][row_elements - 1]);
            uint32_t bits = first == 0 || differs(row[v][0], is_first_lane ? before[v] : left);
#pragma unroll
            for (int i = 1; i < row_elements; i++) {
                bits |= static_cast<uint32_t>(differs(row[v][i], row[v][i - 1])) << i;
            }
            heads |= bits << (8 * (u + v));
        }
        next_is_head = behind >= n || differs(next, row[together - 1][row_elements - 1]);
    }
    return heads;
}

/* The slots of a tile's runs, taken by the whole block: slot s is run base + s of the array, so that a warp's stores
 * begin where a whole line does. */
struct run_slots {
    uint64_t base; /* of the run that began before the tile; of the first tile 0 - 1, where that slot is not taken */
    int first, end;

    __device__ __forceinline__ int begin() const
    {
        return static_cast<int>(threadIdx.x) - static_cast<int>(base % TCUI_WARP_LANES);
    }

    __device__ __forceinline__ bool has(int slot) const { return slot >= first && slot < end; }
};

/* to[slots.base + s] = from[places[s]]. (There is a place 1.) */
template <class Item>
__device__ __forceinline__ void copy_items(Item *to, const Item *from, const uint16_t *places, const run_slots &slots)
{
    constexpr int copies = TCUI_BY_KEY_COPIES;
    for (int s = slots.begin(); s < slots.end; s += copies * by_key_threads) {
        Item x[copies];
#pragma unroll
        for (int c = 0; c < copies; c++) {
            const bool is_wanted = slots.has(s + c * by_key_threads);
            x[c] = load_item_if(is_wanted, from + places[is_wanted ? s + c * by_key_threads : 1]);
        }
#pragma unroll
        for (int c = 0; c < copies; c++) {
            if (slots.has(s + c * by_key_threads)) {
                to[slots.base + (s + c * by_key_threads)] = x[c];
            }
        }
    }
}

} // namespace tcu

#endif /* TCUI_BY_KEY_CUDA_ONE_PASS_KEYS_CUH */
