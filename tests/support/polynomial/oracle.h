/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a polynomial's value should be, and how far from it a result may lie, from the definitions in tcu/polynomial.h:
 * in numbers of twice double's digits, Horner's scheme for monomials and the recurrence of the Chebyshev polynomials,
 * derivatives from their definitions. It knows nothing of baby steps, scaling or derived coefficients.
 */
#ifndef TEST_POLYNOMIAL_ORACLE_H
#define TEST_POLYNOMIAL_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

#include <tcu/tcu.h>

#include "double_double.h"

/* The polynomials of a plan. */
typedef struct test_polynomials {
    tcu_type type;
    tcu_basis basis;
    uint64_t count, degree;
    uint32_t derivatives;
    double lower, upper;        /* both 0: t is x */
    const double *coefficients; /* of polynomial p from p * (degree + 1) on */
    const char *path;           /* the code path of the call, which says how accurate results are */
} test_polynomials;

/* Kinds of results, as bits. */
enum {
    TEST_IS_FINITE = 1,
    TEST_IS_INFINITE = 2,
    TEST_IS_MINUS_INFINITE = 4,
    TEST_IS_NAN = 8,
    TEST_IS_NONFINITE = TEST_IS_INFINITE | TEST_IS_MINUS_INFINITE | TEST_IS_NAN,
    TEST_IS_ANYTHING = TEST_IS_FINITE | TEST_IS_NONFINITE
};

/* What may come out of one evaluation, before it is rounded to a narrower type. */
typedef struct test_expected {
    unsigned kinds;
    test_dd value;    /* where it may be finite */
    double magnitude; /* S of the header: the sum of the terms' magnitudes */
    double error;     /* how far from the value a finite result may lie */
    bool overflows;   /* terms are finite, but they, or sums of some, may be too large for the type */
} test_expected;

/* A point, and what is the same for all polynomials there. */
typedef struct test_point {
    const test_polynomials *polynomials;
    bool has_interval;
    bool x_is_finite;
    double centre;               /* of the interval */
    test_dd t, scale;            /* scale: dt / dx */
    double t_error;              /* how far from t the variable may lie that the library forms */
    double rounded_t;            /* that variable, or near it */
    bool is_far;                 /* finite, but so large that t or 2 t may overflow as they are formed */
    test_dd *chebyshev;          /* derivative j of T_k at t, j * (degree + 1) + k */
    long double *chebyshev_size; /* its largest magnitude for arguments up to |t|, or 1 */
} test_point;

/* Memory of points is of the polynomials' degree and derivatives. */
void test_point_open(test_point *point, const test_polynomials *polynomials);
void test_point_close(test_point *point);

/* x as the library has it: of splines, the rounded difference. */
void test_point_set(test_point *point, double x);

/* Derivative j of polynomial p at the point. */
test_expected test_point_value(const test_point *point, uint32_t j, uint64_t p);

/* 2^-24, or 2^-53 for f64. And what is finite in the type that polynomials of the type are evaluated in. */
double test_polynomial_unit(tcu_type type);
double test_polynomial_largest(tcu_type type);

/* A coefficient of the j-th derivative: of t^(k - j) from that of t^k. */
test_dd test_derived_coefficient(const test_point *point, double coefficient, uint64_t k, uint32_t j);

/* No less than any product of some of its factors. */
double test_derived_size(const test_point *point, double coefficient, uint64_t k, uint32_t j);

/* Which kinds of results Horner's scheme (Clenshaw's) in the type makes, where terms are not finite or might overflow;
 * infinities of finite terms may also be the finite value. */
unsigned test_point_kinds(const test_point *point, uint32_t j, uint64_t p);

/* Whether a result of that type is one that is expected. */
bool test_expected_accepts(const test_expected *expected, tcu_type out_type, double got);

/* A few words on what is expected, for failures; returns `text`. */
const char *test_expected_text(const test_expected *expected, char text[160]);

#endif /* TEST_POLYNOMIAL_ORACLE_H */
