/* SPDX-License-Identifier: Apache-2.0 */
/* Polynomials on CUDA devices: the kernels' shapes, and sizes from which the matrix unit pays. */
#ifndef TCUI_POLYNOMIAL_CUDA_TUNING_H
#define TCUI_POLYNOMIAL_CUDA_TUNING_H

#include "primitives/context/context_internal.h"

enum {
    /*
     * Horner's scheme: threads of a block, points of a thread, rows of a block and bytes of their coefficients. GB/s
     * written on an H200 by 1024 polynomials of degree 3 at 2^20 points, blocks of 16 and of 64 rows: f64 3980, 4035, f32
     * 4141, 4026.
     */
    TCUI_POLYNOMIAL_PLAIN_THREADS = 256,
    TCUI_POLYNOMIAL_PLAIN_POINTS = 8,
    TCUI_POLYNOMIAL_PLAIN_ROWS = 32,
    TCUI_POLYNOMIAL_PLAIN_SHARED_BYTES = 32 * 1024,
    /* Of a multiprocessor at least, of f32: one polynomial of degree 15 at 2^27 points takes 0.314 ms with 5, 0.298 with
     * 6. */
    TCUI_POLYNOMIAL_PLAIN_BLOCKS = 6,
    /* And of f64 by Horner's scheme. */
    TCUI_POLYNOMIAL_PLAIN_DOUBLE_BLOCKS = 4,
    /* How often the loop over vectors of coefficients is unrolled. */
    TCUI_POLYNOMIAL_PLAIN_UNROLLED_VECTORS = 4,
    /* Blocks that take so few steps for a point do not mind the banks of registers; those that take so few wait for
     * memory, and load new points so often, where that leaves each multiprocessor enough blocks. (That polynomial takes
     * 0.330 ms with 2 tiles, 0.314 with 4, 0.316 with 16.) */
    TCUI_POLYNOMIAL_PLAIN_SHORT_STEPS = 7,
    TCUI_POLYNOMIAL_PLAIN_FEW_STEPS = 63,
    TCUI_POLYNOMIAL_PLAIN_TILES = 4,
    TCUI_POLYNOMIAL_PLAIN_FROM_BLOCKS = 64,
    /* Blocks of a multiprocessor below which they get fewer rows: 16 polynomials of degree 15 at 10^4 points took 14 us
     * with 5 blocks in all. */
    TCUI_POLYNOMIAL_PLAIN_LEAST_BLOCKS = 2,
    /* Reductions: blocks of a multiprocessor that slices of rows are made for, rows of a slice at most (their numbers
     * have 32 bits), threads of a block that reduces slices. */
    TCUI_POLYNOMIAL_REDUCE_BLOCKS = 4,
    TCUI_POLYNOMIAL_SLICE_ROWS = 1 << 30,
    TCUI_POLYNOMIAL_REDUCE_SLICES_THREADS = 256,
    /* Products: bytes of a block's coefficients in shared memory, threads of a block, blocks of a multiprocessor at a time
     * and in all where there are points enough, tiles of points that a block goes over at most. */
    TCUI_POLYNOMIAL_GRID_SHARED_BYTES = 100 * 1024,
    TCUI_POLYNOMIAL_GRID_THREADS = 256,
    TCUI_POLYNOMIAL_GRID_BLOCKS = 2,
    TCUI_POLYNOMIAL_GRID_BLOCKS_IN_ALL = 4,
    TCUI_POLYNOMIAL_GRID_POINT_TILES = 16,
    /* The points' range: threads of a block, vectors of points that a thread loads together, blocks of a multiprocessor
     * and of all. */
    TCUI_POLYNOMIAL_RANGE_THREADS = 256,
    TCUI_POLYNOMIAL_RANGE_VECTORS = 4,
    TCUI_POLYNOMIAL_RANGE_BLOCKS = 8,
    TCUI_POLYNOMIAL_RANGE_MOST_BLOCKS = 4096,
    /* Polynomials at least, and fewer than these are few (policy.cuh); steps of Horner's scheme in all, below which two
     * more launches cost more than products gain; degrees up to where exponents of powers fit 32 bits. */
    TCUI_POLYNOMIAL_GRID_LEAST_ROWS = 9,
    TCUI_POLYNOMIAL_GRID_FEW_ROWS = 64,
    TCUI_POLYNOMIAL_GRID_LEAST_STEPS = 1 << 27,
    TCUI_POLYNOMIAL_GRID_MOST_DEGREE = 1 << 16,
    /* Products with giant steps as columns: threads of a block, blocks of a multiprocessor at a time and in all where there
     * are points enough, bytes of a block's coefficients in shared memory, points of a thread that a scale is taken of,
     * points of a block below which it packs for too few, and at most (they are counted in 32 bits); degrees up to where
     * powers of f32 that are squared again and again are far better than the operands' 11 bits. ms of f64 for 2^27
     * points at degree 255: 4 blocks 2.21, 5 2.06, 6 2.07. */
    TCUI_POLYNOMIAL_GIANT_THREADS = 128,
    TCUI_POLYNOMIAL_GIANT_BLOCKS = 5,
    TCUI_POLYNOMIAL_GIANT_BLOCKS_IN_ALL = 8,
    TCUI_POLYNOMIAL_GIANT_SHARED_BYTES = 32 * 1024,
    TCUI_POLYNOMIAL_GIANT_SAMPLES = 2,
    TCUI_POLYNOMIAL_GIANT_POINTS = 8192,
    TCUI_POLYNOMIAL_GIANT_MOST_POINTS = 1 << 30,
    TCUI_POLYNOMIAL_GIANT_HALVES_DEGREE = 1 << 12,
    /* A plan's coefficients: threads of a block. */
    TCUI_POLYNOMIAL_PREPARE_THREADS = 256,
    /* A polynomial for each point: threads of a block, points of a thread at most; copies of a table in shared memory, of
     * so many points of a multiprocessor for each number of it; cells of the guide to breakpoints for each piece, at least
     * and at most. ms for 2^27 points of f32, 1024 even pieces of degree 3 and 7: 1 copy 0.474, 0.694, 4 copies 0.469,
     * 0.542, 8 copies 0.453, 0.542; with 512 threads 0.728, 0.854; with 2, 4 and 8 cells a piece 0.451, 0.453, 0.459. */
    TCUI_POLYNOMIAL_TABLE_THREADS = 1024,
    TCUI_POLYNOMIAL_TABLE_POINTS = 4,
    TCUI_POLYNOMIAL_TABLE_COPIES = 8,
    TCUI_POLYNOMIAL_TABLE_POINTS_A_NUMBER = 16,
    TCUI_POLYNOMIAL_TABLE_CELLS_A_PIECE = 4,
    TCUI_POLYNOMIAL_TABLE_LEAST_CELLS = 64,
    TCUI_POLYNOMIAL_TABLE_MOST_CELLS = 8192,
};

#endif /* TCUI_POLYNOMIAL_CUDA_TUNING_H */
