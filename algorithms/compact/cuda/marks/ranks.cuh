/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rank of each kept item in a tile, from its marks: lane l of a warp has word l of the warp's, with the kept items
 * before it; an item's rank then is that and the bits below its own, without further sums.
 */
#ifndef TCUI_COMPACT_CUDA_MARKS_RANKS_CUH
#define TCUI_COMPACT_CUDA_MARKS_RANKS_CUH

#include "algorithms/compact/cuda/paths.h"
#include "algorithms/compact/cuda/tuning.h"
#include "primitives/tile/lanes.h"

namespace tcu
{

constexpr int compact_warps = TCUI_COMPACT_TILE_THREADS / TCUI_WARP_LANES;

/* Of a tile of items that wide: at most a word of marks for each lane. */
__host__ __device__ constexpr int compact_tile_granules(int item_bytes)
{
    constexpr int most = TCUI_COMPACT_MOST_GRANULES;
    const int granules = TCUI_COMPACT_TILE_BYTES / (TCUI_COMPACT_GRANULE * item_bytes);
    return granules < most ? granules : most;
}

/* Bits of a word below a lane's own. */
__device__ __forceinline__ uint32_t bits_below(int lane)
{
    return (1u << lane) - 1u;
}

/* Call by all threads of the block. */
template <int Granules>
class tile_marks
{
  public:
    static constexpr int positions = Granules * TCUI_COMPACT_GRANULE;
    static constexpr int warp_words = positions / 32 / compact_warps;
    static_assert(warp_words <= TCUI_WARP_LANES, "a word a lane");

    uint32_t word = 0; /* the lane's; 0 from lane warp_words on */
    int before = 0;    /* kept items of the tile before the word */

    __device__ __forceinline__ tile_marks(const uint32_t *bits, int64_t tile)
    {
        __shared__ int warp_kept[compact_warps];
        const int lane = threadIdx.x % TCUI_WARP_LANES, warp = threadIdx.x / TCUI_WARP_LANES;
        if (lane < warp_words) {
            word = bits[tile * (positions / 32) + warp * warp_words + lane];
        }
        const int kept = __popc(word);
        int up_to = kept;
#pragma unroll
        for (int distance = 1; distance < warp_words; distance *= 2) {
            const int left = __shfl_up_sync(all_lanes, up_to, distance);
            up_to += lane >= distance ? left : 0;
        }
        if (lane == warp_words - 1) {
            warp_kept[warp] = up_to;
        }
        __syncthreads();
        const unsigned of_warp = lane < warp ? static_cast<unsigned>(warp_kept[lane]) : 0u;
        before = static_cast<int>(__reduce_add_sync(all_lanes, of_warp)) + up_to - kept;
    }

    /* Of word w of the warp: a lane's bit, and the kept items of the tile before it. Call by whole warps. */
    __device__ __forceinline__ bool has(int w, int lane) const { return __shfl_sync(all_lanes, word, w) >> lane & 1u; }

    __device__ __forceinline__ int rank(int w, int lane) const
    {
        return __shfl_sync(all_lanes, before, w) + __popc(__shfl_sync(all_lanes, word, w) & bits_below(lane));
    }

    /* Of word w of the warp: its first position in the tile. */
    __device__ __forceinline__ static int first_of(int w)
    {
        return (static_cast<int>(threadIdx.x) / TCUI_WARP_LANES * warp_words + w) * 32;
    }
};

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_MARKS_RANKS_CUH */
