/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which records begin runs. A warp compares the words of 32 short records, or of one long one, with those of the records
 * before them, neighbouring lanes neighbouring words, so that loads are side by side however long records are.
 */
#ifndef TCUI_COMPACT_CUDA_TILES_RECORD_HEADS_CUH
#define TCUI_COMPACT_CUDA_TILES_RECORD_HEADS_CUH

#include "algorithms/compact/cuda/tuning.h"
#include "primitives/pipeline/length.cuh"
#include "primitives/pipeline/word_items.cuh"
#include "primitives/tile/lanes.h"

namespace tcu
{

constexpr int head_threads = TCUI_COMPACT_MARK_THREADS;
constexpr int head_warps = head_threads / TCUI_WARP_LANES;

/* Records of a warp, of so many words. */
inline int records_of_warp(uint64_t words)
{
    return words < TCUI_WARP_LANES ? TCUI_WARP_LANES : 1;
}

template <class Word>
struct record_heads {
    const Word *from;
    uint8_t *heads; /* a byte a record, not 0 where a run begins */
    uint64_t n;
    const uint64_t *length; /* how many of the n records there are; NULL: all */
    word_items items;
    int of_warp; /* records_of_warp() */
};

template <class Word>
__device__ __forceinline__ bool words_differ(const Word &x, const Word &y)
{
    if constexpr (sizeof(Word) == sizeof(uint4)) {
        return ((x.x ^ y.x) | (x.y ^ y.y) | (x.z ^ y.z) | (x.w ^ y.w)) != 0;
    } else if constexpr (sizeof(Word) == sizeof(uint2)) {
        return ((x.x ^ y.x) | (x.y ^ y.y)) != 0;
    } else {
        return x != y;
    }
}

template <class Word>
__global__ void __launch_bounds__(head_threads) find_record_heads(const __grid_constant__ record_heads<Word> call)
{
    const uint32_t lane = threadIdx.x % TCUI_WARP_LANES;
    const uint64_t warp = static_cast<uint64_t>(blockIdx.x) * head_warps + threadIdx.x / TCUI_WARP_LANES;
    const uint64_t first = warp * call.of_warp;
    const uint64_t n = length_now(call.n, call.length);
    if (first >= n) {
        return;
    }
    const uint32_t records = static_cast<uint32_t>(min(n - first, static_cast<uint64_t>(call.of_warp)));
    const uint64_t words = call.items.words, all_words = records * words;
    const Word *const from = call.from + first * words;
    /* (Nothing lies before the array's first record.) */
    uint32_t differing = first == 0 ? 1u : 0u;
#pragma unroll 4
    for (uint64_t w = lane + (first == 0 ? words : 0); w < all_words; w += TCUI_WARP_LANES) {
        const uint32_t record = call.of_warp == 1 ? 0 : call.items.item_of(static_cast<uint32_t>(w));
        differing |= words_differ(from[w], *(from + w - words)) ? 1u << record : 0u;
    }
    differing = __reduce_or_sync(all_lanes, differing);
    if (lane < records) {
        call.heads[first + lane] = differing >> lane & 1u;
    }
}

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_TILES_RECORD_HEADS_CUH */
