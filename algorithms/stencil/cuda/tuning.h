/* SPDX-License-Identifier: Apache-2.0 */
/* Stencils on CUDA devices: the kernels' shapes. */
#ifndef TCUI_STENCIL_CUDA_TUNING_H
#define TCUI_STENCIL_CUDA_TUNING_H

#include "primitives/context/context_internal.h"

enum {
    /* Any taps: threads of a block, blocks that are on a multiprocessor together, and that it takes in all at most, elements
     * of a thread. */
    TCUI_STENCIL_GENERAL_THREADS = 256,
    TCUI_STENCIL_GENERAL_RESIDENT = 3,
    TCUI_STENCIL_GENERAL_BLOCKS = 64,
    TCUI_STENCIL_GENERAL_POINTS = 4,
    /* Lines one after the other are cut into so few strips, or so many that a resident warp takes so few, whichever is
     * done first; lines of a strip at least. */
    TCUI_STENCIL_STRIP_FEW = 16,
    TCUI_STENCIL_STRIP_WAVES = 4,
    TCUI_STENCIL_STRIP_LEAST_LINES = 1,
    /* And planes of a volume at most, with radius 1, and more. 512^3 points on an H200, ms with 128, 96, 64 and 48 planes: 7
     * points f64 .605, .598, .599, .603, f32 .299, .316, .320, .309; 13 points f64 .749, .719, .715, .708, f32 .384, .357,
     * .342, .355. One strip of all 512: 13 points f64 .951. */
    TCUI_STENCIL_STRIP_MOST_PLANES_NEAR = 128,
    TCUI_STENCIL_STRIP_MOST_PLANES = 64,
    /* In registers: threads of a block; blocks of a multiprocessor at most, and the registers of a thread beside values
     * and sums, by which there are fewer; points of a line at least. 5 points f32, 2^28 points on an H200, ms (a copy
     * .50): one row ahead, boundaries mapped in every row .61; a branch at the rim .77; a function call at the rim .85;
     * distances computed once, two rows ahead .56. */
    TCUI_STENCIL_SLIDING_THREADS = 128,
    TCUI_STENCIL_SLIDING_BLOCKS = 7,
    TCUI_STENCIL_SLIDING_REGISTERS = 32,
    TCUI_STENCIL_SLIDING_REGISTERS_3D = 36,
    /* Registers besides, where rows begin anywhere; JOIN_ROWS for the shapes that launch.cuh calls has_many_rows. */
    TCUI_STENCIL_SLIDING_REGISTERS_JOIN = 12,
    TCUI_STENCIL_SLIDING_REGISTERS_JOIN_ROWS = 32,
    TCUI_STENCIL_SLIDING_LEAST_POINTS = 32,
    /* The largest radii of which there are kernels. */
    TCUI_STENCIL_SLIDING_BOX_2D = 4,
    TCUI_STENCIL_SLIDING_BOX_3D = 2,
    TCUI_STENCIL_SLIDING_STAR = 4,
    /*
     * From shared memory: threads of a block; lines that are there for a warp; blocks of a multiprocessor at most, and
     * registers as above; offsets along the line at most, bytes of a warp's line at most, points of a line at least.
     */
    TCUI_STENCIL_STRIPS_THREADS = 128,
    TCUI_STENCIL_STRIPS_STAGES = 4,
    TCUI_STENCIL_STRIPS_BLOCKS = 6,
    TCUI_STENCIL_STRIPS_REGISTERS = 56,
    TCUI_STENCIL_STRIPS_LINES = 17, /* at most, of a box */
    TCUI_STENCIL_STRIPS_TAPS = 128,
    TCUI_STENCIL_STRIPS_LINE_BYTES = 2048,
    TCUI_STENCIL_STRIPS_LEAST_POINTS = 32,
    /* Boxes that are products are summed one axis after the other from so many offsets along both on. */
    TCUI_STENCIL_STRIPS_PRODUCT = 7,
    /*
     * Lines by themselves: threads of a block, blocks of a multiprocessor; points of a thread, whole vectors; segments that
     * are in a warp's shared memory; segments that a warp takes one after the other at most, and how often a resident warp
     * takes them at least; offsets of a line at most, and points of a line at least.
     */
    TCUI_STENCIL_LINES_THREADS = 128,
    TCUI_STENCIL_LINES_BLOCKS = 5,
    TCUI_STENCIL_LINES_BLOCKS_F64 = 5,
    TCUI_STENCIL_LINES_POINTS = 16,
    TCUI_STENCIL_LINES_POINTS_F64 = 8,
    TCUI_STENCIL_LINES_STAGES = 3,
    TCUI_STENCIL_LINES_SEGMENTS = 16,
    TCUI_STENCIL_LINES_WAVES = 2,
    TCUI_STENCIL_LINES_TAPS = 1024,
    TCUI_STENCIL_LINES_LEAST_POINTS = 64,
    /*
     * Images of bytes: threads of a block, blocks of a multiprocessor (of 5 x 5 weights and 3 channels 4 take 1.87 ms,
     * 3 blocks, which have more registers, 1.91), and with windows of more than 28 bytes; elements of a line at least.
     *
     * ms on an H200 for 64 images of 3840 x 2160 x 3, 5 x 5 weights (a copy .75):
     *
     *     halves, ends of lines byte by byte                                           3.30
     *     integers, ends byte by byte                                                  3.17
     *     integers, ends together for 8 lines, but found anew each time                1.88
     *     integers, ends found once for a strip                                        1.63
     *     windows of 8 elements for 16, 20 warps of a multiprocessor for 16            1.91
     *
     * A quarter of a multiprocessor begins a product of halves, or one of bytes for two columns, every 6.6 cycles, and
     * one of bytes for the last column alone every 4.5: 32 results take 16.5 cycles with halves and 13 with integers.
     * At 70% of the speed of a copy it issues 22 instructions for them.
     */
    TCUI_STENCIL_IMAGES_THREADS = 128,
    TCUI_STENCIL_IMAGES_BLOCKS = 4,
    TCUI_STENCIL_IMAGES_BLOCKS_WIDE = 3,
    TCUI_STENCIL_IMAGES_LEAST_ELEMENTS = 128,
    TCUI_STENCIL_IMAGES_TILES = 1 << 27, /* of a strip at most: their numbers have 32 bits */
    /*
     * The matrix unit (shapes of its boxes: matrix/policy.cuh): threads of a block; rows of results of a strip, about (with
     * 256, 81 points f16 took an H200 .72 ms for 2^28, and for a third of it only strips at the rim were left); results of a
     * line that pay.
     */
    TCUI_STENCIL_MATRIX_THREADS = 128,
    TCUI_STENCIL_MATRIX_ROWS = 64,
    TCUI_STENCIL_MATRIX_LEAST_RESULTS = 96,
    /* Taps of one axis: tiles of 128 results that a warp makes together, and steps of 16 elements at most; blocks of a
     * multiprocessor that registers have to do for (2^28 f16 with 65 taps on an H200, weights of two halves and of one: 5
     * blocks .44 and .35 ms; 6 .84 and .73, registers being spilled; of two halves 4 .44; with windows straight from memory
     * .59 and .54); blocks of a grid for each. */
    TCUI_STENCIL_MATRIX_LINE_TILES = 4,
    TCUI_STENCIL_MATRIX_MOST_STEPS = 64,
    TCUI_STENCIL_MATRIX_LINE_RESIDENT = 5,
    TCUI_STENCIL_MATRIX_LINE_BLOCKS = 64,
};

#endif /* TCUI_STENCIL_CUDA_TUNING_H */
