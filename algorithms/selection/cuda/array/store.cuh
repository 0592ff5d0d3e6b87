/* SPDX-License-Identifier: Apache-2.0 */
/* From marks of a tile to places in an output, in the order of the array; and the candidates of an array. */
#ifndef TCUI_SELECTION_CUDA_ARRAY_STORE_CUH
#define TCUI_SELECTION_CUDA_ARRAY_STORE_CUH

#include "blocks.cuh"

namespace tcu::array_selection
{

/*
 * store(i, kept keys before the lane's key i, whether it is of the first kind) of each key i that is marked, where
 * `first` and `second` have a bit for each of a kind; counted from what the tile begins with. By a whole warp.
 */
template <class Key, class Store>
__device__ __forceinline__ void place_marked(u32 first, u32 second, kept_counts before, Store store)
{
    constexpr int V = key_tiles<Key>::V, vectors = key_tiles<Key>::vectors;
    constexpr u32 vector_bits = (1u << V) - 1u, second_count = 1u << tile_count_bits;
    const u32 marked = __reduce_or_sync(all_lanes, first | second);
#pragma unroll 1
    for (int v = 0; v < vectors; v++) {
        if ((marked >> (v * V) & vector_bits) == 0) {
            continue;
        }
        const u32 of_first = first >> (v * V) & vector_bits, of_second = second >> (v * V) & vector_bits;
        const u32 own = __popc(of_first) + second_count * __popc(of_second);
        u32 behind = own;
#pragma unroll
        for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
            add_from_left(behind, distance, 0);
        }
        const u32 all = __shfl_sync(all_lanes, behind, TCUI_WARP_LANES - 1);
        kept_counts at = before;
        at += {(behind - own) % second_count, (behind - own) / second_count};
        for (u32 left = of_first | of_second; left != 0; left &= left - 1) {
            const int e = __ffs(static_cast<int>(left)) - 1;
            const bool is_first = of_first >> e & 1u;
            store(v * V + e, at, is_first);
            at += {is_first, !is_first};
        }
        before += {all % second_count, all / second_count};
    }
}

/* Candidates and their positions, in the order of the array. Of a grid of as many blocks as marked them. */
template <class Key, class Index>
__global__ void __launch_bounds__(selection_threads, TCUI_SELECTION_BLOCKS)
    collect_candidates(const __grid_constant__ selection_call<Key> call)
{
    follow_kernel();
    if (!call.state->has_candidates) {
        return;
    }
    const key_tiles<Key> keys(call.keys, call.state->length);
    Index *const positions = static_cast<Index *>(call.candidate_positions);
    for_tiles_with_work(
        call.tile_counts, call.block_counts, keys.count(), [](kept_counts, kept_counts) { return true; },
        [&](u64 tile, kept_counts before) {
            const u32 marks = call.marks[tile * TCUI_WARP_LANES + own_lane()];
            place_marked<Key>(marks, 0, before, [&](int i, kept_counts at, bool) {
                const u64 place = keys.place(tile, i);
                call.candidates[at.first] = keys.aligned[place];
                if (positions != nullptr) {
                    positions[at.first] = static_cast<Index>(place - keys.begin);
                }
            });
        });
}

} // namespace tcu::array_selection

#endif /* TCUI_SELECTION_CUDA_ARRAY_STORE_CUH */
