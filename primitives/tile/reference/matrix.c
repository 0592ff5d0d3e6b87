/* SPDX-License-Identifier: Apache-2.0 */
#include "matrix.h"

#include "primitives/tile/half.h"

/* --------------------------------------------------------------------------------------------------- numbers --- */

static tcui_number real(double x)
{
    return (tcui_number){.real = x};
}

/* (Of a signed x conversion extends the sign: modulo 2^64 it is the same number.) */
static tcui_number integer(uint64_t x)
{
    return (tcui_number){.integer = x};
}

tcui_number tcui_number_load(tcu_type type, const void *array, uint64_t i)
{
    switch (type) {
    case TCU_TYPE_F16:
        return real((double)tcui_f32_from_f16(((const uint16_t *)array)[i]));
    case TCU_TYPE_BF16:
        return real((double)tcui_f32_from_bf16(((const uint16_t *)array)[i]));
    case TCU_TYPE_F32:
        return real((double)((const float *)array)[i]);
    case TCU_TYPE_F64:
        return real(((const double *)array)[i]);
    case TCU_TYPE_I8:
        return integer((uint64_t)((const int8_t *)array)[i]);
    case TCU_TYPE_U8:
        return integer(((const uint8_t *)array)[i]);
    case TCU_TYPE_I16:
        return integer((uint64_t)((const int16_t *)array)[i]);
    case TCU_TYPE_U16:
        return integer(((const uint16_t *)array)[i]);
    case TCU_TYPE_I32:
        return integer((uint64_t)((const int32_t *)array)[i]);
    case TCU_TYPE_U32:
        return integer(((const uint32_t *)array)[i]);
    default: /* i64, u64 */
        return integer(((const uint64_t *)array)[i]);
    }
}

void tcui_number_store(tcu_type type, void *array, uint64_t i, tcui_number x)
{
    switch (type) {
    case TCU_TYPE_F16:
        ((uint16_t *)array)[i] = tcui_f16_from_f64(x.real);
        break;
    case TCU_TYPE_BF16:
        ((uint16_t *)array)[i] = tcui_bf16_from_f64(x.real);
        break;
    case TCU_TYPE_F32:
        ((float *)array)[i] = (float)x.real;
        break;
    case TCU_TYPE_F64:
        ((double *)array)[i] = x.real;
        break;
    case TCU_TYPE_I8:
    case TCU_TYPE_U8:
        ((uint8_t *)array)[i] = (uint8_t)x.integer;
        break;
    case TCU_TYPE_I16:
    case TCU_TYPE_U16:
        ((uint16_t *)array)[i] = (uint16_t)x.integer;
        break;
    case TCU_TYPE_I32:
    case TCU_TYPE_U32:
        ((uint32_t *)array)[i] = (uint32_t)x.integer;
        break;
    default: /* i64, u64 */
        ((uint64_t *)array)[i] = x.integer;
    }
}

tcui_number tcui_number_of(bool is_real, int x)
{
    return is_real ? real(x) : integer((uint64_t)x);
}

tcui_number tcui_number_add(bool is_real, tcui_number x, tcui_number y)
{
    return is_real ? real(x.real + y.real) : integer(x.integer + y.integer);
}

tcui_number tcui_number_multiply(bool is_real, tcui_number x, tcui_number y)
{
    return is_real ? real(x.real * y.real) : integer(x.integer * y.integer);
}

bool tcui_number_is_less(tcu_type type, tcui_number x, tcui_number y)
{
    return tcui_is_real(type)       ? x.real < y.real
           : tcui_is_unsigned(type) ? x.integer < y.integer
                                    : (int64_t)x.integer < (int64_t)y.integer;
}

bool tcui_number_is_equal(tcu_type type, tcui_number x, tcui_number y)
{
    return tcui_is_real(type) ? x.real == y.real : x.integer == y.integer;
}

/* -------------------------------------------------------------------------------------------------- matrices --- */

tcui_matrix tcui_matrix_broadcast(bool is_real, tcui_number x)
{
    tcui_matrix A = {.is_real = is_real};
    for (int r = 0; r < TCUI_M; r++) {
        for (int c = 0; c < TCUI_M; c++) {
            A.at[r][c] = x;
        }
    }
    return A;
}

tcui_matrix tcui_matrix_zero(bool is_real)
{
    return tcui_matrix_broadcast(is_real, tcui_number_of(is_real, 0));
}

tcui_matrix tcui_matrix_constant(bool is_real, int (*entry)(int row, int column))
{
    tcui_matrix A = {.is_real = is_real};
    for (int r = 0; r < TCUI_M; r++) {
        for (int c = 0; c < TCUI_M; c++) {
            A.at[r][c] = tcui_number_of(is_real, entry(r, c));
        }
    }
    return A;
}

void tcui_matrix_load_row(tcui_matrix *A, uint64_t row, tcu_type type, const void *array, uint64_t first,
                          uint64_t count)
{
    for (uint64_t c = 0; c < count; c++) {
        A->at[row][c] = tcui_number_load(type, array, first + c);
    }
}

void tcui_matrix_store_row(tcu_type type, void *array, uint64_t first, uint64_t count, const tcui_matrix *A,
                           uint64_t row)
{
    for (uint64_t c = 0; c < count; c++) {
        tcui_number_store(type, array, first + c, A->at[row][c]);
    }
}

/* How many of `count` numbers, laid into a matrix row by row, stand in this row. */
static uint64_t length_of_row(uint64_t count, uint64_t row)
{
    const uint64_t before = row * TCUI_M;
    return count <= before ? 0 : count - before < TCUI_M ? count - before : TCUI_M;
}

tcui_matrix tcui_matrix_load(tcu_type type, const void *array, uint64_t first, uint64_t count)
{
    tcui_matrix A = tcui_matrix_zero(tcui_is_real(type));
    for (uint64_t r = 0; r < TCUI_M; r++) {
        tcui_matrix_load_row(&A, r, type, array, first + r * TCUI_M, length_of_row(count, r));
    }
    return A;
}

void tcui_matrix_store(tcu_type type, void *array, uint64_t first, uint64_t count, const tcui_matrix *A)
{
    for (uint64_t r = 0; r < TCUI_M; r++) {
        tcui_matrix_store_row(type, array, first + r * TCUI_M, length_of_row(count, r), A, r);
    }
}

/* sum += a times a row, but for the zeros (the bits of a 0 are 0, of a double too). */
static void add_row(bool is_real, tcui_number sum[TCUI_M], tcui_number a, const tcui_number row[TCUI_M])
{
    for (int c = 0; c < TCUI_M && a.integer != 0; c++) {
        if (row[c].integer != 0) {
            sum[c] = tcui_number_add(is_real, sum[c], tcui_number_multiply(is_real, a, row[c]));
        }
    }
}

/* Row r of A B is the sum of the rows of B, each times an entry of row r of A. */
tcui_matrix tcui_matrix_multiply(tcui_matrix A, tcui_matrix B, tcui_matrix C)
{
    tcui_matrix AB = tcui_matrix_zero(A.is_real), D = AB;
    for (int r = 0; r < TCUI_M; r++) {
        for (int k = 0; k < TCUI_M; k++) {
            add_row(A.is_real, AB.at[r], A.at[r][k], B.at[k]);
        }
        for (int c = 0; c < TCUI_M; c++) {
            D.at[r][c] = tcui_number_add(A.is_real, C.at[r][c], AB.at[r][c]);
        }
    }
    return D;
}

tcui_matrix tcui_matrix_transpose(tcui_matrix A)
{
    tcui_matrix D = {.is_real = A.is_real};
    for (int r = 0; r < TCUI_M; r++) {
        for (int c = 0; c < TCUI_M; c++) {
            D.at[c][r] = A.at[r][c];
        }
    }
    return D;
}
