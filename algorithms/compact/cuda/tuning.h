/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The compactions' policy on CUDA devices: which code path a call takes (paths.h), and the shapes of its blocks.
 * Measured on an H200 (sm_90), 2^28 items (2^27 of 16 bytes), in % of a device copy of as many bytes, with 10, 50 and
 * 90% of the items kept; all figures: docs/design/compact.md. sm_100 uses the same, untuned, and devices before sm_90
 * go by tiles.
 */
#ifndef TCUI_COMPACT_CUDA_TUNING_H
#define TCUI_COMPACT_CUDA_TUNING_H

#include "primitives/context/context_internal.h"

typedef struct tcui_compact_policy {
    /* Up to so many items are small, as far as they fit registers. */
    uint64_t small_items;
    /* Whether the one-pass path is taken at all: 0 or 1. */
    uint32_t one_pass;
    /* Items of up to so many bytes, and arrays of less than so many, go in one pass if selected by flags; wider ones go
     * by tiles, which load only the kept items. */
    uint32_t one_pass_flagged_bytes;
    uint64_t one_pass_array_bytes;
} tcui_compact_policy;

static const tcui_compact_policy tcui_compact_own_policy = {
    .small_items = UINT64_MAX,
    .one_pass = true,
    .one_pass_flagged_bytes = 4, /* time by tiles over one-pass: u32 1.05 1.12 1.09, u64 0.75 0.99 1.00 */
    .one_pass_array_bytes = (uint64_t)128 << 20,
};

static inline tcui_compact_policy tcui_compact_policy_of(const tcu_context *context)
{
    const tcui_compact_policy *policy = (const tcui_compact_policy *)context->policies[TCUI_COMPACT];
    return policy != NULL ? *policy : tcui_compact_own_policy;
}

/*
 * The shapes of small compactions (small/kernel.cuh): rows of a warp in one block, in a cluster, in a grid, of which
 * the first that the items fit into is taken.
 */
enum { tcui_compact_block_rows = 2 };
static const int tcui_compact_cluster_rows[] = {2, 4, 8}, tcui_compact_grid_rows[] = {2, 4, 8, 16};

/* The one-pass compaction (one_pass/kernel.cuh). */
enum {
    /* Warps that compact slices, and bytes of items in a slice. 16 warps and half the slice: 16 bytes 78, 90, 93
     * instead of 87, 93, 94. */
    TCUI_COMPACT_CONSUMERS = 8,
    TCUI_COMPACT_SLICE_BYTES = 4096,
    /* Items of one byte: vectors of 16 bytes that a lane has in a slice, an odd number. By flags 95, 95, 95, with five
     * 93, 94, 94. */
    TCUI_COMPACT_BYTE_VECTORS = 7,
    /* Tiles by which marks are ahead of what is stored. By comparisons such tiles stay in shared memory (u32 90, 93,
     * 92, with 2 tiles 86, 90, 90); by flags only marks stay, in registers (with 6 up to 3 less). */
    TCUI_COMPACT_LAG = 4,
    TCUI_COMPACT_FLAG_LAG = 4,
    /* Tiles by which a block's own counts are ahead when it looks for others'. With 2 the same within 1%. */
    TCUI_COMPACT_POLLS_BEHIND = 1,
    /* Tiles of items in shared memory at most, and of flags. */
    TCUI_COMPACT_STAGES = 7,
    TCUI_COMPACT_FLAG_STAGES = 3,
    /* Where there is more beside the items: lengths of runs take memory of a stage. Flags alone have all of it. */
    TCUI_COMPACT_LENGTHS_LAG = 3,
    TCUI_COMPACT_POSITION_STAGES = 5,
};

/* By tiles. */
enum {
    TCUI_COMPACT_MARK_THREADS = 256,
    /* Words of marks whose items a warp has in flight together. Four columns of u32: 93, 89, 89, with 8 words 79, 80,
     * 83, with 32 86, 88, 89. */
    TCUI_COMPACT_STORE_BATCH = 16,
    /* Threads that store a tile, and the bytes of its items at most; of narrow ones it has less, a word of marks a
     * thread (marks/ranks.cuh). */
    TCUI_COMPACT_TILE_THREADS = 256,
    TCUI_COMPACT_TILE_BYTES = 32 * 1024,
    /* Records: words of a thread, whose loads are in flight together, of up to 8 bytes and of 16; and blocks that a
     * multiprocessor's registers leave room for. Estimates, as of gathers. */
    TCUI_COMPACT_RECORD_WORDS = 8,
    TCUI_COMPACT_WIDE_RECORD_WORDS = 4,
    TCUI_COMPACT_RECORD_RESIDENT = 4
};

#endif /* TCUI_COMPACT_CUDA_TUNING_H */
