/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One polynomial at several points at once, each in a lane of its own:
 *
 *     Horner    h = c[d];  h = h t + c[k],  k = d - 1 ... 0
 *     Clenshaw  b = c[d], b' = 0;  b, b' = c[k] + (2 t b - b'), b,  k = d - 1 ... 1;  h = c[0] + (t b - b')
 *
 * `n` is a constant, 16, 32 or 64: of many points the chains of operations hide each other's latency. `at[i]` is where the
 * coefficients of lane i begin: kernels pass one place for all lanes, or an array.
 */
#ifndef TCUI_POLYNOMIAL_HOST_HORNER_H
#define TCUI_POLYNOMIAL_HOST_HORNER_H

#include "points.h"

enum { TCUI_HORNER_LANES = 32, TCUI_HORNER_MOST_LANES = 64 };

/* Coefficients of ready polynomials, f32 or f64, as an array of lanes sees them. */
typedef struct tcui_lanes {
    tcu_type type;
    const void *coefficients;
    uint64_t at;            /* of every lane, or */
    const uint64_t *own_at; /* of each lane; NULL if they share `at` */
} tcui_lanes;

TCUI_ALWAYS_INLINE double tcui_lane_coefficient(const tcui_lanes *lanes, int i, uint64_t k)
{
    return tcui_element_load_f64(lanes->type, lanes->coefficients,
                                 (lanes->own_at != NULL ? lanes->own_at[i] : lanes->at) + k);
}

/* Of lanes that share their coefficients (others: rows.h). */
TCUI_ALWAYS_INLINE void tcui_horner(const tcui_lanes *lanes, uint64_t degree, const double *t, double *h, int n)
{
    double sum[TCUI_HORNER_MOST_LANES];
    for (int i = 0; i < n; i++) {
        sum[i] = tcui_lane_coefficient(lanes, i, degree);
    }
    for (uint64_t k = degree; k-- > 0;) {
        for (int i = 0; i < n; i++) {
            sum[i] = sum[i] * t[i] + tcui_lane_coefficient(lanes, i, k);
        }
    }
    for (int i = 0; i < n; i++) {
        h[i] = sum[i];
    }
}

TCUI_ALWAYS_INLINE void tcui_clenshaw(const tcui_lanes *lanes, uint64_t degree, const double *t, double *h, int n)
{
    double b[TCUI_HORNER_MOST_LANES], above[TCUI_HORNER_MOST_LANES];
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

/* At 16, 32 or 64 points, by the scheme of the basis. */
TCUI_ALWAYS_INLINE void tcui_evaluate_lanes(const tcui_lanes *lanes, const tcui_polynomials *p, const double *t,
                                            double *h, int n)
{
    if (p->basis == TCU_BASIS_CHEBYSHEV) {
        tcui_clenshaw(lanes, p->degree, t, h, n);
    } else {
        tcui_horner(lanes, p->degree, t, h, n);
    }
}

#endif /* TCUI_POLYNOMIAL_HOST_HORNER_H */
