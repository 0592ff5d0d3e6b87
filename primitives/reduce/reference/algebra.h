/* SPDX-License-Identifier: Apache-2.0 */
/* The algebras in which other operators than + are sums: operators.c explains them. Scans need them, too. */
#ifndef TCUI_REDUCE_REFERENCE_ALGEBRA_H
#define TCUI_REDUCE_REFERENCE_ALGEBRA_H

#include "primitives/reduce/backend.h"
#include "primitives/tile/reference/matrix.h"

typedef struct tcui_algebra {
    const tcui_reduction *reduction;
    tcu_type type; /* of results */
} tcui_algebra;

/* What stands for x + y. */
tcui_number tcui_algebra_add(tcui_algebra algebra, tcui_number x, tcui_number y);

/* The matrix that is everywhere what stands for 0. */
tcui_matrix tcui_algebra_zero(tcui_algebra algebra);

/* P A + C, P being a constant matrix of constant_tiles.h: an entry 1 of P takes a row of A, an entry 0 leaves it out. */
tcui_matrix tcui_algebra_multiply(tcui_algebra algebra, int (*entry)(int row, int column), tcui_matrix A,
                                  tcui_matrix C);

#endif /* TCUI_REDUCE_REFERENCE_ALGEBRA_H */
