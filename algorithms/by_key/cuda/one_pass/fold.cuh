/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the chain of tiles (primitives/pipeline/tile_chain.cuh) carries: how many runs began, where the last one did,
 * and what the values since then come to. A tile publishes 4 bytes of value beside a tag that has the rest (values of 8
 * bytes: two such words).
 */
#ifndef TCUI_BY_KEY_CUDA_ONE_PASS_FOLD_CUH
#define TCUI_BY_KEY_CUDA_ONE_PASS_FOLD_CUH

#include "operators.cuh"
#include "primitives/pipeline/tile_chain.cuh"
#include "shape.cuh"

namespace tcu
{

/* Of neighbouring elements: the heads among them, where the last one is, and the values from there on. */
template <class Acc>
struct run_part {
    uint32_t heads;
    uint32_t last; /* of the tile or of the group of tiles, whichever is looked at; 0 without heads */
    Acc value;
};

/* The same of all elements before a tile. */
template <class Operator>
struct runs_before {
    uint64_t heads, last;
    carried_value<Operator> value;
};

template <class Operator>
struct by_key_fold {
    using acc = typename Operator::acc;
    static constexpr int threads = by_key_threads;
    using published = acc;
    using part = run_part<acc>;
    using before = runs_before<Operator>;

    const Operator &op;
    uint64_t first_of_group; /* element */

    __device__ __forceinline__ static uint32_t tag_of(const part &p)
    {
        static_assert(by_key_tile <= 1 << 15, "15 bits for a place, 16 for a count");
        return 1u << 31 | p.heads << 15 | p.last;
    }

    __device__ __forceinline__ part part_of_nothing() const { return {0, 0, 0}; }

    __device__ __forceinline__ part part_of(acc value, uint32_t tag, int tile) const
    {
        const uint32_t heads = tag << 1 >> 16, last = tag & 0x7fffu;
        return {heads, heads > 0 ? tile * by_key_tile + last : 0, value};
    }

    __device__ __forceinline__ part join(const part &left, const part &right) const
    {
        return {left.heads + right.heads, right.heads > 0 ? right.last : left.last,
                right.heads > 0 ? right.value : op.combine(left.value, right.value)};
    }

    /* The lanes from the last one with a head on have the values. (All operators commute.) */
    __device__ __forceinline__ part of_warp(const part &own) const
    {
        const int last_lane = highest_bit(__ballot_sync(all_lanes, own.heads > 0));
        const bool counts = static_cast<int>(threadIdx.x % TCUI_WARP_LANES) >= last_lane;
        return {__reduce_add_sync(all_lanes, own.heads), __reduce_max_sync(all_lanes, own.last),
                op.total(counts ? own.value : acc(0))};
    }

    __device__ __forceinline__ before behind(const part &p, const before &b) const
    {
        before after = b;
        after.heads += p.heads;
        if (p.heads > 0) {
            after.last = first_of_group + p.last;
            after.value.set(op, p.value);
        } else {
            after.value.add(op, p.value);
        }
        return after;
    }
};

} // namespace tcu

#endif /* TCUI_BY_KEY_CUDA_ONE_PASS_FOLD_CUH */
