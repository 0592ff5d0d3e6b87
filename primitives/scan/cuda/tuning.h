/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The scans' policy on CUDA devices: which unit forms the sums, one row an element type, and the shapes of blocks.
 * Measured on an H200 (sm_90), in % of a device copy of 2 GiB in and out; all figures: docs/design/scan.md. sm_80 and
 * sm_100 use the same, untuned.
 */
#ifndef TCUI_SCAN_CUDA_TUNING_H
#define TCUI_SCAN_CUDA_TUNING_H

#include "primitives/context/context_internal.h"

/*
 * The one-pass scan (one_pass/kernel.cuh). Up to 16 warps a lane may have 128 registers, from 17 on 96, with which f16
 * segments of 20 ran at 70 instead of 94.
 */
enum {
    /* Warps that scan slices. 16 with half the slice were equal, with fewer registers each. */
    TCUI_SCAN_CONSUMERS = 8,
    /* Warps that sum slices. Summed by the consumers themselves, u16 segments of 1003 ran at 88 instead of 95. */
    TCUI_SCAN_SUMMERS = 2,
    /* Warps that write where segments begin, and offsets that each of their lanes has in flight (f16, mean length 8:
     * 81, with 16 in flight 72). */
    TCUI_SCAN_HEAD_WRITERS = 3,
    TCUI_SCAN_OFFSETS_IN_FLIGHT = 22,
    /* Bytes of results in a consumer's slice (u8 to u32: 89, with twice as many 86), and of input at least, two groups
     * of vectors. */
    TCUI_SCAN_SLICE_BYTES = 4096,
    TCUI_SCAN_LEAST_SLICE_BYTES = 1024,
    /* Tiles by which sums are ahead of carries at most, where results have their elements' size and where they are
     * wider, so that tiles take less time (u8 to u32: 89, with 3 tiles 87). */
    TCUI_SCAN_LAG = 3,
    TCUI_SCAN_WIDE_LAG = 6,
    /* Tiles in shared memory at most. f16: 6 or 7 of 32 KB are equal. */
    TCUI_SCAN_STAGES = 10,
    /* Elements a lane that a consumer scans step by step together, in four vectors or more. */
    TCUI_SCAN_BATCH_ELEMENTS = 32,
    /* The same by other operators whose partial results have 8 bytes, for want of registers. */
    TCUI_SCAN_WIDE_BATCH_ELEMENTS = 16,
    /* Lanes that search together where a tile's segments begin: nothing else runs meanwhile. */
    TCUI_SCAN_SEARCH_LANES = 8,
};

/* By tiles: threads of a block and elements of a tile (half as many where sums have 64 bits), and the threads that scan
 * the tiles' tails, so many each. */
enum {
    TCUI_SCAN_TILE_THREADS = 256,
    TCUI_SCAN_TILE_ELEMENTS = 4096,
    TCUI_SCAN_TAILS_THREADS = 1024,
    TCUI_SCAN_TAILS_PER_THREAD = 4
};

/* Reproducible scans: warps of a block, which has a chunk of 32 rows, and blocks of a multiprocessor, of which the number of
 * chunks that are loaded ahead is made. Untuned. */
enum { TCUI_SCAN_REPRODUCIBLE_WARPS = 8, TCUI_SCAN_REPRODUCIBLE_BLOCKS = 3 };

/* Small scans (small/kernel.cuh). 128 KB of f32 by a cluster: 2.5 us, by a grid 3.2; 512 KB by four clusters 3.4, by
 * one of 16 warps 3.7. */
enum {
    TCUI_SCAN_SMALL_CLUSTER_WARPS = 4,   /* of a block of a cluster */
    TCUI_SCAN_SMALL_CLUSTER_VECTORS = 4, /* of a lane in it, at most */
    TCUI_SCAN_SMALL_CLUSTERS = 4,        /* at most */
    TCUI_SCAN_SMALL_LEAST_VECTORS = 2,   /* of a lane */
    TCUI_SCAN_SMALL_MOST_VECTORS = 16
};

/* Warps of a grid's blocks, as long as so many vectors a lane suffice. */
typedef struct tcui_scan_small_grid {
    uint32_t warps, most_vectors;
} tcui_scan_small_grid;

enum { TCUI_SCAN_SMALL_GRIDS = 3 };

typedef struct tcui_scan_policy {
    /* What TCU_ARITHMETIC_AUTO means; a tie goes to the matrix unit. By the type of the elements. */
    tcu_arithmetic arithmetic[TCU_TYPE_COUNT];
    /* Of which the first that the array fits into is taken; and where sums have 64 bits. */
    tcui_scan_small_grid grids[TCUI_SCAN_SMALL_GRIDS], wide_grids[TCUI_SCAN_SMALL_GRIDS];
} tcui_scan_policy;

static const tcui_scan_policy tcui_scan_own_policy = {
    .arithmetic = {
        /* f16  */ TCU_ARITHMETIC_PLAIN,  /* matrix 95.6, plain 96.0; exclusive 91.4, 95.9 */
        /* bf16 */ TCU_ARITHMETIC_PLAIN,  /* matrix 95.2, plain 96.1; exclusive 89.9, 95.8 */
        /* f32  */ TCU_ARITHMETIC_PLAIN,  /* no path to the matrix unit */
        /* f64  */ TCU_ARITHMETIC_MATRIX, /* matrix 95.3, plain 94.2; exclusive 94.7, 94.0 */
        /* i8   */ TCU_ARITHMETIC_PLAIN,  /* as u8 */
        /* u8   */ TCU_ARITHMETIC_PLAIN,  /* matrix 60.7, plain 96.0; exclusive 55.5, 96.0; to u32 91 */
        /* i16  */ TCU_ARITHMETIC_PLAIN,  /* byte planes, two products a row, by tiles only */
        /* u16  */ TCU_ARITHMETIC_PLAIN,
        /* i32  */ TCU_ARITHMETIC_PLAIN, /* byte planes, four products a row, by tiles only */
        /* u32  */ TCU_ARITHMETIC_PLAIN,
        /* i64  */ TCU_ARITHMETIC_PLAIN, /* no path to the matrix unit */
        /* u64  */ TCU_ARITHMETIC_PLAIN,
    },
    .grids = {{.warps = 4, .most_vectors = 4},  /* 1 MB of f32: 3.3 us, by 8 warps 3.5 */
              {.warps = 8, .most_vectors = 16}, /* 8 MB: 6.3 us, by 16 warps 6.7 */
              {.warps = 16, .most_vectors = TCUI_SCAN_SMALL_MOST_VECTORS}},
    .wide_grids = {{.warps = 4, .most_vectors = 4},
                   {.warps = 8, .most_vectors = 8}, /* 8 MB of i64, 16 vectors: 6.6 us, by 16 warps 6.3 */
                   {.warps = 16, .most_vectors = TCUI_SCAN_SMALL_MOST_VECTORS}}};

static inline const tcui_scan_policy *tcui_scan_policy_of(const tcu_context *context)
{
    const tcui_scan_policy *policy = (const tcui_scan_policy *)context->policies[TCUI_SCAN];
    return policy != NULL ? policy : &tcui_scan_own_policy;
}

/* The unit that a call of `context` uses for `in_type`. */
static inline bool tcui_scan_uses_matrix(const tcu_context *context, tcu_type in_type)
{
    return tcui_uses_matrix(context, tcui_scan_policy_of(context)->arithmetic[in_type]);
}

#ifdef __cplusplus
/* Input bytes of a consumer's slice. */
constexpr int scan_slice_bytes(size_t in_bytes, size_t out_bytes)
{
    const int bytes = TCUI_SCAN_SLICE_BYTES * static_cast<int>(in_bytes) / static_cast<int>(out_bytes);
    return bytes > TCUI_SCAN_LEAST_SLICE_BYTES ? bytes : static_cast<int>(TCUI_SCAN_LEAST_SLICE_BYTES);
}
#endif

#endif /* TCUI_SCAN_CUDA_TUNING_H */
