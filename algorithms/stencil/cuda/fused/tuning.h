/* SPDX-License-Identifier: Apache-2.0 */
/* Several time steps in one pass over memory: shapes of the kernels, and how many steps a pass makes. */
#ifndef TCUI_STENCIL_FUSED_TUNING_H
#define TCUI_STENCIL_FUSED_TUNING_H

enum {
    /* Points of an axis whose coordinates kernels keep in 32 bits. */
    TCUI_FUSED_MOST_POINTS = 1 << 30,
    /*
     * Planes: threads of a block, neighbouring columns of a lane, steps of a pass of stars and of boxes. G points/s and
     * step of a star of 5 points on an H200, without boundaries, where single sweeps make 237 (f64), 437 (f32), 864
     * (f16): f64 4 steps 932, 6 steps 1341, 8 steps 1521, 12 steps 1227; f32 4 steps 1775, 6 steps 2520, 8 steps 2914,
     * 12 steps 2528; f16 4 steps 3002, 6 steps 3100, 8 steps 2639. (A copy a step allows 265, 530 and 1060. As one
     * sweep with a diamond on the matrix unit 4 steps of f16 make 3360.)
     */
    TCUI_FUSED_PLANE_THREADS = 128,
    TCUI_FUSED_PLANE_WIDE_COLUMNS = 4, /* f64, f32 */
    TCUI_FUSED_PLANE_HALF_COLUMNS = 8, /* f16, bf16 */
    TCUI_FUSED_PLANE_STAR_STEPS = 8,
    TCUI_FUSED_PLANE_STAR_STEPS_OF_HALVES = 4,
    TCUI_FUSED_PLANE_BOX_STEPS = 4,
    /* Registers of rows (kernel.cuh) from which on a multiprocessor has 2 blocks, and 3; it has 4 else. */
    TCUI_FUSED_PLANE_LARGE_STATE = 128,
    TCUI_FUSED_PLANE_MEDIUM_STATE = 96,
    /* Columns from which planes pay. Not measured. */
    TCUI_FUSED_PLANE_LEAST_COLUMNS = 32,
    /*
     * Space: neighbouring columns of a lane, rows of a warp, warps of a block (f64, others), steps of a pass; rows and
     * columns from which it pays (not measured). A multiprocessor has one block, whose registers are nearly all there
     * are. ms of a step of 7 points, 512 x 512 x 512, with KEEP and with ZERO on an H200, where a copy takes 0.507 (f64)
     * and 0.257 (f32): f64 0.265 and 0.313; f32 16 warps 0.138 and 0.167, 12 warps 0.143 and 0.166, two blocks of 8 warps
     * 0.147 and 0.170. (Tiles at the rim that are started first: f64 3% less, f32 not less.)
     */
    TCUI_FUSED_SPACE_COLUMNS = 2,
    TCUI_FUSED_SPACE_ROWS = 4,
    TCUI_FUSED_SPACE_WARPS_F64 = 8,
    TCUI_FUSED_SPACE_WARPS = 16,
    TCUI_FUSED_SPACE_STEPS = 4,
    TCUI_FUSED_SPACE_LEAST_ROWS = 16,
    TCUI_FUSED_SPACE_LEAST_COLUMNS = 32,
    /* Pieces of columns of rows and planes (cut.cuh): the least length, turns that are tried. */
    TCUI_FUSED_LEAST_LENGTH = 16,
    TCUI_FUSED_MOST_TURNS = 32,
};

#endif /* TCUI_STENCIL_FUSED_TUNING_H */
