/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What Horner's and Clenshaw's schemes make of infinities, NaNs and overflow, in the type itself: with a rounding after
 * each product and without; and in a wider type, which is as good where only steps overflow. Series of derivatives begin
 * with as many zeros as they have less terms. Where a step comes so near to overflow that another rounding would tip it
 * over, everything is allowed.
 */
#include <math.h>

#include "oracle.h"

static unsigned kind_of(double value)
{
    return isnan(value)    ? TEST_IS_NAN
           : !isinf(value) ? TEST_IS_FINITE
           : value > 0     ? TEST_IS_INFINITE
                           : TEST_IS_MINUS_INFINITE;
}

/* A double rounded to the type that the polynomials are evaluated in. */
static double round_to(tcu_type type, double value)
{
    return type == TCU_TYPE_F64 ? value : (double)(float)value;
}

static double step(tcu_type type, double sum, double t, double coefficient, bool fused)
{
    if (type == TCU_TYPE_F64) {
        return fused ? fma(sum, t, coefficient) : sum * t + coefficient;
    }
    return fused ? (double)fmaf((float)sum, (float)t, (float)coefficient)
                 : (double)((float)sum * (float)t + (float)coefficient);
}

/* Whether a wider type's sum lies about where the type ends. */
static bool is_near(long double sum, double largest)
{
    const long double size = fabsl(sum);
    return size > largest * 0.99L && size < largest * 1.01L;
}

static unsigned monomial_kinds(const test_point *point, uint32_t j, const double *coefficients)
{
    const test_polynomials *f = point->polynomials;
    const double largest = test_polynomial_largest(f->type);
    unsigned kinds = 0;
    if (j > 0 && f->degree > 0 && !isfinite(point->rounded_t)) {
        return TEST_IS_NAN; /* 0 t */
    }
    for (int fused = 0; fused < 2; fused++) {
        double sum = 0;
        long double wide = 0;
        for (uint64_t k = f->degree + 1; k-- > j;) {
            const test_dd derived = test_derived_coefficient(point, coefficients[k], k, j);
            const double coefficient = round_to(f->type, derived.high);
            const bool first = k == f->degree;
            sum = first ? coefficient : step(f->type, sum, point->rounded_t, coefficient, fused);
            wide = first ? (long double)derived.high : wide * (long double)point->rounded_t + (long double)derived.high;
            const double size = test_derived_size(point, coefficients[k], k, j);
            if (is_near(wide, largest) || (j > 0 && isfinite(coefficients[k]) && size > 0.99 * largest)) {
                return TEST_IS_ANYTHING;
            }
        }
        /* (A type wide enough for every step makes of an overflow the infinity of the value's own sign.) */
        kinds |= kind_of(sum) | kind_of(round_to(f->type, (double)wide));
    }
    return kinds;
}

/* Clenshaw's sums have differences of infinities early: which kind comes out is not looked at. */
static unsigned chebyshev_kinds(const test_point *point, uint32_t j, const double *coefficients)
{
    const test_polynomials *f = point->polynomials;
    if (f->degree == 0) {
        return j == 0 ? kind_of(coefficients[0]) : TEST_IS_FINITE;
    }
    bool is_nan = isnan(point->rounded_t) || (j > 0 && !isfinite(point->rounded_t)), is_finite = point->x_is_finite;
    for (uint64_t k = j; k <= f->degree; k++) {
        is_nan |= isnan(coefficients[k]);
        is_finite &= isfinite(coefficients[k]) != 0;
    }
    return is_nan ? TEST_IS_NAN : is_finite ? TEST_IS_ANYTHING : TEST_IS_NONFINITE;
}

unsigned test_point_kinds(const test_point *point, uint32_t j, uint64_t p)
{
    const test_polynomials *f = point->polynomials;
    const double *coefficients = f->coefficients + p * (f->degree + 1);
    if (point->is_far) {
        return TEST_IS_ANYTHING;
    }
    return f->basis == TCU_BASIS_CHEBYSHEV ? chebyshev_kinds(point, j, coefficients)
                                           : monomial_kinds(point, j, coefficients);
}
