/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers and scatters of items of any size, by words (primitives/pipeline/word_items.cuh): the items that lie side by side
 * (`out` of a gather, `items` of a scatter) are cut into tiles of whole items, or an item that is longer than a tile into
 * parts, a block each. Each thread
 *
 *     1. loads the indices of its words' items, all before it needs the first one
 *     2. loads its words, from where the indices say or side by side
 *     3. stores them, side by side or where the indices say
 *
 * Words of an item load one index several times, from L1.
 */
#ifndef TCUI_GATHER_CUDA_KERNEL_CUH
#define TCUI_GATHER_CUDA_KERNEL_CUH

#include "algorithms/gather/backend.h"
#include "primitives/pipeline/word_items.cuh"
#include "primitives/tile/instructions.cuh"
#include "primitives/tile/lanes.h"
#include "tuning.h"

namespace tcu
{

constexpr int gather_threads = TCUI_GATHER_THREADS;

/* Words of a thread. */
template <class Word>
constexpr int gather_words = sizeof(Word) > sizeof(uint2) ? TCUI_GATHER_WIDE_WORDS : TCUI_GATHER_WORDS;

/* Words of a block. */
template <class Word>
constexpr uint64_t gather_tile = gather_threads * gather_words<Word>;

template <class Word, class Index>
struct gather_call {
    const Word *from;
    Word *to;
    const Index *indices;
    uint64_t places; /* an index has to be less; at most 2^31 where negative ones are meant to be large */
    uint64_t n;
    const uint64_t *count;            /* or NULL */
    unsigned long long *out_of_range; /* or NULL */
    word_items items;
    uint32_t tile_items; /* of a block; 1 where items have parts */
    uint32_t parts;      /* of an item, a block each */
};

/* Adds the threads' counts, an addition in memory for each warp that has any. All lanes take part. */
__device__ __forceinline__ void add_out_of_range(unsigned long long *to, unsigned of_thread)
{
    const unsigned of_warp = __reduce_add_sync(all_lanes, of_thread);
    if (of_warp > 0 && threadIdx.x % TCUI_WARP_LANES == 0) {
        atomicAdd(to, static_cast<unsigned long long>(of_warp));
    }
}

template <tcui_gather_kind Kind, class Word, class Index>
__global__ void __launch_bounds__(gather_threads, TCUI_GATHER_RESIDENT)
    move_items(const __grid_constant__ gather_call<Word, Index> call)
{
    constexpr int words = gather_words<Word>;
    constexpr bool gathers = Kind == TCUI_GATHER_ITEMS;
    const uint64_t n = call.count == nullptr ? call.n : min(*call.count, call.n);
    const uint32_t tile = call.parts == 1 ? blockIdx.x : blockIdx.x / call.parts, part = blockIdx.x - tile * call.parts;
    const uint64_t first_item = static_cast<uint64_t>(tile) * call.tile_items;
    if (first_item >= n) {
        return;
    }
    /* The block's words begin with word `begin` of its first item. */
    const uint64_t begin = part * gather_tile<Word>, first_word = first_item * call.items.words + begin;
    const uint64_t tile_words = min(n - first_item, static_cast<uint64_t>(call.tile_items)) * call.items.words;
    const uint32_t length = static_cast<uint32_t>(min(tile_words - begin, gather_tile<Word>));
    const Index *const indices = call.indices + first_item;

    uint32_t of_item[words];
    uint64_t place[words]; /* of the word at the indices' end; `none` where there is none, or no word */
    constexpr uint64_t none = UINT64_MAX;
#pragma unroll
    for (int k = 0; k < words; k++) {
        const uint32_t word = k * gather_threads + threadIdx.x, item = call.items.item_of(word);
        of_item[k] = word - item * static_cast<uint32_t>(call.items.words);
        place[k] = word < length ? static_cast<uint64_t>(indices[item]) : none;
    }
    unsigned out_of_range = 0;
    Word x[words];
#pragma unroll
    for (int k = 0; k < words; k++) {
        const uint32_t word = k * gather_threads + threadIdx.x;
        const bool is_in_range = place[k] < call.places;
        out_of_range += !is_in_range && word < length && of_item[k] + begin == 0;
        place[k] = is_in_range ? place[k] * call.items.words + begin + of_item[k] : none;
        if (is_in_range) {
            x[k] = gathers ? call.from[place[k]] : call.from[first_word + word];
        }
    }
#pragma unroll
    for (int k = 0; k < words; k++) {
        if (place[k] != none) {
            call.to[gathers ? first_word + k * gather_threads + threadIdx.x : place[k]] = x[k];
        }
    }
    if (call.out_of_range != nullptr) {
        add_out_of_range(call.out_of_range, out_of_range);
    }
}

} // namespace tcu

#endif /* TCUI_GATHER_CUDA_KERNEL_CUH */
