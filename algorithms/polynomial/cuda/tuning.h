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
    /* A plan's coefficients: threads of a block. */
    TCUI_POLYNOMIAL_PREPARE_THREADS = 256,
    /* A polynomial for each point: threads of a block, points of a thread at most. */
    TCUI_POLYNOMIAL_TABLE_THREADS = 1024,
    TCUI_POLYNOMIAL_TABLE_POINTS = 4,
    /* Slots of a line of coefficients in shared memory where a multiprocessor has so many points for each number of the
     * table, else 1, and vectors of a row in a line at most (rows.cuh). ms for 2^27 points of f32, 1024 even pieces of degree
     * 3, 7 and 15: 0.29, 0.32, 0.66; with 8, 4 and 2 copies that lanes do not read in turn 0.46, 0.55, 1.26. */
    TCUI_POLYNOMIAL_TABLE_SLOTS = 8,
    TCUI_POLYNOMIAL_TABLE_POINTS_A_NUMBER = 16,
    TCUI_POLYNOMIAL_TABLE_MOST_GROUP = 4,
    /* Vectors of coefficients that a thread loads before it uses them: more do not fit registers, and points that are on
     * their way go to local memory (indices, degree 7: 0.67 for 0.39 ms). */
    TCUI_POLYNOMIAL_TABLE_VECTORS_TOGETHER = 4,
    /* The guide to breakpoints: cells at least, bytes of all at most, bytes for each piece where a multiprocessor has so
     * many points for each, and else. 1024 random pieces of f32, degree 3 and 7, with 16, 32 and 64 bytes: 0.319, 0.307,
     * 0.302 ms, and 0.416, 0.384, 0.353; even ones 0.292 to 0.297, and 0.317 to 0.320. At 1000 points 64 bytes cost 4 us
     * more than 32. */
    TCUI_POLYNOMIAL_TABLE_LEAST_CELLS = 64,
    TCUI_POLYNOMIAL_TABLE_MOST_GUIDE_BYTES = 64 * 1024,
    TCUI_POLYNOMIAL_TABLE_POINTS_A_PIECE = 128,
    TCUI_POLYNOMIAL_TABLE_GUIDE_BYTES_A_PIECE = 64,
    TCUI_POLYNOMIAL_TABLE_LEAST_GUIDE_BYTES_A_PIECE = 16,
    /* Batches of so many points at most. ms on this and on the plain path for 10^5 polynomials of degree 15 at 16 and 256
     * points each 0.008 and 1.562, 0.097 and 1.556; for 10^8 points in batches of 2048 and 4096 0.362 and 0.745, 0.372 and
     * 0.367 (degree 63: 0.815 and 1.407, 0.859 and 0.697). */
    TCUI_POLYNOMIAL_TABLE_MOST_OF_BATCH = 3072,
};

#endif /* TCUI_POLYNOMIAL_CUDA_TUNING_H */
