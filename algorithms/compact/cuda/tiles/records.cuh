/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kept records side by side: items of any number of bytes at any address, by words (primitives/pipeline/word_items.cuh).
 * A granule's records are cut into parts of equal numbers of words of the result, a block each. The block
 *
 *     1. lists the positions of the granule's kept records in shared memory, in their order, from its marks; in a
 *        partition the others' behind them
 *     2. loads its words, each from the record that the list names: neighbouring threads have neighbouring words
 *     3. stores them side by side
 *
 * In place it waits between 2 and 3 until all is read that it writes over. Blocks take parts in turn, and words go down or
 * stay, so that these are words of earlier blocks, which wait for none to read (as in store.cu).
 */
#ifndef TCUI_COMPACT_CUDA_TILES_RECORDS_CUH
#define TCUI_COMPACT_CUDA_TILES_RECORDS_CUH

#include "algorithms/compact/cuda/marks/ranks.cuh"
#include "algorithms/compact/cuda/tuning.h"
#include "primitives/pipeline/length.cuh"
#include "primitives/pipeline/word_items.cuh"
#include "primitives/tile/instructions.cuh"
#include "primitives/tile/lanes.h"
#include "turn.cuh"

namespace tcu
{

constexpr int record_threads = TCUI_COMPACT_TILE_THREADS;

/* Words of a thread. */
template <class Word>
constexpr int record_words = sizeof(Word) > sizeof(uint2) ? TCUI_COMPACT_WIDE_RECORD_WORDS : TCUI_COMPACT_RECORD_WORDS;

/* Words of a block. */
template <class Word>
constexpr uint64_t record_block = record_threads * record_words<Word>;
static_assert(word_items::short_words + record_block<uint8_t> <= 1 << 16, "what item_of() is exact for");
static_assert(word_items::short_words >= record_block<uint8_t>, "a block has words of two long records at most");

template <class Word>
struct record_store {
    const Word *from;
    Word *to;
    uint64_t *count; /* or NULL */
    word_items items;
    uint32_t parts; /* of a granule */
};

/* The granule's records, as positions in it, in the order in which they are stored. */
template <bool KeepOthers>
struct record_list {
    uint16_t positions[TCUI_COMPACT_GRANULE];

    /* Of items at [lead, lead + items), `kept` of which are kept. Call by all threads. */
    __device__ __forceinline__ void fill(const uint32_t *bits, int64_t granule, int lead, int items, int kept)
    {
        using granule_marks = tile_marks<1>;
        const granule_marks marks(bits, granule);
        const int lane = threadIdx.x % TCUI_WARP_LANES;
#pragma unroll
        for (int w = 0; w < granule_marks::warp_words; w++) {
            const int position = granule_marks::first_of(w) + lane, rank = marks.rank(w, lane);
            const bool is_kept = marks.has(w, lane);
            if (is_kept) {
                positions[rank] = static_cast<uint16_t>(position);
            } else if (KeepOthers && static_cast<unsigned>(position - lead) < static_cast<unsigned>(items)) {
                positions[kept + position - lead - rank] = static_cast<uint16_t>(position);
            }
        }
        __syncthreads();
    }
};

/* A part's words: the first is word `ahead` of record `first_record` of the list. */
struct record_part {
    const word_items &items;
    uint64_t first_record, ahead;

    __device__ __forceinline__ record_part(const word_items &items, uint64_t first_word)
        : items(items), first_record(first_word / items.words), ahead(first_word - first_record * items.words)
    {
    }

    /* Of a word: its record's place in the list, and its place in the record. */
    __device__ __forceinline__ uint32_t find(uint32_t word, uint64_t *of_record) const
    {
        if (items.are_short()) {
            const uint32_t from_record = static_cast<uint32_t>(ahead) + word, record = items.item_of(from_record);
            *of_record = from_record - record * static_cast<uint32_t>(items.words);
            return static_cast<uint32_t>(first_record) + record;
        }
        const uint64_t from_record = ahead + word;
        const bool is_next = from_record >= items.words;
        *of_record = is_next ? from_record - items.words : from_record;
        return static_cast<uint32_t>(first_record) + is_next;
    }
};

/* Until records [first, last] may be written over, none of them behind those of block `number`; call by all threads. */
__device__ __forceinline__ void wait_until_records_read(const tcui_compact_marks &marks, int64_t number, uint32_t parts,
                                                        uint64_t first, uint64_t last)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        store_release(marks.is_read + number, 1);
    }
    const int64_t from = static_cast<int64_t>((first + marks.phase) / TCUI_COMPACT_GRANULE * parts);
    const int64_t to = static_cast<int64_t>(((last + marks.phase) / TCUI_COMPACT_GRANULE + 1) * parts);
    for (int64_t b = from + threadIdx.x; b < min(to, number); b += record_threads) {
        while (load_acquire(marks.is_read + b) == 0) {
        }
    }
    __syncthreads();
}

template <class Word, bool KeepOthers>
__global__ void __launch_bounds__(record_threads, TCUI_COMPACT_RECORD_RESIDENT)
    store_records(const __grid_constant__ record_store<Word> call, const tcui_compact_marks marks)
{
    __shared__ record_list<KeepOthers> list;
    constexpr int words = record_words<Word>;
    const int64_t number = number_of_block(marks), granule = number / call.parts;
    const uint64_t part_words = static_cast<uint64_t>(number - granule * call.parts) * record_block<Word>;
    const uint64_t all_kept = marks.kept_before[marks.granules], kept_before = marks.kept_before[granule];
    const int kept = static_cast<int>(marks.kept_before[granule + 1] - kept_before);
    if (number == 0 && threadIdx.x == 0 && call.count != nullptr) {
        *call.count = all_kept;
    }

    /* Items of the granule: [first, first + items) of the array. */
    const int64_t begin = granule * TCUI_COMPACT_GRANULE - marks.phase,
                  n = static_cast<int64_t>(length_now(marks.n, marks.length));
    const int64_t first = min(max(begin, int64_t(0)), n);
    const int items = static_cast<int>(min(begin + TCUI_COMPACT_GRANULE, n) - first);
    const uint64_t kept_words = static_cast<uint64_t>(kept) * call.items.words;
    const uint64_t all_words = KeepOthers ? static_cast<uint64_t>(items) * call.items.words : kept_words;
    if (part_words >= all_words) {
        if (marks.turn != nullptr && threadIdx.x == 0) {
            store_release(marks.is_read + number, 1);
        }
        return;
    }
    const uint32_t length = static_cast<uint32_t>(min(all_words - part_words, record_block<Word>));
    list.fill(marks.bits, granule, static_cast<int>(first - begin), items, kept);

    const record_part part(call.items, part_words);
    Word x[words];
#pragma unroll
    for (int k = 0; k < words; k++) {
        const uint32_t word = k * record_threads + threadIdx.x;
        if (word < length) {
            uint64_t of_record;
            const int64_t record = begin + list.positions[part.find(word, &of_record)];
            x[k] = call.from[static_cast<uint64_t>(record) * call.items.words + of_record];
        }
    }
    if (marks.turn != nullptr) {
        wait_until_records_read(marks, number, call.parts, kept_before + part.first_record,
                                kept_before + (part_words + length - 1) / call.items.words);
    }
    /* Where words go, less their place among the granule's. */
    Word *const kept_out = call.to + kept_before * call.items.words;
    Word *const others_out =
        call.to + (all_kept + (static_cast<uint64_t>(first) - kept_before) - kept) * call.items.words;
#pragma unroll
    for (int k = 0; k < words; k++) {
        const uint32_t word = k * record_threads + threadIdx.x;
        if (word < length) {
            (!KeepOthers || part_words + word < kept_words ? kept_out : others_out)[part_words + word] = x[k];
        }
    }
}

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_TILES_RECORDS_CUH */
