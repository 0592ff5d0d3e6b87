/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The exchange of block aggregates in a grid that is small enough to be resident: each block has a value that others
 * need, such as the sum of its part of an array. They exchange through the shared memory of the cluster's blocks, or
 * through the workspace. Neither has to be initialised.
 *
 *     in_cluster  meet_cluster(), since DSMEM writes need resident blocks; write_to_blocks(); cluster.sync()
 *     in_grid     block_values[rank] = value; grid.sync(), or grid.barrier_arrive() and barrier_wait() with work
 *                 between; values_of_blocks()
 *
 * What is done with the values, and in which order, is left to the caller.
 */
#ifndef TCUI_PIPELINE_AGGREGATE_EXCHANGE_CUH
#define TCUI_PIPELINE_AGGREGATE_EXCHANGE_CUH

#include <cooperative_groups.h>

#include "launch.cuh"
#include "look_back.cuh"

namespace tcu
{

/* Limits of such a block: each lane can hold the value of one warp, and may have 128 registers. */
constexpr int exchange_warps = 16;
constexpr int exchange_threads = exchange_warps * TCUI_WARP_LANES;
constexpr int exchange_cluster_blocks = 16; /* at most */

enum class neighbours { none, in_cluster, in_grid };

inline launch_kind launch_kind_of(neighbours exchange)
{
    return exchange == neighbours::in_grid      ? launch_kind::cooperative
           : exchange == neighbours::in_cluster ? launch_kind::clusters
                                                : launch_kind::overlapping;
}

/* Lane w gets the value of the block's warp w; lanes without a warp get `none`. Call by whole warps. */
template <class Value>
__device__ __forceinline__ Value value_of_warp(const Value (&of_warps)[exchange_warps], const Value &none)
{
    const unsigned lane = threadIdx.x % TCUI_WARP_LANES;
    return lane < blockDim.x / TCUI_WARP_LANES ? of_warps[lane] : none;
}

/* `shared` of another block of the cluster, whose shared memory is laid out like this block's. */
template <class Storage>
__device__ __forceinline__ Storage &shared_of_block(Storage &shared, unsigned block)
{
    return *cooperative_groups::this_cluster().map_shared_rank(&shared, block);
}

/* Calls write(shared memory of block b) for each of the cluster's `blocks`, one lane a block; call by one warp. */
template <class Storage, class Write>
__device__ __forceinline__ void write_to_blocks(Storage &shared, unsigned blocks, Write write)
{
    const unsigned lane = threadIdx.x % TCUI_WARP_LANES;
    if (lane < blocks) {
        write(shared_of_block(shared, lane));
    }
}

/* A lane holds the values of blocks lane, lane + 32, ... */
constexpr int block_values_a_lane = look_back_max_blocks / TCUI_WARP_LANES;

/* Reads the values of blocks below `blocks`, and `none` for all others; all loads are in flight at once. */
template <class Value>
__device__ __forceinline__ void values_of_blocks(Value (&values)[block_values_a_lane], const Value *block_values,
                                                 unsigned blocks, const Value &none)
{
#pragma unroll
    for (int i = 0; i < block_values_a_lane; i++) {
        const unsigned block = i * TCUI_WARP_LANES + threadIdx.x % TCUI_WARP_LANES;
        values[i] = block < blocks ? block_values[block] : none;
    }
}

} // namespace tcu

#endif /* TCUI_PIPELINE_AGGREGATE_EXCHANGE_CUH */
