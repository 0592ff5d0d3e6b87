/* SPDX-License-Identifier: Apache-2.0 */
/* The exchange of block aggregates of a small compaction: how many items the warps and blocks keep, and what comes
 * before. */
#ifndef TCUI_COMPACT_CUDA_SMALL_PARTS_CUH
#define TCUI_COMPACT_CUDA_SMALL_PARTS_CUH

#include "primitives/tile/lanes.h"
#include "task.cuh"

namespace tcu
{

/* Blocks of a cluster write into each other's. */
struct small_compaction_storage {
    kept_part warp_part[exchange_warps];
    kept_part block_part[exchange_cluster_blocks];
    kept_part before, all;
};

/* With one part a lane: the sum of the lanes below `lanes`. */
__device__ __forceinline__ kept_part sum_of_lanes_below(unsigned lanes, const kept_part &part)
{
    const bool counts = threadIdx.x % TCUI_WARP_LANES < lanes;
    return {__reduce_add_sync(all_lanes, counts ? part.kept : 0u),
            __reduce_max_sync(all_lanes, counts ? part.behind_last : 0u)};
}

/* Turns `all` from the block's sum into the cluster's; returns what comes before the block. */
template <int Rows, bool Counted>
__device__ __forceinline__ kept_part exchange_in_cluster(const small_rows<Rows, Counted> &rows,
                                                         small_compaction_storage &shared, kept_part &all)
{
    if (rows.warp == 0) {
        write_to_blocks(shared, rows.task.blocks_of_group,
                        [&](small_compaction_storage &there) { there.block_part[rows.rank] = all; });
    }
    cooperative_groups::this_cluster().sync();
    const kept_part part = rows.lane < rows.task.blocks_of_group ? shared.block_part[rows.lane] : kept_part{0, 0};
    all = sum_of_lanes_below(TCUI_WARP_LANES, part);
    return sum_of_lanes_below(rows.rank, part);
}

template <int Rows, bool Counted>
__device__ __forceinline__ kept_part exchange_in_grid(const small_rows<Rows, Counted> &rows,
                                                      small_compaction_storage &shared, kept_part &all)
{
    if (threadIdx.x == 0) {
        rows.task.block_parts[rows.rank] = all;
    }
    cooperative_groups::this_grid().sync();
    if (rows.warp == 0) {
        kept_part parts[block_values_a_lane], before = {0, 0}, sum = {0, 0};
        values_of_blocks(parts, rows.task.block_parts, gridDim.x, kept_part{0, 0});
#pragma unroll
        for (int i = 0; i < block_values_a_lane; i++) {
            sum = sum.followed_by(parts[i]);
            if (i * TCUI_WARP_LANES + rows.lane < rows.rank) {
                before = before.followed_by(parts[i]);
            }
        }
        before = sum_of_lanes_below(TCUI_WARP_LANES, before);
        sum = sum_of_lanes_below(TCUI_WARP_LANES, sum);
        if (rows.lane == 0) {
            shared.before = before;
            shared.all = sum;
        }
    }
    __syncthreads();
    all = shared.all;
    return shared.before;
}

/* Sets `all`; returns what comes before the warp, which has `own`. */
template <int Rows, bool Counted>
__device__ __forceinline__ kept_part exchange_kept(const small_rows<Rows, Counted> &rows,
                                                   small_compaction_storage &shared, const kept_part &own,
                                                   kept_part &all)
{
    if (rows.lane == 0) {
        shared.warp_part[rows.warp] = own;
    }
    /* Cluster barrier: DSMEM writes need resident blocks. */
    if (rows.task.exchange == neighbours::in_cluster) {
        meet_cluster();
    }
    __syncthreads();
    const kept_part part = value_of_warp(shared.warp_part, kept_part{0, 0});
    const kept_part in_block = sum_of_lanes_below(rows.warp, part);
    all = sum_of_lanes_below(TCUI_WARP_LANES, part);
    if (rows.task.exchange == neighbours::none) {
        return in_block;
    }
    const kept_part before = rows.task.exchange == neighbours::in_cluster ? exchange_in_cluster(rows, shared, all)
                                                                          : exchange_in_grid(rows, shared, all);
    return before.followed_by(in_block);
}

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_SMALL_PARTS_CUH */
