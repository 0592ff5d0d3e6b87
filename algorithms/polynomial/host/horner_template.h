/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Horner's and Clenshaw's schemes at many points of one polynomial, in f64: a part of templates of vectors.h. A step has a
 * fused multiply-add where the processor has it, and eight vectors of points are as many as hide its latency. (Clenshaw's
 * scheme has two sums a point, and registers for those of four.)
 */

/* `vectors`, a constant, of points. Sums begin with the coefficient as it is: zero plus -0 would be +0. */
TCUI_ALWAYS_INLINE void TCUI_V(tcui_horner_together)(tcu_type type, const void *coefficients, uint64_t degree,
                                                     const double *t, double *h, ptrdiff_t vectors)
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

/* The same of four vectors by Clenshaw's scheme, from degree 1 on. */
TCUI_ALWAYS_INLINE void TCUI_V(tcui_clenshaw_together)(tcu_type type, const void *coefficients, uint64_t degree,
                                                       const double *t, double *h)
{
    enum { VECTORS = 4 };
    TCUI_V(tcui_vector) b[VECTORS], above[VECTORS];
    TCUI_UNROLL
    for (ptrdiff_t v = 0; v < VECTORS; v++) {
        b[v] = TCUI_V(tcui_vector_set)(tcui_element_load_f64(type, coefficients, degree));
        above[v] = TCUI_V(tcui_vector_zero)();
    }
    TCUI_KEEP_LOOP
    for (uint64_t k = degree; k-- > 1;) {
        const TCUI_V(tcui_vector) c = TCUI_V(tcui_vector_set)(tcui_element_load_f64(type, coefficients, k));
        TCUI_UNROLL
        for (ptrdiff_t v = 0; v < VECTORS; v++) {
            const TCUI_V(tcui_vector) x = TCUI_V(tcui_vector_load)(t + v * TCUI_LANES);
            const TCUI_V(tcui_vector) next = TCUI_V(tcui_vector_multiply_add)(b[v], x + x, c - above[v]);
            above[v] = b[v];
            b[v] = next;
        }
    }
    const TCUI_V(tcui_vector) c = TCUI_V(tcui_vector_set)(tcui_element_load_f64(type, coefficients, 0));
    TCUI_UNROLL
    for (ptrdiff_t v = 0; v < VECTORS; v++) {
        const TCUI_V(tcui_vector) x = TCUI_V(tcui_vector_load)(t + v * TCUI_LANES);
        TCUI_V(tcui_vector_store)(h + v * TCUI_LANES, TCUI_V(tcui_vector_multiply_add)(b[v], x, c - above[v]));
    }
}

TCUI_ALWAYS_INLINE void TCUI_V(tcui_horner_of)(tcu_type type, const void *coefficients, uint64_t degree,
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

TCUI_ALWAYS_INLINE void TCUI_V(tcui_clenshaw_of)(tcu_type type, const void *coefficients, uint64_t degree,
                                                 const double *t, double *h, int n)
{
    if (degree == 0) {
        TCUI_V(tcui_horner_of)(type, coefficients, degree, t, h, n);
        return;
    }
    for (ptrdiff_t i = 0; i < n; i += 4 * TCUI_LANES) {
        TCUI_V(tcui_clenshaw_together)(type, coefficients, degree, t + i, h + i);
    }
}

/* Of coefficients of f32 and of f64: each is a tcui_scheme. */
#define SCHEMES(scheme, coefficient, type)                                                                             \
    static void TCUI_V(scheme##_##coefficient)(const void *coefficients, uint64_t degree, const double *t, double *h,  \
                                               int n)                                                                  \
    {                                                                                                                  \
        TCUI_V(scheme)(type, coefficients, degree, t, h, n);                                                           \
    }
SCHEMES(tcui_horner_of, f32, TCU_TYPE_F32)
SCHEMES(tcui_horner_of, f64, TCU_TYPE_F64)
SCHEMES(tcui_clenshaw_of, f32, TCU_TYPE_F32)
SCHEMES(tcui_clenshaw_of, f64, TCU_TYPE_F64)
#undef SCHEMES
