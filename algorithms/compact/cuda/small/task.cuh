/* SPDX-License-Identifier: Apache-2.0 */
/* A small compaction's kernel parameters, and where the rows of a warp are. */
#ifndef TCUI_COMPACT_CUDA_SMALL_TASK_CUH
#define TCUI_COMPACT_CUDA_SMALL_TASK_CUH

#include "algorithms/compact/backend.h"
#include "algorithms/compact/cuda/marks/range.cuh"
#include "primitives/pipeline/aggregate_exchange.cuh"
#include "primitives/pipeline/length.cuh"

namespace tcu
{

/* For a part of the items, or for all items before one: how many are kept, and the last kept position plus one. */
struct kept_part {
    uint32_t kept, behind_last;

    __device__ __forceinline__ kept_part followed_by(const kept_part &next) const
    {
        return {kept + next.kept, max(behind_last, next.behind_last)};
    }
};

/* What is stored for a kept item. */
struct small_result {
    const void *in; /* NULL: the item's position */
    void *out;      /* NULL: the items are looked at only */
    int item_bytes;
};

struct small_compaction {
    const unsigned char *flags; /* else the first result's items are looked at */
    bool whole_flag_loads;      /* bytes of flags are at a multiple of what a lane loads at once */
    key_range<uint64_t> range;  /* of a predicate whose values are not in the context's memory */
    const void *value, *upper;  /* there, or NULL */
    tcu_type type;
    tcu_comparison comparison;
    small_result results[TCU_MAX_COLUMNS];
    int num_results;
    bool keep_others;
    uint64_t *run_lengths; /* or NULL */
    uint64_t *count;
    uint32_t n;
    neighbours exchange;
    int column_groups;        /* 1, or num_results: each result is a group of blocks' own */
    unsigned blocks_of_group; /* in_cluster: the cluster */
    kept_part *block_parts;   /* in_grid: one a block */
    const uint64_t *length;   /* how many of the n items there are; nullptr: all */
};

/* The items of a warp: Rows rows of 32, of which a lane has one each. Counted: how many items there are is in memory, and
 * this is made behind wait_for_previous_kernel(). (Else it is made while the previous kernel runs, and n takes no
 * register.) */
template <int Rows, bool Counted>
struct small_rows {
    __device__ __forceinline__ explicit small_rows(const small_compaction &task)
        : task(task), items(Counted ? static_cast<uint32_t>(length_now(task.n, task.length)) : 0),
          lane(threadIdx.x % TCUI_WARP_LANES), warp(threadIdx.x / TCUI_WARP_LANES),
          group(task.column_groups > 1 ? blockIdx.x / task.blocks_of_group : 0),
          rank(blockIdx.x - group * task.blocks_of_group),
          first((rank * (blockDim.x / TCUI_WARP_LANES) + warp) * Rows * TCUI_WARP_LANES + lane)
    {
    }

    __device__ __forceinline__ uint32_t item_of(int row) const { return first + row * TCUI_WARP_LANES; }

    /* Items that there are. */
    __device__ __forceinline__ uint32_t n() const { return Counted ? items : task.n; }

    const small_compaction &task;
    const uint32_t items; /* if they are counted */
    const int lane, warp;
    const unsigned group, rank; /* of the block: the result it is about, and its place among those about it */
    const uint32_t first;       /* the lane's item in the warp's first row */
};

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_SMALL_TASK_CUH */
