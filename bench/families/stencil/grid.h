/* SPDX-License-Identifier: Apache-2.0 */
/** @file grid.h The grids of stencils and convolutions, and how exact their results have to be. A part of problem.h. */
#ifndef TCU_BENCH_FAMILIES_STENCIL_GRID_H
#define TCU_BENCH_FAMILIES_STENCIL_GRID_H

#include "bench/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A grid and a box of weights around each of its points, of axes z, y and x: those that a case does not have are one
 * point long. Elements are dense.
 */
typedef struct bench_grid {
    uint32_t dimensions;
    uint64_t extents[3];
    uint64_t channels, batch;   /**< elements of a point; grids */
    int32_t radius[3];          /**< the box has 2 radius + 1 weights along an axis */
    uint64_t taps;              /**< weights other than 0 */
    int is_product;             /**< weights are products of one along y and one along x */
    tcu_boundary boundary;      /**< of all axes */
    const double *weights;      /**< in C order, exact in what is computed in */
    const double *weights_here; /**< the same in memory of the host, whatever the backend */
} bench_grid;

/** Weights of the box. */
BENCH_INLINE uint64_t bench_box(const bench_grid *grid)
{
    return (uint64_t)(2 * grid->radius[0] + 1) * (uint64_t)(2 * grid->radius[1] + 1) *
           (uint64_t)(2 * grid->radius[2] + 1);
}
/**
 * How far a sum of `terms` products of magnitude `magnitude` together may be from `value`, its exact value, in an array of
 * `type` (stencil.h, convolution.h).
 */
BENCH_INLINE double bench_sum_bound(tcu_type type, uint64_t terms, double value, double magnitude)
{
    const double size = value < 0 ? -value : value, unit = type == TCU_TYPE_F64 ? 0x1p-53 : 0x1p-24;
    const double sum = (double)(terms + (type == TCU_TYPE_F64    ? 2
                                         : type == TCU_TYPE_BF16 ? 268
                                                                 : 12)) *
                       unit * magnitude;
    switch (type) {
    case TCU_TYPE_F16:
        return sum + 1.001 * (0x1p-11 * size + 0x1p-25);
    case TCU_TYPE_BF16:
        return sum + 1.001 * 0x1p-8 * size;
    case TCU_TYPE_U8:
        return sum + 0.5;
    default:
        return sum;
    }
}
#ifdef __cplusplus
}
#endif

#endif
