/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums of reals in f64. (Of f32 pairwise in f32, as NumPy's: 0.065 ns an element in a cache for 0.10, and less
 * accurate.) The order of additions is written down here, so that it is the same for every instruction set:
 *
 *     elements are rows of 32;  16 rows are added up, each column by itself, one row after the other;
 *     V, 32 sums, has these added to it;  its columns are added as a tree, and then the elements of the last, short row
 *
 * which is P * A + V and V * P^T of Dakkak et al. (ICS 2019), figure 7, with tiles of 16 x 32. A chunk of 2^15 elements
 * is no more than 16 + 64 + 5 + 31 roundings deep, within the bound of reduce.h for every count.
 */
#ifndef TCUI_REDUCE_HOST_REALS_H
#define TCUI_REDUCE_HOST_REALS_H

#include "primitives/tile/host/tile.h"

enum {
    TCUI_SUM_COLUMNS = 32,
    TCUI_SUM_ROWS = 16,
    TCUI_SUM_TILE = TCUI_SUM_ROWS * TCUI_SUM_COLUMNS,
    TCUI_SUM_LEAST = 4 * TCUI_SUM_COLUMNS /* elements that pay for 32 columns */
};

/* V += the sums of the columns of `rows` rows, a constant in every caller: loops over columns become vectors, and
 * vectors of different columns do not wait for each other. Rows are read one after the other, as they lie in memory: column
 * by column, f64 in 32 MB took 1.7 times as long. */
TCUI_ALWAYS_INLINE void tcui_sum_rows(tcu_type type, const void *in, uint64_t first, int rows,
                                      double V[TCUI_SUM_COLUMNS])
{
    double sums[TCUI_SUM_COLUMNS];
    for (int c = 0; c < TCUI_SUM_COLUMNS; c++) {
        sums[c] = tcui_element_load_f64(type, in, first + (uint64_t)c);
    }
    for (int r = 1; r < rows; r++) {
        for (int c = 0; c < TCUI_SUM_COLUMNS; c++) {
            sums[c] += tcui_element_load_f64(type, in, first + (uint64_t)(r * TCUI_SUM_COLUMNS + c));
        }
    }
    for (int c = 0; c < TCUI_SUM_COLUMNS; c++) {
        V[c] += sums[c];
    }
}

/* The sum of V, as a tree. */
TCUI_ALWAYS_INLINE double tcui_sum_columns(const double V[TCUI_SUM_COLUMNS])
{
    double sums[TCUI_SUM_COLUMNS / 2];
    for (int c = 0; c < 16; c++) {
        sums[c] = V[c] + V[c + 16];
    }
    for (int c = 0; c < 8; c++) {
        sums[c] += sums[c + 8];
    }
    for (int c = 0; c < 4; c++) {
        sums[c] += sums[c + 4];
    }
    return (sums[0] + sums[2]) + (sums[1] + sums[3]);
}

/* Eight columns side by side, as two vectors: compilers move vectors that are wider than the processor's through memory,
 * a word at a time, and a load of what was just stored by words waits (AVX2: a segment of 16 took 49 ns for 7).
 * Elements are converted one by one, of which compilers make a vector conversion (4.4 ns). */
typedef double tcui_sum_4 __attribute__((vector_size(32)));
typedef double tcui_sum_2 __attribute__((vector_size(16)));
typedef int64_t tcui_mask_4 __attribute__((vector_size(32)));
typedef struct tcui_sum_8 {
    tcui_sum_4 low, high;
} tcui_sum_8;

TCUI_ALWAYS_INLINE void tcui_load_4(tcu_type type, const void *in, uint64_t first, tcui_sum_4 *x)
{
    if (type == TCU_TYPE_F64) {
        memcpy(x, (const double *)in + first, sizeof *x);
        return;
    }
    *x = (tcui_sum_4){tcui_element_load_f64(type, in, first), tcui_element_load_f64(type, in, first + 1),
                      tcui_element_load_f64(type, in, first + 2), tcui_element_load_f64(type, in, first + 3)};
}

TCUI_ALWAYS_INLINE void tcui_load_8(tcu_type type, const void *in, uint64_t first, tcui_sum_8 *x)
{
    tcui_load_4(type, in, first, &x->low);
    tcui_load_4(type, in, first + 4, &x->high);
}

/* From element 8 - n on, 8 words of which the last n are ones. */
static const int64_t tcui_last_words[16] = {0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1};

/* As a tree. */
TCUI_ALWAYS_INLINE double tcui_sum_of_8(const tcui_sum_8 *V)
{
    const tcui_sum_4 fours = V->low + V->high;
    const tcui_sum_2 twos = (tcui_sum_2){fours[0], fours[1]} + (tcui_sum_2){fours[2], fours[3]};
    return twos[0] + twos[1];
}

/* Fewer than four rows: the same with rows of 8, of which the last one ends with the last element and has zeros in front.
 * These are loaded as what stands before in the array, and masked: a loop over the elements of a short row would end
 * after a number that processors cannot predict (segments of 16 on average by offsets 11 to 15 ns, for 18 to 20). */
TCUI_ALWAYS_INLINE double tcui_sum_few(tcu_type type, const void *in, uint64_t first, uint64_t count)
{
    enum { COLUMNS = 8 };
    tcui_sum_8 V = {{0}, {0}}, row;
    const uint64_t end = first + count, rest = count % COLUMNS;
    for (; end - first >= COLUMNS; first += COLUMNS) {
        tcui_load_8(type, in, first, &row);
        V.low += row.low;
        V.high += row.high;
    }
    if (end >= COLUMNS) {
        tcui_mask_4 low, high;
        memcpy(&low, tcui_last_words + rest, sizeof low);
        memcpy(&high, tcui_last_words + rest + 4, sizeof high);
        tcui_load_8(type, in, end - COLUMNS, &row);
        V.low += (tcui_sum_4)((tcui_mask_4)row.low & low);
        V.high += (tcui_sum_4)((tcui_mask_4)row.high & high);
    } else {
        double few[COLUMNS] = {0};
        TCUI_KEEP_LOOP
        for (uint64_t c = COLUMNS - rest; c < COLUMNS; c++) {
            few[c] = tcui_element_load_f64(type, in, end + c - COLUMNS);
        }
        tcui_load_8(TCU_TYPE_F64, few, 0, &row);
        V.low += row.low;
        V.high += row.high;
    }
    return tcui_sum_of_8(&V);
}

/* V = 0, vector by vector: of an initializer compilers make an instruction that clears any number of words, and may have
 * it before the branch to short sums (6 ns for a segment of 16). */
TCUI_ALWAYS_INLINE void tcui_clear_columns(double V[TCUI_SUM_COLUMNS])
{
    const tcui_sum_4 zeros = {0};
    for (int c = 0; c < TCUI_SUM_COLUMNS; c += 4) {
        memcpy(V + c, &zeros, sizeof zeros);
    }
}

/* V's sum with that of what is left behind whole tiles, fewer than 16 rows; if `columns` is false there is no V, and less
 * is left than pays for it. (-0 + x is x. So there is one copy of tcui_sum_few(), which takes long to compile.) */
TCUI_ALWAYS_INLINE double tcui_sum_rest(tcu_type type, const void *in, uint64_t first, uint64_t count, bool columns,
                                        double V[TCUI_SUM_COLUMNS])
{
    const uint64_t row = TCUI_SUM_COLUMNS;
    double sum = -0.0;
    uint64_t i = 0;
    if (columns) {
        for (; count - i >= 4 * row; i += 4 * row) {
            tcui_sum_rows(type, in, first + i, 4, V);
        }
        for (; count - i >= row; i += row) {
            tcui_sum_rows(type, in, first + i, 1, V);
        }
        sum = tcui_sum_columns(V);
    }
    return sum + tcui_sum_few(type, in, first + i, count - i);
}

TCUI_ALWAYS_INLINE double tcui_sum_reals(tcu_type type, const void *in, uint64_t first, uint64_t count)
{
    if (count < TCUI_SUM_LEAST) {
        return tcui_sum_few(type, in, first, count);
    }
    double V[TCUI_SUM_COLUMNS];
    tcui_clear_columns(V);
    uint64_t i = 0;
    for (; count - i >= TCUI_SUM_TILE; i += TCUI_SUM_TILE) {
        tcui_sum_rows(type, in, first + i, TCUI_SUM_ROWS, V);
    }
    return tcui_sum_rest(type, in, first + i, count - i, true, V);
}

#endif /* TCUI_REDUCE_HOST_REALS_H */
