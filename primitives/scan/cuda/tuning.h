/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The scans' policy: which unit forms the sums, one row an element type, and the shape of the one-pass scan's blocks.
 *
 * Arithmetic, measured on an H200 (sm_90), 2 GiB in and out, whole array, as % of a device copy, with the same kernel
 * on the matrix unit and with plain adds; a tie goes to the matrix unit. On sm_80 and sm_100 the rows are untuned.
 * Halves whose segments begin inside a matrix row took up to 25% longer on the matrix unit.
 */
#ifndef TCUI_SCAN_CUDA_TUNING_H
#define TCUI_SCAN_CUDA_TUNING_H

#include "primitives/context/context_internal.h"

typedef struct tcui_scan_policy {
    tcu_arithmetic arithmetic; /* what TCU_ARITHMETIC_AUTO means */
} tcui_scan_policy;

static inline tcui_scan_policy tcui_scan_policy_of(tcu_type in_type)
{
    /* clang-format off */
    static const tcui_scan_policy rows[TCU_TYPE_COUNT] = {
        /* f16  */ {.arithmetic = TCU_ARITHMETIC_PLAIN},  /* matrix 95.6, plain 96.0; exclusive 91.4, 95.9 */
        /* bf16 */ {.arithmetic = TCU_ARITHMETIC_PLAIN},  /* matrix 95.2, plain 96.1; exclusive 89.9, 95.8 */
        /* f32  */ {.arithmetic = TCU_ARITHMETIC_PLAIN},  /* no path to the matrix unit */
        /* f64  */ {.arithmetic = TCU_ARITHMETIC_MATRIX}, /* matrix 95.3, plain 94.2; exclusive 94.7, 94.0 */
        /* i8   */ {.arithmetic = TCU_ARITHMETIC_PLAIN},  /* as u8 */
        /* u8   */ {.arithmetic = TCU_ARITHMETIC_PLAIN},  /* matrix 60.7, plain 96.0; exclusive 55.5, 96.0; to u32 91 */
        /* i16  */ {.arithmetic = TCU_ARITHMETIC_PLAIN},  /* byte planes, two products a row, only in the scan by tiles */
        /* u16  */ {.arithmetic = TCU_ARITHMETIC_PLAIN},
        /* i32  */ {.arithmetic = TCU_ARITHMETIC_PLAIN},  /* byte planes, four products a row, only in the scan by tiles */
        /* u32  */ {.arithmetic = TCU_ARITHMETIC_PLAIN},
        /* i64  */ {.arithmetic = TCU_ARITHMETIC_PLAIN},  /* no path to the matrix unit */
        /* u64  */ {.arithmetic = TCU_ARITHMETIC_PLAIN},
    };
    /* clang-format on */
    return rows[in_type];
}

/* The unit that a call of `context` uses for `in_type`. */
static inline bool tcui_scan_uses_matrix(const tcu_context *context, tcu_type in_type)
{
    return tcui_uses_matrix(context, tcui_scan_policy_of(in_type).arithmetic);
}

/*
 * The shape of the one-pass scan's blocks (one_pass/kernel.cuh). Figures: H200, 2 GiB in, % of a device copy.
 *
 * Up to 16 warps a lane may have 128 registers, from 17 on 96, with which f16 segments of 20 ran at 70 instead of 94.
 */
enum {
    /* Warps that scan slices. 16 with half the slice were equal (f16: 83 both, lag 4 and 6 stages), with fewer
     * registers each. */
    TCUI_SCAN_CONSUMERS = 8,
    /* Warps that sum slices. Summed by the consumers themselves, u16 segments of 1003 ran at 88 instead of 95, and i8
     * to u32 at 81 instead of 88. With segments they take one slice at a time: with more code in the roles' loops than
     * the instruction cache holds scans by offsets lost a third. */
    TCUI_SCAN_SUMMERS = 2,
    /* Warps that write where segments begin, and offsets that each of their lanes has in flight: with 8, 11, 16 and 22
     * f16 segments of mean length 8 by offsets ran at 62, 69, 72 and 81, those of 16 at 78, 89, 89 and 89; with 8, 16
     * and 22 u8 segments of 16 at 52, 57 and 67. Heads at vectors alone, found by arithmetic without a bitmap: up to 3%
     * less time, of f64 3% more (not timed in one run: arrays moved by one element stood for the bitmap). */
    TCUI_SCAN_HEAD_WRITERS = 3,
    TCUI_SCAN_OFFSETS_IN_FLIGHT = 22,
    /* Bytes of results in a consumer's slice, and of input at least, two groups of vectors. u8 to u32 with half as much
     * again, and with twice: 87, 86 instead of 89. Just widened, without sums, it is 94. */
    TCUI_SCAN_SLICE_BYTES = 4096,
    TCUI_SCAN_LEAST_SLICE_BYTES = 1024,
    /* Tiles by which sums are ahead of carries at most, where results have their elements' size and where they are
     * wider, so that tiles take less time: u8 to u32 with 3, 4, 5, 6: 87, 88, 89, 89. */
    TCUI_SCAN_LAG = 3,
    TCUI_SCAN_WIDE_LAG = 6,
    /* Tiles in shared memory at most. f16: 6 or 7 of 32 KB with lag 3 are equal; 6 with lag 4: 83. */
    TCUI_SCAN_STAGES = 10,
    /* Elements a lane that a consumer scans step by step together, in four vectors or more. */
    TCUI_SCAN_BATCH_ELEMENTS = 32,
};

/*
 * The shapes of small scans (small/kernel.cuh). us on an H200, in graphs of 50 calls, f32, f16, u8, u64:
 *
 *     16 KB   a block of 16 warps, 2 vectors a lane 1.7 1.7 1.4 1.5
 *     64 KB   a cluster of 16 blocks of 4 warps, 2 vectors 2.2 2.3 2.3 2.3, of 8 blocks of 8 2.3 2.2 2.2 2.3
 *     128 KB  16 blocks of 4, 4 vectors 2.5 2.6 2.5 2.6, of 8, 2 vectors 2.9 2.6 2.6 2.6, a grid 3.2 or more
 *     512 KB  4 clusters of those 3.4 3.6 3.4 3.5, one of 16 warps 3.7 3.9 3.7 4.2
 *
 * And of a grid, f32, i64, by warps x vectors:
 *
 *     512 KB  4 x 2 3.0 3.0, 4 clusters 2.9 3.1
 *     1 MB    4 x 4 3.3 3.3, 8 x 2 3.5 3.4
 *     2 MB    8 x 4 3.9 3.6, 16 x 4 4.4 3.7, 8 x 8 4.0 3.8
 *     4 MB    8 x 8 4.6 4.3, 16 x 4 5.1 4.3
 *     8 MB    8 x 16 6.3 6.6, 16 x 8 6.7 6.3, 32 x 4 7.3 7.2
 *     16 MB   16 x 16 9.9 11.1
 *
 * Where a grid scanned before it published its sums, 4 MB took 5.0, 5.2 and 8 MB 6.7, 7.5. With blocks of 32 warps it
 * was 10 to 20% more.
 */
enum {
    TCUI_SCAN_SMALL_CLUSTER_WARPS = 4,   /* of a block of a cluster */
    TCUI_SCAN_SMALL_CLUSTER_VECTORS = 4, /* of a lane in it, at most */
    TCUI_SCAN_SMALL_CLUSTERS = 4,        /* at most */
    TCUI_SCAN_SMALL_LEAST_VECTORS = 2,   /* of a lane */
    TCUI_SCAN_SMALL_MOST_VECTORS = 16
};

/* Warps of a grid's blocks, as long as so many vectors a lane suffice; and where sums have 64 bits. */
typedef struct tcui_scan_small_grid {
    uint64_t warps;
    int most_vectors;
} tcui_scan_small_grid;

static const tcui_scan_small_grid tcui_scan_small_grids[] = {
    {.warps = 4, .most_vectors = 4},
    {.warps = 8, .most_vectors = 16},
    {.warps = 16, .most_vectors = TCUI_SCAN_SMALL_MOST_VECTORS}};
static const tcui_scan_small_grid tcui_scan_small_wide_grids[] = {
    {.warps = 4, .most_vectors = 4},
    {.warps = 8, .most_vectors = 8},
    {.warps = 16, .most_vectors = TCUI_SCAN_SMALL_MOST_VECTORS}};

#ifdef __cplusplus
/* Input bytes of a consumer's slice. */
constexpr int scan_slice_bytes(size_t in_bytes, size_t out_bytes)
{
    const int bytes = TCUI_SCAN_SLICE_BYTES * static_cast<int>(in_bytes) / static_cast<int>(out_bytes);
    return bytes > TCUI_SCAN_LEAST_SLICE_BYTES ? bytes : static_cast<int>(TCUI_SCAN_LEAST_SLICE_BYTES);
}
#endif

#endif /* TCUI_SCAN_CUDA_TUNING_H */
