/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moves a thread's part of a segment between global memory and registers. Values do not travel with the keys: each is
 * fetched once, from the place that its key came from. So values of all sizes are words that are moved at the end, and
 * a sort in place only has to fetch all words of a segment before it stores the first.
 */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_NETWORKS_MOVES_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_NETWORKS_MOVES_CUH

#include "algorithms/radix_sort/cuda/block/source.cuh"
#include "item.cuh"

namespace tcu
{

/* Elements first, first + stride, ... of a segment, `count` of them. */
struct segment_part {
    uint64_t begin;
    int first, stride, count;

    __device__ __forceinline__ int place_of(int i) const { return first + i * stride; }
    __device__ __forceinline__ bool has(int i) const { return i < count; }
};

/*
 * Only as many threads as the segment needs, a power of two, get neighbouring elements; the others have padding, which
 * stays behind all items without being compared.
 */
template <int Items>
__device__ __forceinline__ int threads_for(int items)
{
    const int threads = (items + Items - 1) / Items;
    return threads <= 1 ? 1 : 2 << highest_bit(threads - 1);
}

__device__ __forceinline__ segment_part part_of(const short_segment &segment, int thread, int threads)
{
    const int rest = segment.items - thread;
    const bool has_any = thread < threads && rest > 0;
    return {segment.begin, thread, threads, has_any ? ((rest - 1) >> highest_bit(threads)) + 1 : 0};
}

/* ---- loads ---- */

template <class Key, int Items, class Item>
__device__ __forceinline__ void load_items(Item (&x)[Items], const tcui_block_sort &sort, const segment_part &part)
{
    /* All loads in flight together, but of keys that are wider than their items. */
    constexpr int together = sizeof(Key) > sizeof(Item) ? 4 : Items;
    const Key *keys = static_cast<const Key *>(sort.keys_in) + part.begin;
#pragma unroll
    for (int first = 0; first < Items; first += together) {
        Key key[together];
#pragma unroll
        for (int i = 0; i < together; i++) {
            key[i] = part.has(first + i) ? keys[part.place_of(first + i)] : Key(0);
        }
#pragma unroll
        for (int i = 0; i < together; i++) {
            x[first + i] =
                part.has(first + i) ? make_item<Item>(sort, key[i], part.place_of(first + i)) : last_item<Item>();
        }
    }
}

/* (Narrower items hold all keys of 1 and 2 bytes, and all but those of 8 bytes.) */
template <int Items, class Item>
__device__ __forceinline__ void load_items(Item (&x)[Items], const tcui_block_sort &sort, const segment_part &part)
{
    if constexpr (sizeof(Item) == sizeof(uint32_t)) {
        if (sort.key_bytes == 1) {
            return load_items<uint8_t>(x, sort, part);
        }
        if (sort.key_bytes == 2) {
            return load_items<uint16_t>(x, sort, part);
        }
    }
    if constexpr (sizeof(Item) <= sizeof(uint64_t)) {
        if (sort.key_bytes == 4) {
            return load_items<uint32_t>(x, sort, part);
        }
    }
    load_items<uint64_t>(x, sort, part);
}

/* ---- stores ---- */

template <class Key, int Items, class Item>
__device__ __forceinline__ void store_keys(const Item (&x)[Items], const tcui_block_sort &sort,
                                           const segment_part &part)
{
    Key *keys = static_cast<Key *>(sort.keys_out) + part.begin;
#pragma unroll
    for (int i = 0; i < Items; i++) {
        if (part.has(i)) {
            keys[part.place_of(i)] = key_of_item<Item, Key>(sort, x[i]);
        }
    }
}

/* Elements of `words` words each, from where the items were. By whole warps. */
template <class Word, int Items, class Item>
__device__ __forceinline__ void move_words(const Item (&x)[Items], const void *in, void *out, int words,
                                           const segment_part &part)
{
    const Word *from = static_cast<const Word *>(in) + part.begin * words;
    Word *to = static_cast<Word *>(out) + part.begin * words;
#pragma unroll 1
    for (int w = 0; w < words; w++) {
        Word word[Items];
#pragma unroll
        for (int i = 0; i < Items; i++) {
            word[i] = part.has(i) ? from[place_of_item(x[i]) * words + w] : Word(0);
        }
        __syncwarp();
#pragma unroll
        for (int i = 0; i < Items; i++) {
            if (part.has(i)) {
                to[part.place_of(i) * words + w] = word[i];
            }
        }
    }
}

template <int Items, class Item>
__device__ __forceinline__ void move_elements(const Item (&x)[Items], const void *in, void *out, int bytes,
                                              const segment_part &part)
{
    if (bytes == 1) {
        move_words<uint8_t>(x, in, out, 1, part);
    } else if (bytes == 2) {
        move_words<uint16_t>(x, in, out, 1, part);
    } else {
        move_words<uint32_t>(x, in, out, bytes / 4, part);
    }
}

/* The places of the keys in the array, of one or two words each. */
template <int Items, class Item>
__device__ __forceinline__ void store_indices(const Item (&x)[Items], const tcui_block_sort &sort,
                                              const segment_part &part)
{
    const int words = sort.value_bytes / 4;
    uint32_t *indices = static_cast<uint32_t *>(sort.values_out) + part.begin * words;
#pragma unroll
    for (int i = 0; i < Items; i++) {
        if (part.has(i)) {
            const uint64_t index = part.begin + place_of_item(x[i]);
            indices[part.place_of(i) * words] = static_cast<uint32_t>(index);
            if (words > 1) {
                indices[part.place_of(i) * words + 1] = static_cast<uint32_t>(index >> 32);
            }
        }
    }
}

/* The sorted items' keys and what belongs to them. */
template <int Items, class Item>
__device__ __forceinline__ void store_items(const Item (&x)[Items], const tcui_block_sort &sort,
                                            const segment_part &part)
{
    if (sort.makes_indices) {
        store_indices(x, sort, part);
    } else if (sort.values_out != nullptr) {
        move_elements(x, sort.values_in, sort.values_out, sort.value_bytes, part);
    }
    if (sort.keys_out == nullptr) {
        return;
    }
    if (!sort.has_whole_keys) {
        return move_elements(x, sort.keys_in, sort.keys_out, sort.key_bytes, part);
    }
    if constexpr (sizeof(Item) == sizeof(uint32_t)) {
        if (sort.key_bytes == 1) {
            return store_keys<uint8_t>(x, sort, part);
        }
        if (sort.key_bytes == 2) {
            return store_keys<uint16_t>(x, sort, part);
        }
        return store_keys<uint32_t>(x, sort, part);
    } else {
        if (sort.key_bytes == 4) {
            return store_keys<uint32_t>(x, sort, part);
        }
        store_keys<uint64_t>(x, sort, part);
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_NETWORKS_MOVES_CUH */
