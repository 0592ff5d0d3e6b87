/* SPDX-License-Identifier: Apache-2.0 */
/* Points become values of t in f64, and results elements of their type. Kernels inline all of it. */
#ifndef TCUI_POLYNOMIAL_HOST_POINTS_H
#define TCUI_POLYNOMIAL_HOST_POINTS_H

#include "algorithms/polynomial/backend.h"
#include "primitives/tile/host/tile.h"

/* t = scale (x - centre), the centre being a sum of two f64; x itself, sign of zero and all, where t is x. Infinite where
 * x - centre is beyond f64, as the header says. */
TCUI_ALWAYS_INLINE double tcui_polynomial_variable(const tcui_polynomials *p, double x)
{
    return p->scale * ((x - p->centre) - p->centre_low);
}

/* t of points first ... first + n - 1, and zeros behind them up to `capacity`. */
TCUI_ALWAYS_INLINE void tcui_polynomial_load_points(const tcui_polynomials *p, tcu_type type, const void *points,
                                                    uint64_t first, int n, int capacity, double *t)
{
    switch (type) {
    case TCU_TYPE_F16:
        for (int i = 0; i < n; i++) {
            t[i] = tcui_element_load_f64(TCU_TYPE_F16, points, first + (uint64_t)i);
        }
        break;
    case TCU_TYPE_BF16:
        for (int i = 0; i < n; i++) {
            t[i] = tcui_element_load_f64(TCU_TYPE_BF16, points, first + (uint64_t)i);
        }
        break;
    case TCU_TYPE_F32:
        for (int i = 0; i < n; i++) {
            t[i] = tcui_element_load_f64(TCU_TYPE_F32, points, first + (uint64_t)i);
        }
        break;
    default:
        for (int i = 0; i < n; i++) {
            t[i] = tcui_element_load_f64(TCU_TYPE_F64, points, first + (uint64_t)i);
        }
    }
    for (int i = 0; i < n; i++) {
        t[i] = tcui_polynomial_variable(p, t[i]);
    }
    for (int i = n; i < capacity; i++) {
        t[i] = 0;
    }
}

/* StoreTile of results, with the type and the layout as constants. */
TCUI_ALWAYS_INLINE void tcui_polynomial_store_typed(const tcui_tile_f64 *tile, tcu_type type, void *out, uint64_t first,
                                                    tcui_tile_layout layout, uint64_t stride, int rows, int columns)
{
    if (layout == TCUI_ROW_MAJOR) {
        tcui_tile_store_f64(tile, type, out, first, TCUI_ROW_MAJOR, stride, rows, columns);
    } else {
        tcui_tile_store_f64(tile, type, out, first, TCUI_COLUMN_MAJOR, stride, rows, columns);
    }
}

TCUI_ALWAYS_INLINE void tcui_polynomial_store(const tcui_tile_f64 *tile, tcu_type type, void *out, uint64_t first,
                                              tcui_tile_layout layout, uint64_t stride, int rows, int columns)
{
    switch (type) {
    case TCU_TYPE_F16:
        tcui_polynomial_store_typed(tile, TCU_TYPE_F16, out, first, layout, stride, rows, columns);
        break;
    case TCU_TYPE_BF16:
        tcui_polynomial_store_typed(tile, TCU_TYPE_BF16, out, first, layout, stride, rows, columns);
        break;
    case TCU_TYPE_F32:
        tcui_polynomial_store_typed(tile, TCU_TYPE_F32, out, first, layout, stride, rows, columns);
        break;
    default:
        tcui_polynomial_store_typed(tile, TCU_TYPE_F64, out, first, layout, stride, rows, columns);
    }
}

#endif /* TCUI_POLYNOMIAL_HOST_POINTS_H */
