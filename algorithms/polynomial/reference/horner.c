/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One polynomial at one point.
 *
 *     Horner      p = c_0 + t (c_1 + t (c_2 + ...)):   h = c_d;  h = h t + c_k,  k = d - 1 ... 0
 *
 *     1 + 2 t + 3 t^2 at t = 2:   3,   3 * 2 + 2 = 8,   8 * 2 + 1 = 17
 *
 *     Clenshaw    p = sum of c_k T_k(t), T_(k+1) = 2 t T_k - T_(k-1):
 *                 b_k = c_k + 2 t b_(k+1) - b_(k+2),  k = d ... 1;   p = c_0 + t b_1 - b_2
 *
 *     1 + 2 T_1 + 3 T_2 at t = 0.5:   b_2 = 3,   b_1 = 2 + 3 - 0 = 5,   p = 1 + 2.5 - 3 = 0.5
 *
 * The first step takes c_d as it is: 0 t + c_d would be NaN where t is infinite.
 */
#include "internal.h"

static double horner(const tcui_series *s, uint64_t row, double t)
{
    uint64_t k = s->polynomials->degree;
    double h = tcui_series_coefficient(s, row, k);
    while (k-- > 0) {
        h = h * t + tcui_series_coefficient(s, row, k);
    }
    return h;
}

static double clenshaw(const tcui_series *s, uint64_t row, double t)
{
    uint64_t k = s->polynomials->degree;
    double b = tcui_series_coefficient(s, row, k), b_above = 0;
    if (k == 0) {
        return b;
    }
    while (--k > 0) {
        const double b_k = tcui_series_coefficient(s, row, k) + (2 * t * b - b_above);
        b_above = b;
        b = b_k;
    }
    return tcui_series_coefficient(s, row, 0) + (t * b - b_above);
}

double tcui_series_value(const tcui_series *s, uint64_t row, double t)
{
    return s->polynomials->basis == TCU_BASIS_CHEBYSHEV ? clenshaw(s, row, t) : horner(s, row, t);
}
