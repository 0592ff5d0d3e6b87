/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a pass cuts what it sorts into tiles: the whole array, which is one run, or runs (long segments), whose tiles a
 * kernel has listed in device memory. No tile is of two runs. Tiles of a run follow each other.
 */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_TILES_CUH
#define TCUI_RADIX_SORT_CUDA_PASSES_TILES_CUH

#include <cstdint>

#include "primitives/pipeline/length.cuh"
#include "primitives/tile/instructions.cuh"

namespace tcu
{

struct sort_tile {
    uint64_t begin;
    uint32_t items;        /* number of keys; the same in all tiles but the last of each run */
    uint32_t run_or_first; /* 2 run + 1 in the first tile of its run */

    __device__ __forceinline__ bool is_first() const { return run_or_first % 2 != 0; }
    __device__ __forceinline__ uint32_t run() const { return run_or_first / 2; }
};

struct sort_tiles {
    uint64_t n;
    const uint64_t *length;           /* nullptr: the whole array has n elements; else min(n, *length) */
    uint32_t tile_items, whole_tiles; /* of the n elements */
    uint32_t run_tile_items;
    const sort_tile *list; /* of runs */
    const uint32_t *listed;

    /* Elements of the whole array, which the other functions are told: a kernel reads a length once. */
    __device__ __forceinline__ uint64_t elements() const { return length_now(n, length); }

    __device__ __forceinline__ uint32_t count(bool of_runs, uint64_t elements) const
    {
        return of_runs             ? *listed
               : length == nullptr ? whole_tiles
                                   : static_cast<uint32_t>((elements + tile_items - 1) / tile_items);
    }

    __device__ __forceinline__ sort_tile at(uint32_t index, bool of_runs, uint64_t elements) const
    {
        if (of_runs) {
            return list[index];
        }
        const uint64_t begin = static_cast<uint64_t>(index) * tile_items;
        return {begin, static_cast<uint32_t>(min(elements - begin, static_cast<uint64_t>(tile_items))), index == 0};
    }
};

/* Of the look-back (look_back.cuh). */
struct sort_slot_rows {
    uint64_t count; /* a power of two, unless that is more than there are tiles */
    int log2;       /* of the power of two */
};

/* Values of a digit in a tile, and a thread for each in two halves of a block. */
constexpr int sort_bins = 256;

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_PASSES_TILES_CUH */
