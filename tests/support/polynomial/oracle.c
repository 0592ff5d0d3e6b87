/* SPDX-License-Identifier: Apache-2.0 */
#include "oracle.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_types.h"

double test_polynomial_unit(tcu_type type)
{
    return type == TCU_TYPE_F64 ? 0x1p-53 : 0x1p-24;
}

double test_polynomial_largest(tcu_type type)
{
    return type == TCU_TYPE_F64 ? DBL_MAX : FLT_MAX;
}

/*
 * The bounds, in units of u S, from "Accuracy" in tcu/polynomial.h: 2 d of Horner's scheme and of f64; on the matrix unit
 * (path "grid") those of f32 and halves. Clenshaw's scheme has d^2 there, which single coefficients near the
 * ends of the interval come to (test_polynomial_accuracy.c); of random ones d^1.5 is enough.
 */
static double error_factor(const test_polynomials *f, uint32_t j)
{
    const double degree = (double)f->degree;
    if (f->basis == TCU_BASIS_CHEBYSHEV) {
        return 8 + 2 * degree * sqrt(degree) + (j == 0 ? 0 : 2.0 * j + 2);
    }
    const bool is_half = f->type == TCU_TYPE_F16 || f->type == TCU_TYPE_BF16;
    const bool on_unit = strcmp(f->path, "grid") == 0;
    if (on_unit && is_half) { /* (coefficients of derivatives, and all their roundings, are in it) */
        return j == 0 ? 0x1p13 : 0x1p14;
    }
    const double steps = on_unit && f->type == TCU_TYPE_F32 ? 13 + degree / 8 : 2 * degree;
    const bool has_interval = f->lower != 0 || f->upper != 0;
    const double of_scale = has_interval ? 2.0 * j * 0x1p-53 / test_polynomial_unit(f->type) : 0;
    return steps + (j == 0 ? 0 : 1 + of_scale);
}

/* ---------------------------------------------------------------------------------------------------- points --- */

void test_point_open(test_point *point, const test_polynomials *polynomials)
{
    *point = (test_point){.polynomials = polynomials, .scale = {1, 0}};
    point->has_interval = polynomials->lower != 0 || polynomials->upper != 0;
    if (point->has_interval) {
        point->centre = 0.5 * polynomials->lower + 0.5 * polynomials->upper;
        const test_dd width = test_two_sum(polynomials->upper, -polynomials->lower);
        point->scale = test_dd_divide(test_dd_of(2), width);
    }
    if (polynomials->basis == TCU_BASIS_CHEBYSHEV) {
        /* (One more derivative than is asked for: what an error of t does to the last one.) */
        const size_t numbers = (size_t)(polynomials->derivatives + 2) * (polynomials->degree + 1);
        point->chebyshev = calloc(numbers, sizeof *point->chebyshev);
        point->chebyshev_size = calloc(numbers, sizeof *point->chebyshev_size);
        cr_assert(point->chebyshev != NULL && point->chebyshev_size != NULL);
    }
}

void test_point_close(test_point *point)
{
    free(point->chebyshev);
    free(point->chebyshev_size);
}

/* T_(k+1) = 2 t T_k - T_(k-1), differentiated j times: T_(k+1)^(j) = 2 t T_k^(j) + 2 j T_k^(j-1) - T_(k-1)^(j). */
static void set_chebyshev(test_point *point)
{
    const uint64_t degree = point->polynomials->degree, row = degree + 1;
    const double t_size = fmax(1, fabs(point->t.high));
    const test_dd twice = test_dd_scale(point->t, 2);
    for (uint32_t j = 0; j <= point->polynomials->derivatives + 1; j++) {
        test_dd *values = point->chebyshev + j * row;
        long double *sizes = point->chebyshev_size + j * row;
        for (uint64_t k = 0; k <= degree; k++) {
            if (k < 2) {
                values[k] = j == 0 ? (k == 0 ? test_dd_of(1) : point->t) : test_dd_of(j == 1 && k == 1);
                sizes[k] = j == 0 ? (k == 0 ? 1 : t_size) : j == 1 && k == 1;
                continue;
            }
            values[k] = test_dd_add(test_dd_multiply(twice, values[k - 1]), test_dd_negative(values[k - 2]));
            const bool is_finite = isfinite(sizes[k - 1]) != 0; /* infinities have no difference */
            sizes[k] = is_finite ? 2 * t_size * sizes[k - 1] - sizes[k - 2] : (long double)INFINITY;
            if (j > 0) {
                values[k] = test_dd_add(values[k], test_dd_scale((values - row)[k - 1], 2.0 * j));
                sizes[k] += 2.0 * j * (sizes - row)[k - 1];
            }
        }
    }
}

void test_point_set(test_point *point, double x)
{
    const test_polynomials *f = point->polynomials;
    if (point->has_interval && isfinite(x) && !isfinite(x - point->centre)) {
        x = x - point->centre; /* an infinite t */
    }
    point->x_is_finite = isfinite(x);
    point->t = test_dd_of(x);
    point->rounded_t = x;
    point->t_error = 0;
    if (point->has_interval) {
        const test_dd ends = test_two_sum(f->lower, f->upper);
        if (point->x_is_finite) {
            const test_dd middle = {0.5 * ends.high, 0.5 * ends.low};
            point->t = test_dd_multiply(test_dd_add(test_dd_of(x), test_dd_negative(middle)), point->scale);
        }
        point->t_error = 4 * test_polynomial_unit(f->type) * fabs(point->t.high);
        point->rounded_t = point->x_is_finite ? point->t.high : x;
    }
    if (f->type != TCU_TYPE_F64) {
        point->rounded_t = (float)point->rounded_t;
    }
    point->is_far = point->x_is_finite && (point->has_interval || f->basis == TCU_BASIS_CHEBYSHEV) &&
                    !(fabs(point->rounded_t) < 0.1 * test_polynomial_largest(f->type));
    if (f->basis == TCU_BASIS_CHEBYSHEV) {
        set_chebyshev(point);
    }
}

/* ---------------------------------------------------------------------------------------------------- values --- */

/* k (k - 1) ... (k - j + 1) times the coefficient, and for each derivative once dt / dx. */
test_dd test_derived_coefficient(const test_point *point, double coefficient, uint64_t k, uint32_t j)
{
    test_dd product = test_dd_of(coefficient);
    for (uint32_t i = 0; i < j; i++) {
        product = test_dd_scale(product, (double)k - i);
        product = point->has_interval ? test_dd_multiply(product, point->scale) : product;
    }
    if (!isfinite(product.high)) { /* products of infinities have no rest */
        product = test_dd_of(coefficient);
        for (uint32_t i = 0; i < j; i++) {
            product.high *= ((double)k - i) * point->scale.high;
        }
    }
    return product;
}

double test_derived_size(const test_point *point, double coefficient, uint64_t k, uint32_t j)
{
    double size = fabs(coefficient);
    for (uint32_t i = 0; i < j && i < k; i++) {
        size *= (double)(k - i) * fmax(1, point->scale.high);
    }
    return size;
}

typedef struct sums {
    test_dd value;
    double magnitude; /* of the terms */
    double slope;     /* of the terms of the next derivative with respect to t */
    long double ones; /* of the terms with coefficients 1: where roundings to denormals show */
    double largest;   /* magnitude of a partial sum */
} sums;

static sums sum_monomials(const test_point *point, uint32_t j, const double *coefficients, double factor)
{
    const double t_size = fabs(point->t.high);
    sums s = {{0, 0}, 0, 0, 0, 0};
    for (uint64_t k = point->polynomials->degree + 1; k-- > j;) {
        const test_dd coefficient = test_derived_coefficient(point, coefficients[k] * factor, k, j);
        if (k == point->polynomials->degree) { /* nothing is multiplied yet, not even by a NaN */
            s = (sums){coefficient, fabs(coefficient.high), 0, 1,
                       test_derived_size(point, coefficients[k] * factor, k, j)};
            continue;
        }
        s.value = test_dd_step(s.value, point->t, coefficient);
        s.slope = s.slope * t_size + s.magnitude;
        s.magnitude = s.magnitude * t_size + fabs(coefficient.high);
        s.ones = s.ones * t_size + 1;
        s.largest = fmax(s.largest, fmax(s.magnitude, test_derived_size(point, coefficients[k] * factor, k, j)));
    }
    return s;
}

static sums sum_chebyshev(const test_point *point, uint32_t j, const double *coefficients, double factor)
{
    const uint64_t row = point->polynomials->degree + 1;
    test_dd scale = test_dd_of(factor);
    for (uint32_t i = 0; i < j; i++) {
        scale = test_dd_multiply(scale, point->scale);
    }
    sums s = {{0, 0}, 0, 0, 0, 0};
    long double magnitude = 0, slope = 0;
    for (uint64_t k = 0; k < row; k++) {
        const test_dd coefficient = test_dd_scale(scale, coefficients[k]);
        const double size = fabs(coefficient.high);
        s.ones += point->chebyshev_size[k] * (long double)(k + 1);
        if (size == 0) { /* T_k may be beyond the largest double */
            continue;
        }
        s.value = test_dd_add(s.value, test_dd_multiply(coefficient, point->chebyshev[j * row + k]));
        magnitude += size * point->chebyshev_size[j * row + k];
        slope += size * point->chebyshev_size[(j + 1) * row + k];
    }
    s.magnitude = (double)magnitude;
    s.slope = (double)slope;
    s.largest = 4 * s.magnitude * (double)row; /* Clenshaw's sums may be so much larger than the terms */
    return s;
}

static bool all_finite(const double *coefficients, uint64_t first, uint64_t end)
{
    for (uint64_t k = first; k < end; k++) {
        if (!isfinite(coefficients[k])) {
            return false;
        }
    }
    return true;
}

/* What roundings to denormals may add: in each step of evaluation, and in each of forming derived coefficients, which the
 * factors that follow make larger. */
static double denormal_error(const test_point *point, uint32_t j, long double ones)
{
    const test_polynomials *f = point->polynomials;
    const double row = (double)f->degree + 1, smallest = f->type == TCU_TYPE_F64 ? DBL_TRUE_MIN : 0x1p-149;
    return (double)(4 * smallest * (ones + 1)) * pow(row * row * (1 + point->scale.high), j);
}

test_expected test_point_value(const test_point *point, uint32_t j, uint64_t p)
{
    /* Terms of a power of two less than they are, where their sum would overflow a double. */
    static const double factors[] = {1, 0x1p-600};
    const test_polynomials *f = point->polynomials;
    const double *coefficients = f->coefficients + p * (f->degree + 1);
    const double largest = test_polynomial_largest(f->type);
    const bool is_finite = (f->degree == 0 || (point->x_is_finite && isfinite(point->rounded_t))) &&
                           all_finite(coefficients, j, f->degree + 1);
    test_expected e = {.kinds = TEST_IS_FINITE};
    for (int i = 0; i < 2 && is_finite; i++) {
        const sums s = f->basis == TCU_BASIS_MONOMIAL ? sum_monomials(point, j, coefficients, factors[i])
                                                      : sum_chebyshev(point, j, coefficients, factors[i]);
        const bool in_range = s.largest < largest * 0.99 && isfinite(s.value.high);
        if (in_range && i == 0 && ((point->x_is_finite && !point->is_far) || f->degree == 0)) {
            const double unit = test_polynomial_unit(f->type);
            e.value = s.value;
            e.magnitude = s.magnitude;
            e.error = error_factor(f, j) * unit * s.magnitude;
            e.error += point->t_error > 0 && s.slope > 0 ? point->t_error * s.slope : 0;
            e.error += denormal_error(point, j, s.ones);
            return e;
        }
        /* A larger error than the bound says: it is about overflow. */
        e.value = (test_dd){s.value.high / factors[i], 0};
        e.magnitude = s.magnitude / factors[i];
        e.error = e.magnitude * 0x1p-8 + denormal_error(point, j, s.ones);
        if (isfinite(s.magnitude)) {
            break;
        }
    }
    e.kinds = test_point_kinds(point, j, p);
    e.overflows = is_finite;
    if (is_finite && e.kinds & TEST_IS_NONFINITE && fabs(e.value.high) <= largest * 1.01) {
        e.kinds |= TEST_IS_FINITE;
    }
    if (!is_finite || !isfinite(e.value.high)) { /* no value to compare with */
        e.value = (test_dd){0, 0};
        e.error = INFINITY;
    }
    e.error = isfinite(e.error) ? e.error : INFINITY;
    return e;
}

/* --------------------------------------------------------------------------------------------------- results --- */

/* Half of the distance between neighbours in the type near a number; 0 where nothing is rounded. */
static double rounding(tcu_type out_type, double size)
{
    int exponent;
    if (out_type == TCU_TYPE_F16) {
        frexp(size, &exponent);
        return ldexp(0.5, (exponent < -13 ? -13 : exponent) - 11);
    }
    if (out_type == TCU_TYPE_BF16) {
        frexp(size, &exponent);
        return ldexp(0.5, (exponent < -125 ? -125 : exponent) - 8);
    }
    return 0;
}

bool test_expected_accepts(const test_expected *e, tcu_type out_type, double got)
{
    if (isnan(got)) {
        return (e->kinds & TEST_IS_NAN) != 0;
    }
    if (isinf(got)) {
        const double towards = got > 0 ? e->value.high : -e->value.high;
        return (e->kinds & (got > 0 ? TEST_IS_INFINITE : TEST_IS_MINUS_INFINITE)) != 0 ||
               (e->kinds & TEST_IS_FINITE && towards + e->error >= test_types[out_type].overflow);
    }
    const double difference = fabs((got - e->value.high) - e->value.low);
    return e->kinds & TEST_IS_FINITE && difference <= e->error + rounding(out_type, fabs(e->value.high) + e->error);
}

const char *test_expected_text(const test_expected *e, char text[160])
{
    int length = snprintf(
        text, 160, "%s%s%s%s", e->kinds & TEST_IS_NAN ? "NaN or " : "", e->kinds & TEST_IS_INFINITE ? "inf or " : "",
        e->kinds & TEST_IS_MINUS_INFINITE ? "-inf or " : "", e->kinds & TEST_IS_FINITE ? "" : "nothing else");
    if (e->kinds & TEST_IS_FINITE) {
        snprintf(text + length, 160 - (size_t)length, "%.17g within %.3g, S = %.3g", e->value.high, e->error,
                 e->magnitude);
    }
    return text;
}
