/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The two warps of the one-pass scan (scan_stream.cuh) that turn consumers' sums into what consumers add: the publisher
 * from slice to slice within the tile, the poller from other blocks' tiles.
 */
#ifndef TCUI_SCAN_STREAM_CARRY_CUH
#define TCUI_SCAN_STREAM_CARRY_CUH

#include "scan_stream_block.cuh"

namespace tcu
{

/* Lanes of consumers whose slice has a head, in a call by a whole warp. */
template <class Block>
__device__ __forceinline__ unsigned slices_with_heads(const Block &block, int entry)
{
    if constexpr (!Block::segmented)
        return 0;
    return __ballot_sync(all_lanes,
                         block.lane < Block::layout::consumers && block.shared.slice_heads[entry][block.lane] != 0);
}

template <class Block>
__device__ __forceinline__ void publish(const Block &block)
{
    using Acc = typename Block::acc_type;
    constexpr int consumers = Block::layout::consumers;
    auto &shared = block.shared;
    const int lane = block.lane;
    for (int i = 0; i < block.iterations; ++i) {
        const int entry = i % Block::layout::ring;
        block.wait_summed(i);
        Acc sum = lane < consumers ? shared.slice_sum[entry][lane] : Acc(0);
        const unsigned heads = slices_with_heads(block, entry);
        const unsigned up_to = heads & ((2u << lane) - 1u);
        const int start = up_to != 0 ? 31 - __clz(up_to) : 0;
#pragma unroll
        for (int distance = 1; distance < consumers; distance *= 2) {
            const Acc left = __shfl_up_sync(all_lanes, sum, distance);
            if (lane - distance >= start)
                sum = left + sum;
        }
        if (lane == consumers - 1 && gridDim.x > 1)
            block.slots.publish(i, sum, heads != 0);
        const Acc before = __shfl_up_sync(all_lanes, sum, 1);
        if (lane < consumers) {
            shared.slice_carry[entry][lane] = lane > 0 ? before : Acc(0);
            shared.tile_carry_counts[entry][lane] = (heads & ((1u << lane) - 1u)) == 0;
            shared.carried[entry].arrive();
        }
    }
}

template <class Block>
__device__ __forceinline__ void poll(const Block &block)
{
    using Acc = typename Block::acc_type;
    using Wide = wide_accumulator<Acc>;
    constexpr int consumers = Block::layout::consumers;
    auto &shared = block.shared;
    const int lane = block.lane;
    look_back_poller<Acc> poller(block.slots);
    for (int i = 0; i < block.iterations; ++i) {
        /* Others are about as far as this block: before its own next sums are there, theirs are not either. */
        block.wait_summed(min(i + 1, block.iterations - 1));
        const int entry = i % Block::layout::ring;
        const unsigned heads = slices_with_heads(block, entry);
        const int last = heads != 0 ? 31 - __clz(heads) : 0;
        Wide sum = lane < consumers && lane >= last ? static_cast<Wide>(shared.slice_sum[entry][lane]) : 0;
#pragma unroll
        for (int distance = consumers / 2; distance > 0; distance /= 2)
            sum += __shfl_xor_sync(all_lanes, sum, distance);
        const Wide carry = poller.next(i, __shfl_sync(all_lanes, sum, 0), heads != 0);
        if (lane == 0) {
            shared.tile_carry[entry] = from_accumulator<Acc>(carry);
            shared.carried[entry].arrive();
        }
    }
}

} // namespace tcu

#endif /* TCUI_SCAN_STREAM_CARRY_CUH */
