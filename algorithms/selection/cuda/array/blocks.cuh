/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the blocks of a grid share tiles, and where what they keep of them belongs: a kernel counts, a later one of the same
 * grid stores. Each block has a run of neighbouring tiles. It leaves a word of counts for each tile and its sums; the last
 * block scans the sums of all blocks, and when a block comes back to its tiles it scans its own tiles' counts.
 *
 * Counts are of two kinds of keys side by side: of candidates the second one is empty.
 */
#ifndef TCUI_SELECTION_CUDA_ARRAY_BLOCKS_CUH
#define TCUI_SELECTION_CUDA_ARRAY_BLOCKS_CUH

#include "primitives/tile/instructions.cuh"
#include "state.cuh"
#include "tiles.cuh"

namespace tcu::array_selection
{

struct tile_range {
    u64 first, end;
};

__device__ __forceinline__ tile_range range_of_block(u64 tiles)
{
    const u64 share = (tiles + gridDim.x - 1) / gridDim.x, first = min(blockIdx.x * share, tiles);
    return {first, min(first + share, tiles)};
}

__device__ __forceinline__ int own_warp()
{
    return static_cast<int>(threadIdx.x) / TCUI_WARP_LANES;
}

/* The two counts of a tile in a word, and of several tiles in a longer one. */
constexpr int tile_count_bits = 16, count_bits = 32;
static_assert(tile_keys < 1 << tile_count_bits, "a tile's keys are counted in half a word");
static_assert(static_cast<u64>(tile_keys) * selection_threads < UINT64_C(1) << count_bits,
              "so are those of as many tiles as a block has threads, in half a longer one");

struct kept_counts {
    u64 first, second;

    __device__ __forceinline__ kept_counts &operator+=(const kept_counts &more)
    {
        first += more.first;
        second += more.second;
        return *this;
    }
};

__device__ __forceinline__ kept_counts counts_of(u64 packed)
{
    return {packed & ((UINT64_C(1) << count_bits) - 1), packed >> count_bits};
}

/* The sum of the threads' numbers before this one's, and of all. By a whole block. */
struct block_sums {
    u64 before, all;
};

__device__ __forceinline__ block_sums sums_of_block(u64 own)
{
    __shared__ u64 of_warps[selection_warps];
    u64 behind = own;
#pragma unroll
    for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
        add_from_left(behind, distance, 0);
    }
    __syncthreads();
    if (own_lane() == TCUI_WARP_LANES - 1) {
        of_warps[own_warp()] = behind;
    }
    __syncthreads();
    block_sums sums = {behind - own, 0};
#pragma unroll
    for (int w = 0; w < selection_warps; w++) {
        sums.before += w < own_warp() ? of_warps[w] : 0;
        sums.all += of_warps[w];
    }
    return sums;
}

/* A block's sums, of which each warp has a part, into memory. By a whole block. */
__device__ __forceinline__ void store_block_counts(kept_counts *of_blocks, kept_counts of_warp)
{
    const bool is_first_lane = own_lane() == 0;
    const u64 first = sums_of_block(is_first_lane ? of_warp.first : 0).all,
              second = sums_of_block(is_first_lane ? of_warp.second : 0).all;
    if (threadIdx.x == 0) {
        of_blocks[blockIdx.x] = {first, second};
    }
}

/* By the last block: in the place of each block's counts the sums of those before it. */
__device__ __forceinline__ void scan_block_counts(kept_counts *of_blocks)
{
    constexpr u32 blocks = TCUI_SELECTION_SCANNED_BLOCKS;
    kept_counts before = {0, 0};
    for (u32 first = 0; first < gridDim.x; first += blocks * selection_threads) {
        const u32 own = first + threadIdx.x * blocks;
        kept_counts counts[blocks], sum = {0, 0};
#pragma unroll
        for (u32 b = 0; b < blocks; b++) {
            counts[b] = {0, 0};
            if (own + b < gridDim.x) {
                counts[b] = {load_relaxed(&of_blocks[own + b].first), load_relaxed(&of_blocks[own + b].second)};
            }
            sum += counts[b];
        }
        const block_sums of_first = sums_of_block(sum.first), of_second = sums_of_block(sum.second);
        kept_counts at = before;
        at += {of_first.before, of_second.before};
#pragma unroll
        for (u32 b = 0; b < blocks; b++) {
            if (own + b < gridDim.x) {
                of_blocks[own + b] = at;
            }
            at += counts[b];
        }
        before += {of_first.all, of_second.all};
    }
}

/* Of a run of as many tiles as a block has threads. */
struct tile_run {
    u64 first;
    kept_counts before[selection_threads]; /* each tile, kept keys */
    u32 work[selection_warps];             /* a bit says whether there is something to do in a tile */

    __device__ __forceinline__ bool has_work(int i) const
    {
        return work[i / TCUI_WARP_LANES] >> (i % TCUI_WARP_LANES) & 1u;
    }
};

/*
 * function(run, i, end) for runs of the block's tiles: tiles i to end of the run are the warp's. There is something to do
 * where has_work(its counts, kept keys before it). By a whole block.
 */
template <class HasWork, class Function>
__device__ __forceinline__ void for_tile_runs(const u32 *tile_counts, const kept_counts *block_places, u64 tiles,
                                              HasWork has_work, Function function)
{
    __shared__ tile_run run;
    const tile_range range = range_of_block(tiles);
    kept_counts base = block_places[blockIdx.x];
    for (u64 first = range.first; first < range.end; first += selection_threads) {
        const u64 own = first + threadIdx.x;
        const u32 word = own < range.end ? tile_counts[own] : 0, mask = (1u << tile_count_bits) - 1u;
        const u64 packed = (word & mask) | static_cast<u64>(word >> tile_count_bits) << count_bits;
        const block_sums sums = sums_of_block(packed);
        kept_counts before = base;
        before += counts_of(sums.before);
        base += counts_of(sums.all);
        run.first = first;
        run.before[threadIdx.x] = before;
        const u32 own_work = __ballot_sync(all_lanes, word != 0 && has_work(counts_of(packed), before));
        if (own_lane() == 0) {
            run.work[own_warp()] = own_work;
        }
        __syncthreads();
        const int here = static_cast<int>(min(range.end - first, static_cast<u64>(selection_threads)));
        const int of_warp = (here + selection_warps - 1) / selection_warps, begin = own_warp() * of_warp;
        function(run, begin, min(begin + of_warp, here));
        __syncthreads();
    }
}

} // namespace tcu::array_selection

#endif /* TCUI_SELECTION_CUDA_ARRAY_BLOCKS_CUH */
