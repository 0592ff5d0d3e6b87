/* SPDX-License-Identifier: Apache-2.0 */
#include "algebra.h"

#include <math.h>

#include "primitives/reduce/elements.h"

/* The lesser of two numbers that are no NaN: -0 is less than +0. */
static bool is_less(tcu_type type, tcui_number x, tcui_number y)
{
    const bool are_zeros = tcui_is_real(type) && x.real == 0 && y.real == 0;
    return are_zeros ? signbit(x.real) && !signbit(y.real) : tcui_number_is_less(type, x, y);
}

static tcui_number extremum(tcui_algebra algebra, tcui_number x, tcui_number y)
{
    const tcu_type type = algebra.type;
    const bool ignore = algebra.reduction->nan_mode == TCU_NAN_IGNORE;
    if (tcui_is_real(type) && (isnan(x.real) || isnan(y.real))) {
        return !ignore ? (tcui_number){.real = NAN} : isnan(x.real) ? y : x;
    }
    const bool takes_x = algebra.reduction->op == TCU_OPERATOR_MIN ? is_less(type, x, y) : is_less(type, y, x);
    return takes_x ? x : y;
}

tcui_number tcui_algebra_add(tcui_algebra algebra, tcui_number x, tcui_number y)
{
    switch (algebra.reduction->op) {
    case TCU_OPERATOR_SUM:
        return tcui_number_add(tcui_is_real(algebra.type), x, y);
    case TCU_OPERATOR_PRODUCT:
        return tcui_number_multiply(tcui_is_real(algebra.type), x, y);
    case TCU_OPERATOR_AND:
        return (tcui_number){.integer = x.integer & y.integer};
    case TCU_OPERATOR_OR:
        return (tcui_number){.integer = x.integer | y.integer};
    case TCU_OPERATOR_XOR:
        return (tcui_number){.integer = x.integer ^ y.integer};
    default:
        return extremum(algebra, x, y);
    }
}

tcui_matrix tcui_algebra_zero(tcui_algebra algebra)
{
    const uint64_t bits = tcui_neutral_bits(algebra.reduction->op, algebra.type);
    return tcui_matrix_broadcast(tcui_is_real(algebra.type), tcui_number_load(algebra.type, &bits, 0));
}

tcui_matrix tcui_algebra_multiply(tcui_algebra algebra, int (*entry)(int row, int column), tcui_matrix A, tcui_matrix C)
{
    tcui_matrix D = C;
    for (int r = 0; r < TCUI_M; r++) {
        for (int k = 0; k < TCUI_M; k++) {
            for (int c = 0; c < TCUI_M && entry(r, k) == 1; c++) {
                D.at[r][c] = tcui_algebra_add(algebra, D.at[r][c], A.at[k][c]);
            }
        }
    }
    return D;
}
