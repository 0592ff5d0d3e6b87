/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several time steps in one pass over memory: shapes of the kernels, and how many steps a pass makes. Threads and warps
 * are of a block. Beside a row stands the number that decided it, on an H200; all:
 * docs/design/stencil.md#measured-choices.
 */
#ifndef TCUI_STENCIL_FUSED_TUNING_H
#define TCUI_STENCIL_FUSED_TUNING_H

enum {
    /* Points of an axis whose coordinates kernels keep in 32 bits. */
    TCUI_FUSED_MOST_POINTS = 1 << 30,
    /* Planes: columns are neighbouring ones of a lane. */
    TCUI_FUSED_PLANE_THREADS = 128,
    TCUI_FUSED_PLANE_WIDE_COLUMNS = 4,         /* f64, f32 */
    TCUI_FUSED_PLANE_HALF_COLUMNS = 8,         /* f16, bf16 */
    TCUI_FUSED_PLANE_STAR_STEPS = 8,           /* G points/s and step, f32: 2914 : 2528 with 12 */
    TCUI_FUSED_PLANE_STAR_STEPS_OF_HALVES = 4, /* 3002, with 6 3100, but passes are of powers of 2; 2639 with 8 */
    TCUI_FUSED_PLANE_BOX_STEPS = 4,
    /* Registers of rows (kernel.cuh) from which on a multiprocessor has 2 blocks, and 3; it has 4 else. */
    TCUI_FUSED_PLANE_LARGE_STATE = 128,
    TCUI_FUSED_PLANE_MEDIUM_STATE = 96,
    /* Space: neighbouring columns of a lane, rows of a warp. A multiprocessor has one block. */
    TCUI_FUSED_SPACE_COLUMNS = 2,
    TCUI_FUSED_SPACE_ROWS = 4,
    TCUI_FUSED_SPACE_WARPS_F64 = 8,
    TCUI_FUSED_SPACE_WARPS = 16, /* ms of a step of 512^3 f32: .138 : .143 with 12 */
    TCUI_FUSED_SPACE_STEPS = 4,
    /* Pieces of columns of rows and planes (pass.cuh): the least length, turns that are tried. */
    TCUI_FUSED_LEAST_LENGTH = 16,
    TCUI_FUSED_MOST_TURNS = 32,
};

#endif /* TCUI_STENCIL_FUSED_TUNING_H */
