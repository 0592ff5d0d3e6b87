/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers of twice the digits of double, high + low with |low| at most half an ulp of high: exact sums and products of
 * two doubles, and sums, products and quotients of such numbers within about 2^-104 (T. J. Dekker: "A Floating-Point
 * Technique for Extending the Available Precision", Numerische Mathematik 18, 1971).
 */
#ifndef TEST_POLYNOMIAL_DOUBLE_DOUBLE_H
#define TEST_POLYNOMIAL_DOUBLE_DOUBLE_H

#include <math.h>

typedef struct test_dd {
    double high, low;
} test_dd;

static inline test_dd test_dd_of(double a)
{
    return (test_dd){a, 0};
}

static inline test_dd test_dd_normal(double a, double b)
{
    const double sum = a + b;
    return (test_dd){sum, b - (sum - a)};
}

/* Knuth's TwoSum. */
static inline test_dd test_two_sum(double a, double b)
{
    const double sum = a + b, part = sum - a;
    return (test_dd){sum, (a - (sum - part)) + (b - part)};
}

static inline test_dd test_two_product(double a, double b)
{
    const double product = a * b;
    return (test_dd){product, fma(a, b, -product)};
}

static inline test_dd test_dd_add(test_dd a, test_dd b)
{
    const test_dd high = test_two_sum(a.high, b.high), low = test_two_sum(a.low, b.low);
    const test_dd sum = test_dd_normal(high.high, high.low + low.high);
    return test_dd_normal(sum.high, sum.low + low.low);
}

static inline test_dd test_dd_multiply(test_dd a, test_dd b)
{
    const test_dd product = test_two_product(a.high, b.high);
    return test_dd_normal(product.high, product.low + (a.high * b.low + a.low * b.high));
}

static inline test_dd test_dd_scale(test_dd a, double b)
{
    const test_dd product = test_two_product(a.high, b);
    return test_dd_normal(product.high, fma(a.low, b, product.low));
}

static inline test_dd test_dd_negative(test_dd a)
{
    return (test_dd){-a.high, -a.low};
}

/* One step of long division, and another one for the rest. */
static inline test_dd test_dd_divide(test_dd a, test_dd b)
{
    const double first = a.high / b.high;
    const test_dd rest = test_dd_add(a, test_dd_negative(test_dd_scale(b, first)));
    const double second = rest.high / b.high;
    const test_dd last = test_dd_add(rest, test_dd_negative(test_dd_scale(b, second)));
    return test_dd_add(test_dd_normal(first, second), test_dd_of(last.high / b.high));
}

/* a * t + b, the step of Horner's scheme. */
static inline test_dd test_dd_step(test_dd a, test_dd t, test_dd b)
{
    return test_dd_add(test_dd_multiply(a, t), b);
}

#endif /* TEST_POLYNOMIAL_DOUBLE_DOUBLE_H */
