/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Polynomials on CUDA devices: the kernels' shapes, and sizes from which a path pays. Threads are of a block, blocks of
 * a multiprocessor. Beside a row stands the number that decided it: ms on an H200, taken : next best; all of them are
 * in docs/design/polynomial.md#measured-choices.
 */
#ifndef TCUI_POLYNOMIAL_CUDA_TUNING_H
#define TCUI_POLYNOMIAL_CUDA_TUNING_H

#include "primitives/context/context_internal.h"

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
    /* grid/: products (shapes: grid/policy.cuh) */
    TCUI_POLYNOMIAL_GRID_THREADS = 256,
    TCUI_POLYNOMIAL_GRID_BLOCKS = 2,
    TCUI_POLYNOMIAL_GRID_BLOCKS_IN_ALL = 4,         /* where there are points enough */
    TCUI_POLYNOMIAL_GRID_SHARED_BYTES = 100 * 1024, /* of a block's coefficients */
    TCUI_POLYNOMIAL_GRID_POINT_TILES = 16,          /* that a block goes over, at most */
    TCUI_POLYNOMIAL_GRID_TILES_IN_STEP = 4, /* of rows; f64, degree 31: 2.33 : 2.44 with 16, 2.66 with no waits */
    /* Rows that are no whole vectors: up to how many times the degree of other rows warps write in step. */
    TCUI_POLYNOMIAL_GRID_ELEMENTS_IN_STEP = 4,  /* f32, degree 127: 3.0 : 3.7; 191: 4.0 : 3.8 */
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
};

/* The least degrees that products pay from: values of many polynomials written, also as f16 or bf16, of few polynomials
 * written, and values reduced. */
typedef struct tcui_polynomial_degrees {
    uint64_t write, write_halves, write_few, reduce;
} tcui_polynomial_degrees;

typedef struct tcui_polynomial_policy {
    /* values/: the least degree that pays; of one polynomial of monomials; the most. */
    uint64_t values_least_degree, values_least_degree_of_one, values_most_degree;
    /* Points of a row, at least; of a grid of at least grid_least_rows. Rows of a grid at most, and of any. */
    uint64_t values_least_points, values_least_grid_points, values_most_grid_rows, values_most_rows;
    uint64_t values_least_steps; /* multiply-adds in all */
    /* grid/: rows at least, and from which they are many; multiply-adds of Horner's scheme in all: with fewer two more
     * launches cost more. */
    uint64_t grid_least_rows, grid_few_rows, grid_least_steps;
    uint64_t grid_elements_degree; /* the least of rows that are no whole vectors */
    tcui_polynomial_degrees f32, f64, half;
    uint64_t table_most_of_batch; /* table/: points of a batch, at most */
} tcui_polynomial_policy;

/* (Least degrees of products: 1024 polynomials at 2^20 points, few: 16 at 2^24.) */
static const tcui_polynomial_policy tcui_polynomial_own_policy = {
    .values_least_degree = 12,        /* degree 15, 64 at 2^22 points: .184 : .196 by Horner's scheme */
    .values_least_degree_of_one = 16, /* monomials of degree 15: .146 : .141 by plain/one.cuh */
    .values_most_degree = 4096,
    .values_least_points = 1 << 19,
    .values_least_grid_points = 1 << 20,
    .values_most_grid_rows = 64, /* degree 63: 64 at 2^22 .193 : .237 by products; 1024 at 2^20 .975 : .758 */
    .values_most_rows = 1 << 12, /* 512 MB of tables */
    .values_least_steps = 1 << 28,
    .grid_least_rows = 9,
    .grid_few_rows = 64,
    .grid_least_steps = 1 << 27,
    .grid_elements_degree = 40,  /* f64, degree 31: 3.4 : 3.0 by Horner's scheme; 63: 4.2 : 5.3 */
    .f32 = {.write = 24,         /* degree 27: 1.19 : 1.34 by Horner's scheme; 23: 1.19 : 1.17 */
            .write_few = 44,     /* H100, degree 63: .54 : .71 by Horner's scheme; 31: .48 : .41 */
            .reduce = 5},        /* degree 15, 2^19 points: .33 : .85 by Horner's scheme */
    .f64 = {.write = 26,         /* degree 27: 2.32 : 2.48 by Horner's scheme; 23: 2.32 : 2.22 */
            .write_few = 42,     /* degree 63: 1.09 : 1.48 by Horner's scheme */
            .reduce = 9},        /* degree 15: 1.19 : 1.54 by Horner's scheme; 7: 1.19 : .92 */
    .half = {.write = 24,        /* degree 31: 1.14 : 1.51 by Horner's scheme; 23: 1.29 : 1.18 */
             .write_halves = 13, /* degree 15: .63 : .75 by Horner's scheme */
             .write_few = 48,    /* degree 63: .48 : .79 by Horner's scheme */
             .reduce = 4},       /* degree 15, 2^19 points: .26 : .85 by Horner's scheme */
    .table_most_of_batch = 3072, /* 10^8 in batches of 2048 .362 : .745, of 4096 .372 : .367 */
};

static inline const tcui_polynomial_policy *tcui_polynomial_policy_of(const tcu_context *context)
{
    const tcui_polynomial_policy *policy = (const tcui_polynomial_policy *)context->policies[TCUI_POLYNOMIAL];
    return policy != NULL ? policy : &tcui_polynomial_own_policy;
}

#endif /* TCUI_POLYNOMIAL_CUDA_TUNING_H */
