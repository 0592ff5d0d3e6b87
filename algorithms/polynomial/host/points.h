/* SPDX-License-Identifier: Apache-2.0 */
/* Points become values of t in f64, and results elements of their type. Kernels inline all of it. */
#ifndef TCUI_POLYNOMIAL_HOST_POINTS_H
#define TCUI_POLYNOMIAL_HOST_POINTS_H

#include "algorithms/polynomial/backend.h"
#include "primitives/tile/host/tile.h"

/* The type of points or results. (f64 goes with coefficients of f64 alone: kernels leave out what they never see.) */
TCUI_ALWAYS_INLINE tcu_type tcui_polynomial_type(tcu_type coefficient, tcu_type type)
{
    return coefficient == TCU_TYPE_F64 ? TCU_TYPE_F64 : type == TCU_TYPE_F64 ? TCU_TYPE_F32 : type;
}

/* WHAT with one of the four types as a constant in place of `type`: loops over elements of such a type vectorise. */
#define TCUI_FOR_REAL_TYPE(type, WHAT)                                                                                 \
    switch (type) {                                                                                                    \
    case TCU_TYPE_F16: {                                                                                               \
        WHAT(TCU_TYPE_F16)                                                                                             \
        break;                                                                                                         \
    }                                                                                                                  \
    case TCU_TYPE_BF16: {                                                                                              \
        WHAT(TCU_TYPE_BF16)                                                                                            \
        break;                                                                                                         \
    }                                                                                                                  \
    case TCU_TYPE_F32: {                                                                                               \
        WHAT(TCU_TYPE_F32)                                                                                             \
        break;                                                                                                         \
    }                                                                                                                  \
    default: {                                                                                                         \
        WHAT(TCU_TYPE_F64)                                                                                             \
    }                                                                                                                  \
    }

/* Points first ... first + n - 1. */
TCUI_ALWAYS_INLINE void tcui_polynomial_widen(tcu_type type, const void *points, uint64_t first, int n, double *x)
{
#define WIDEN(constant)                                                                                                \
    for (int i = 0; i < n; i++) {                                                                                      \
        x[i] = tcui_element_load_f64(constant, points, first + (uint64_t)i);                                           \
    }
    TCUI_FOR_REAL_TYPE(type, WIDEN)
#undef WIDEN
}

/* t of points first ... first + n - 1, and zeros behind them up to `capacity`. */
TCUI_ALWAYS_INLINE void tcui_polynomial_load_points(const tcui_polynomials *p, tcu_type type, const void *points,
                                                    uint64_t first, int n, int capacity, double *t)
{
#define LOAD(constant)                                                                                                 \
    for (int i = 0; i < n; i++) {                                                                                      \
        t[i] = tcui_polynomial_variable(p, tcui_element_load_f64(constant, points, first + (uint64_t)i));              \
    }
    TCUI_FOR_REAL_TYPE(type, LOAD)
#undef LOAD
    for (int i = n; i < capacity; i++) {
        t[i] = 0;
    }
}

/* n neighbouring results from element `first` on. */
TCUI_ALWAYS_INLINE void tcui_polynomial_narrow(const double *h, tcu_type type, void *out, uint64_t first, int n)
{
#define NARROW(constant)                                                                                               \
    for (int i = 0; i < n; i++) {                                                                                      \
        tcui_element_store_f64(constant, out, first + (uint64_t)i, h[i]);                                              \
    }
    TCUI_FOR_REAL_TYPE(type, NARROW)
#undef NARROW
}

#endif /* TCUI_POLYNOMIAL_HOST_POINTS_H */
