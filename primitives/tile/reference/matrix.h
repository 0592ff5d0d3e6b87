/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The matrices of the reference backend: 16 x 16 numbers, and what a matrix unit does with them, D = A B + C. Sums,
 * scans, compactions, histograms and sorts are made of products in which one factor is a constant matrix of zeros and
 * ones, or has a single one in each row. constant_tiles.h lists the constant ones.
 *
 * Two functions convert elements of all types to numbers, and numbers to elements. Reals are summed
 * as doubles. Integers are summed modulo 2^64, which signed ones are extended to, so the lower bits of a sum are right
 * in every type, signed or not.
 *
 * An example with matrices of 4 x 4. A has the numbers 1 to 16, U is the upper triangle of ones:
 *
 *         |  1  2  3  4 |        | 1 1 1 1 |          |  1  3  6 10 |
 *     A = |  5  6  7  8 |    U = | 0 1 1 1 |    A U = |  5 11 18 26 |
 *         |  9 10 11 12 |        | 0 0 1 1 |          |  9 19 30 42 |
 *         | 13 14 15 16 |        | 0 0 0 1 |          | 13 27 42 58 |
 *
 * Each row of A U has the prefix sums of that row of A: the 18 is row 1 of A, 5 6 7 8, times column 2 of U, 1 1 1 0.
 */
#ifndef TCUI_TILE_REFERENCE_MATRIX_H
#define TCUI_TILE_REFERENCE_MATRIX_H

#include <stdbool.h>
#include <stdint.h>

#include "primitives/context/types.h"
#include "primitives/tile/constant_tiles.h"

/* Rows and columns of a matrix, and the numbers that it has. */
enum { TCUI_M = 16, TCUI_MM = TCUI_M * TCUI_M };

/* Which of the two it is tells the matrix's is_real, or the element's type. */
typedef union tcui_number {
    double real;
    uint64_t integer;
} tcui_number;

typedef struct tcui_matrix {
    bool is_real;
    tcui_number at[TCUI_M][TCUI_M]; /* [row][column], from 0 */
} tcui_matrix;

/* array[i] as a number, exactly; array[i] = x, rounded once to nearest, ties to even, or modulo 2^w. */
tcui_number tcui_number_load(tcu_type type, const void *array, uint64_t i);
void tcui_number_store(tcu_type type, void *array, uint64_t i, tcui_number x);

/* The integer x as a number of either kind. */
tcui_number tcui_number_of(bool is_real, int x);

tcui_number tcui_number_add(bool is_real, tcui_number x, tcui_number y);
tcui_number tcui_number_multiply(bool is_real, tcui_number x, tcui_number y);

/* Whether x < y, or x == y, of numbers that were loaded as elements of that type. */
bool tcui_number_is_less(tcu_type type, tcui_number x, tcui_number y);
bool tcui_number_is_equal(tcu_type type, tcui_number x, tcui_number y);

/* The matrix whose entries a function of constant_tiles.h gives; that of zeros; and one that is x everywhere. */
tcui_matrix tcui_matrix_constant(bool is_real, int (*entry)(int row, int column));
tcui_matrix tcui_matrix_zero(bool is_real);
tcui_matrix tcui_matrix_broadcast(bool is_real, tcui_number x);

/* LoadTile and StoreTile: `count` neighbours of array[first] on, up to 256, row by row. Behind them stand zeros. */
tcui_matrix tcui_matrix_load(tcu_type type, const void *array, uint64_t first, uint64_t count);
void tcui_matrix_store(tcu_type type, void *array, uint64_t first, uint64_t count, const tcui_matrix *A);

/* The same of one row of up to 16. */
void tcui_matrix_load_row(tcui_matrix *A, uint64_t row, tcu_type type, const void *array, uint64_t first,
                          uint64_t count);
void tcui_matrix_store_row(tcu_type type, void *array, uint64_t first, uint64_t count, const tcui_matrix *A,
                           uint64_t row);

/*
 * A B + C. Terms with a factor 0 are left out: an entry 0 of a constant matrix says that an element does not belong to
 * a sum, and 0 * infinity would be NaN. An entry's products are added up in the order of A's columns, and C is added
 * last.
 */
tcui_matrix tcui_matrix_multiply(tcui_matrix A, tcui_matrix B, tcui_matrix C);

/* The transpose. */
tcui_matrix tcui_matrix_transpose(tcui_matrix A);

#endif /* TCUI_TILE_REFERENCE_MATRIX_H */
