/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stencils on CUDA devices: the kernels' shapes, and from where on paths pay. Threads are of a block, blocks of a
 * multiprocessor. Beside a row stands the number that decided it: ms on an H200, taken : next best; all of them are in
 * docs/design/stencil.md#measured-choices.
 */
#ifndef TCUI_STENCIL_CUDA_TUNING_H
#define TCUI_STENCIL_CUDA_TUNING_H

#include "primitives/context/context_internal.h"

enum {
    /* general/ */
    TCUI_STENCIL_GENERAL_THREADS = 256,
    TCUI_STENCIL_GENERAL_RESIDENT = 3,
    TCUI_STENCIL_GENERAL_BLOCKS = 64, /* that a multiprocessor takes one after the other, at most */
    TCUI_STENCIL_GENERAL_POINTS = 4,  /* elements of a thread */
    /* fields/: passes of a stencil, and fields whose weights one of them adds, at most; kernels that add weights. */
    TCUI_STENCIL_FIELD_PASSES = 64,
    TCUI_STENCIL_PASS_WEIGHTS = 8,
    TCUI_STENCIL_EXCHANGED_FIELDS = 32, /* of steps that exchange fields */
    TCUI_STENCIL_WEIGHTS_THREADS = 256,
    TCUI_STENCIL_WEIGHTS_VECTORS = 4, /* of 16 bytes, of a thread */
    /* Strips (cut.cuh): so few, or so many that a resident warp takes so few, whichever is done first; planes of a
     * volume in one at most, with radius 1, and more. */
    TCUI_STENCIL_STRIP_FEW = 16,
    TCUI_STENCIL_STRIP_WAVES = 4,
    TCUI_STENCIL_STRIP_MOST_PLANES_NEAR = 128, /* 512^3 f32, 7 points: .299 : .309 with 48 */
    TCUI_STENCIL_STRIP_MOST_PLANES = 64,       /* 512^3 f32, 13 points: .342 : .355 with 48 */
    /* sliding/: blocks at most, and the registers of a thread beside values and sums, by which there are fewer.
     * JOIN: where rows begin anywhere; JOIN_ROWS: of shapes that launch.cuh calls has_many_rows. */
    TCUI_STENCIL_SLIDING_THREADS = 128, /* 2^28 f32, 5 points: .56, a copy .50 */
    TCUI_STENCIL_SLIDING_BLOCKS = 7,
    TCUI_STENCIL_SLIDING_REGISTERS = 32,
    TCUI_STENCIL_SLIDING_REGISTERS_3D = 36,
    TCUI_STENCIL_SLIDING_REGISTERS_JOIN = 12,
    TCUI_STENCIL_SLIDING_REGISTERS_JOIN_ROWS = 32,
    TCUI_STENCIL_SLIDING_REGISTERS_ONTO = 8, /* with an addend, beside its own */
    TCUI_STENCIL_SLIDING_BOX_2D = 4,         /* the largest radii of which there are kernels */
    TCUI_STENCIL_SLIDING_BOX_3D = 2,
    TCUI_STENCIL_SLIDING_STAR = 4,
    TCUI_STENCIL_SLIDING_BOX_ONTO = 1, /* of kernels that add to another field */
    /* strips/: blocks at most, and registers as above. */
    TCUI_STENCIL_STRIPS_THREADS = 128,
    TCUI_STENCIL_STRIPS_STAGES = 4, /* lines that are there for a warp */
    TCUI_STENCIL_STRIPS_BLOCKS = 6,
    TCUI_STENCIL_STRIPS_REGISTERS = 56,
    TCUI_STENCIL_STRIPS_LINES = 17,        /* of a box, at most */
    TCUI_STENCIL_STRIPS_TAPS = 128,        /* offsets along the line, at most */
    TCUI_STENCIL_STRIPS_LINE_BYTES = 2048, /* of a warp's line, at most */
    /* lines/ */
    TCUI_STENCIL_LINES_THREADS = 128,
    TCUI_STENCIL_LINES_BLOCKS = 5,
    TCUI_STENCIL_LINES_POINTS = 16, /* of a thread, whole vectors */
    TCUI_STENCIL_LINES_POINTS_F64 = 8,
    TCUI_STENCIL_LINES_STAGES = 3,    /* segments that are in a warp's shared memory */
    TCUI_STENCIL_LINES_SEGMENTS = 16, /* that a warp takes one after the other, at most */
    TCUI_STENCIL_LINES_WAVES = 2,     /* how often a resident warp takes them, at least */
    TCUI_STENCIL_LINES_TAPS = 1024,   /* offsets of a line, at most */
    /* images/; WIDE: windows of more than 28 bytes. */
    TCUI_STENCIL_IMAGES_THREADS = 128,
    TCUI_STENCIL_IMAGES_BLOCKS = 4, /* 5 x 5 weights, 3 channels: 1.87 : 1.91 with 3 */
    TCUI_STENCIL_IMAGES_BLOCKS_WIDE = 3,
    TCUI_STENCIL_IMAGES_TILES = 1 << 27, /* of a strip at most: their numbers have 32 bits */
    /* matrix/ (shapes of boxes: matrix/policy.cuh) */
    TCUI_STENCIL_MATRIX_THREADS = 128,
    TCUI_STENCIL_MATRIX_ROWS =
        64, /* of results of a strip, about; with 256 a third of .72 is strips at the rim alone */
    /* Taps of one axis: tiles of 128 results that a warp makes together, steps of 16 elements at most, blocks that
     * registers have to do for, and those of a grid for each multiprocessor. */
    TCUI_STENCIL_MATRIX_LINE_TILES = 4,
    TCUI_STENCIL_MATRIX_MOST_STEPS = 64,
    TCUI_STENCIL_MATRIX_LINE_RESIDENT = 5, /* 2^28 f16, 65 taps: .44 and .35 : .84 and .73 with 6, which spill */
    TCUI_STENCIL_MATRIX_LINE_BLOCKS = 64,
};

/* From where on paths pay. */
typedef struct tcui_stencil_policy {
    /* Points (images: elements; matrix: results) of a line at least: shorter ones leave lanes without any. */
    uint64_t sliding_points, strips_points, lines_points, images_elements, matrix_results;
    uint64_t strips_product; /* offsets along an axis from which products go one axis after the other */
    /* fused/: columns of planes; rows and columns in space. */
    uint64_t plane_columns, space_rows, space_columns;
    /* matrix/: the least taps, of f16 and bf16. Of lines that are long, and of others; ... */
    uint64_t lines_taps, other_lines_taps, long_line;
    /* ... of planes that are wide, and the same with weights of one half; of others; of wide ones with weights of one half
     * where lines begin anywhere; where lines of results are no pairs; ... */
    uint64_t planes_taps, planes_of_half_taps, planes_always_taps, planes_of_half_anywhere_taps,
        planes_of_no_pairs_taps, wide_plane;
    /* ... and in space; where lines begin anywhere. */
    uint64_t volumes_taps, volumes_anywhere_taps;
} tcui_stencil_policy;

static const tcui_stencil_policy tcui_stencil_own_policy = {
    .sliding_points = 32,
    .strips_points = 32,
    .lines_points = 64,
    .images_elements = 128,
    .matrix_results = 96,
    .strips_product = 7,
    .plane_columns = 32, /* (these three were not measured) */
    .space_rows = 16,
    .space_columns = 32,
    /* ms for 2^28 points f16, in space 2^27, by products : by multiply-adds. */
    .lines_taps = 9,                    /* .32 : .38 */
    .other_lines_taps = 25,             /* lines of 600 points: 2.66 : 2.65; anywhere: .57 : .64 */
    .long_line = 2048,                  /* 4000 points, 9 taps: .60 : .62 */
    .planes_taps = 10,                  /* 9 taps: .36 : .36 */
    .planes_of_half_taps = 9,           /* .32 : .36 */
    .planes_always_taps = 26,           /* 1280 x n, 25 taps: .42 : .41 */
    .planes_of_half_anywhere_taps = 25, /* .56 : .58 */
    .planes_of_no_pairs_taps = 25,      /* H100, products : sliding/: .66 : .68; 9 taps: .66 : .58 */
    .wide_plane = 1536,                 /* 1920 x n, 9 taps: .37 : .39 */
    .volumes_taps = 28,                 /* 27 taps: .33 : .22 */
    .volumes_anywhere_taps = 27,        /* H100, products : sliding/: .50 : .64 */
};

static inline tcui_stencil_policy tcui_stencil_policy_of(const tcu_context *context)
{
    const tcui_stencil_policy *policy = (const tcui_stencil_policy *)context->policies[TCUI_STENCIL];
    return policy != NULL ? *policy : tcui_stencil_own_policy;
}

#endif /* TCUI_STENCIL_CUDA_TUNING_H */
