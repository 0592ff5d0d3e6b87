/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ready polynomials: coefficients are widened, and differentiated with respect to x, s being dt/dx.
 *
 * Monomials: coefficient k of the j-th derivative is c[k + j] * (k + 1) s * ... * (k + j) s. The product is a sum of two
 * f64, so that it is rounded once in all.
 *
 * Chebyshev series (J. C. Mason, D. C. Handscomb: "Chebyshev Polynomials", 2003, section 2.4.5), k = d - 1 ... 0:
 *
 *     c'[k] = c'[k + 2] + 2 (k + 1) s c[k + 1],    c'[0] halved
 *
 * Up to 16 derivatives advance together, each by what the one before it has just got: so none but the last two
 * coefficients of each is kept, unrounded. The next 16 begin with the last one's coefficients as they were stored.
 */
#include "internal.h"

#include <math.h>

#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"
#include "primitives/tile/host/tile.h"

/* Coefficients of one polynomial in one plane. */
typedef struct series {
    const tcui_polynomial_source *source;
    const tcui_polynomials *polynomials;
    void *to;
    uint64_t p;
} series;

static tcu_type ready_type(const series *s)
{
    return s->source->type == TCU_TYPE_F64 ? TCU_TYPE_F64 : TCU_TYPE_F32;
}

static uint64_t place(const series *s, uint64_t j)
{
    return (j * s->polynomials->count + s->p) * s->polynomials->stride;
}

static double given(const series *s, uint64_t k)
{
    return tcui_element_load_f64(s->source->type, s->source->coefficients, s->p * s->source->stride + k);
}

/* ------------------------------------------------------------------------------------------------- monomials --- */

/* high + low, not evaluated: |low| is at most half a unit in the last place of high. */
typedef struct pair {
    double high, low;
} pair;

/* (high + low) * factor. fma() gives the rounding error of a product exactly. */
static pair multiply(pair a, double factor)
{
    const double product = a.high * factor;
    if (product == 0 || !isfinite(product)) {
        return (pair){product, 0};
    }
    const double error = fma(a.high, factor, -product) + a.low * factor;
    const double high = product + error;
    return isfinite(high) ? (pair){high, error - (high - product)} : (pair){product, 0};
}

static void differentiate_monomials(const series *s, uint64_t j)
{
    const uint64_t degree = s->polynomials->degree;
    const double scale = s->polynomials->scale;
    for (uint64_t k = 0; k <= degree; k++) {
        pair c = {k + j <= degree ? given(s, k + j) : 0, 0};
        for (uint64_t i = 1; i <= j && k + j <= degree; i++) {
            c = multiply(multiply(c, (double)(k + i)), scale);
        }
        tcui_element_store_f64(ready_type(s), s->to, place(s, j) + k, c.high);
    }
}

/* ------------------------------------------------------------------------------------------ Chebyshev series --- */

enum { TOGETHER = 16 };

/* Planes first + 1 ... first + count from plane `first`, which is as given if it is 0. */
static void differentiate_chebyshev(const series *s, uint64_t first, int count)
{
    const uint64_t degree = s->polynomials->degree;
    double one_above[TOGETHER + 1] = {0}, two_above[TOGETHER + 1] = {0};
    for (uint64_t k = degree + 1; k-- > 0;) {
        double before = 0; /* coefficient k + 1 of the plane before */
        for (int j = 0; j <= count; j++) {
            double c = first == 0 ? given(s, k) : tcui_element_load_f64(ready_type(s), s->to, place(s, first) + k);
            if (j > 0) {
                c = two_above[j] + 2 * (double)(k + 1) * s->polynomials->scale * before;
                tcui_element_store_f64(ready_type(s), s->to, place(s, first + (uint64_t)j) + k, k == 0 ? c / 2 : c);
            }
            before = one_above[j];
            two_above[j] = one_above[j];
            one_above[j] = c;
        }
    }
}

/* --------------------------------------------------------------------------------------------- one polynomial --- */

static void prepare_one(const series *s)
{
    const tcui_polynomials *p = s->polynomials;
    for (uint64_t k = 0; k <= p->degree; k++) {
        tcui_element_store_f64(ready_type(s), s->to, place(s, 0) + k, given(s, k));
    }
    for (uint64_t j = 0; j < p->planes; j++) { /* what lies behind is loaded with them (rows.h) */
        for (uint64_t k = p->degree + 1; k < p->stride; k++) {
            tcui_element_store_f64(ready_type(s), s->to, place(s, j) + k, 0);
        }
    }
    if (p->basis == TCU_BASIS_CHEBYSHEV) {
        for (uint64_t j = 0; j + 1 < p->planes; j += TOGETHER) {
            const uint64_t left = p->planes - 1 - j;
            differentiate_chebyshev(s, j, left < TOGETHER ? (int)left : TOGETHER);
        }
        return;
    }
    for (uint64_t j = 1; j < p->planes; j++) {
        differentiate_monomials(s, j);
    }
}

static void prepare_some(const void *first, uint64_t part, uint64_t begin, uint64_t end)
{
    series one = *(const series *)first;
    (void)part;
    for (one.p = begin; one.p < end; one.p++) {
        prepare_one(&one);
    }
}

tcu_status tcui_polynomial_host_prepare(tcu_context *context, const tcui_polynomial_source *source,
                                        const tcui_polynomials *polynomials, void *to)
{
    const uint64_t count = polynomials->count;
    const double coefficients = (double)count * (double)polynomials->planes * (double)(polynomials->degree + 1);
    const int threads = tcui_threads_for_work(context, TCUI_PS_POLYNOMIAL_COEFFICIENT * coefficients);
    const series first = {source, polynomials, to, 0};
    const uint64_t parts = count > 1 ? (uint64_t)tcui_threads_for(threads, (int64_t)count) : 1;
    tcui_for_parts(threads, count, parts, prepare_some, &first);
    return TCU_SUCCESS;
}
