/* SPDX-License-Identifier: Apache-2.0 */
/* Polynomials on CUDA devices: the kernels' shapes, and sizes from which the matrix unit pays. */
#ifndef TCUI_POLYNOMIAL_CUDA_TUNING_H
#define TCUI_POLYNOMIAL_CUDA_TUNING_H

#include "primitives/context/context_internal.h"

enum {
    /*
     * Horner's scheme: threads of a block and points of a thread, of 16-bit types more, since what a thread does besides
     * would limit low degrees. ms on an H200 for one polynomial at 2^27 points:
     *
     *     128 threads and 16 points: f64, degree 3: 0.52, 63: 0.64, 255: 2.41; f32 0.27, 0.33, 1.19; f16 0.13, 0.32, 1.20
     *     256 threads and  8 points: f64 0.54, 0.67, 2.48; f32 0.26, 0.37, 1.30; f16 0.14, 0.40, 1.42
     *     1024 threads, f64, 8 points: 0.57, 0.96, 2.69; f32, 16 points: 0.27, 0.49, 1.47
     *     128 threads and 32 points: f32 0.27, 0.39, 1.51; f16 0.13, 0.31, 1.16
     *
     * f16 with 32 points instead of 16, 1024 polynomials of degrees 7 and 15 at 2^20 points: 0.49 for 0.61, 0.76 for 0.91.
     */
    TCUI_POLYNOMIAL_PLAIN_THREADS = 128,
    TCUI_POLYNOMIAL_PLAIN_POINTS = 16,
    TCUI_POLYNOMIAL_PLAIN_HALF_POINTS = 32,
    /*
     * Rows of a block at most: of f64; of other results; and of these up to LOW_DEGREE, where writing limits, as long as
     * points stay in L2, from where they are read again for each block of rows. ms for 1024 polynomials of degrees 3, 7
     * and 15 at 2^20 points (1.86, 0.93 and 0.47 would be what memory can write):
     *
     *     f64, rows   4: 2.20, 2.20, 2.21    f32, rows   2: 0.96, 0.95, 1.01    f16, rows   2: 0.48, 0.55, 0.92
     *                32: 2.14, 2.15, 2.16                4: 0.98, 0.98, 0.97                4: 0.47, 0.49, 0.87
     *               128: 2.06, 2.07, 2.09                8: 1.01, 1.01, 1.01                8: 0.48, 0.47, 0.84
     *               256: 2.03, 2.04, 2.09              256: 1.02, 1.02, 1.07               64: 0.50, 0.51, 0.82
     */
    TCUI_POLYNOMIAL_PLAIN_DOUBLE_ROWS = 256,
    TCUI_POLYNOMIAL_PLAIN_ROWS = 32,
    TCUI_POLYNOMIAL_PLAIN_FEW_ROWS = 4,
    TCUI_POLYNOMIAL_PLAIN_HALF_FEW_ROWS = 8,
    TCUI_POLYNOMIAL_PLAIN_LOW_DEGREE = 16,
    TCUI_POLYNOMIAL_PLAIN_CACHED_BYTES = 8 << 20,
    /* Bytes of a block's coefficients in shared memory. */
    TCUI_POLYNOMIAL_PLAIN_SHARED_BYTES = 32 * 1024,
    /* How often the loop over vectors of coefficients is unrolled. */
    TCUI_POLYNOMIAL_PLAIN_UNROLLED_VECTORS = 2,
    /* Blocks of a multiprocessor below which they get fewer rows: 16 polynomials of degree 15 at 10^4 points took 14 us
     * with 5 blocks in all. */
    TCUI_POLYNOMIAL_PLAIN_LEAST_BLOCKS = 2,
    /* Reductions: blocks of a multiprocessor that slices of rows are made for, rows of a slice at most (their numbers
     * have 32 bits), threads of a block that reduces slices. */
    TCUI_POLYNOMIAL_REDUCE_BLOCKS = 4,
    TCUI_POLYNOMIAL_SLICE_ROWS = 1 << 30,
    TCUI_POLYNOMIAL_REDUCE_SLICES_THREADS = 256,
    /*
     * Values looked up: threads and their points where tables are made; threads that look up, and vectors of 16 bytes that
     * each has in flight; degrees, points of a row and multiply-adds in all from where it pays, degrees up to where it
     * does. ms for one polynomial at 2^27 points of f16: 512 threads with 2, 4 and 6 vectors 0.159, 0.143, 0.154; 256
     * with 8 0.153; 768 with 3 0.151; 1024 with 2 and 4 0.151, 0.153. Horner's scheme and values, degree 15: one polynomial
     * 0.168, 0.146, 64 at 2^22 points 0.196, 0.184, 1024 at 2^20 0.758, 0.814; degree 31: 0.218, 0.145, 0.342, 0.187,
     * 1.31, 0.87.
     */
    TCUI_POLYNOMIAL_VALUES_THREADS = 128,
    TCUI_POLYNOMIAL_VALUES_POINTS = 8,
    TCUI_POLYNOMIAL_VALUES_VECTORS = 4,
    TCUI_POLYNOMIAL_LOOKUP_THREADS = 512,
    TCUI_POLYNOMIAL_VALUES_LEAST_DEGREE = 12,
    TCUI_POLYNOMIAL_VALUES_MOST_DEGREE = 4096,
    TCUI_POLYNOMIAL_VALUES_LEAST_POINTS = 1 << 19,
    TCUI_POLYNOMIAL_VALUES_LEAST_STEPS = 1 << 28,
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
