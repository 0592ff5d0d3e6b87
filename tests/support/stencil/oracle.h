/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a stencil's results should be, and how far from it they may lie, from the definitions in tcu/stencil.h: the taps
 * of each point, one by one, summed in long double. Convolutions, layers and differences are stencils whose points are
 * some steps apart.
 */
#ifndef TEST_STENCIL_ORACLE_H
#define TEST_STENCIL_ORACLE_H

#include "taps.h"

/* Output point i reads the input points i * step + first + offset, of three axes. */
typedef struct test_grid {
    tcu_type type;
    uint64_t in[TEST_AXES], out[TEST_AXES];
    int64_t step[TEST_AXES], first[TEST_AXES];
    tcu_boundary boundaries[TEST_AXES];
    long double constant;
    uint64_t channels, batch;
    uint32_t in_fields, out_fields;
    const test_taps *footprint;
    uint64_t *first_tap;                     /* of each output field, and behind the last one: of coupled taps */
    int64_t low[TEST_AXES], high[TEST_AXES]; /* the footprint's box */
    const double *bias;                      /* of each output field, or NULL */
    unsigned roundings;                      /* beside one a tap: 2, and more where the matrix unit may be used */
    long double lost;                        /* what a weight may be off by besides, times the largest one */
    bool is_product;                         /* sums along one axis may be formed first, of factors up to 1 */
    bool is_exact;                           /* weights and values are such that nothing is rounded in the sum */
} test_grid;

/* Sets the footprint, and what follows from it. */
void test_grid_open(test_grid *grid, const test_taps *footprint);
void test_grid_close(test_grid *grid);

uint64_t test_grid_in_elements(const test_grid *grid);
uint64_t test_grid_out_elements(const test_grid *grid);

/* One element, (batch, field, point, channel). */
typedef struct test_place {
    uint64_t batch, field, point[TEST_AXES], channel;
} test_place;

/* Its number in a dense array of such fields. */
uint64_t test_place_number(const test_place *place, uint32_t fields, const uint64_t extents[TEST_AXES],
                           uint64_t channels);

/* The next place in that order; false behind the last one. */
bool test_place_next(test_place *place, uint64_t batch, uint32_t fields, const uint64_t extents[TEST_AXES],
                     uint64_t channels);

/* A result before it is rounded to the type. */
typedef struct test_sum {
    long double value;
    long double error; /* how far from it a finite result may lie */
    bool may_overflow; /* terms are finite, but sums of some may be too large for what is computed in */
    bool is_kept;      /* it is the input, bit by bit */
} test_sum;

/* Of dense values; `errors` says how far off they may be, NULL: not at all. */
test_sum test_grid_sum(const test_grid *grid, const long double *values, const long double *errors,
                       const test_place *place);

/* One time step of all values, in place. Of f16 and bf16 they may be rounded by the library or not. */
void test_grid_step(test_grid *grid, long double *values, long double *errors);

/* Whether an element of the type is the sum, rounded. */
bool test_sum_accepts(const test_sum *sum, tcu_type type, long double got);

#endif /* TEST_STENCIL_ORACLE_H */
