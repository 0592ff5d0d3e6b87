/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the reference's polynomials, stencils and layers are made of: the product of two tiles of 16 x 16 numbers, which is
 * what a matrix unit does, and elements of the real types as numbers. Tiles are of f64, whatever the elements are: of every
 * narrower type products are then exact, and sums nearly so. Unlike those of matrix.h,
 * products with a 0 are not left out.
 *
 * An example with an edge of 2, C being 0 before:
 *
 *     C += A B      | 1 2 |   | 1 1 |   | 1 3 |
 *                   | 3 4 | * | 0 1 | = | 3 7 |       a row of C is the prefix sums of the row of A
 */
#ifndef TCUI_TILE_REFERENCE_TILE_H
#define TCUI_TILE_REFERENCE_TILE_H

#include <math.h>
#include <stdint.h>

#include "matrix.h"

enum { TCUI_REFERENCE_EDGE = TCUI_M };

typedef struct tcui_reference_tile {
    double at[TCUI_REFERENCE_EDGE][TCUI_REFERENCE_EDGE]; /* [row][column] */
} tcui_reference_tile;

/* C += A B. An element of C gets its 16 products in the order of k, as by the definition of a product. */
static inline void tcui_reference_multiply(tcui_reference_tile *C, const tcui_reference_tile *A,
                                           const tcui_reference_tile *B)
{
    for (int row = 0; row < TCUI_REFERENCE_EDGE; row++) {
        for (int column = 0; column < TCUI_REFERENCE_EDGE; column++) {
            double sum = C->at[row][column];
            for (int k = 0; k < TCUI_REFERENCE_EDGE; k++) {
                sum += A->at[row][k] * B->at[k][column];
            }
            C->at[row][column] = sum;
        }
    }
}

/* Element i of an array of f64, f32, f16, bf16 or u8. */
static inline double tcui_reference_load(tcu_type type, const void *array, uint64_t i)
{
    return type == TCU_TYPE_U8 ? ((const uint8_t *)array)[i] : tcui_number_load(type, array, i).real;
}

/* Writes it, rounded once to nearest, ties to even. What u8 cannot hold becomes 0 or 255, and NaN 0. */
static inline void tcui_reference_store(tcu_type type, void *array, uint64_t i, double x)
{
    if (type == TCU_TYPE_U8) {
        ((uint8_t *)array)[i] = (uint8_t)(!(x > 0) ? 0 : x >= 255 ? 255 : nearbyint(x));
    } else {
        tcui_number_store(type, array, i, (tcui_number){.real = x});
    }
}

#endif /* TCUI_TILE_REFERENCE_TILE_H */
