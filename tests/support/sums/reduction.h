/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operators, maps, NaN modes and initial values of reductions and scans: which go together, and what results should be: a
 * serial loop over doubles, long doubles and 64-bit integers, which knows nothing of order bits, chunks or neutral elements
 * of tiles.
 */
#ifndef TEST_SUMS_REDUCTION_H
#define TEST_SUMS_REDUCTION_H

#include "operation.h"
#include "oracle.h"
#include "source.h"
#include "test_random.h"

/* Zeros: a plain sum. */
typedef struct test_reduction {
    tcu_operator op;
    tcu_map map;
    tcu_nan_mode nan_mode;
    bool has_initial;
    unsigned char initial[8]; /* an element of the output's type, at any address */
    bool reproducible;        /* TCU_SUM_REPRODUCIBLE */
} test_reduction;

/* The operators with each of their maps. */
enum { TEST_REDUCTION_COUNT = 14 };
extern const test_reduction test_reductions[TEST_REDUCTION_COUNT];

extern const char *const test_operator_names[];
extern const char *const test_map_names[];

bool test_reduction_is_plain(const test_reduction *reduction);

/* Whether the operator with its map takes elements of type `in` and results of type `out`. */
bool test_reduction_takes(const test_reduction *reduction, test_pair pair);

/* Gives it a NaN mode, and every other time an initial value. */
void test_reduction_vary(test_reduction *reduction, tcu_type out_type, test_random *random);

/* Every other time it is to be reproducible, where the operation has that. */
void test_reduction_draw_mode(test_reduction *reduction, test_operation operation, tcu_type out_type,
                              test_random *random);

/* Elements for it: of products mostly those that stay in range, of MIN and MAX often NaN, else any. */
test_distribution test_reduction_elements(const test_reduction *reduction, test_random *random);

/* Whether the operation has it: scans have no maps. */
bool test_operation_has(test_operation operation, const test_reduction *reduction);

/* One that takes the pair, which is one of sums, varied: every other time, else a plain sum. */
test_reduction test_reduction_random(test_operation operation, test_pair pair, test_random *random);

tcu_reduce_options test_reduction_options(const test_reduction *reduction);
tcu_scan_options test_scan_options(const test_reduction *reduction);

/* What some elements should come to. */
typedef struct test_fold {
    const test_reduction *reduction;
    tcu_type in_type, out_type;
    oracle sum;          /* of sums */
    uint64_t count;      /* elements of products, with the initial value, and of MIN and MAX, but NaN that is ignored */
    long double product; /* of the magnitudes of finite reals that are not zero */
    double grows, shrinks; /* the sum of the binary logarithms of those above 1, and of those below */
    bool is_negative, has_zero, has_infinity, has_nan; /* of products */
    double extremum;                                   /* of reals; has_nan if it is NaN */
    uint64_t bits;                                     /* of integers but sums */
} test_fold;

test_fold test_fold_begin(const test_reduction *reduction, tcu_type in_type, tcu_type out_type);

/* Elements as test_read_reals() and test_read_integers() read them. */
void test_fold_real(test_fold *fold, double x);
void test_fold_integer(test_fold *fold, uint64_t x);

/* Whether the result, read likewise, is right: within the bounds of sums and products, exactly of all else. `element`
 * is where it was read: a NaN of MIN and MAX has to be a quiet one. */
bool test_fold_accepts_real(const test_fold *fold, double got, const void *element);
bool test_fold_accepts_integer(const test_fold *fold, uint64_t got);

/* What it should be as a number to print. */
double test_fold_expected_real(const test_fold *fold);
uint64_t test_fold_expected_integer(const test_fold *fold);

#endif /* TEST_SUMS_REDUCTION_H */
