/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Powers of 16 points, as the baby steps and the giant steps need them (steps.h). A power's error would show in all that
 * it multiplies, and be raised to the power of d / 64 where that is done over and over again: so powers are formed as
 * pairs of f64, high + low, whose relative error is about 2^-104, and rounded once.
 */
#ifndef TCUI_POLYNOMIAL_HOST_POWERS_H
#define TCUI_POLYNOMIAL_HOST_POWERS_H

#include <math.h>

#include "primitives/tile/host/tile.h"

/* Tiles of powers, and the points that each is about. */
enum { TCUI_POWERS_TILES = 4, TCUI_POWERS = TCUI_POWERS_TILES * TCUI_TILE_EDGE };

typedef struct tcui_powers {
    tcui_tile_f64 B[TCUI_POWERS_TILES];                           /* row k of tile j: t^(16 j + k) */
    _Alignas(64) double y[TCUI_TILE_EDGE], y_low[TCUI_TILE_EDGE]; /* t^64, a pair; from degree 64 on */
    bool is_tiny[TCUI_TILE_EDGE];                                 /* t^64 is close to the denormal numbers, or is one */
    bool any_is_tiny;
} tcui_powers;

/* The upper 26 bits of a: what is left has 27. (No FMA, which not all instruction sets have.) */
TCUI_ALWAYS_INLINE double tcui_upper_half(double a)
{
    return tcui_f64_of_bits(tcui_bits_of_f64(a) & ~(uint64_t)0x7ffffff);
}

/* (high + low) *= t + t_low. Products of halves are exact, or as good as that, and give the rounding error of high * t
 * (T. J. Dekker, Numer. Math. 18, 1971). */
TCUI_ALWAYS_INLINE void tcui_multiply_pair(double *high, double *low, double t, double t_low)
{
    const double product = *high * t;
    const double a = tcui_upper_half(*high), a_rest = *high - a, b = tcui_upper_half(t), b_rest = t - b;
    const double error = ((a * b - product) + a * b_rest + a_rest * b) + a_rest * b_rest;
    const double small = error + (*high * t_low + *low * t);
    *high = product + small;
    *low = small - (*high - product);
}

/* As far as the degree needs them. Where they need not be `exact`, each is rounded as often as it is multiplied. */
TCUI_ALWAYS_INLINE void tcui_powers_of(const double t[TCUI_TILE_EDGE], uint64_t degree, bool exact, tcui_powers *powers)
{
    double high[TCUI_TILE_EDGE], low[TCUI_TILE_EDGE];
    int any_is_tiny = 0;
    for (int i = 0; i < TCUI_TILE_EDGE; i++) {
        high[i] = 1;
        low[i] = 0;
        powers->is_tiny[i] = (t[i] != 0) & (fabs(t[i]) < 0x1p-15);
        any_is_tiny |= powers->is_tiny[i];
    }
    powers->any_is_tiny = any_is_tiny != 0;
    /* (Products read rows of B four at a time, and eight behind the fourth.) */
    const int rows = degree >= TCUI_POWERS ? TCUI_POWERS : degree < 4 ? 4 : (int)degree / 8 * 8 + 8;
    TCUI_KEEP_LOOP
    for (int k = 0; k < rows; k++) {
        double *power = powers->B[k / TCUI_TILE_EDGE].at[k % TCUI_TILE_EDGE];
        for (int i = 0; i < TCUI_TILE_EDGE; i++) {
            power[i] = high[i];
            if (exact) {
                tcui_multiply_pair(&high[i], &low[i], t[i], 0);
            } else {
                high[i] *= t[i];
            }
        }
    }
    for (int i = 0; i < TCUI_TILE_EDGE; i++) {
        powers->y[i] = high[i];
        powers->y_low[i] = low[i];
    }
}

#endif /* TCUI_POLYNOMIAL_HOST_POWERS_H */
