/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Baby steps and giant steps (M. S. Paterson, L. J. Stockmeyer, SIAM J. Comput. 2, 1973) as products of tiles: 16
 * polynomials at 16 points, with 16 powers of these as the rows of B and y = t^16,
 *
 *     C = A_G B,   C = C y + A_g B,  g = G - 1 ... 0        A_g[r][k] = coefficient 16 g + 15 - k of polynomial r
 *                                                           B[k][i] = t_i^(15 - k)
 *
 * Powers are in descending order: where |t| < 1 the smallest terms are added up first, as in Horner's scheme.
 *
 * Example with 2 powers: 1 + 2 t + 3 t^2 + 4 t^3 and 5 - t + 2 t^2 at 2 and 3, where y is 4 and 9:
 *
 *     B = | 2 3 |    A_1 = | 4 3 |    A_0 = |  2 1 |    C = A_1 B = | 11 15 |
 *         | 1 1 |          | 0 2 |          | -1 5 |                |  2  2 |
 *
 *     C y + A_0 B = | 11 * 4  15 * 9 | + |  5  7 | = | 49 142 |
 *                   |  2 * 4   2 * 9 |   |  3  2 |   | 11  20 |
 *
 * An error of y would come in once for each giant step, so y is a sum of two numbers and every power is rounded once.
 *
 * A column of B is one point and a row of A one polynomial, so what is not finite does not spread. Horner's scheme takes
 * over where the steps may do worse:
 *     - 0 < |t| < 2^-60: t^16 is close to the least numbers that there are
 *     - a coefficient beyond 2^960: a product may stay finite where Horner's scheme overflows
 *     - a result beyond 2^1023, infinite or NaN, of the input's doing or because a power has overflowed
 */
#include <math.h>

#include "internal.h"
#include "pair.h"

enum { EDGE = TCUI_REFERENCE_EDGE };

tcui_series_powers tcui_series_powers_of(const double t[EDGE])
{
    tcui_series_powers powers;
    for (int i = 0; i < EDGE; i++) {
        tcui_pair power = {1, 0};
        for (int k = EDGE - 1; k >= 0; k--) {
            powers.B.at[k][i] = power.high;
            power = tcui_pair_multiply(power, t[i]);
        }
        powers.t[i] = t[i];
        powers.y[i] = power.high;
        powers.y_low[i] = power.low;
    }
    return powers;
}

/* A_g; rows that are not there are 0. */
static tcui_reference_tile coefficients_of(const tcui_series *s, uint64_t first, uint64_t num_rows, uint64_t g)
{
    tcui_reference_tile A = {{{0}}};
    for (uint64_t r = 0; r < num_rows; r++) {
        for (uint64_t k = 0; k < EDGE; k++) {
            A.at[r][k] = tcui_series_coefficient(s, first + r, g * EDGE + (EDGE - 1 - k));
        }
    }
    return A;
}

/* C = C y. */
static void giant_step(tcui_reference_tile *C, const tcui_series_powers *powers)
{
    for (int r = 0; r < EDGE; r++) {
        for (int i = 0; i < EDGE; i++) {
            C->at[r][i] = C->at[r][i] * powers->y[i] + C->at[r][i] * powers->y_low[i];
        }
    }
}

static bool has_large_coefficient(const tcui_reference_tile *A, uint64_t r)
{
    for (int k = 0; k < EDGE; k++) {
        if (!(fabs(A->at[r][k]) <= 0x1p960)) {
            return true;
        }
    }
    return false;
}

tcui_reference_tile tcui_series_tile(const tcui_series *s, uint64_t first, uint64_t num_rows,
                                     const tcui_series_powers *powers)
{
    tcui_reference_tile C = {{{0}}};
    bool is_large[EDGE] = {false};
    for (uint64_t g = s->polynomials->degree / EDGE + 1; g-- > 0;) {
        const tcui_reference_tile A = coefficients_of(s, first, num_rows, g);
        giant_step(&C, powers);
        tcui_reference_multiply(&C, &A, &powers->B);
        for (uint64_t r = 0; r < num_rows; r++) {
            is_large[r] = is_large[r] || has_large_coefficient(&A, r);
        }
    }
    for (uint64_t r = 0; r < num_rows; r++) {
        for (int i = 0; i < EDGE; i++) {
            const bool is_tiny = powers->t[i] != 0 && fabs(powers->t[i]) < 0x1p-60;
            if (is_large[r] || is_tiny || !(fabs(C.at[r][i]) <= 0x1p1023)) {
                C.at[r][i] = tcui_series_value(s, first + r, powers->t[i]);
            }
        }
    }
    return C;
}
