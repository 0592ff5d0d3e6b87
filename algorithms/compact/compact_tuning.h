/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The compactions' policy on CUDA devices: which unit counts the kept items of a granule. Untuned on every
 * architecture: with two registers of marks a lane the plain way is two instructions and a sum over the warp, and the
 * sum is needed behind the matrix unit too.
 */
#ifndef TCUI_COMPACT_TUNING_H
#define TCUI_COMPACT_TUNING_H

#include "primitives/context/context_internal.h"

/*
 * The shapes of the compaction in registers (compact_resident.cuh): rows of a warp in one block, in a cluster, in a
 * grid, of which the first that the items fit into is taken. Items beyond that are streamed, or go by tiles.
 */
enum { tcui_compact_block_rows = 2 };
static const int tcui_compact_cluster_rows[] = {2, 4, 8}, tcui_compact_grid_rows[] = {2, 4, 8, 16};

typedef struct tcui_compact_policy {
    tcu_arithmetic count; /* what TCU_ARITHMETIC_AUTO means */
} tcui_compact_policy;

static inline tcui_compact_policy tcui_compact_policy_of(const tcu_context *context)
{
    (void)context;
    const tcui_compact_policy row = {TCU_ARITHMETIC_PLAIN};
    return row;
}

/* The shape of the one-pass compaction's blocks (compact_stream.cuh). */
enum {
    /* Warps that compact slices, and bytes of items in a slice. */
    TCUI_COMPACT_CONSUMERS = 8,
    TCUI_COMPACT_SLICE_BYTES = 4096,
    /* Tiles by which marks are ahead of what is stored: of items, of flags. */
    TCUI_COMPACT_LAG = 3,
    TCUI_COMPACT_FLAG_LAG = 4,
    /* Tiles by which a block's own counts are ahead when it looks for others'. */
    TCUI_COMPACT_POLLS_BEHIND = 1,
    /* Tiles of items in shared memory at most, and of flags. */
    TCUI_COMPACT_STAGES = 7,
    TCUI_COMPACT_FLAG_STAGES = 3,
    /* Blocks of a cluster at most, and tiles of each. */
    TCUI_COMPACT_CLUSTER_BLOCKS = 8,
    TCUI_COMPACT_CLUSTER_ROUNDS = 2,
};

#endif /* TCUI_COMPACT_TUNING_H */
