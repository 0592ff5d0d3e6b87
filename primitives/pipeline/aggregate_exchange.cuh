/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the blocks of a resident grid learn of each other, each of which has a value that others need, as the sum of its
 * part of an array: in the shared memory of the cluster's blocks, or in the workspace. Neither needs memory that was
 * set before.
 *
 *     in_cluster  meet_cluster(), so that all blocks have begun; write_to_blocks(); cluster.sync()
 *     in_grid     block_values[rank] = value; grid.sync(), or grid.barrier_arrive() and barrier_wait() with work
 *                 between; values_of_blocks()
 *
 * What is then done with the values, and in which order, is the reader's.
 */
#ifndef TCUI_PIPELINE_AGGREGATE_EXCHANGE_CUH
#define TCUI_PIPELINE_AGGREGATE_EXCHANGE_CUH

#include <cooperative_groups.h>

#include "launch.cuh"
#include "look_back.cuh"

namespace tcu
{

/* Of a block at most: a lane each can add what they have, and each lane may have 128 registers. */
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

/* Of a block's warps, lane w gets that of warp w; lanes without a warp get `none`. Call by whole warps. */
template <class Value>
__device__ __forceinline__ Value value_of_warp(const Value (&of_warps)[exchange_warps], const Value &none)
{
    const unsigned lane = threadIdx.x % TCUI_WARP_LANES;
    return lane < blockDim.x / TCUI_WARP_LANES ? of_warps[lane] : none;
}

/* The shared memory of a block of the cluster, as the own block's `shared` is laid out. */
template <class Storage>
__device__ __forceinline__ Storage &shared_of_block(Storage &shared, unsigned block)
{
    return *cooperative_groups::this_cluster().map_shared_rank(&shared, block);
}

/* write(that of each of the cluster's `blocks`), by a lane each; call by one warp of a block. */
template <class Storage, class Write>
__device__ __forceinline__ void write_to_blocks(Storage &shared, unsigned blocks, Write write)
{
    const unsigned lane = threadIdx.x % TCUI_WARP_LANES;
    if (lane < blocks)
        write(shared_of_block(shared, lane));
}

/* A lane's share of the values of a grid's blocks: those of blocks lane, lane + 32, ... */
constexpr int block_values_a_lane = look_back_max_blocks / TCUI_WARP_LANES;

/* Of blocks below `blocks`, and `none` of all others; all loads are in flight at once. */
template <class Value>
__device__ __forceinline__ void values_of_blocks(Value (&values)[block_values_a_lane], const Value *block_values,
                                                 unsigned blocks, const Value &none)
{
#pragma unroll
    for (int i = 0; i < block_values_a_lane; ++i) {
        const unsigned block = i * TCUI_WARP_LANES + threadIdx.x % TCUI_WARP_LANES;
        values[i] = block < blocks ? block_values[block] : none;
    }
}

} // namespace tcu

#endif /* TCUI_PIPELINE_AGGREGATE_EXCHANGE_CUH */
