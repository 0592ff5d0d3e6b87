/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Derivatives are polynomials: a plan has their coefficients. With s = dt/dx, for d/dx
 *
 *     monomials    c'_k = (k + 1) s c_(k+1)                    1 + 2 t + 3 t^2 + 4 t^3:   2 6 12 0,  then  6 24 0 0
 *     Chebyshev    c'_k = c'_(k+2) + 2 (k + 1) s c_(k+1),      1 2 3 4:  c'_2 = 6 * 4 = 24,  c'_1 = 4 * 3 = 12,
 *                  c'_0 halved                                 c'_0 = (24 + 2 * 2) / 2 = 14:  14 12 24 0
 *
 * (J. C. Mason, D. C. Handscomb: "Chebyshev Polynomials", 2003, section 2.4.5.) A coefficient of the j-th derivative of
 * monomials is a product of 2 j + 1 numbers: a pair of f64 until it is stored, and so rounded once in all. Those of series
 * are f64. Either way a derivative is made from the coefficients of the one before as they were before rounding.
 */
#include <stdlib.h>

#include "internal.h"
#include "pair.h"

static void differentiate_monomials(tcui_pair *c, uint64_t degree, double s)
{
    for (uint64_t k = 0; k < degree; k++) {
        c[k] = tcui_pair_multiply(tcui_pair_multiply(c[k + 1], (double)(k + 1)), s);
    }
    c[degree] = (tcui_pair){0, 0};
}

/* From the highest coefficient down; `above` is c_(k+1), in whose place c'_(k+1) is already. */
static void differentiate_chebyshev(tcui_pair *c, uint64_t degree, double s)
{
    double above = 0;
    for (uint64_t k = degree + 1; k-- > 0;) {
        const double derived = (k + 2 <= degree ? c[k + 2].high : 0) + 2 * (double)(k + 1) * s * above;
        above = c[k].high;
        c[k] = (tcui_pair){derived, 0};
    }
    c[0].high /= 2;
}

tcu_status tcui_polynomial_reference_prepare(tcu_context *context, const tcui_polynomial_source *source,
                                             const tcui_polynomials *polynomials, void *to)
{
    const uint64_t degree = polynomials->degree;
    const tcu_type type = source->type == TCU_TYPE_F64 ? TCU_TYPE_F64 : TCU_TYPE_F32;
    tcui_pair *c = malloc((degree + 1) * sizeof *c);
    if (c == NULL) {
        return tcui_fail(context, TCU_ERROR_OUT_OF_MEMORY, "no memory for %zu coefficients", (size_t)degree + 1);
    }
    for (uint64_t p = 0; p < polynomials->count; p++) {
        for (uint64_t k = 0; k <= degree; k++) {
            c[k] = (tcui_pair){tcui_reference_load(source->type, source->coefficients, p * source->stride + k), 0};
        }
        for (uint64_t j = 0; j < polynomials->planes; j++) {
            if (j > 0 && polynomials->basis == TCU_BASIS_CHEBYSHEV) {
                differentiate_chebyshev(c, degree, polynomials->scale);
            } else if (j > 0) {
                differentiate_monomials(c, degree, polynomials->scale);
            }
            for (uint64_t k = 0; k < polynomials->stride; k++) {
                tcui_reference_store(type, to, (j * polynomials->count + p) * polynomials->stride + k,
                                     k <= degree ? c[k].high : 0);
            }
        }
    }
    free(c);
    return TCU_SUCCESS;
}
