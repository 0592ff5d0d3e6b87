/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Baby steps and giant steps over tiles (M. S. Paterson, L. J. Stockmeyer, SIAM J. Comput. 2, 1973): 16 polynomials are
 * the rows of C, 16 points its columns. With 64 powers in the rows of B, and y = t^64,
 *
 *     B[k][i] = t[i]^k,    C = A_G B;    C = C y + A_g B,  g = G - 1 ... 0        (A_g: 16 x 64, B: 64 x 16)
 *
 * In f64 C is a sum of two tiles, high and low, and a product with a column of B is summed four terms at a time, as a
 * tree. So a term c[k] t^k is rounded in B, when it is multiplied, in two additions, and at the very end: the error is
 * within 5 u S, whatever the degree, where Horner's scheme is within 2 d u S. For other types, whose results are of 24
 * bits or fewer, f64 alone is more than enough.
 *
 * Where this is not as good as Horner's scheme, that is taken instead:
 *     - for 0 < |t| < 2^-15, where t^64 would be close to the denormal numbers
 *     - for polynomials with a coefficient beyond 2^960: products may stay finite where Horner's scheme overflows
 *     - for results beyond 2^1023: infinities and NaNs, of the input or of an overflow on the way, stay in C until the
 *       end, as does whatever a large |t| makes of its powers
 * A column of C depends on one point, a row on one polynomial: none of this spreads to others.
 */
#ifndef TCUI_POLYNOMIAL_HOST_STEPS_H
#define TCUI_POLYNOMIAL_HOST_STEPS_H

#include "horner.h"
#include "internal.h"
#include "powers.h"
#include "primitives/tile/host/two_sum.h"

enum { TCUI_STEPS_TILES = TCUI_POLYNOMIAL_CHUNK / TCUI_TILE_EDGE };

static const double tcui_steps_most_coefficient = 0x1p960;
static const double tcui_steps_most_result = 0x1p1023;

/* C = A B + C; `low` collects what additions to C lose, if it is `exact`. Only the first `columns` columns of A, a
 * constant, are not zero. (Four numbers of A at all columns before the next four: more of them would not stay in
 * registers.) */
TCUI_ALWAYS_INLINE void tcui_baby_steps_of(tcui_tile_f64 *C, tcui_tile_f64 *low, const tcui_tile_f64 *A,
                                           const tcui_tile_f64 *B, int columns, bool exact)
{
    for (int r = 0; r < TCUI_TILE_EDGE; r++) {
        TCUI_KEEP_LOOP
        for (int k = 0; k < columns; k += 4) {
            const double *const a = &A->at[r][k];
            for (int i = 0; i < TCUI_TILE_EDGE; i++) {
                const double terms =
                    (a[0] * B->at[k][i] + a[1] * B->at[k + 1][i]) + (a[2] * B->at[k + 2][i] + a[3] * B->at[k + 3][i]);
                const double before = C->at[r][i], sum = before + terms;
                C->at[r][i] = sum;
                if (exact) {
                    low->at[r][i] += tcui_two_sum_lost(before, terms, sum);
                }
            }
        }
    }
}

TCUI_ALWAYS_INLINE void tcui_baby_steps(tcui_tile_f64 *C, tcui_tile_f64 *low, const tcui_tile_f64 *A,
                                        const tcui_tile_f64 *B, int columns, bool exact)
{
    if (columns <= 4) {
        tcui_baby_steps_of(C, low, A, B, 4, exact);
    } else if (columns <= 8) {
        tcui_baby_steps_of(C, low, A, B, 8, exact);
    } else {
        tcui_baby_steps_of(C, low, A, B, TCUI_TILE_EDGE, exact);
    }
}

/* C = C y. */
TCUI_ALWAYS_INLINE void tcui_giant_step(tcui_tile_f64 *C, tcui_tile_f64 *low, const tcui_powers *powers, bool exact)
{
    for (int r = 0; r < TCUI_TILE_EDGE; r++) {
        for (int i = 0; i < TCUI_TILE_EDGE; i++) {
            if (exact) {
                tcui_multiply_pair(&C->at[r][i], &low->at[r][i], powers->y[i], powers->y_low[i]);
            } else {
                C->at[r][i] *= powers->y[i];
            }
        }
    }
}

/* Whether a row of A has a coefficient that is too large, or a NaN. (By masks, and in loops that are kept: others are
 * unrolled, and then compare one by one.) */
TCUI_ALWAYS_INLINE void tcui_mark_large(const tcui_tile_f64 *A, int rows, bool large[TCUI_TILE_EDGE])
{
    for (int r = 0; r < rows; r++) {
        uint64_t any = 0;
        TCUI_KEEP_LOOP
        for (int k = 0; k < TCUI_TILE_EDGE; k++) {
            any |= tcui_mask_u64(!(fabs(A->at[r][k]) <= tcui_steps_most_coefficient));
        }
        large[r] = large[r] || any != 0;
    }
}

/* Row `c` of C, of which Horner's scheme replaces what is not to be used. */
TCUI_ALWAYS_INLINE void tcui_mend(const tcui_lanes *lanes, const tcui_polynomials *p, const double *t,
                                  const tcui_powers *powers, bool is_large, double c[TCUI_TILE_EDGE])
{
    uint64_t any = is_large | powers->any_is_tiny;
    TCUI_KEEP_LOOP
    for (int i = 0; i < TCUI_TILE_EDGE; i++) {
        any |= tcui_mask_u64(!(fabs(c[i]) <= tcui_steps_most_result));
    }
    if (any == 0) {
        return;
    }
    double h[TCUI_TILE_EDGE];
    tcui_horner(lanes, p->degree, t, h, TCUI_TILE_EDGE, TCUI_TILE_EDGE);
    for (int i = 0; i < TCUI_TILE_EDGE; i++) {
        const bool takes = is_large || powers->is_tiny[i] || !(fabs(c[i]) <= tcui_steps_most_result);
        c[i] = takes ? h[i] : c[i];
    }
}

/* Rows first ... first + rows - 1 of the polynomials at the points of `tiles` tiles. `type` is that of coefficients. */
TCUI_ALWAYS_INLINE void tcui_evaluate_by_steps(const tcui_polynomials *p, tcu_type type, uint64_t first, int rows,
                                               const double *t, const tcui_powers *powers, size_t tiles,
                                               tcui_tile_f64 *C)
{
    static const tcui_tile_f64 zero;
    const bool exact = type == TCU_TYPE_F64;
    const uint64_t last = p->degree / TCUI_TILE_EDGE;
    bool large[TCUI_TILE_EDGE] = {false};
    tcui_tile_f64 A = zero, low[TCUI_STEPS_TILES];
    for (size_t tile = 0; tile < tiles; tile++) {
        C[tile] = low[tile] = zero;
    }
    for (uint64_t g = last + 1; g-- > 0;) {
        const uint64_t left = p->degree + 1 - g * TCUI_TILE_EDGE;
        const int columns = left < TCUI_TILE_EDGE ? (int)left : TCUI_TILE_EDGE;
        const uint64_t j = g % TCUI_POWERS_TILES;
        tcui_tile_load_f64(&A, type, p->coefficients, first * p->stride + g * TCUI_TILE_EDGE, TCUI_ROW_MAJOR, p->stride,
                           rows, columns);
        tcui_mark_large(&A, rows, large);
        for (size_t tile = 0; tile < tiles; tile++) {
            if (j == TCUI_POWERS_TILES - 1 && g != last) {
                tcui_giant_step(&C[tile], &low[tile], &powers[tile], exact);
            }
            tcui_baby_steps(&C[tile], &low[tile], &A, &powers[tile].B[j], columns, exact);
        }
    }
    for (int r = 0; r < rows; r++) {
        const tcui_lanes lanes = {
            .type = type, .coefficients = p->coefficients, .at = (first + (uint64_t)r) * p->stride};
        for (size_t tile = 0; tile < tiles; tile++) {
            double *c = C[tile].at[r];
            for (int i = 0; exact && i < TCUI_TILE_EDGE; i++) {
                c[i] += low[tile].at[r][i];
            }
            tcui_mend(&lanes, p, &t[tile * TCUI_TILE_EDGE], &powers[tile], large[r], c);
        }
    }
}

#endif /* TCUI_POLYNOMIAL_HOST_STEPS_H */
