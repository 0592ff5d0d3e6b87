/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The skeleton of one-pass kernels: persistent blocks, tile i of which belongs to block i mod G, with a role for each
 * warp. The two roles that all such kernels have are here. They turn the sums of a tile's slices into what comes before
 * each slice: the publisher from slice to slice within the tile, the poller from other blocks' tiles (look_back.cuh).
 *
 * All is written for a Block that has
 *
 *     acc_type                of a slice's sum
 *     layout                  consumers: slices of a tile, a power of two up to 32; stages: of the producer's ring; ring:
 *                             tiles in flight; polls_behind: tiles by which the block's own sums are ahead of the polling
 *     op()                    how sums are combined: a look_back_sum, or what has its members
 *     segmented               whether slices can have heads of segments
 *     carries_in_order        see look_back_poller
 *     shared                  slice_sum[ring][consumers], slice_heads the same if segmented, and `carries`, which are
 *                             carry_barriers
 *     lane, warp, iterations, slots
 *     set_slice_carry(), set_tile_carry()   take what was found
 *     before_publishing(), after_polling()  what has to be ordered with other blocks beside their sums, if anything
 *
 * and for Roles over it that have
 *
 *     begin()                 what a kernel does before its roles: barriers first, constants, waiting for the kernel before
 *     produce(from, to)       fills stages for these iterations
 *     begin_other(warp)       what a warp that is none of the skeleton's does before the grid has synchronised
 *     consume(), run_other(warp)
 */
#ifndef TCUI_ONE_PASS_CUH
#define TCUI_ONE_PASS_CUH

#include <cooperative_groups.h>

#include "look_back.cuh"
#include "primitives/pipeline/bulk_copy.cuh"

namespace tcu
{

/* For each tile in flight: all its slices are summed; and publisher and poller have set what comes before them. (The type of
 * iterations: see stage_ring.) */
template <int Ring, class Iteration = unsigned>
struct carry_barriers {
    barrier summed[Ring], carried[Ring];

    __device__ __forceinline__ void init(unsigned summers, unsigned consumers)
    {
        for (int i = 0; i < Ring; i++) {
            summed[i].init(summers);
            carried[i].init(consumers + 1); /* a lane of the publisher each, and the poller */
        }
    }

    __device__ __forceinline__ void wait_summed(Iteration iteration)
    {
        summed[iteration % Ring].wait(iteration / Ring & 1);
    }

    __device__ __forceinline__ void wait_carried(Iteration iteration)
    {
        carried[iteration % Ring].wait(iteration / Ring & 1);
    }
};

/* Lanes of consumers whose slice has a head, in a call by a whole warp. */
template <class Block>
__device__ __forceinline__ unsigned slices_with_heads(const Block &block, int entry)
{
    if constexpr (Block::segmented) {
        return __ballot_sync(all_lanes,
                             block.lane < Block::layout::consumers && block.shared.slice_heads[entry][block.lane] != 0);
    } else {
        return 0;
    }
}

template <class Block>
__device__ __forceinline__ void publish(const Block &block)
{
    using Acc = typename Block::acc_type;
    constexpr int consumers = Block::layout::consumers;
    auto &shared = block.shared;
    const int lane = block.lane;
    for (int i = 0; i < block.iterations; i++) {
        const int entry = i % Block::layout::ring;
        shared.carries.wait_summed(i);
        Acc sum = lane < consumers ? shared.slice_sum[entry][lane] : Acc(0);
        const unsigned heads = slices_with_heads(block, entry);
        const unsigned up_to = heads & ((2u << lane) - 1u);
        const int start = up_to != 0 ? 31 - __clz(up_to) : 0;
#pragma unroll
        for (int distance = 1; distance < consumers; distance *= 2) {
            const Acc left = __shfl_up_sync(all_lanes, sum, distance);
            if (lane - distance >= start) {
                sum = block.op().combine(left, sum);
            }
        }
        if (lane == consumers - 1 && gridDim.x > 1) {
            block.before_publishing();
            block.slots.publish(i, sum, heads != 0);
        }
        const Acc before = __shfl_up_sync(all_lanes, sum, 1);
        if (lane < consumers) {
            block.set_slice_carry(entry, lane, lane > 0 ? before : Acc(0), (heads & ((1u << lane) - 1u)) == 0);
            shared.carries.carried[entry].arrive();
        }
    }
}

template <class Block>
__device__ __forceinline__ void poll(const Block &block)
{
    using Acc = typename Block::acc_type;
    const auto &op = block.op();
    using poller_type = look_back_poller<Acc, std::decay_t<decltype(op)>, Block::carries_in_order>;
    using Sum = typename poller_type::sum_type;
    constexpr int consumers = Block::layout::consumers;
    auto &shared = block.shared;
    const int lane = block.lane;
    poller_type poller(block.slots, op);
    for (int i = 0; i < block.iterations; i++) {
        /* Other blocks are about as far as this one: before this block has sums of its own for a later tile, they
         * have none either. */
        shared.carries.wait_summed(min(i + Block::layout::polls_behind, block.iterations - 1));
        const int entry = i % Block::layout::ring;
        const unsigned heads = slices_with_heads(block, entry);
        const int last = heads != 0 ? 31 - __clz(heads) : 0;
        Sum sum = lane < consumers && lane >= last ? op.of_tile(shared.slice_sum[entry][lane]) : Sum(0);
        if constexpr (!Block::carries_in_order) {
            sum = __reduce_add_sync(all_lanes, sum);
        } else {
#pragma unroll
            for (int distance = consumers / 2; distance > 0; distance /= 2) {
                sum = op.combine(sum, __shfl_xor_sync(all_lanes, sum, distance));
            }
            sum = __shfl_sync(all_lanes, sum, 0);
        }
        const auto carry = poller.next(i, sum, heads != 0);
        block.after_polling();
        if (lane == 0) {
            block.set_tile_carry(entry, carry);
            shared.carries.carried[entry].arrive();
        }
    }
}

/* Warps in their order: consumers, producer, publisher, poller, others. Stages are filled before the grid has met. */
template <class Block>
constexpr int first_other_warp = Block::layout::consumers + 3;

template <class Roles, class Block>
__device__ __forceinline__ void run_one_pass(Roles roles, const Block &block)
{
    using layout = typename Block::layout;
    constexpr int producer = layout::consumers, publisher = producer + 1, poller = producer + 2;
    roles.begin();
    __syncthreads();
    const int first_round = min(layout::stages, block.iterations);
    if (block.warp == producer) {
        roles.produce(0, first_round);
    }
    roles.begin_other(block.warp);
    if (gridDim.x > 1) {
        if (block.warp == publisher) {
            block.slots.clear_own();
        }
        cooperative_groups::this_grid().sync();
    }
    if (block.warp < layout::consumers) {
        roles.consume();
    } else if (block.warp == producer) {
        roles.produce(first_round, block.iterations);
    } else if (block.warp == publisher) {
        publish(block);
    } else if (block.warp == poller) {
        poll(block);
    } else {
        roles.run_other(block.warp);
    }
}

} // namespace tcu

#endif /* TCUI_ONE_PASS_CUH */
