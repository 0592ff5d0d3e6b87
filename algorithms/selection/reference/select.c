/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Selections by digits of 4 bits, which have 16 values, from the highest on: of the keys that are still in question
 * counts tell how many come before each digit, and so which digit the key of rank r has (T. Alabi, J. D. Blanchard,
 * B. Gordon, R. Steinbach: "Fast k-selection algorithms for graphics processing units", JEA 17, 2012). As sums with
 * constant matrices, 16 keys at a time:
 *
 *     D[i][d]       is 1 if key i is in question and has digit d, else 0
 *     V = P D + V   over all keys: row 0 counts the keys of each digit           (P: ones in row 0, else zeros)
 *     S = V U       exclusive scan: how many keys come before each digit         (U: ones above the diagonal)
 *
 * The digit is d where S[0][d] <= r < S[0][d] + V[0][d]; r goes on as r - S[0][d], the keys in question as those of
 * digit d. After the last digit they all are equal, and the result is number r of them, in the order in which they came.
 *
 * An example with matrices of 4 x 4, so digits of 2 bits: keys with the digits 2 0 2 1 and r = 2. Row 0 of V is 1 1 2 0,
 * of S it is 0 1 2 4: the digit is 2, with 2 keys before it, and r goes on as 0.
 */
#include "select.h"

#include "primitives/tile/reference/matrix.h"

enum { DIGIT_BITS = 4 };
_Static_assert(1 << DIGIT_BITS == (int)TCUI_M, "a digit is a column");

/* V of the keys whose bits from `bit` + 4 on are those of `prefix`. */
static tcui_matrix count_digits(const tcui_reference_selecting *s, uint64_t prefix, int bit)
{
    const tcui_matrix P = tcui_matrix_constant(false, tcui_tile_first_row);
    tcui_matrix V = tcui_matrix_zero(false);
    for (uint64_t i = s->begin; i < s->end; i += TCUI_M) {
        tcui_matrix D = tcui_matrix_zero(false);
        bool any = false;
        for (uint64_t row = 0; row < tcui_selection_least(TCUI_M, s->end - i); row++) {
            const uint64_t digits = tcui_reference_bits_at(s, i + row) >> bit;
            if (digits / TCUI_M == prefix) {
                D.at[row][digits % TCUI_M].integer = 1;
                any = true;
            }
        }
        V = any ? tcui_matrix_multiply(P, D, V) : V;
    }
    return V;
}

tcui_reference_selected tcui_reference_select(const tcui_reference_selecting *s, uint64_t rank)
{
    const tcui_matrix U = tcui_matrix_constant(false, tcui_tile_strict_upper), zero = tcui_matrix_zero(false);
    uint64_t prefix = 0;
    for (int bit = s->order.bits - DIGIT_BITS; bit >= 0; bit -= DIGIT_BITS) {
        const tcui_matrix V = count_digits(s, prefix, bit), S = tcui_matrix_multiply(V, U, zero);
        uint64_t digit = 0;
        while (rank >= S.at[0][digit].integer + V.at[0][digit].integer) {
            digit++;
        }
        rank -= S.at[0][digit].integer;
        prefix = prefix * TCUI_M + digit;
    }
    return (tcui_reference_selected){prefix, rank};
}
