/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A number of some 106 bits as a sum of two f64 that is not evaluated (T. J. Dekker, Numer. Math. 18, 1971). The rounding
 * error of a product of two f64 is a f64 too, and fma() gives it:
 *
 *     a b = product + error,    product = a * b rounded,    error = fma(a, b, -product)
 *
 * With 3 digits instead of 53 bits: 4.57 * 6.89 = 31.4873 is 31.5 + -0.0127.
 */
#ifndef TCUI_POLYNOMIAL_REFERENCE_PAIR_H
#define TCUI_POLYNOMIAL_REFERENCE_PAIR_H

#include <math.h>

typedef struct tcui_pair {
    double high, low; /* |low| is at most half a unit in the last place of high */
} tcui_pair;

static inline tcui_pair tcui_pair_multiply(tcui_pair a, double b)
{
    const double product = a.high * b;
    if (!isfinite(product)) {
        return (tcui_pair){product, 0};
    }
    const double error = fma(a.high, b, -product) + a.low * b;
    const double high = product + error;
    return (tcui_pair){high, error - (high - product)};
}

#endif /* TCUI_POLYNOMIAL_REFERENCE_PAIR_H */
