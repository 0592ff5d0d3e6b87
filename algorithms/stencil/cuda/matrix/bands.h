/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A box's weights as band matrices. Row m of A is the window of results x + 8 m ... x + 8 m + 7 of a grid line, which begins
 * at x + 8 m + first_x; column n of B is result x + 8 m + n, so that
 *
 *     B[k][n] = weight of offset first_x + k - n, 0 outside of the box.
 *
 * Crossed windows have 4 results on two lines each: for each pair p of lines
 *
 *     B[8 i + k][4 j + n] = weight of offset first_x + k - n on line 2 p + i - j of the taps' lines.
 *
 * Weights are pairs of halves, high + low, times 2^exponent, so that even small ones are normal numbers. Where each weight
 * is one half exactly, all low ones are 0, and kernels leave their products out: results are the same.
 */
#ifndef TCUI_STENCIL_MATRIX_BANDS_H
#define TCUI_STENCIL_MATRIX_BANDS_H

#include "algorithms/stencil/backend.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tcui_band_kind { TCUI_BANDS_OF_LINES, TCUI_BANDS_OF_PLANES, TCUI_BANDS_OF_VOLUMES } tcui_band_kind;

typedef struct tcui_stencil_bands {
    tcui_band_kind kind;
    int shape;              /* of its kind (policy.cuh); lines have one */
    int down_axis;          /* planes: 1, volumes: 0; lines have none */
    int down, lines, steps; /* fragments of B: for each tap along either axis, and each 16 elements of a window; of
                                 crossed windows for each tap along one axis, and each two lines */
    int octets;             /* of a window: 2 * steps, or one less; of crossed windows 1 */
    int32_t first_x;        /* a multiple of 4, of crossed windows of 2, of lines of 8: windows are aligned then as
                                 results are */
    int exponent;
    int halves; /* of a weight that are not 0: 1 or 2 */
} tcui_stencil_bands;

/* Whether the stencil of a plan can be computed so, and how. */
bool tcui_stencil_find_bands(const tcui_stencil *stencil, tcui_stencil_bands *bands);

/* The bands in device memory: fragment (down, line, step) is 32 vectors, a lane's own: high and low registers of B. */
size_t tcui_stencil_band_bytes(const tcui_stencil *stencil);
void tcui_stencil_write_bands(const tcui_stencil *stencil, void *to);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_STENCIL_MATRIX_BANDS_H */
