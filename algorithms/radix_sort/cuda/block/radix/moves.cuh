/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moves a segment between global memory and a block. All of it has been read before the first of it is stored, keys
 * and values, so that outputs may be the inputs.
 */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_MOVES_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_MOVES_CUH

#include "algorithms/radix_sort/cuda/block/source.cuh"
#include "primitives/pipeline/key_order.cuh"
#include "window.cuh"

namespace tcu
{

template <class Shape>
class radix_moves
{
    using key_type = typename Shape::key_type;
    static constexpr int thread_items = Shape::thread_items, batch = TCUI_BLOCK_RADIX_MOVED_AT_ONCE;

  public:
    __device__ radix_moves(const tcui_block_radix &sort, radix_shared<Shape> &shared) : sort(sort), shared(shared) {}

    /* Order bits of the thread's keys, and of the segment's first one. */
    __device__ __forceinline__ key_type load(key_type (&key)[thread_items], const short_segment &segment) const
    {
        if constexpr (sizeof(key_type) == sizeof(uint32_t)) {
            if (sort.key_bytes == 1) {
                return load_as<uint8_t>(key, segment);
            }
            if (sort.key_bytes == 2) {
                return load_as<uint16_t>(key, segment);
            }
        }
        return load_as<key_type>(key, segment);
    }

    /* Whether values go to `side` before the items are sorted; and they do, in the background. */
    __device__ __forceinline__ bool load_values_early(const short_segment &segment) const
    {
        if (sort.values_out == nullptr || sort.makes_indices || sort.value_bytes != sizeof(key_type)) {
            return false;
        }
        const radix_rows rows = radix_rows::of<Shape>(segment.items);
        const key_type *values = static_cast<const key_type *>(sort.values_in) + segment.begin;
#pragma unroll TCUI_BLOCK_RADIX_MOVED_AT_ONCE
        for (int k = 0; k < rows.count; k++) {
            if (rows.has(k)) {
                copy_element_async<sizeof(key_type)>(&shared.side[rows.at(k)], values + rows.at(k));
            }
        }
        return true;
    }

    /* From items that hold all bits in which the keys are not the same, or from `side`. */
    __device__ __forceinline__ void store_keys(const radix_items<Shape> &items) const
    {
        if (sort.keys_out == nullptr) {
            return;
        }
        if constexpr (sizeof(key_type) == sizeof(uint32_t)) {
            if (sort.key_bytes == 1) {
                return store_keys_as<uint8_t>(items);
            }
            if (sort.key_bytes == 2) {
                return store_keys_as<uint16_t>(items);
            }
        }
        store_keys_as<key_type>(items);
    }

    /* What belongs to the keys. `has_loaded`: as load_values_early() had it. */
    __device__ __forceinline__ void store_values(const radix_items<Shape> &items, bool has_loaded) const
    {
        if (sort.values_out == nullptr) {
            return;
        }
        if (sort.makes_indices) {
            return store_indices(items);
        }
        if (has_loaded) {
            wait_for_vector_copies();
            __syncthreads();
            return store_words<key_type>(items, 1, 0);
        }
        if (sort.value_bytes == 1) {
            move_words<uint8_t>(items, 1);
        } else if (sort.value_bytes == 2) {
            move_words<uint16_t>(items, 1);
        } else if (sizeof(key_type) == sizeof(uint64_t) && sort.value_bytes % sizeof(key_type) == 0) {
            move_words<key_type>(items, sort.value_bytes / static_cast<uint32_t>(sizeof(key_type)));
        } else {
            move_words<uint32_t>(items, sort.value_bytes / static_cast<uint32_t>(sizeof(uint32_t)));
        }
    }

  private:
    template <class Stored>
    __device__ __forceinline__ key_type load_as(key_type (&key)[thread_items], const short_segment &segment) const
    {
        const radix_rows rows = radix_rows::of<Shape>(segment.items);
        const Stored *keys = static_cast<const Stored *>(sort.keys_in) + segment.begin, *own = keys + rows.first;
        const sort_order<key_type> order = sort_order<key_type>::of(sort.order);
#pragma unroll
        for (int k = 0; k < thread_items; k++) {
            key[k] = rows.has(k) ? key_type(__ldcs(own + TCUI_WARP_LANES * k)) : key_type(0);
        }
        const key_type first = order.template bits_of<8 * sizeof(Stored)>(keys[0]);
        if (order.changes) {
#pragma unroll
            for (int k = 0; k < thread_items; k++) {
                key[k] = order.template bits_of<8 * sizeof(Stored)>(key[k]);
            }
        }
        return first;
    }

    /* Some rows after the other: load(at) of them together, and then store(at, x). */
    template <class X, class Load, class Store>
    __device__ __forceinline__ void move(Load load, Store store) const
    {
        const radix_rows rows = radix_rows::of<Shape>(shared.segment.items);
#pragma unroll 1
        for (int k = 0; k < rows.count; k += batch) {
            X x[batch];
            if (rows.has_all(k + batch)) {
#pragma unroll
                for (int j = 0; j < batch; j++) {
                    x[j] = load(rows.at(k + j));
                }
#pragma unroll
                for (int j = 0; j < batch; j++) {
                    store(rows.at(k + j), x[j]);
                }
            } else {
#pragma unroll
                for (int j = 0; j < batch; j++) {
                    if (rows.has(k + j)) {
                        x[j] = load(rows.at(k + j));
                    }
                }
#pragma unroll
                for (int j = 0; j < batch; j++) {
                    if (rows.has(k + j)) {
                        store(rows.at(k + j), x[j]);
                    }
                }
            }
        }
    }

    template <class Stored>
    __device__ __forceinline__ void store_keys_as(const radix_items<Shape> &items) const
    {
        const sort_order<key_type> order = sort_order<key_type>::of(sort.order);
        Stored *keys = static_cast<Stored *>(sort.keys_out) + shared.segment.begin;
        const auto store = [&](uint32_t at, key_type bits) {
            __stcs(keys + at, static_cast<Stored>(order.template key_of<8 * sizeof(Stored)>(bits)));
        };
        if constexpr (!Shape::is_tagged) {
            move<uint32_t>([&](uint32_t at) { return shared.items[at]; }, store);
        } else if (shared.segment.is_same) {
            const key_type same = shared.segment.same;
            move<uint32_t>([&](uint32_t at) { return shared.items[at]; },
                           [&](uint32_t at, uint32_t item) { store(at, same | items.bits_of(item)); });
        } else {
            move<key_type>([&](uint32_t at) { return shared.side[items.index_of(shared.items[at])]; }, store);
        }
    }

    /* Values of `words` words each: one word of all of them after the other. */
    template <class Word>
    __device__ __forceinline__ void move_words(const radix_items<Shape> &items, uint32_t words) const
    {
        const Word *values = static_cast<const Word *>(sort.values_in) + shared.segment.begin * words;
        Word *side = reinterpret_cast<Word *>(shared.side);
#pragma unroll 1
        for (uint32_t w = 0; w < words; w++) {
            __syncthreads();
            move<Word>([&](uint32_t at) { return values[at * words + w]; },
                       [&](uint32_t at, Word word) { side[at] = word; });
            __syncthreads();
            store_words<Word>(items, words, w);
        }
    }

    template <class Word>
    __device__ __forceinline__ void store_words(const radix_items<Shape> &items, uint32_t words, uint32_t w) const
    {
        Word *values = static_cast<Word *>(sort.values_out) + shared.segment.begin * words + w;
        const Word *side = reinterpret_cast<const Word *>(shared.side);
        move<Word>([&](uint32_t at) { return side[items.index_of(shared.items[at])]; },
                   [&](uint32_t at, Word word) { values[at * words] = word; });
    }

    /* Positions of the keys in the array, of one or two words. */
    __device__ __forceinline__ void store_indices(const radix_items<Shape> &items) const
    {
        const auto index_of = [&](uint32_t at) { return items.index_of(shared.items[at]); };
        const uint64_t begin = shared.segment.begin;
        if (sort.value_bytes == sizeof(uint32_t)) {
            uint32_t *indices = static_cast<uint32_t *>(sort.values_out) + shared.segment.begin;
            move<uint32_t>(index_of,
                           [&](uint32_t at, uint32_t index) { indices[at] = static_cast<uint32_t>(begin) + index; });
        } else {
            uint64_t *indices = static_cast<uint64_t *>(sort.values_out) + shared.segment.begin;
            move<uint32_t>(index_of, [&](uint32_t at, uint32_t index) { indices[at] = begin + index; });
        }
    }

    const tcui_block_radix &sort;
    radix_shared<Shape> &shared;
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_MOVES_CUH */
