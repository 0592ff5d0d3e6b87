/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reduction of R. Carrasco, R. Vega, C. A. Navarro: "Analyzing GPU Tensor Core Potential for Fast Reductions", SCCC
 * 2018, section IV. With 1 the matrix of ones, two products make one number of m^2 of them,
 *
 *     M(A) = 1 (A 1)
 *
 * and as many levels as needed make one number of all:
 *
 *     R(x_1 ... x_n) = R(M(x_1 ... x_256), M(x_257 ... x_512), ...)
 *
 * An example with matrices of 4 x 4, the sum of the numbers 1 to 16. A 1 has the row sums of A in every column, and the
 * product 1 (A 1) their sum everywhere:
 *
 *         |  1  2  3  4 |          | 10 10 10 10 |               | 136 136 136 136 |
 *     A = |  5  6  7  8 |    A 1 = | 26 26 26 26 |    1 (A 1) =  | 136 136 136 136 |
 *         |  9 10 11 12 |          | 42 42 42 42 |               | 136 136 136 136 |
 *         | 13 14 15 16 |          | 58 58 58 58 |               | 136 136 136 136 |
 *
 * Here the levels are formed from the top: the sums of up to 256 parts, each of 256, 256^2, ... elements, are the
 * numbers of A. They are the same sums, and no array is needed to keep a level's numbers in.
 */
#include "primitives/tile/reference/rows.h"
#include "sum.h"

/* M(A), which stands at every place of the product. */
static tcui_number sum_of_matrix(tcui_matrix A)
{
    const tcui_matrix ones = tcui_matrix_constant(A.is_real, tcui_tile_ones), zero = tcui_matrix_zero(A.is_real);
    const tcui_matrix row_sums = tcui_matrix_multiply(A, ones, zero);
    return tcui_matrix_multiply(ones, row_sums, zero).at[0][0];
}

tcui_number tcui_reference_sum_all_ones(tcu_type type, const void *in, uint64_t first, uint64_t count)
{
    if (count <= TCUI_MM) {
        return sum_of_matrix(tcui_matrix_load(type, in, first, count));
    }
    const uint64_t size = tcui_part_size(count, TCUI_MM);
    tcui_matrix A = tcui_matrix_zero(tcui_is_real(type));
    for (uint64_t p = 0, i = 0; i < count; p++, i += size) {
        A.at[p / TCUI_M][p % TCUI_M] =
            tcui_reference_sum_all_ones(type, in, first + i, tcui_part_length(count, i, size));
    }
    return sum_of_matrix(A);
}
