/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The compactions' policy on CUDA devices: which code path a call takes (paths.h), and the shapes of its blocks.
 * Measured on an H200 (sm_90); sm_100 uses the same, untuned, and devices before sm_90 go by tiles.
 */
#ifndef TCUI_COMPACT_CUDA_TUNING_H
#define TCUI_COMPACT_CUDA_TUNING_H

#include "primitives/context/context_internal.h"

typedef struct tcui_compact_policy {
    /* Up to so many items are small, as far as they fit registers. */
    uint64_t small_items;
    /* Whether the one-pass path is taken at all. */
    bool one_pass;
    /*
     * Items of up to so many bytes, and arrays of less than so many, go in one pass if selected by flags; wider ones go
     * by tiles, which load only the kept items. Time by tiles over time in one pass, 10, 50 and 90% kept: u16 1.42 1.32
     * 1.25, u32 1.05 1.12 1.09, u64 0.75 0.99 1.00, 16 bytes 0.59 0.90 0.98.
     */
    uint32_t one_pass_flagged_bytes;
    uint64_t one_pass_array_bytes;
} tcui_compact_policy;

static inline tcui_compact_policy tcui_compact_policy_of(const tcu_context *context)
{
    static const tcui_compact_policy row = {
        .small_items = UINT64_MAX,
        .one_pass = true,
        .one_pass_flagged_bytes = 4,
        .one_pass_array_bytes = (uint64_t)128 << 20,
    };
    const tcui_compact_policy *policy = (const tcui_compact_policy *)context->policies[TCUI_COMPACT];
    return policy != NULL ? *policy : row;
}

/*
 * The shapes of small compactions (small/kernel.cuh): rows of a warp in one block, in a cluster, in a grid, of which
 * the first that the items fit into is taken.
 */
enum { tcui_compact_block_rows = 2 };
static const int tcui_compact_cluster_rows[] = {2, 4, 8}, tcui_compact_grid_rows[] = {2, 4, 8, 16};

/*
 * The shape of the one-pass compaction's blocks (one_pass/kernel.cuh). Figures: H200, 2^28 items (2^27 of 16 bytes), %
 * of a device copy of as many bytes, with 10, 50 and 90% of the items kept.
 */
enum {
    /* Warps that compact slices, and bytes of items in a slice. With 16 warps and half the slice u32 by flags ran at
     * 88, 94, 94 instead of 90, 95, 94, and items of 16 bytes at 78, 90, 93 instead of 87, 93, 94. */
    TCUI_COMPACT_CONSUMERS = 8,
    TCUI_COMPACT_SLICE_BYTES = 4096,
    /*
     * Items of one byte: vectors of 16 bytes that a lane has in a slice, an odd number. Shapes side by
     * side; the one taken has, in calls of tcu-bench, 94, 96, 96 by flags and, with half of the items kept, 90 by packed
     * flags and 80 by comparisons.
     *
     *                                          flags         packed, 50%   comparisons
     *     7                                    95, 95, 95    89            63, 80, 87
     *     9                                    94, 94, 93
     *     5                                    93, 94, 94
     *     5, 12 warps                          95, 95, 95    88            67, 82, 87
     *
     *     by comparisons of three instructions more:
     *     7                                                  89            57, 73, 85
     *     as wider items, slices of 4096       91, 93, 93    72            47, 59, 68
     *     (in calls of tcu-bench, by flags with nearly all kept 94.5 for 96)
     *
     * Items of 2 bytes by such vectors: by flags 94, 95, 95, by slices of 4096 bytes 96, 97, 95.
     */
    TCUI_COMPACT_BYTE_VECTORS = 7,
    /* Tiles by which marks are ahead of what is stored. By comparisons such tiles stay in shared memory: with 2, 3 and
     * 4 u32 ran at 86, 90, 90, at 89, 92, 92 and at 90, 93, 92. By flags only marks stay, in registers: with 6 (and 4
     * stages of flags) u32 ran at 95, 95, 93 instead of 95, 96, 94, u8 at 88, 90, 91 instead of 90, 93, 94. */
    TCUI_COMPACT_LAG = 4,
    TCUI_COMPACT_FLAG_LAG = 4,
    /* Tiles by which a block's own counts are ahead when it looks for others'. With 2 the same within 1%. */
    TCUI_COMPACT_POLLS_BEHIND = 1,
    /* Tiles of items in shared memory at most, and of flags. */
    TCUI_COMPACT_STAGES = 7,
    TCUI_COMPACT_FLAG_STAGES = 3,
};

/*
 * The path by tiles: words of marks whose items a warp has in flight together. Four columns of u32 ran at 79, 80, 83
 * with 8, at 93, 89, 89 with 16, at 86, 88, 89 with 32.
 */
enum { TCUI_COMPACT_STORE_BATCH = 16 };

/* And the threads that store a tile, and the bytes of its items at most; of narrow ones it has less, a word of marks a
 * thread (marks/ranks.cuh). */
enum { TCUI_COMPACT_TILE_THREADS = 256, TCUI_COMPACT_TILE_BYTES = 32 * 1024 };

#endif /* TCUI_COMPACT_CUDA_TUNING_H */
