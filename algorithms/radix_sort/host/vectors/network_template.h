/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sorting networks in registers: R vectors, R = 1, 2, 4, 8, 16, are the rows of a matrix and their lanes its columns.
 *
 *   1. The columns are sorted, all at the same time: a comparator is a minimum and a maximum of two rows.
 *   2. Neighbouring groups of m = 1, 2, 4, ... columns are merged, until there is one (Batcher's bitonic merge).
 *
 * A sorted group lies in it row after row. To merge groups A and B of m columns is to compare A's element i with
 * the i-th from the end of B: the lesser ones are the lower half of both, and that they and the greater ones are bitonic
 * means that they are divided further in the same way. With lanes reversed in each group of 2 m, which is lane ^ (2 m - 1),
 * one minimum and one maximum compare all of two rows. R = 4, m = 1, two columns with a0 <= a1 <= ..., b0 <= b1 <= ...:
 *
 *     a0 b0        a0 b0   b3 a3      min(a0, b3) min(b0, a3)  lower     half of them with the row of the lower half that
 *     a1 b1   ->   a1 b1 : b2 a2  ->  min(a1, b2) min(b1, a2)  half  ->  is as far from its end, and so on; in the end each
 *     a2 b2                           max(a0, b3) max(b0, a3)  upper     row holds its elements, and is sorted by itself.
 *     a3 b3                           max(a1, b2) max(b1, a2)  half
 *
 * So rows need no transposition, and all but the last log2(2 m) steps of a merge compare two whole rows at a time.
 * K. Batcher, "Sorting Networks and Their Applications", AFIPS 1968; columns first: B. Bramas, "A Novel Hybrid
 * Quicksort Algorithm Vectorized using AVX-512 on Intel Skylake", IJACSA 8(10), 2017; without transpositions: M. Blacher,
 * J. Giesen, P. Sanders, J. Wassenberg, "Vectorized and Performance-portable Quicksort", 2022.
 *
 * Measured on one core of a server with AVX-512, 256 keys of 32 bits: 510 cycles of the 495 that the count gives; with
 * maxima as such, instead of a ^ b ^ min(a, b), 702. ns for 16 rows: 173; with maxima as such 235; with rows exchanged
 * two at a time, so that no minimum is computed twice, 219. With 1, 2, 3, 4, 6, 8, 12 and 16 rows alone 3% more from
 * 1000 keys on.
 */

/* Rows a and b in order, of as many as there are. */
#define TCUI_ORDER_ROWS(a, b)                                                                                          \
    do {                                                                                                               \
        if ((b) < rows) {                                                                                              \
            const TCUI_V least = TCUI_W(min)(v[a], v[b]);                                                              \
            v[b] = TCUI_W(max)(v[a], v[b], least);                                                                     \
            v[a] = least;                                                                                              \
        }                                                                                                              \
    } while (0)
#define TCUI_ORDER_4(a, b, c, d, distance)                                                                             \
    TCUI_ORDER_ROWS(a, (a) + (distance));                                                                              \
    TCUI_ORDER_ROWS(b, (b) + (distance));                                                                              \
    TCUI_ORDER_ROWS(c, (c) + (distance));                                                                              \
    TCUI_ORDER_ROWS(d, (d) + (distance))

/* Batcher's odd-even merge sort of each column, 63 comparators for 16 rows: runs of 1, 2, 4, 8 rows are merged. */
TCUI_ALWAYS_INLINE void TCUI_W(sort_columns)(TCUI_V *v, const int rows)
{
    TCUI_ORDER_4(0, 2, 4, 6, 1);
    TCUI_ORDER_4(8, 10, 12, 14, 1);
    TCUI_ORDER_4(0, 1, 4, 5, 2);
    TCUI_ORDER_4(8, 9, 12, 13, 2);
    TCUI_ORDER_4(1, 5, 9, 13, 1);
    TCUI_ORDER_4(0, 1, 2, 3, 4);
    TCUI_ORDER_4(8, 9, 10, 11, 4);
    TCUI_ORDER_4(2, 3, 10, 11, 2);
    TCUI_ORDER_4(1, 3, 5, 9, 1);
    TCUI_ORDER_ROWS(11, 12);
    TCUI_ORDER_ROWS(13, 14);
    TCUI_ORDER_4(0, 1, 2, 3, 8);
    TCUI_ORDER_4(4, 5, 6, 7, 8);
    TCUI_ORDER_4(4, 5, 6, 7, 4);
    TCUI_ORDER_4(2, 3, 6, 7, 2);
    TCUI_ORDER_ROWS(10, 12);
    TCUI_ORDER_ROWS(11, 13);
    TCUI_ORDER_4(1, 3, 5, 7, 1);
    TCUI_ORDER_ROWS(9, 10);
    TCUI_ORDER_ROWS(11, 12);
    TCUI_ORDER_ROWS(13, 14);
}

/*
 * Groups of `group` rows: each row with the one as far from the end, its lanes ^ x. Rows that are `missing` count as greater
 * than all others.
 */
TCUI_ALWAYS_INLINE void TCUI_W(halve)(TCUI_V *v, bool *missing, const int all, const int group, const int x)
{
    if (group > all) {
        return;
    }
    TCUI_UNROLL
    for (int g = 0; g < all; g += group) {
        TCUI_V upper[8];
        bool none[8];
        TCUI_UNROLL
        for (int r = 0; r < group / 2; r++) {
            const int i = g + r, j = g + group - 1 - r;
            none[r] = missing[i] || missing[j];
            if (!none[r]) {
                const TCUI_V a = v[i], b = TCUI_W(cross)(v[j], x);
                v[i] = TCUI_W(min)(a, b);
                upper[r] = TCUI_W(max)(a, b, v[i]);
            } else if (!missing[j]) {
                v[i] = TCUI_W(cross)(v[j], x);
                missing[i] = false;
            }
        }
        TCUI_UNROLL
        for (int r = 0; r < group / 2; r++) {
            const int i = g + group / 2 + r;
            missing[i] = none[r];
            if (!none[r]) {
                v[i] = upper[r];
            }
        }
    }
}

/* In each row lane i with lane i ^ x: the lesser goes where i & bit is 0. */
TCUI_ALWAYS_INLINE void TCUI_W(order_lanes)(TCUI_V *v, const int rows, const int x, const int bit)
{
    if (bit == 0) {
        return;
    }
    TCUI_UNROLL
    for (int r = 0; r < rows; r++) {
        v[r] = TCUI_W(exchange)(v[r], x, (unsigned)bit);
    }
}

/* Groups of m columns become groups of 2 m. */
TCUI_ALWAYS_INLINE void TCUI_W(merge)(TCUI_V *v, const int rows, const int m)
{
    if (m >= TCUI_LANES) {
        return;
    }
    const int all = rows > 8 ? 16 : rows > 4 ? 8 : rows > 2 ? 4 : rows;
    bool missing[16]; /* the last ones, and so it is again in the end */
    TCUI_UNROLL
    for (int r = 0; r < 16; r++) {
        missing[r] = r >= rows;
    }
    TCUI_W(halve)(v, missing, all, 16, 2 * m - 1);
    TCUI_W(halve)(v, missing, all, 8, 2 * m - 1);
    TCUI_W(halve)(v, missing, all, 4, 2 * m - 1);
    TCUI_W(halve)(v, missing, all, 2, 2 * m - 1);
    TCUI_W(order_lanes)(v, rows, 2 * m - 1, m);
    TCUI_W(order_lanes)(v, rows, m / 2, m / 2);
    TCUI_W(order_lanes)(v, rows, m / 4, m / 4);
    TCUI_W(order_lanes)(v, rows, m / 8, m / 8);
}

/* Elements 0 ... rows * lanes - 1 in order, in registers. */
TCUI_ALWAYS_INLINE void TCUI_W(sort_matrix)(TCUI_V *v, const int rows)
{
    TCUI_W(sort_columns)(v, rows);
    TCUI_W(merge)(v, rows, 1);
    TCUI_W(merge)(v, rows, 2);
    TCUI_W(merge)(v, rows, 4);
    TCUI_W(merge)(v, rows, 8);
}

/* The same of an array. (Rows behind the last are not used, but have a value: compilers cannot always see that.) */
#define TCUI_NETWORK(rows)                                                                                             \
    static void TCUI_W(sort_##rows)(TCUI_V * all)                                                                      \
    {                                                                                                                  \
        TCUI_V v[16];                                                                                                  \
        TCUI_UNROLL                                                                                                    \
        for (int r = 0; r < 16; r++) {                                                                                 \
            v[r] = all[r < (rows) ? r : 0];                                                                            \
        }                                                                                                              \
        TCUI_W(sort_matrix)(v, rows);                                                                                  \
        TCUI_UNROLL                                                                                                    \
        for (int r = 0; r < (rows); r++) {                                                                             \
            all[r] = v[r];                                                                                             \
        }                                                                                                              \
    }

TCUI_NETWORK(1)
TCUI_NETWORK(2)
TCUI_NETWORK(3)
TCUI_NETWORK(4)
TCUI_NETWORK(5)
TCUI_NETWORK(6)
TCUI_NETWORK(7)
TCUI_NETWORK(8)
TCUI_NETWORK(10)
TCUI_NETWORK(12)
TCUI_NETWORK(14)
TCUI_NETWORK(16)

/* By rows. */
static void (*const TCUI_W(networks)[17])(TCUI_V *) = {
    [1] = TCUI_W(sort_1),   [2] = TCUI_W(sort_2),   [3] = TCUI_W(sort_3),   [4] = TCUI_W(sort_4),
    [5] = TCUI_W(sort_5),   [6] = TCUI_W(sort_6),   [7] = TCUI_W(sort_7),   [8] = TCUI_W(sort_8),
    [10] = TCUI_W(sort_10), [12] = TCUI_W(sort_12), [14] = TCUI_W(sort_14), [16] = TCUI_W(sort_16)};

/* Up to 16 rows; an odd number above 8 is filled up. */
TCUI_ALWAYS_INLINE void TCUI_W(sort_rows)(TCUI_V *v, unsigned rows)
{
    if (rows > 8 && rows % 2 != 0) {
        v[rows++] = TCUI_W(set)(TCUI_LANE_MAX);
    }
    TCUI_W(networks)[rows](v);
}

#undef TCUI_ORDER_ROWS
#undef TCUI_ORDER_4
#undef TCUI_NETWORK
