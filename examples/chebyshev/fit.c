/* SPDX-License-Identifier: Apache-2.0 */
#include "fit.h"

#include <math.h>

static const double pi = 3.141592653589793;

/* T_k(t_j). (Multiples of pi / (2 N) modulo 2 pi are exact as integers; as arguments of cos() large ones are not.) */
static double chebyshev_at_node(int k, int j)
{
    return cos(k * (2 * j + 1) % (4 * FIT_NODES) * (pi / (2 * FIT_NODES)));
}

/*
 * At the nodes t_j = cos((2 j + 1) pi / (2 N)), Chebyshev polynomials are orthogonal:
 *
 *     sum over j of T_k(t_j) T_l(t_j) = 0 (k != l), N / 2 (k = l > 0), N (k = l = 0),    k, l < N
 *
 * So the normal equations are diagonal, and no coefficient depends on the degree: c_k = 2/N sum over j of f(x_j) T_k(t_j),
 * half of it for k = 0.
 */
void fit_chebyshev(double (*function)(double x), double lower, double upper, double c[FIT_NODES])
{
    double values[FIT_NODES];
    for (int j = 0; j < FIT_NODES; j++) {
        values[j] = function(((upper - lower) * chebyshev_at_node(1, j) + lower + upper) / 2);
    }
    for (int k = 0; k < FIT_NODES; k++) {
        double sum = 0;
        for (int j = 0; j < FIT_NODES; j++) {
            sum += values[j] * chebyshev_at_node(k, j);
        }
        c[k] = (k == 0 ? 1 : 2) * sum / FIT_NODES;
    }
}
