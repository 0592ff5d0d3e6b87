/* SPDX-License-Identifier: Apache-2.0 */
/*
 * When the key of the rank is found: top-k takes all keys before it, and of those equal to it the first ones, in the order
 * of the array; nth the one of the equal ones that stands at the rank. Tiles are counted, the counts scanned, and tiles
 * that have something to take are read again.
 */
#ifndef TCUI_SELECTION_CUDA_ARRAY_TAKE_CUH
#define TCUI_SELECTION_CUDA_ARRAY_TAKE_CUH

#include "digits.cuh"
#include "store.cuh"

namespace tcu
{

/* Marks of a tile: keys before the one that is found, and keys equal to it. */
struct taken_marks {
    u32 before, equal;
};

template <class Key>
__device__ __forceinline__ taken_marks mark_taken(const selection_call<Key> &call, const key_tiles<Key> &keys, u64 tile)
{
    using Bits = selection_register<Key>;
    const Bits found = static_cast<Bits>(call.state->of_keys.prefix[0]);
    taken_marks marks = {};
    keys.visit(tile,
               [&](int i, Key key)
               {
                   const Bits bits = call.bits_of(key);
                   marks.before |= bits < found ? 1u << i : 0u;
                   marks.equal |= bits == found ? 1u << i : 0u;
               });
    return marks;
}

template <class Key>
__global__ void __launch_bounds__(selection_threads) count_taken(const __grid_constant__ selection_call<Key> call)
{
    const key_tiles<Key> keys = searched_keys(call, searched::keys);
    const u64 tiles = call.state->results > 0 ? keys.count() : 0;
    for (u64 tile = grid_warp(); tile < call.tiles; tile += grid_warps()) {
        u32 before = 0, equal = 0;
        if (tile < tiles) {
            const taken_marks marks = mark_taken(call, keys, tile);
            before = __reduce_add_sync(all_lanes, __popc(marks.before));
            equal = __reduce_add_sync(all_lanes, __popc(marks.equal));
        }
        if (own_lane() == 0) {
            call.tile_counts[tile] = before;
            call.tile_counts[call.tiles + tile] = equal;
        }
    }
}

/* Where a result goes, by how many keys before the one that is found, and equal to it, are in front of it. */
template <class Key>
__device__ __forceinline__ u64 taken_place(const selection_call<Key> &call, u64 first, u64 second, bool is_before,
                                           bool *is_taken)
{
    const u64 rank = call.state->of_keys.rank[0]; /* among equal keys */
    if (call.kind == TCUI_SELECTION_NTH) {
        *is_taken = !is_before && second == rank;
        return 0;
    }
    *is_taken = is_before || second <= rank;
    return first + min(second, rank + 1);
}

/* Keys and their positions; behind results that are fewer than there is room for, keys that a sort leaves there. */
template <class Key, class Index>
__global__ void __launch_bounds__(selection_threads) take_keys(const __grid_constant__ selection_call<Key> call)
{
    const selection_state &state = *call.state;
    const u64 results = state.results, step = static_cast<u64>(gridDim.x) * selection_threads;
    Index *const positions = static_cast<Index *>(call.taken_positions);
    for (u64 i = results + static_cast<u64>(blockIdx.x) * selection_threads + threadIdx.x; i < call.most_taken;
         i += step) {
        call.taken[i] = call.key_of(last_order_bits<Key>);
        positions[i] = 0;
    }
    if (results == 0) {
        return;
    }
    const key_tiles<Key> keys = searched_keys(call, searched::keys);
    const Index *const candidate_positions = static_cast<const Index *>(call.candidate_positions);
    const bool has_candidates = state.has_candidates, is_nth = call.kind == TCUI_SELECTION_NTH;
    const u64 rank = state.of_keys.rank[0];
    const u64 *const before = call.tile_places, *const equal = before + call.tiles;
    for_tiles_with_work(
        keys.count(),
        [&](u64 tile)
        {
            const u32 all_before = call.tile_counts[tile], all_equal = call.tile_counts[call.tiles + tile];
            return is_nth ? rank >= equal[tile] && rank - equal[tile] < all_equal
                          : all_before > 0 || (all_equal > 0 && equal[tile] <= rank);
        },
        [&](u64 tile)
        {
            const taken_marks marks = mark_taken(call, keys, tile);
            place_marked<Key>(marks.before, marks.equal, before[tile], equal[tile],
                              [&](int i, u64 first, u64 second, bool is_before)
                              {
                                  bool is_taken;
                                  const u64 to = taken_place(call, first, second, is_before, &is_taken);
                                  if (is_taken) {
                                      const u64 place = keys.place(tile, i), at = place - keys.begin;
                                      call.taken[to] = keys.aligned[place];
                                      positions[to] = has_candidates ? candidate_positions[at] : static_cast<Index>(at);
                                  }
                              });
        });
}

} // namespace tcu

#endif /* TCUI_SELECTION_CUDA_ARRAY_TAKE_CUH */
