/* SPDX-License-Identifier: Apache-2.0 */
/* What a backend implements for polynomials: one task describes every form of evaluation. */
#ifndef TCUI_POLYNOMIAL_BACKEND_H
#define TCUI_POLYNOMIAL_BACKEND_H

#include "primitives/context/path.h"
#include "tcu/polynomial.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Polynomials that are ready for evaluation, in context memory: f64 coefficients for f64, f32 for all other types.
 * Row r = j * count + p is the j-th derivative of polynomial p, a series of the same basis and degree in
 *
 *     t = scale * ((x - centre) - centre_low)
 */
typedef struct tcui_polynomials {
    const void *coefficients; /* of row r: number r * stride + k multiplies t^k, or T_k(t) */
    uint64_t stride;          /* degree + 1 or more; of a plan a multiple of 16 bytes, which zeros fill */
    uint64_t count;           /* P */
    uint64_t planes;          /* q + 1 */
    uint64_t degree;
    tcu_basis basis;
    double scale, centre, centre_low; /* 1, 0 and 0: t is x */
    const uint64_t *num_points;       /* in the context's memory, or NULL: an evaluation is of min(n, *num_points) */
} tcui_polynomials;

/* t of a point x: x itself, sign of zero and all, where no interval is named. Infinite where x - centre is beyond f64, as
 * the header says. */
static inline double tcui_polynomial_variable(const tcui_polynomials *p, double x)
{
    return p->scale * ((x - p->centre) - p->centre_low);
}

static inline size_t tcui_polynomials_element_bytes(tcu_type type)
{
    return type == TCU_TYPE_F64 ? sizeof(double) : sizeof(float);
}

static inline uint64_t tcui_polynomials_elements(const tcui_polynomials *polynomials)
{
    return polynomials->planes * polynomials->count * polynomials->stride;
}

/* (P rows are evaluated at each point, or one row: its own points', or the one that the point picks.) */
typedef enum tcui_polynomial_form {
    TCUI_POLYNOMIAL_GRID,    /* all rows at all points */
    TCUI_POLYNOMIAL_REDUCE,  /* the same, reduced over p */
    TCUI_POLYNOMIAL_BATCHED, /* rows (j, p) at batch p of points */
    TCUI_POLYNOMIAL_INDEXED, /* rows (j, indices[i]) at points[i] */
    TCUI_POLYNOMIAL_SPLINE   /* rows (j, p) at points[i] - breakpoints[p], p the piece where points[i] is */
} tcui_polynomial_form;

/* Arguments are checked. n > 0; count > 0 but for REDUCE, which gives -infinity, infinity or 0 and `which` 0 then, and whose
 * points may be NULL. Nothing that is written overlaps anything else, but what the header allows. */
typedef struct tcui_polynomial_task {
    tcui_polynomial_form form;
    tcui_polynomials polynomials;
    tcu_type type; /* of points and breakpoints */
    tcu_type out_type;
    const void *points;
    uint64_t n;
    uint64_t point_stride; /* BATCHED: elements between batches */
    void *out;
    uint64_t
        out_stride;  /* GRID in row-major order, else between rows or planes; in column-major order between points */
    tcu_order order; /* of GRID */
    tcu_polynomial_reduction reduction;
    uint64_t *which; /* REDUCE: or NULL; then out may be NULL */
    const void *indices;
    tcu_type index_type;
    const void *breakpoints;
    tcu_spline_outside outside;
} tcui_polynomial_task;

/* How coefficients become a tcui_polynomials: copied, widened to f32, and differentiated for the planes from 1 on. */
typedef struct tcui_polynomial_source {
    const void *coefficients;
    tcu_type type;
    uint64_t stride;
} tcui_polynomial_source;

/* What else a backend does for polynomials. */
typedef struct tcui_polynomial_functions {
    /* Memory of a plan; *pointer stays NULL when it ran out. The device is the context's. Both NULL: the host's memory. */
    tcu_status (*allocate)(tcu_context *context, size_t bytes, void **pointer);
    void (*release)(int device, void *pointer);
    /* Writes `polynomials` (whose coefficients are `to`), in the order of the stream. */
    tcu_status (*prepare)(tcu_context *context, const tcui_polynomial_source *source,
                          const tcui_polynomials *polynomials, void *to);
    /* Returns when what was prepared is there for every stream. NULL: it is when prepare() returns. */
    tcu_status (*wait)(tcu_context *context);
} tcui_polynomial_functions;

/* The extension of the operation's table is a tcui_polynomial_functions. reserve() uses everything in the task but
 * pointers, strides, order, reduction and outside, which queries do not have. */

#ifdef __cplusplus
}
#endif

#endif /* TCUI_POLYNOMIAL_BACKEND_H */
