/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Horner's and Clenshaw's schemes at many points of one polynomial, in f64: a part of templates of vectors.h. A step has a
 * fused multiply-add where the processor has it, and eight vectors of points are as many as hide its latency. (Clenshaw's
 * scheme has two sums a point, and registers for those of four.)
 */

/*
 * `vectors` of points by the scheme of the basis, constants both. Sums begin with the coefficient as it is: zero plus -0
 * would be +0.
 */
TCUI_ALWAYS_INLINE void TCUI_V(tcui_scheme_together)(tcu_type type, tcu_basis basis, const void *coefficients,
                                                     uint64_t degree, const double *t, double *h, ptrdiff_t vectors)
{
    enum { MOST = 8 };
    const bool is_series = basis == TCU_BASIS_CHEBYSHEV;
    const uint64_t last = is_series ? 1 : 0; /* coefficient of the loop */
    TCUI_V(tcui_vector) b[MOST], above[MOST];
    TCUI_UNROLL
    for (ptrdiff_t v = 0; v < vectors; v++) {
        b[v] = TCUI_V(tcui_vector_set)(tcui_element_load_f64(type, coefficients, degree));
        above[v] = TCUI_V(tcui_vector_zero)();
    }
    TCUI_KEEP_LOOP
    for (uint64_t k = degree; k-- > last;) {
        const TCUI_V(tcui_vector) c = TCUI_V(tcui_vector_set)(tcui_element_load_f64(type, coefficients, k));
        TCUI_UNROLL
        for (ptrdiff_t v = 0; v < vectors; v++) {
            const TCUI_V(tcui_vector) x = TCUI_V(tcui_vector_load)(t + v * TCUI_LANES);
            const TCUI_V(tcui_vector) next = is_series ? TCUI_V(tcui_vector_multiply_add)(b[v], x + x, c - above[v])
                                                       : TCUI_V(tcui_vector_multiply_add)(b[v], x, c);
            above[v] = b[v];
            b[v] = next;
        }
    }
    TCUI_UNROLL
    for (ptrdiff_t v = 0; v < vectors; v++) {
        if (is_series && degree > 0) {
            const TCUI_V(tcui_vector) c = TCUI_V(tcui_vector_set)(tcui_element_load_f64(type, coefficients, 0));
            const TCUI_V(tcui_vector) x = TCUI_V(tcui_vector_load)(t + v * TCUI_LANES);
            b[v] = TCUI_V(tcui_vector_multiply_add)(b[v], x, c - above[v]);
        }
        TCUI_V(tcui_vector_store)(h + v * TCUI_LANES, b[v]);
    }
}

TCUI_ALWAYS_INLINE void TCUI_V(tcui_scheme_of)(tcu_type type, tcu_basis basis, const void *coefficients,
                                               uint64_t degree, const double *t, double *h, int n)
{
    for (ptrdiff_t i = 0; i < n;) {
        if (basis == TCU_BASIS_MONOMIAL && n - i > 4 * TCUI_LANES) {
            TCUI_V(tcui_scheme_together)(type, basis, coefficients, degree, t + i, h + i, 8);
            i += 8 * TCUI_LANES;
        } else {
            TCUI_V(tcui_scheme_together)(type, basis, coefficients, degree, t + i, h + i, 4);
            i += 4 * TCUI_LANES;
        }
    }
}

/* Of coefficients of f32 and of f64: each is a tcui_scheme. */
#define SCHEMES(scheme, basis, coefficient, type)                                                                      \
    static void TCUI_V(scheme##_##coefficient)(const void *coefficients, uint64_t degree, const double *t, double *h,  \
                                               int n)                                                                  \
    {                                                                                                                  \
        TCUI_V(tcui_scheme_of)(type, basis, coefficients, degree, t, h, n);                                            \
    }
SCHEMES(tcui_horner_of, TCU_BASIS_MONOMIAL, f32, TCU_TYPE_F32)
SCHEMES(tcui_horner_of, TCU_BASIS_MONOMIAL, f64, TCU_TYPE_F64)
SCHEMES(tcui_clenshaw_of, TCU_BASIS_CHEBYSHEV, f32, TCU_TYPE_F32)
SCHEMES(tcui_clenshaw_of, TCU_BASIS_CHEBYSHEV, f64, TCU_TYPE_F64)
#undef SCHEMES
