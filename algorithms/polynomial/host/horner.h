/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One polynomial at several points at once, each in a lane of its own:
 *
 *     Horner    h = c[d];  h = h t + c[k],  k = d - 1 ... 0
 *     Clenshaw  b = c[d], b' = 0;  b, b' = c[k] + (2 t b - b'), b,  k = d - 1 ... 1;  h = c[0] + (t b - b')
 *
 * `n` is a constant, 16, 32 or 64: of many points the chains of operations hide each other's latency. Clenshaw's lanes may
 * have coefficients of their own; Horner's share them (rows.h has others).
 */
#ifndef TCUI_POLYNOMIAL_HOST_HORNER_H
#define TCUI_POLYNOMIAL_HOST_HORNER_H

#include <stddef.h>
#include <string.h>

#include "points.h"

enum { TCUI_HORNER_LANES = 32, TCUI_HORNER_MOST_LANES = 64 };

/* As many points as eight vectors hold go together: that hides the latency of a multiplication and an addition, and
 * registers have room for their sums. */
enum { tcui_lanes_of_baseline = 16, tcui_lanes_of_avx2 = 32, tcui_lanes_of_avx512 = 64 };

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

/*
 * n lanes as vectors of `bytes` bytes: eight, or four where batches have no more points. (Of arrays compilers keep some sums
 * in memory, where each step waits until the one before has stored its sum.) Sums begin with the coefficient as it is:
 * zero plus -0 would be +0.
 */
#define TCUI_HORNER_OF(n, bytes)                                                                                       \
    typedef double tcui_vector_of_##n##_##bytes __attribute__((vector_size(bytes)));                                   \
    TCUI_ALWAYS_INLINE void tcui_horner_##n##_##bytes(const tcui_lanes *lanes, uint64_t degree, const double *t,       \
                                                      double *h)                                                       \
    {                                                                                                                  \
        enum { LANES = (bytes) / 8, VECTORS = (n) / LANES };                                                           \
        double first[LANES];                                                                                           \
        tcui_vector_of_##n##_##bytes sum[VECTORS], x;                                                                  \
        for (int i = 0; i < LANES; i++) {                                                                              \
            first[i] = tcui_lane_coefficient(lanes, 0, degree);                                                        \
        }                                                                                                              \
        for (int v = 0; v < VECTORS; v++) {                                                                            \
            memcpy(&sum[v], first, sizeof sum[v]);                                                                     \
        }                                                                                                              \
        for (uint64_t k = degree; k-- > 0;) {                                                                          \
            const double c = tcui_lane_coefficient(lanes, 0, k);                                                       \
            for (int v = 0; v < VECTORS; v++) {                                                                        \
                memcpy(&x, t + (ptrdiff_t)v * LANES, sizeof x);                                                        \
                sum[v] = sum[v] * x + c;                                                                               \
            }                                                                                                          \
        }                                                                                                              \
        for (int v = 0; v < VECTORS; v++) {                                                                            \
            memcpy(h + (ptrdiff_t)v * LANES, &sum[v], sizeof sum[v]);                                                  \
        }                                                                                                              \
    }
TCUI_HORNER_OF(16, 16)
TCUI_HORNER_OF(32, 32)
TCUI_HORNER_OF(32, 64)
TCUI_HORNER_OF(64, 64)

/* `most_lanes`: of the level. */
TCUI_ALWAYS_INLINE void tcui_horner(const tcui_lanes *lanes, uint64_t degree, const double *t, double *h, int n,
                                    int most_lanes)
{
    if (n == 64) {
        tcui_horner_64_64(lanes, degree, t, h);
    } else if (n == 32 && most_lanes == 64) {
        tcui_horner_32_64(lanes, degree, t, h);
    } else if (n == 32 && most_lanes == 16) {
        tcui_horner_16_16(lanes, degree, t, h);
        tcui_horner_16_16(lanes, degree, t + 16, h + 16);
    } else if (n == 32) {
        tcui_horner_32_32(lanes, degree, t, h);
    } else {
        tcui_horner_16_16(lanes, degree, t, h);
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
                                            double *h, int n, int most_lanes)
{
    if (p->basis == TCU_BASIS_CHEBYSHEV) {
        tcui_clenshaw(lanes, p->degree, t, h, n);
    } else {
        tcui_horner(lanes, p->degree, t, h, n, most_lanes);
    }
}

#endif /* TCUI_POLYNOMIAL_HOST_HORNER_H */
