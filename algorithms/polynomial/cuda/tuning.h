/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Polynomials on CUDA devices: the kernels' shapes, and sizes from which a path pays. Threads are of a block, blocks of
 * a multiprocessor. Beside a row stands the number that decided it: ms on an H200, taken : next best; all of them are
 * in docs/design/polynomial.md#measured-choices.
 */
#ifndef TCUI_POLYNOMIAL_CUDA_TUNING_H
#define TCUI_POLYNOMIAL_CUDA_TUNING_H

enum {
    /* plain/: Horner's scheme. POINTS are of a thread, HALF: of 16-bit results. */
    TCUI_POLYNOMIAL_PLAIN_THREADS = 128,    /* one of f64 at 2^27 points, degree 255: 2.41 : 2.48 with 256, 8 points */
    TCUI_POLYNOMIAL_PLAIN_POINTS = 16,      /* f32, the same: 1.19 : 1.51 with 32 */
    TCUI_POLYNOMIAL_PLAIN_HALF_POINTS = 32, /* 1024 of f16 at 2^20, degree 15: .76 : .91 with 16 */
    TCUI_POLYNOMIAL_PLAIN_SHARED_BYTES = 32 * 1024, /* of a block's coefficients */
    TCUI_POLYNOMIAL_PLAIN_UNROLLED_VECTORS = 2,     /* of coefficients, in a turn of the loop over them */
    TCUI_POLYNOMIAL_PLAIN_LEAST_BLOCKS = 2,         /* with fewer, blocks get fewer rows */
    /* Rows of a block at most: of f64; of others; of these up to LOW_DEGREE at points that stay in L2. */
    TCUI_POLYNOMIAL_PLAIN_DOUBLE_ROWS = 256, /* 1024 of degree 3 at 2^20 points: 2.03 : 2.06 with 128 */
    TCUI_POLYNOMIAL_PLAIN_ROWS = 32,
    TCUI_POLYNOMIAL_PLAIN_FEW_ROWS = 4,      /* f32, degree 15: .97 : 1.01 with 2 or 8 */
    TCUI_POLYNOMIAL_PLAIN_HALF_FEW_ROWS = 8, /* f16, degree 7: .47 : .49 with 4 */
    TCUI_POLYNOMIAL_PLAIN_LOW_DEGREE = 16,
    TCUI_POLYNOMIAL_PLAIN_CACHED_BYTES = 8 << 20,
    /* plain/one.cuh: one polynomial of monomials. Vectors of 16 bytes of points a thread: FEW up to STEPS multiply-adds
     * of a thread, else MORE. Registers are the multiprocessor's, OTHER a thread's besides points and sums. */
    TCUI_POLYNOMIAL_PLAIN_ONE_BYTES = 192, /* of coefficients, at most */
    TCUI_POLYNOMIAL_PLAIN_ONE_FEW = 2,     /* f16, degree 7: .129 : .133 with 4 */
    TCUI_POLYNOMIAL_PLAIN_ONE_MORE = 4,    /* f32, degree 31: .269 : .299 with 2 */
    TCUI_POLYNOMIAL_PLAIN_ONE_STEPS = 128,
    TCUI_POLYNOMIAL_PLAIN_ONE_REGISTERS = 1 << 16,
    TCUI_POLYNOMIAL_PLAIN_ONE_OTHER_REGISTERS = 8, /* not bounded: f16, degree 3, .133 for .129 */
    TCUI_POLYNOMIAL_PLAIN_ONE_BLOCKS = 12,         /* of 1536 threads, which every multiprocessor has */
    /* Reductions (chunks.cuh) */
    TCUI_POLYNOMIAL_REDUCE_BLOCKS = 4,    /* that rows are cut into chunks for */
    TCUI_POLYNOMIAL_CHUNK_ROWS = 1 << 30, /* at most: their numbers have 32 bits */
    TCUI_POLYNOMIAL_REDUCE_THREADS = 256, /* that make one result of all chunks' */
    /* values/: threads and their points that make tables; threads that look up, and the vectors each has in flight. */
    TCUI_POLYNOMIAL_VALUES_THREADS = 128,
    TCUI_POLYNOMIAL_VALUES_POINTS = 8,
    TCUI_POLYNOMIAL_LOOKUP_THREADS = 512, /* one at 2^27 points: .143 : .151 with 768, 3 vectors, and with 1024, 2 */
    TCUI_POLYNOMIAL_VALUES_VECTORS = 4,
    TCUI_POLYNOMIAL_VALUES_LEAST_DEGREE = 12,        /* degree 15, 64 at 2^22 points: .184 : .196 by Horner's scheme */
    TCUI_POLYNOMIAL_VALUES_LEAST_DEGREE_OF_ONE = 16, /* monomials of degree 15: .146 : .141 by plain/one.cuh */
    TCUI_POLYNOMIAL_VALUES_MOST_DEGREE = 4096,
    TCUI_POLYNOMIAL_VALUES_LEAST_POINTS = 1 << 19, /* of a row */
    TCUI_POLYNOMIAL_VALUES_LEAST_GRID_POINTS = 1 << 20,
    TCUI_POLYNOMIAL_VALUES_MOST_GRID_ROWS =
        64, /* degree 63: 64 at 2^22 .193 : .237 by products; 1024 at 2^20 .975 : .758 */
    TCUI_POLYNOMIAL_VALUES_MOST_ROWS = 1 << 12,   /* 512 MB of tables */
    TCUI_POLYNOMIAL_VALUES_LEAST_STEPS = 1 << 28, /* multiply-adds in all */
    /* grid/: products (degrees from which they pay, and shapes: grid/policy.cuh) */
    TCUI_POLYNOMIAL_GRID_THREADS = 256,
    TCUI_POLYNOMIAL_GRID_BLOCKS = 2,
    TCUI_POLYNOMIAL_GRID_BLOCKS_IN_ALL = 4,         /* where there are points enough */
    TCUI_POLYNOMIAL_GRID_SHARED_BYTES = 100 * 1024, /* of a block's coefficients */
    TCUI_POLYNOMIAL_GRID_POINT_TILES = 16,          /* that a block goes over, at most */
    TCUI_POLYNOMIAL_GRID_TILES_IN_STEP = 4, /* of rows; f64, degree 31: 2.33 : 2.44 with 16, 2.66 with no waits */
    /* Rows that are no whole vectors: the least degree that pays, and up to how many times the degree of other rows
     * warps write in step. */
    TCUI_POLYNOMIAL_GRID_ELEMENTS_FROM = 40,   /* f64, degree 31: 3.4 : 3.0 by Horner's scheme; 63: 4.2 : 5.3 */
    TCUI_POLYNOMIAL_GRID_ELEMENTS_IN_STEP = 4, /* f32, degree 127: 3.0 : 3.7; 191: 4.0 : 3.8 */
    TCUI_POLYNOMIAL_GRID_LEAST_ROWS = 9,
    TCUI_POLYNOMIAL_GRID_FEW_ROWS = 64,         /* fewer are few (grid/policy.cuh) */
    TCUI_POLYNOMIAL_GRID_LEAST_STEPS = 1 << 27, /* of Horner's scheme in all: two more launches cost more than fewer */
    TCUI_POLYNOMIAL_GRID_MOST_DEGREE = 1 << 16, /* exponents of powers fit 32 bits */
    /* The points' range: vectors of points that a thread loads together, blocks of all. */
    TCUI_POLYNOMIAL_RANGE_THREADS = 256,
    TCUI_POLYNOMIAL_RANGE_VECTORS = 4,
    TCUI_POLYNOMIAL_RANGE_BLOCKS = 8,
    TCUI_POLYNOMIAL_RANGE_MOST_BLOCKS = 4096,
    /* prepare.cu: a plan's coefficients */
    TCUI_POLYNOMIAL_PREPARE_THREADS = 256,
    /* table/: a polynomial for each point; points of a thread at most. */
    TCUI_POLYNOMIAL_TABLE_THREADS = 1024,
    TCUI_POLYNOMIAL_TABLE_POINTS = 4,
    /* Slots of a line of coefficients where a multiprocessor has POINTS_A_NUMBER for each number of the table, else 1;
     * vectors of a row in a line at most, and of series; vectors that a thread loads before it uses them. */
    TCUI_POLYNOMIAL_TABLE_SLOTS = 8, /* f32 splines, 2^27 points, degree 3: .29 : .46 with 8 copies not read in turn */
    TCUI_POLYNOMIAL_TABLE_POINTS_A_NUMBER = 16,
    TCUI_POLYNOMIAL_TABLE_MOST_GROUP = 4,
    TCUI_POLYNOMIAL_TABLE_MOST_CHEBYSHEV_GROUP = 1, /* more would need more registers than there are */
    TCUI_POLYNOMIAL_TABLE_VECTORS_TOGETHER = 4,     /* with more, indices of degree 7 take .67 for .39 */
    /* The guide to breakpoints: bytes for each piece where a multiprocessor has POINTS_A_PIECE for each, and else. */
    TCUI_POLYNOMIAL_TABLE_LEAST_CELLS = 64, /* 10^4 points: 11 us : 14 us by a search without a guide */
    TCUI_POLYNOMIAL_TABLE_MOST_GUIDE_BYTES = 64 * 1024,
    TCUI_POLYNOMIAL_TABLE_POINTS_A_PIECE = 128,
    TCUI_POLYNOMIAL_TABLE_GUIDE_BYTES_A_PIECE = 64, /* random pieces, degree 7: .353 : .384 with 32 */
    TCUI_POLYNOMIAL_TABLE_LEAST_GUIDE_BYTES_A_PIECE = 16,
    TCUI_POLYNOMIAL_TABLE_MOST_OF_BATCH = 3072, /* points; 10^8 in batches of 2048 .362 : .745, of 4096 .372 : .367 */
};

#endif /* TCUI_POLYNOMIAL_CUDA_TUNING_H */
