/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Run-length decoding of a tile, which is a part of the merged sequence of elements and ends of runs:
 *
 *     1. the ends that are in the tile, into shared memory, as distances from the tile's first element
 *     2. each thread finds its part of the merged sequence there, goes along it, and notes the run of each element
 *     3. the runs' numbers are stored, and the items' words: neighbouring threads store neighbouring ones, which they load
 *        from neighbouring places, too
 *
 * Ends and elements of a tile are as many as the tile is long, so one array in shared memory holds the ends and, behind
 * them, the elements' runs.
 */
#ifndef TCUI_RUN_LENGTH_CUDA_KERNEL_CUH
#define TCUI_RUN_LENGTH_CUDA_KERNEL_CUH

#include <type_traits>

#include "merged.cuh"
#include "primitives/pipeline/word_items.cuh"
#include "tuning.h"

namespace tcu
{

constexpr int run_length_threads = TCUI_RUN_LENGTH_THREADS;

/* first[t] for t <= tiles: how many ends are before tile t of so many of the merged sequence. And the count. */
static __global__ void __launch_bounds__(run_length_threads)
    find_first_runs(const merged_runs merged, uint64_t *first, uint64_t tiles, uint64_t tile_length, uint64_t *count)
{
    const uint64_t t = static_cast<uint64_t>(blockIdx.x) * run_length_threads + threadIdx.x;
    const merged_runs::sizes sizes = merged.read();
    if (t == 0 && count != nullptr) {
        *count = sizes.all_elements;
    }
    if (first != nullptr && t <= tiles) {
        first[t] =
            ends_before(merged.ends, sizes.runs, sizes.elements, min(t * tile_length, sizes.runs + sizes.elements));
    }
}

template <class Word>
struct run_length_call {
    merged_runs merged;
    const uint64_t *first; /* ends before each tile */
    const Word *items;
    Word *out;             /* or NULL */
    void *runs;            /* or NULL */
    bool has_wide_numbers; /* `runs` is of u64 */
    word_items words;
    int steps;           /* of a thread */
    uint32_t tile_parts; /* blocks of a tile, each with its share of the words */
};

/* A tile's elements and ends. */
struct run_length_tile {
    uint64_t first_run, first_element;
    uint32_t ends, elements;

    /* Tile t, if it is not behind the end of the merged sequence. (Bad ends lead to sizes that fit all the same.) */
    __device__ __forceinline__ run_length_tile(const uint64_t *first, uint64_t t, uint64_t length,
                                               const merged_runs::sizes &sizes)
    {
        const uint64_t begin = t * length, end = min(begin + length, sizes.runs + sizes.elements);
        first_run = first[t];
        const uint64_t last_run = max(first_run, min(first[t + 1], first_run + (end - begin)));
        first_element = begin - first_run;
        ends = static_cast<uint32_t>(last_run - first_run);
        const uint64_t last_element = min(end - last_run, sizes.elements);
        elements = static_cast<uint32_t>(last_element - min(first_element, last_element));
    }
};

/* The tile's ends into shared memory, none before its first element. */
__device__ __forceinline__ void load_ends(const merged_runs &merged, const run_length_tile &tile, uint32_t *ends)
{
    for (uint32_t k = threadIdx.x; k < tile.ends; k += run_length_threads) {
        const uint64_t end = max(merged.ends[tile.first_run + k], tile.first_element);
        ends[k] = static_cast<uint32_t>(min(end - tile.first_element, static_cast<uint64_t>(tile.elements)));
    }
}

/* run_of[j] of the thread's elements j: a run of the tile, from 0 on. */
__device__ __forceinline__ void find_runs(const run_length_tile &tile, const uint32_t *ends, uint32_t *run_of,
                                          int steps)
{
    const uint32_t begin = min(threadIdx.x * steps, tile.ends + tile.elements);
    uint32_t run = ends_before(ends, tile.ends, tile.elements, begin), element = begin - run;
    for (int s = 0; s < steps; s++) {
        if (run < tile.ends && ends[run] <= element) {
            run++;
        } else if (element < tile.elements) {
            run_of[element++] = run;
        }
    }
}

template <class Number>
__device__ __forceinline__ void store_numbers(Number *runs, const run_length_tile &tile, const uint32_t *run_of)
{
    for (uint32_t j = threadIdx.x; j < tile.elements; j += run_length_threads) {
        runs[tile.first_element + j] = static_cast<Number>(tile.first_run + run_of[j]);
    }
}

/*
 * `count` words from word `first` of an item on, which is that of the tile's element whose run is *run_of: of long items,
 * which are more words than a block stores, or of short ones. No run of the tile is behind `last_run`.
 */
template <bool Long, class Word>
__device__ __forceinline__ void copy_words(const word_items &words, Word *out, const Word *items,
                                           const uint32_t *run_of, uint32_t last_run, uint64_t first, uint32_t count)
{
    using Offset = std::conditional_t<Long, uint64_t, uint32_t>; /* the tile's runs have fewer than 2^32 short words */
    constexpr int at_once = TCUI_RUN_LENGTH_WORDS, threads = run_length_threads;
    const Offset item_words = static_cast<Offset>(words.words);
    for (uint32_t w = threadIdx.x; w < count; w += at_once * threads) {
        Word x[at_once];
#pragma unroll
        for (int i = 0; i < at_once; i++) {
            if (w + i * threads < count) {
                const Offset word = static_cast<Offset>(first) + w + i * threads;
                const uint32_t item = Long ? word >= item_words : words.item_of(static_cast<uint32_t>(word));
                x[i] = items[min(run_of[item], last_run) * item_words + (word - item * item_words)];
            }
        }
#pragma unroll
        for (int i = 0; i < at_once; i++) {
            if (w + i * threads < count) {
                out[w + i * threads] = x[i];
            }
        }
    }
}

/* Part `part` of the words of the tile's elements. No run is behind `last_run`. */
template <class Word>
__device__ __forceinline__ void store_items(const run_length_call<Word> &call, const run_length_tile &tile,
                                            const uint32_t *run_of, uint64_t last_run, uint32_t part)
{
    constexpr uint64_t most = TCUI_RUN_LENGTH_BLOCK_WORDS;
    static_assert(most <= word_items::short_words, "words of a block are those of two long items at most");
    const uint64_t words = call.words.words, begin = part * most, of_tile = tile.elements * words;
    if (begin >= of_tile) {
        return;
    }
    /* (The one division, where several blocks share a tile.) */
    const uint64_t element = part == 0 ? 0 : begin / words, first = begin - element * words;
    const uint32_t count = static_cast<uint32_t>(min(of_tile - begin, most));
    const uint32_t last = static_cast<uint32_t>(min(last_run - min(tile.first_run, last_run), UINT64_C(0xffffffff)));
    Word *const out = call.out + tile.first_element * words + begin;
    const Word *const items = call.items + min(tile.first_run, last_run) * words;
    if (call.words.are_short()) {
        copy_words<false>(call.words, out, items, run_of + element, last, first, count);
    } else {
        copy_words<true>(call.words, out, items, run_of + element, last, first, count);
    }
}

template <class Word>
__global__ void __launch_bounds__(run_length_threads) decode_tiles(const __grid_constant__ run_length_call<Word> call)
{
    __shared__ uint32_t shared[run_length_threads * TCUI_RUN_LENGTH_STEPS];
    const uint32_t t = call.tile_parts == 1 ? blockIdx.x : blockIdx.x / call.tile_parts;
    const uint32_t part = blockIdx.x - t * call.tile_parts;
    const uint64_t length = run_length_threads * call.steps;
    const merged_runs::sizes sizes = call.merged.read();
    if (t * length >= sizes.runs + sizes.elements) {
        return;
    }
    const run_length_tile tile(call.first, t, length, sizes);
    uint32_t *const run_of = shared + tile.ends;
    load_ends(call.merged, tile, shared);
    __syncthreads();
    find_runs(tile, shared, run_of, call.steps);
    __syncthreads();
    if (call.runs != nullptr && part == 0) {
        if (call.has_wide_numbers) {
            store_numbers(static_cast<uint64_t *>(call.runs), tile, run_of);
        } else {
            store_numbers(static_cast<uint32_t *>(call.runs), tile, run_of);
        }
    }
    if (call.out != nullptr) {
        store_items(call, tile, run_of, sizes.runs - 1, part);
    }
}

} // namespace tcu

#endif /* TCUI_RUN_LENGTH_CUDA_KERNEL_CUH */
