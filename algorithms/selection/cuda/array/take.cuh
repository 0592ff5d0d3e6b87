/* SPDX-License-Identifier: Apache-2.0 */
/*
 * When the key of the rank is found: top-k takes all keys before it, and of those equal to it the first ones, in the order
 * of the array; nth the one of the equal ones that stands at the rank. A kernel counts both in each tile, and another one
 * reads tiles again that have something to take.
 */
#ifndef TCUI_SELECTION_CUDA_ARRAY_TAKE_CUH
#define TCUI_SELECTION_CUDA_ARRAY_TAKE_CUH

#include "digits.cuh"
#include "store.cuh"

namespace tcu::array_selection
{

/* Marks of a tile: keys before the one that is found, and keys equal to it. */
struct taken_marks {
    u32 before, equal;
};

template <class Key>
__device__ __forceinline__ taken_marks mark_taken(const selection_call<Key> &call, const key_tiles<Key> &keys, u64 tile)
{
    using Bits = key_register<Key>;
    const Bits found = static_cast<Bits>(call.state->of_keys.prefix[0]);
    taken_marks marks = {};
    keys.template visit<TCUI_SELECTION_LOADS_OF_SOME>(tile, [&](int i, Key key) {
        const Bits bits = call.bits_of(key);
        marks.before |= bits < found ? 1u << i : 0u;
        marks.equal |= bits == found ? 1u << i : 0u;
    });
    return marks;
}

template <class Key>
__global__ void __launch_bounds__(selection_threads, TCUI_SELECTION_BLOCKS)
    count_taken(const __grid_constant__ selection_call<Key> call)
{
    follow_kernel();
    if (!call.takes_keys()) {
        return;
    }
    const key_tiles<Key> keys = searched_keys(call, searched::keys);
    const tile_range range = range_of_block(keys.count());
    kept_counts sum = {0, 0};
    for (u64 tile = range.first + own_warp(); tile < range.end; tile += selection_warps) {
        const taken_marks marks = mark_taken(call, keys, tile);
        const u32 before = __reduce_add_sync(all_lanes, __popc(marks.before));
        const u32 equal = __reduce_add_sync(all_lanes, __popc(marks.equal));
        if (own_lane() == 0) {
            call.tile_counts[tile] = before | equal << tile_count_bits;
        }
        sum += {before, equal};
    }
    store_block_counts(call.block_counts, sum);
    if (is_last_block(&call.state->ended_blocks)) {
        scan_block_counts(call.block_counts);
    }
}

/* Keys and their positions. Of a grid of as many blocks as counted them. */
template <class Key, class Index>
__global__ void __launch_bounds__(selection_threads, TCUI_SELECTION_BLOCKS)
    take_keys(const __grid_constant__ selection_call<Key> call)
{
    follow_kernel();
    const selection_state &state = *call.state;
    Index *const positions = static_cast<Index *>(call.taken_positions);
    if (!call.takes_keys()) {
        return;
    }
    const key_tiles<Key> keys = searched_keys(call, searched::keys);
    const Index *const candidate_positions = static_cast<const Index *>(call.candidate_positions);
    const bool has_candidates = state.has_candidates, is_nth = call.kind == TCUI_SELECTION_NTH;
    const u64 rank = state.of_keys.rank[0]; /* among the keys that are equal to the one that is found */
    const auto take_of_tile = [&](u64 tile, kept_counts before) {
        const taken_marks marks = mark_taken(call, keys, tile);
        place_marked<Key>(marks.before, marks.equal, before, [&](int i, kept_counts at, bool is_before) {
            const bool is_taken = is_nth ? !is_before && at.second == rank : is_before || at.second <= rank;
            if (is_taken) {
                const u64 place = keys.place(tile, i), from = place - keys.begin;
                const u64 to = is_nth ? 0 : at.first + min(at.second, rank + 1);
                call.taken[to] = keys.aligned[place];
                positions[to] = has_candidates ? candidate_positions[from] : static_cast<Index>(from);
            }
        });
    };
    for_tile_runs(
        call.tile_counts, call.block_counts, keys.count(),
        [&](kept_counts of_tile, kept_counts before) {
            return is_nth ? rank >= before.second && rank - before.second < of_tile.second
                          : of_tile.first > 0 || before.second <= rank;
        },
        [&](const tile_run &run, int i, int end) {
            for (; i < end; i++) {
                if (run.has_work(i)) {
                    take_of_tile(run.first + static_cast<u64>(i), run.before[i]);
                }
            }
        });
}

} // namespace tcu::array_selection

#endif /* TCUI_SELECTION_CUDA_ARRAY_TAKE_CUH */
