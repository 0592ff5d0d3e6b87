/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which keys of a segment are results, as a cut through its order: all bits before `bits`, and of those that are equal
 * to `bits` the first `ties`. The keys are visited in the order of their places.
 */
#ifndef TCUI_SELECTION_CUDA_BLOCKS_CUT_CUH
#define TCUI_SELECTION_CUDA_BLOCKS_CUT_CUH

#include "algorithms/selection/cuda/rows/rows.cuh"
#include "primitives/tile/instructions.cuh"
#include "tuning.h"

namespace tcu
{

constexpr int block_warps = TCUI_SELECTION_BLOCK_THREADS / TCUI_WARP_LANES;

template <class Bits>
struct selection_cut {
    Bits bits;
    u64 ties;
};

/* Of a tile, in shared memory: keys of each warp that are before the cut's bits, and equal ones. Two, in turn, so
 * that one barrier a tile does. */
struct in_order_counts {
    u32 before[2][block_warps], equal[2][block_warps];
};

/*
 * visit(j, place, bits) for result j of `results` in the order of places. Call by all threads of the block; `counts`
 * is shared memory that nobody else uses until a barrier behind.
 */
template <class Key, class Visit>
__device__ __forceinline__ void visit_in_order(const selection_rows<Key> &rows, const selection_segment &segment,
                                               const selection_cut<key_register<Key>> &cut, in_order_counts &counts,
                                               Visit visit)
{
    using Bits = key_register<Key>;
    constexpr int items = TCUI_SELECTION_IN_ORDER_ITEMS, warp_keys = items * TCUI_WARP_LANES;
    const int lane = threadIdx.x % TCUI_WARP_LANES, warp = threadIdx.x / TCUI_WARP_LANES;
    const u32 before_lane = lanes_before();
    u64 before = 0, equal = 0; /* in front of the tile */
    int turn = 0;
    for (u64 tile = 0; tile < segment.length && before + min(cut.ties, equal) < segment.results;
         tile += block_warps * warp_keys) {
        const u64 first = tile + warp * warp_keys + lane;
        Key key[items];
        u32 is_before[items], is_equal[items];
#pragma unroll
        for (int i = 0; i < items; i++) {
            const u64 place = first + i * TCUI_WARP_LANES;
            key[i] = place < segment.length ? rows.keys[segment.begin + place] : Key(0);
        }
        u32 warp_before = 0, warp_equal = 0;
#pragma unroll
        for (int i = 0; i < items; i++) {
            const bool is_there = first + i * TCUI_WARP_LANES < segment.length;
            const Bits bits = rows.bits_of(key[i]);
            is_before[i] = __ballot_sync(all_lanes, is_there && bits < cut.bits);
            is_equal[i] = __ballot_sync(all_lanes, is_there && bits == cut.bits);
            warp_before += __popc(is_before[i]);
            warp_equal += __popc(is_equal[i]);
        }
        if (lane == 0) {
            counts.before[turn][warp] = warp_before;
            counts.equal[turn][warp] = warp_equal;
        }
        __syncthreads();
        u64 b = before, e = equal;
#pragma unroll
        for (int w = 0; w < block_warps; w++) {
            b += w < warp ? counts.before[turn][w] : 0;
            e += w < warp ? counts.equal[turn][w] : 0;
            before += counts.before[turn][w];
            equal += counts.equal[turn][w];
        }
#pragma unroll
        for (int i = 0; i < items; i++) {
            const u64 own_equal = e + __popc(is_equal[i] & before_lane);
            const bool takes_equal = (is_equal[i] >> lane & 1u) != 0 && own_equal < cut.ties;
            if ((is_before[i] >> lane & 1u) != 0 || takes_equal) {
                const u64 j = b + __popc(is_before[i] & before_lane) + min(cut.ties, own_equal);
                visit(j, first + i * TCUI_WARP_LANES, rows.bits_of(key[i]));
            }
            b += __popc(is_before[i]);
            e += __popc(is_equal[i]);
        }
        turn ^= 1;
    }
}

} // namespace tcu

#endif /* TCUI_SELECTION_CUDA_BLOCKS_CUT_CUH */
