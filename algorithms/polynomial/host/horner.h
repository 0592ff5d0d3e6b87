/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One polynomial at several points at once, each in a lane of its own:
 *
 *     Horner    h = c[d];  h = h t + c[k],  k = d - 1 ... 0
 *     Clenshaw  b = c[d], b' = 0;  b, b' = c[k] + (2 t b - b'), b,  k = d - 1 ... 1;  h = c[0] + (t b - b')
 *
 * Of many points the chains of operations hide each other's latency. Horner's scheme takes fused multiply-adds where the
 * processor has them (horner_template.h; rows.h has lanes with coefficients of their own). Clenshaw's, here, is left to
 * the compiler.
 */
#ifndef TCUI_POLYNOMIAL_HOST_HORNER_H
#define TCUI_POLYNOMIAL_HOST_HORNER_H

#include <stddef.h>

#include "points.h"

enum { TCUI_HORNER_LANES = 32, TCUI_HORNER_MOST_LANES = 64 };

/* Points that go together: as many as eight vectors hold. That hides the latency of a multiply-add, and registers have
 * room for their sums. */
enum { tcui_lanes_of_baseline = 16, tcui_lanes_of_avx2 = 32, tcui_lanes_of_avx512 = 64 };

/* h[i] = the polynomial at t[i], 0 <= i < n <= 64. Both have room for a multiple of 32. */
typedef void (*tcui_horner)(const void *coefficients, uint64_t degree, const double *t, double *h, int n);

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

/* `n` is a constant, 16, 32 or 64. */
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

/* How a kernel evaluates rows that points share: constants. */
typedef struct tcui_schemes {
    tcu_type type; /* of coefficients */
    tcui_horner horner;
    int clenshaw_lanes; /* of the level */
} tcui_schemes;

/* Row `row` at t[0] ... t[n - 1] by the scheme of the basis. Sizes are those of tcui_horner. */
TCUI_ALWAYS_INLINE void tcui_evaluate_row(const tcui_polynomials *p, const tcui_schemes *schemes, uint64_t row,
                                          const double *t, double *h, int n)
{
    const uint64_t at = row * p->stride;
    if (p->basis != TCU_BASIS_CHEBYSHEV) {
        const uint64_t bytes = schemes->type == TCU_TYPE_F32 ? sizeof(float) : sizeof(double);
        schemes->horner((const char *)p->coefficients + at * bytes, p->degree, t, h, n);
        return;
    }
    const tcui_lanes lanes = {.type = schemes->type, .coefficients = p->coefficients, .at = at};
    for (int i = 0; i < n;) {
        if (schemes->clenshaw_lanes > 32 && n - i > 32) {
            tcui_clenshaw(&lanes, p->degree, &t[i], &h[i], 64);
            i += 64;
        } else if (n - i > 16) {
            tcui_clenshaw(&lanes, p->degree, &t[i], &h[i], 32);
            i += 32;
        } else {
            tcui_clenshaw(&lanes, p->degree, &t[i], &h[i], 16);
            i += 16;
        }
    }
}

#endif /* TCUI_POLYNOMIAL_HOST_HORNER_H */
