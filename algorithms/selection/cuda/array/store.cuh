/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From marks of a tile to places in an output, in the order of the array: which tiles have something to write, and the
 * place of each marked key.
 */
#ifndef TCUI_SELECTION_CUDA_ARRAY_STORE_CUH
#define TCUI_SELECTION_CUDA_ARRAY_STORE_CUH

#include "primitives/tile/instructions.cuh"
#include "state.cuh"
#include "tiles.cuh"

namespace tcu
{

/*
 * function(tile) of the tiles for which has_work(tile). A warp looks at up to 32 neighbouring tiles at a time, as most
 * tiles may have no work; at fewer where there are so few tiles that other warps would have none. By whole warps.
 */
template <class HasWork, class Function>
__device__ __forceinline__ void for_tiles_with_work(u64 tiles, HasWork has_work, Function function)
{
    const u64 warps = grid_warps(), step = min((tiles + warps - 1) / warps, static_cast<u64>(TCUI_WARP_LANES));
    for (u64 first = grid_warp() * step; first < tiles; first += warps * step) {
        const u64 own = first + own_lane();
        const bool is_own = own_lane() < static_cast<int>(step) && own < tiles;
        u32 left = __ballot_sync(all_lanes, is_own && has_work(own));
        while (left != 0) {
            function(first + __ffs(static_cast<int>(left)) - 1);
            left &= left - 1;
        }
    }
}

/*
 * store(i, keys of the first kind before the lane's key i, keys of the second kind before it, whether it is of the first
 * kind) of each key i that is of a kind, where `first` and `second` have a bit for each; counted from what the tile
 * begins with. By a whole warp.
 */
template <class Key, class Store>
__device__ __forceinline__ void place_marked(u32 first, u32 second, u64 first_before, u64 second_before, Store store)
{
    constexpr int V = key_tiles<Key>::V, vectors = key_tiles<Key>::vectors;
    constexpr u32 vector_bits = (1u << V) - 1u, field = 1u << 16; /* both counts in a word: 512 at most */
    const u32 marked = __reduce_or_sync(all_lanes, first | second);
#pragma unroll 1
    for (int v = 0; v < vectors; v++) {
        if ((marked >> (v * V) & vector_bits) == 0) {
            continue;
        }
        const u32 of_first = first >> (v * V) & vector_bits, of_second = second >> (v * V) & vector_bits;
        const u32 own = __popc(of_first) + field * __popc(of_second);
        u32 behind = own;
#pragma unroll
        for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
            add_from_left(behind, distance, 0);
        }
        const u32 all = __shfl_sync(all_lanes, behind, TCUI_WARP_LANES - 1);
        u64 at_first = first_before + (behind - own) % field, at_second = second_before + (behind - own) / field;
        for (u32 left = of_first | of_second; left != 0; left &= left - 1) {
            const int e = __ffs(static_cast<int>(left)) - 1;
            const bool is_first = of_first >> e & 1u;
            store(v * V + e, at_first, at_second, is_first);
            at_first += is_first;
            at_second += !is_first;
        }
        first_before += all % field;
        second_before += all / field;
    }
}

/* Candidates and their positions, in the order of the array. */
template <class Key, class Index>
__global__ void __launch_bounds__(selection_threads)
    collect_candidates(const __grid_constant__ selection_call<Key> call)
{
    if (!call.state->has_candidates) {
        return;
    }
    const key_tiles<Key> keys(call.keys, call.state->length);
    Index *const positions = static_cast<Index *>(call.candidate_positions);
    for_tiles_with_work(
        keys.count(), [&](u64 tile) { return call.tile_counts[tile] > 0; },
        [&](u64 tile)
        {
            const u32 marks = call.marks[tile * TCUI_WARP_LANES + own_lane()];
            place_marked<Key>(marks, 0, call.tile_places[tile], 0,
                              [&](int i, u64 to, u64, bool)
                              {
                                  const u64 place = keys.place(tile, i);
                                  call.candidates[to] = keys.aligned[place];
                                  if (positions != nullptr) {
                                      positions[to] = static_cast<Index>(place - keys.begin);
                                  }
                              });
        });
}

} // namespace tcu

#endif /* TCUI_SELECTION_CUDA_ARRAY_STORE_CUH */
