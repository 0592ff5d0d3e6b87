/* SPDX-License-Identifier: Apache-2.0 */
/* Least squares in the Chebyshev basis. */
#ifndef TCU_EXAMPLES_CHEBYSHEV_FIT_H
#define TCU_EXAMPLES_CHEBYSHEV_FIT_H

enum { FIT_NODES = 256 };

/*
 * Coefficients c[0] ... c[FIT_NODES - 1] of a function on the interval from `lower` to `upper`. For every degree d below
 * FIT_NODES, c[0] T_0(t) + ... + c[d] T_d(t) is the polynomial of this degree with the least squares of errors at the
 * nodes, t = (2 x - lower - upper) / (upper - lower).
 */
void fit_chebyshev(double (*function)(double x), double lower, double upper, double c[FIT_NODES]);

#endif /* TCU_EXAMPLES_CHEBYSHEV_FIT_H */
