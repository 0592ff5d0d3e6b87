/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stencils on CUDA devices: the kernels' shapes. Threads are of a block, blocks of a multiprocessor. Beside a row
 * stands the number that decided it: ms on an H200, taken : next best; all of them are in
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
    TCUI_STENCIL_SLIDING_LEAST_POINTS = 32, /* of a line */
    TCUI_STENCIL_SLIDING_BOX_2D = 4,        /* the largest radii of which there are kernels */
    TCUI_STENCIL_SLIDING_BOX_3D = 2,
    TCUI_STENCIL_SLIDING_STAR = 4,
    /* strips/: blocks at most, and registers as above. */
    TCUI_STENCIL_STRIPS_THREADS = 128,
    TCUI_STENCIL_STRIPS_STAGES = 4, /* lines that are there for a warp */
    TCUI_STENCIL_STRIPS_BLOCKS = 6,
    TCUI_STENCIL_STRIPS_REGISTERS = 56,
    TCUI_STENCIL_STRIPS_LINES = 17,        /* of a box, at most */
    TCUI_STENCIL_STRIPS_TAPS = 128,        /* offsets along the line, at most */
    TCUI_STENCIL_STRIPS_LINE_BYTES = 2048, /* of a warp's line, at most */
    TCUI_STENCIL_STRIPS_LEAST_POINTS = 32, /* of a line */
    TCUI_STENCIL_STRIPS_PRODUCT = 7,       /* offsets along an axis from which products go one axis after the other */
    /* lines/ */
    TCUI_STENCIL_LINES_THREADS = 128,
    TCUI_STENCIL_LINES_BLOCKS = 5,
    TCUI_STENCIL_LINES_POINTS = 16, /* of a thread, whole vectors */
    TCUI_STENCIL_LINES_POINTS_F64 = 8,
    TCUI_STENCIL_LINES_STAGES = 3,        /* segments that are in a warp's shared memory */
    TCUI_STENCIL_LINES_SEGMENTS = 16,     /* that a warp takes one after the other, at most */
    TCUI_STENCIL_LINES_WAVES = 2,         /* how often a resident warp takes them, at least */
    TCUI_STENCIL_LINES_TAPS = 1024,       /* offsets of a line, at most */
    TCUI_STENCIL_LINES_LEAST_POINTS = 64, /* of a line */
    /* images/; WIDE: windows of more than 28 bytes. */
    TCUI_STENCIL_IMAGES_THREADS = 128,
    TCUI_STENCIL_IMAGES_BLOCKS = 4, /* 5 x 5 weights, 3 channels: 1.87 : 1.91 with 3 */
    TCUI_STENCIL_IMAGES_BLOCKS_WIDE = 3,
    TCUI_STENCIL_IMAGES_LEAST_ELEMENTS = 128, /* of a line */
    TCUI_STENCIL_IMAGES_TILES = 1 << 27,      /* of a strip at most: their numbers have 32 bits */
    /* matrix/ (shapes of boxes: matrix/policy.cuh) */
    TCUI_STENCIL_MATRIX_THREADS = 128,
    TCUI_STENCIL_MATRIX_ROWS =
        64, /* of results of a strip, about; with 256 a third of .72 is strips at the rim alone */
    TCUI_STENCIL_MATRIX_LEAST_RESULTS = 96, /* of a line */
    /* Taps of one axis: tiles of 128 results that a warp makes together, steps of 16 elements at most, blocks that
     * registers have to do for, and those of a grid for each multiprocessor. */
    TCUI_STENCIL_MATRIX_LINE_TILES = 4,
    TCUI_STENCIL_MATRIX_MOST_STEPS = 64,
    TCUI_STENCIL_MATRIX_LINE_RESIDENT = 5, /* 2^28 f16, 65 taps: .44 and .35 : .84 and .73 with 6, which spill */
    TCUI_STENCIL_MATRIX_LINE_BLOCKS = 64,
};

#endif /* TCUI_STENCIL_CUDA_TUNING_H */
