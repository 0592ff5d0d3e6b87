/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Horner's scheme at many points of one polynomial, in f64: a part of templates of vectors.h. A step is a fused
 * multiply-add where the processor has it, and eight vectors of points are as many as hide its latency.
 */

/* `vectors`, a constant, of points. Sums begin with the coefficient as it is: zero plus -0 would be +0. */
TCUI_TARGET TCUI_ALWAYS_INLINE void TCUI_V(tcui_horner_together)(tcu_type type, const void *coefficients,
                                                                 uint64_t degree, const double *t, double *h,
                                                                 ptrdiff_t vectors)
{
    enum { MOST = 8 };
    TCUI_V(tcui_vector) sum[MOST];
    TCUI_UNROLL
    for (ptrdiff_t v = 0; v < vectors; v++) {
        sum[v] = TCUI_V(tcui_vector_set)(tcui_element_load_f64(type, coefficients, degree));
    }
    TCUI_KEEP_LOOP
    for (uint64_t k = degree; k-- > 0;) {
        const TCUI_V(tcui_vector) c = TCUI_V(tcui_vector_set)(tcui_element_load_f64(type, coefficients, k));
        TCUI_UNROLL
        for (ptrdiff_t v = 0; v < vectors; v++) {
            const TCUI_V(tcui_vector) x = TCUI_V(tcui_vector_load)(t + v * TCUI_LANES);
            sum[v] = TCUI_V(tcui_vector_multiply_add)(sum[v], x, c);
        }
    }
    TCUI_UNROLL
    for (ptrdiff_t v = 0; v < vectors; v++) {
        TCUI_V(tcui_vector_store)(h + v * TCUI_LANES, sum[v]);
    }
}

TCUI_TARGET TCUI_ALWAYS_INLINE void TCUI_V(tcui_horner_of)(tcu_type type, const void *coefficients, uint64_t degree,
                                                           const double *t, double *h, int n)
{
    for (ptrdiff_t i = 0; i < n;) {
        if (n - i > 4 * TCUI_LANES) {
            TCUI_V(tcui_horner_together)(type, coefficients, degree, t + i, h + i, 8);
            i += 8 * TCUI_LANES;
        } else {
            TCUI_V(tcui_horner_together)(type, coefficients, degree, t + i, h + i, 4);
            i += 4 * TCUI_LANES;
        }
    }
}

/* Of coefficients of f32 and of f64: each is a tcui_horner. */
TCUI_TARGET static void TCUI_V(tcui_horner_of_f32)(const void *coefficients, uint64_t degree, const double *t,
                                                   double *h, int n)
{
    TCUI_V(tcui_horner_of)(TCU_TYPE_F32, coefficients, degree, t, h, n);
}

TCUI_TARGET static void TCUI_V(tcui_horner_of_f64)(const void *coefficients, uint64_t degree, const double *t,
                                                   double *h, int n)
{
    TCUI_V(tcui_horner_of)(TCU_TYPE_F64, coefficients, degree, t, h, n);
}
