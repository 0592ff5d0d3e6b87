/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One polynomial at several points at once, each in a lane of its own:
 *
 *     Horner    h = c[d];  h = h t + c[k],  k = d - 1 ... 0
 *     Clenshaw  b = c[d], b' = 0;  b, b' = c[k] + (2 t b - b'), b,  k = d - 1 ... 1;  h = c[0] + (t b - b')
 *
 * Of many points the chains of operations hide each other's latency. Where points share a row, steps are fused
 * multiply-adds if the processor has them (horner_template.h). Where each lane has coefficients of its own, loading them
 * takes the time (rows.h; Clenshaw's scheme here).
 */
#ifndef TCUI_POLYNOMIAL_HOST_HORNER_H
#define TCUI_POLYNOMIAL_HOST_HORNER_H

#include <stddef.h>

#include "points.h"

enum { TCUI_HORNER_LANES = 32, TCUI_HORNER_MOST_LANES = 64 };

/* h[i] = the polynomial at t[i], 0 <= i < n <= 64. Both have room for a multiple of 32. */
typedef void (*tcui_scheme)(const void *coefficients, uint64_t degree, const double *t, double *h, int n);

/* Coefficients of ready polynomials, f32 or f64, and where each lane's begin. */
typedef struct tcui_lanes {
    tcu_type type;
    const void *coefficients;
    const uint64_t *own_at;
} tcui_lanes;

TCUI_ALWAYS_INLINE double tcui_lane_coefficient(const tcui_lanes *lanes, int i, uint64_t k)
{
    return tcui_element_load_f64(lanes->type, lanes->coefficients, lanes->own_at[i] + k);
}

/* Clenshaw's scheme where each of n <= 32 lanes, a constant, has its coefficients. */
TCUI_ALWAYS_INLINE void tcui_clenshaw(const tcui_lanes *lanes, uint64_t degree, const double *t, double *h, int n)
{
    double b[TCUI_HORNER_LANES], above[TCUI_HORNER_LANES];
    for (int i = 0; i < n; i++) {
        b[i] = tcui_lane_coefficient(lanes, i, degree);
        above[i] = 0;
    }
    for (uint64_t k = degree; k-- > 1;) {
        for (int i = 0; i < n; i++) {
            const double next = tcui_lane_coefficient(lanes, i, k) + (2 * t[i] * b[i] - above[i]);
            above[i] = b[i];
            b[i] = next;
        }
    }
    for (int i = 0; i < n; i++) {
        h[i] = degree > 0 ? tcui_lane_coefficient(lanes, i, 0) + (t[i] * b[i] - above[i]) : b[i];
    }
}

/* How a kernel evaluates rows that points share: constants. */
typedef struct tcui_schemes {
    tcu_type type; /* of coefficients */
    tcui_scheme horner, clenshaw;
} tcui_schemes;

/* Row `row` at t[0] ... t[n - 1] by the scheme of the basis. Sizes are those of tcui_scheme. */
TCUI_ALWAYS_INLINE void tcui_evaluate_row(const tcui_polynomials *p, const tcui_schemes *schemes, uint64_t row,
                                          const double *t, double *h, int n)
{
    const uint64_t bytes = schemes->type == TCU_TYPE_F32 ? sizeof(float) : sizeof(double);
    const void *coefficients = (const char *)p->coefficients + row * p->stride * bytes;
    (p->basis == TCU_BASIS_CHEBYSHEV ? schemes->clenshaw : schemes->horner)(coefficients, p->degree, t, h, n);
}

#endif /* TCUI_POLYNOMIAL_HOST_HORNER_H */
