/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the reference's polynomials, stencils and layers are made of: the product of two tiles of 16 x 16 numbers, which
 * is what a matrix unit does, and elements of the real types as numbers. Tiles are of f64, whatever the elements are: of
 * every narrower type products are then exact, and sums nearly so.
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

#include "primitives/tile/half.h"
#include "tcu/types.h"

enum { TCUI_REFERENCE_EDGE = 16 };

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
    switch (type) {
    case TCU_TYPE_F64:
        return ((const double *)array)[i];
    case TCU_TYPE_F32:
        return (double)((const float *)array)[i];
    case TCU_TYPE_F16:
        return (double)tcui_f32_from_f16(((const uint16_t *)array)[i]);
    case TCU_TYPE_BF16:
        return (double)tcui_f32_from_bf16(((const uint16_t *)array)[i]);
    default:
        return (double)((const uint8_t *)array)[i];
    }
}

/* Writes it, rounded once to nearest, ties to even. What u8 cannot hold becomes 0 or 255, and NaN 0. */
static inline void tcui_reference_store(tcu_type type, void *array, uint64_t i, double x)
{
    switch (type) {
    case TCU_TYPE_F64:
        ((double *)array)[i] = x;
        break;
    case TCU_TYPE_F32:
        ((float *)array)[i] = (float)x;
        break;
    case TCU_TYPE_F16:
        ((uint16_t *)array)[i] = tcui_f16_from_f64(x);
        break;
    case TCU_TYPE_BF16:
        ((uint16_t *)array)[i] = tcui_bf16_from_f64(x);
        break;
    default:
        ((uint8_t *)array)[i] = (uint8_t)(!(x > 0) ? 0 : x >= 255 ? 255 : nearbyint(x));
    }
}

#endif /* TCUI_TILE_REFERENCE_TILE_H */
