/* SPDX-License-Identifier: Apache-2.0 */
/* Polynomials on CUDA devices: the kernels' shapes, and sizes from which the matrix unit pays. */
#ifndef TCUI_POLYNOMIAL_CUDA_TUNING_H
#define TCUI_POLYNOMIAL_CUDA_TUNING_H

#include "primitives/context/context_internal.h"

enum {
    /*
     * Horner's scheme: threads of a block and points of a thread, of 16-bit results more, since what a thread does besides
     * would limit low degrees. ms on an H200 for one polynomial at 2^27 points:
     *
     *     128 threads and 16 points: f64, degree 3: 0.52, 63: 0.64, 255: 2.41; f32 0.27, 0.33, 1.19; f16 0.13, 0.32, 1.20
     *     256 threads and  8 points: f64 0.54, 0.67, 2.48; f32 0.26, 0.37, 1.30; f16 0.14, 0.40, 1.42
     *     1024 threads, f64, 8 points: 0.57, 0.96, 2.69; f32, 16 points: 0.27, 0.49, 1.47
     *     128 threads and 32 points: f32 0.27, 0.39, 1.51; f16 0.13, 0.31, 1.16
     *
     * f16 with 32 points instead of 16, 1024 polynomials of degrees 7 and 15 at 2^20 points: 0.49 for 0.61, 0.76 for 0.91;
     * with results of f32 0.95 and 0.98 with 16, 1.03 and 1.04 with 32 points.
     *
     * Other loads, in a program of these kernels alone, where f32 is faster than in tcu-bench (1.34 at degree 255; why
     * is not known), degrees 3, 63, 255:
     *
     *     f64    points by bulk copies 0.52, 0.67, 2.58   past L1 0.58, 0.70, 2.55   by vectors 0.52, 0.64, 2.41
     *            coefficients from global memory 0.52, 0.75, 2.89   CUB, constant operands, degree 255 2.30
     *     f32    points by bulk copies 0.26, 0.36, 1.35   past L1 0.28, 0.34, 1.19   by vectors 0.27, 0.33, 1.19
     *            coefficients from global memory 0.27, 0.36, 1.33
     *
     * Points of the next tile loaded meanwhile, f32, degree 15: 0.298 for 0.266. Points of f32 used from the registers
     * that vectors were loaded into, which collide with the results' banks: 80 G values/s at degree 255 for 100.
     */
    TCUI_POLYNOMIAL_PLAIN_THREADS = 128,
    TCUI_POLYNOMIAL_PLAIN_POINTS = 16,
    TCUI_POLYNOMIAL_PLAIN_HALF_POINTS = 32,
    /*
     * One polynomial of monomials (plain/one.cuh): bytes of its coefficients at most; vectors of 16 bytes of points a thread
     * up to so many multiply-adds of a thread, and with more of them; the multiprocessor's registers, those of a thread
     * besides its points and sums, and blocks at most (of 1536 threads, which every multiprocessor has), by which it is
     * decided how many blocks are to fit.
     *
     * H200, ms for 2^27 points: CUB's transform; 1, 2 and 4 vectors; the general kernel:
     *
     *     f64, degree  3   0.507   0.507 0.510 0.535   0.530      f16, degree  3   0.129   0.132 0.129 0.134   0.142
     *                 15   0.503   0.524 0.511 0.536   0.530                   7   0.129   0.143 0.129 0.133   0.147
     *                 31   0.517   0.737 0.539 0.536   0.524                  15   0.166   0.173 0.146 0.141   0.168
     *     f32, degree  3   0.256   0.254 0.257 0.268   0.267
     *                 15   0.256   0.278 0.256 0.268   0.266
     *                 31   0.274   0.389 0.299 0.269   0.276
     *
     * Registers not bounded: f16, degree 3, 0.133 and 0.147 with 2 and 4 vectors. The general kernel with 2 vectors: f64
     * 0.511, f32 0.258, f16 0.141.
     */
    TCUI_POLYNOMIAL_PLAIN_ONE_BYTES = 192,
    TCUI_POLYNOMIAL_PLAIN_ONE_STEPS = 128,
    TCUI_POLYNOMIAL_PLAIN_ONE_FEW = 2,
    TCUI_POLYNOMIAL_PLAIN_ONE_MORE = 4,
    TCUI_POLYNOMIAL_PLAIN_ONE_REGISTERS = 1 << 16,
    TCUI_POLYNOMIAL_PLAIN_ONE_OTHER_REGISTERS = 8,
    TCUI_POLYNOMIAL_PLAIN_ONE_BLOCKS = 12,
    /*
     * Rows of a block at most: of f64; of other results; and of these up to LOW_DEGREE, where writing limits, as long as
     * points stay in L2, from where they are read again for each block of rows. ms for 1024 polynomials of degrees 3, 7
     * and 15 at 2^20 points (1.86, 0.93 and 0.47 would be what memory can write):
     *
     *     f64, rows   4: 2.20, 2.20, 2.21    f32, rows   2: 0.96, 0.95, 1.01    f16, rows   2: 0.48, 0.55, 0.92
     *                32: 2.14, 2.15, 2.16                4: 0.98, 0.98, 0.97                4: 0.47, 0.49, 0.87
     *               128: 2.06, 2.07, 2.09                8: 1.01, 1.01, 1.01                8: 0.48, 0.47, 0.84
     *               256: 2.03, 2.04, 2.09              256: 1.02, 1.02, 1.07               64: 0.50, 0.51, 0.82
     *
     * Stored without the hint to be evicted first from L2, degree 3: f64 2.36 for 2.16, f32 1.18 for 1.04, f16 0.57 for
     * 0.51.
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
    /* Reductions: blocks of a multiprocessor that chunks of rows are made for, rows of a chunk at most (their numbers
     * have 32 bits), threads of a block that reduces chunks. */
    TCUI_POLYNOMIAL_REDUCE_BLOCKS = 4,
    TCUI_POLYNOMIAL_CHUNK_ROWS = 1 << 30,
    TCUI_POLYNOMIAL_REDUCE_CHUNKS_THREADS = 256,
    /*
     * Values looked up: threads and their points where tables are made; threads that look up, and vectors of 16 bytes
     * that each has in flight; degrees, points of a row and multiply-adds in all from where it pays, degrees up to
     * where it does. ms for one polynomial at 2^27 points of f16: 512 threads with 2, 4 and 6 vectors 0.159, 0.143,
     * 0.154; 256 with 8 0.153; 768 with 3 0.151; 1024 with 2 and 4 0.151, 0.153; with the bank chosen by low bits alone
     * 0.144 for 0.143. Horner's scheme and values, degree 15: one polynomial 0.168, 0.146, 64 at 2^22 points 0.196,
     * 0.184, 1024 at 2^20 0.758, 0.814; degree 31: 0.218, 0.145, 0.342, 0.187, 1.31, 0.87.
     */
    TCUI_POLYNOMIAL_VALUES_THREADS = 128,
    TCUI_POLYNOMIAL_VALUES_POINTS = 8,
    TCUI_POLYNOMIAL_VALUES_VECTORS = 4,
    TCUI_POLYNOMIAL_LOOKUP_THREADS = 512,
    TCUI_POLYNOMIAL_VALUES_LEAST_DEGREE = 12,
    TCUI_POLYNOMIAL_VALUES_LEAST_DEGREE_OF_ONE = 16, /* monomials: plain/one.cuh takes 0.141 ms at degree 15 */
    TCUI_POLYNOMIAL_VALUES_MOST_DEGREE = 4096,
    TCUI_POLYNOMIAL_VALUES_LEAST_POINTS = 1 << 19,
    /* Of rows enough for the matrix unit, and at most (ms by values and by products, f16: 64 rows of 2^22 points, d = 63,
     * 0.193, 0.237; 1024 of 2^20, d = 31, 63 and 255, 0.865, 0.723, 0.975, 0.758 and 1.635, 1.522). */
    TCUI_POLYNOMIAL_VALUES_LEAST_GRID_POINTS = 1 << 20,
    TCUI_POLYNOMIAL_VALUES_MOST_GRID_ROWS = 64,
    TCUI_POLYNOMIAL_VALUES_MOST_ROWS = 1 << 12, /* 512 MB of tables */
    TCUI_POLYNOMIAL_VALUES_LEAST_STEPS = 1 << 28,
    /* Products: bytes of a block's coefficients in shared memory, threads of a block, blocks of a multiprocessor at a
     * time and in all where there are points enough, tiles of points that a block goes over at most. (A point is loaded
     * a tile ahead. Where t was formed from it at once, that wait took a third of the time of 16 polynomials of f64,
     * degree 63.) */
    TCUI_POLYNOMIAL_GRID_SHARED_BYTES = 100 * 1024,
    TCUI_POLYNOMIAL_GRID_THREADS = 256,
    TCUI_POLYNOMIAL_GRID_BLOCKS = 2,
    TCUI_POLYNOMIAL_GRID_BLOCKS_IN_ALL = 4,
    TCUI_POLYNOMIAL_GRID_POINT_TILES = 16,
    /* Tiles of rows that warps of a block write before they wait for each other, if they do (policy.cuh). ms for 1024 rows
     * of 2^20 points, never, every 16 tiles, every 4, and with blocks of 512 threads every 4: f64, d = 31: 2.66, 2.44,
     * 2.33, 2.45; f32, d = 31: 1.32, 1.21, 1.23, 1.50; f16 to f32, d = 63: 1.32, 1.17, 1.13, 1.40. */
    TCUI_POLYNOMIAL_GRID_TILES_IN_STEP = 4,
    /* Rows that are no whole vectors: the least degree that pays, and up to how many times the degree of other rows warps
     * write in step. 1000 rows of 2^20 - 3 points, Horner's scheme, products, in step: f64, d = 31: 3.0, 6.7, 3.4; d = 63:
     * 5.3, 6.3, 4.2; d = 127: -, 8.2, 8.3; f32, d = 31: 1.92, 3.42, 2.08; d = 63: 3.2, 3.6, 2.3; d = 127: -, 3.7, 3.0; d =
     * 191: -, 3.8, 4.0; f16 to f32, d = 31: 1.76, -, 1.88; d = 255: -, 3.0, 2.3; f16, d = 31 and 63: 1.75, 2.91, -, -, 1.78,
     * 1.78. */
    TCUI_POLYNOMIAL_GRID_ELEMENTS_FROM = 40,
    TCUI_POLYNOMIAL_GRID_ELEMENTS_IN_STEP = 4,
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
    /* A polynomial for each point: threads of a block, points of a thread at most. ms for splines of f32, 1024 pieces,
     * at 2^27 points, degree 3 and 7, with two tiles of points ahead for one: even 0.278 and 0.322, random 0.318 and
     * 0.397 for 0.307 and 0.384; with moves from one set of registers to the next 0.50. With a contiguous range of
     * points for each block 0.296 for 0.294, degree 3. */
    TCUI_POLYNOMIAL_TABLE_THREADS = 1024,
    TCUI_POLYNOMIAL_TABLE_POINTS = 4,
    /* Slots of a line of coefficients in shared memory where a multiprocessor has so many points for each number of the
     * table, else 1, and vectors of a row in a line at most (rows.cuh). ms for 2^27 points of f32, 1024 even pieces of
     * degree 3, 7 and 15: 0.29, 0.32, 0.66; with 8, 4 and 2 copies that lanes do not read in turn 0.46, 0.55, 1.26;
     * with one copy 0.47 and 0.69 at degree 3 and 7. */
    TCUI_POLYNOMIAL_TABLE_SLOTS = 8,
    TCUI_POLYNOMIAL_TABLE_POINTS_A_NUMBER = 16,
    TCUI_POLYNOMIAL_TABLE_MOST_GROUP = 4,
    /* Vectors of coefficients that a thread loads before it uses them: more do not fit registers, and points that are on
     * their way go to local memory (indices, degree 7: 0.67 for 0.39 ms). */
    TCUI_POLYNOMIAL_TABLE_VECTORS_TOGETHER = 4,
    /* The guide to breakpoints: cells at least, bytes of all at most, bytes for each piece where a multiprocessor has
     * so many points for each, and else. 1024 random pieces of f32, degree 3 and 7, with 16, 32 and 64 bytes: 0.319,
     * 0.307, 0.302 ms, and 0.416, 0.384, 0.353; even ones 0.292 to 0.297, and 0.317 to 0.320. At 1000 points 64 bytes
     * cost 4 us more than 32. At 10^4 points small calls that search in global memory instead of making a guide take 14
     * us for 11. */
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
