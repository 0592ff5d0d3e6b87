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
    /* Words `begin` ... `end` - 1 of the tile's items. */
    const uint64_t begin = part * gather_tile<Word>;
    const uint64_t end =
        min(min(n - first_item, static_cast<uint64_t>(call.tile_items)) * call.items.words, begin + gather_tile<Word>);
    const uint64_t first_word = first_item * call.items.words;

    uint64_t index[words], word[words]; /* an index that is out of range becomes `places` */
    unsigned out_of_range = 0;
#pragma unroll
    for (int k = 0; k < words; k++) {
        word[k] = begin + k * gather_threads + threadIdx.x;
        const uint32_t item = call.items.item_of(word[k]);
        index[k] = word[k] < end ? static_cast<uint64_t>(call.indices[first_item + item]) : 0;
    }
    Word x[words];
#pragma unroll
    for (int k = 0; k < words; k++) {
        const uint64_t of_item = word[k] - call.items.item_of(word[k]) * call.items.words;
        const bool is_here = word[k] < end, is_in_range = index[k] < call.places;
        out_of_range += is_here && !is_in_range && of_item == 0;
        index[k] = is_here && is_in_range ? index[k] * call.items.words + of_item : UINT64_MAX;
        if (index[k] != UINT64_MAX) {
            x[k] = call.from[gathers ? index[k] : first_word + word[k]];
        }
    }
#pragma unroll
    for (int k = 0; k < words; k++) {
        if (index[k] != UINT64_MAX) {
            call.to[gathers ? first_word + word[k] : index[k]] = x[k];
        }
    }
    if (call.out_of_range != nullptr) {
        add_out_of_range(call.out_of_range, out_of_range);
    }
}

} // namespace tcu

#endif /* TCUI_GATHER_CUDA_KERNEL_CUH */
