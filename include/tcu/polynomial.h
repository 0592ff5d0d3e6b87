/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file polynomial.h
 * Evaluation of many polynomials: all of them at shared points, each at points of its own, one picked for each point
 * (spline tables), or their largest, smallest or sum at every point; with derivatives, in two bases.
 *
 * @code
 * const double coefficients[2][3] = {{1, 2, 0}, {0, 0, 1}}; // 1 + 2 x and x^2
 * const double points[4] = {0, 1, 2, 3};
 * double values[2][4];
 * tcu_polynomial *plan;
 * tcu_status status = tcu_polynomial_create(context, coefficients, 2, 2, TCU_TYPE_F64, NULL, &plan);
 * assert(status == TCU_SUCCESS);
 * status = tcu_polynomial_evaluate(context, plan, points, 4, values, TCU_TYPE_F64, TCU_ORDER_ROW_MAJOR, 0);
 * assert(status == TCU_SUCCESS && values[0][3] == 7 && values[1][3] == 9);
 * tcu_polynomial_destroy(plan);
 * @endcode
 *
 * Baby steps and giant steps: with m powers of x as the rows of a matrix B and coefficients as A,
 *
 *     p(x) = sum over g of x^(m g) * (A_g B)(x),     B[k] = x^k,  A_g[k] = c[m g + k],  0 <= k < m
 *
 * (M. S. Paterson, L. J. Stockmeyer: "On the Number of Nonscalar Multiplications Necessary to Evaluate Polynomials",
 * SIAM J. Comput. 2, 1973): the products A_g B of 16 polynomials are tiles for the matrix unit, the giant steps a
 * Horner scheme in x^m. Where few polynomials or low degrees leave nothing to gain, and for points and coefficients
 * whose powers would overflow or lose bits, it is Horner's scheme (Clenshaw's in the Chebyshev basis) instead. On the
 * host backend, which has no matrix unit, it always is, with every tcu_arithmetic.
 *
 * **Plans.** A tcu_polynomial holds P polynomials of one degree d: a copy of their coefficients, made ready for
 * evaluation. It belongs to the backend and the device of the context that it was created with, and may be used with
 * every context of these, by several threads at once as long as none updates or destroys it. It is complete when
 * tcu_polynomial_create() returns: any stream may use it at once. Graphs that captured a use of it hold its address: they
 * must not be replayed after it is destroyed.
 *
 * **Coefficients.** In ascending order: polynomial p is the sum of coefficients[p * s + k] * B_k(t) over k = 0 ... d, s
 * being the coefficients' stride (d + 1 unless the options say otherwise), B_k(t) = t^k, or the Chebyshev polynomial
 * T_k(t) of the first kind. The variable t is the point x itself, or, where the options name an interval,
 *
 *     t = (2 x - lower - upper) / (upper - lower)
 *
 * formed in f64 as (x - (lower + upper) / 2) * (2 / (upper - lower)), and rounded to what polynomials of the type are
 * evaluated in, with an error of some units in the last place of t. Where x - (lower + upper) / 2 is beyond f64, t is
 * infinite, even if the quotient is not: of x = 1.7e308 with lower = -1.7e308 and upper = -1e308. Where t itself is beyond
 * what the type is evaluated in, results may be those of an infinite t.
 *
 * **Derivatives.** A plan with q derivatives evaluates (q + 1) P functions, its rows: row r = j * P + p is the j-th
 * derivative with respect to x of polynomial p, 0 <= j <= q. Every evaluation writes all of them;
 * tcu_polynomial_reduce() goes over the points once for each j, the others go over them once. Rows of derivatives have
 * d + 1 coefficients as well, the last j of them 0. So a derivative beyond the degree is 0 wherever t is finite. Where
 * t is infinite or NaN every derivative with j >= 1 is NaN, that of 1 + 2 x too, as Horner's scheme begins with 0 t there;
 * but of degree d = 0, which has no step, derivatives are 0 at every t (of splines not at NaN points).
 *
 * **Types.** Coefficients and points are of one type:
 *
 * | type       | results   | evaluated in                                                           |
 * |------------|-----------|------------------------------------------------------------------------|
 * | f64        | f64       | f64                                                                    |
 * | f32        | f32       | f32, or products of f16 pairs that are as accurate, summed in f32      |
 * | f16, bf16  | same, f32 | f32, or products of f16 summed in f32; rounded once to the result      |
 *
 * The host and the reference backend evaluate all types in f64 and round once to the result.
 *
 * **Accuracy.** With S = sum over k of |c_k| |t|^k and u = 2^-53 for f64, 2^-24 for f32: Horner's scheme stays within
 * 2 d u S. Clenshaw's is tested to stay within (8 + d^2) u S, the worst being high coefficients alone near t = 1 and
 * -1, and proven to within d (d + 1) (2 d + 7) / 3 u S. On the matrix unit f64 is within 2 d u S too, and as close as
 * Horner's scheme in practice; f32 within (13 + d / 8) u S (more than 2 d u S up to d = 6), below 4 u S where |t| and
 * |c_k| are at most 1. Points and coefficients of f16 and bf16 are exact, but on the matrix unit powers of t are
 * rounded to 11 bits, and so are the coefficients of derivatives: within 2^-11 S there, derivatives within 2^-10 S. A
 * result that is a half is rounded once more.
 *
 * Derivatives' errors come on top of that. In the monomial basis their coefficients are rounded once, to f32 or f64,
 * but for dt / dx: j factors 2 / (upper - lower), each within 2 units of 2^-53. Those of Chebyshev series come from the
 * recurrence c'_(k-1) = c'_(k+1) + 2 k c_k in f64, from the unrounded coefficients of the derivative before, or from
 * those that were rounded to f32: on the CUDA backend where two series of f64 exceed a block's shared memory, on the
 * host after every 16 derivatives; they add (2 j + 2) u S. In the Chebyshev basis S is the sum of |c_k| where |t| <= 1,
 * beyond that of |c_k| T_k(|t|), and of derivatives with the j-th derivative of T_k in place of T_k, at 1 or |t|.
 * docs/benchmarks/polynomial.md has measured errors.
 *
 * **Special values.** Infinities and NaNs of points and coefficients show in a result as they do in Horner's scheme for
 * that point and polynomial, and in no other result. Denormals are kept, as context.h says of all operations. A point x
 * of any finite magnitude is allowed (of intervals see above). On the matrix unit points are scaled, up or down, by the
 * power of two that brings the largest finite |t| of a call, or of some of its points, to between 1/2 and 1; where a
 * larger |t|, the smallest |t| of neighbouring points or the range of coefficients then leaves a product too few bits,
 * these points' results come from Horner's scheme, some times slower: so one huge point among small ones costs time,
 * never accuracy.
 *
 * **Values beyond the range.** On the way to a result a step, a derivative's coefficient or a partial sum of
 * TCU_POLYNOMIAL_SUM may be beyond the largest number of f32 (f64 of f64), even if the result is not. Then the result
 * is the value (to 2^-8 S only, where halves are multiplied), an infinity or NaN, and which of these may differ between
 * backends and code paths, as some take f64 for f32, or another order. In f32 4e38 is beyond it: 3e38 x^3 + 1e38 x^2 -
 * 3e38 x at x = 1 may be 1e38 or infinity, and the sum of 3e38 x and -3e38 x at x = 10 may be 0 or NaN. Results of other
 * points and polynomials are not affected. None of this happens while B is below 0.99 times that number:
 *
 *     B = sum over k of |c_k| max(1, |t|)^k                 in the monomial basis,
 *     B = 4 (d + 1) S                                       in the Chebyshev basis,
 *
 * for derivative j with |c_k| k (k - 1) ... (k - j + 1) max(1, 2 / (upper - lower))^j in the place of |c_k|, and for
 * TCU_POLYNOMIAL_SUM added up over all polynomials.
 *
 * **Determinism.** The same call (input, sizes, alignment modulo 16 bytes) gives bitwise equal output from run to run
 * on one device with one version; on the host backend for every number of threads.
 *
 * **Pointers** of points, results, indices and breakpoints lie in the context's memory space and are aligned to their
 * element; they may be NULL where no element is read or written through them. Results must not overlap anything else,
 * but tcu_polynomial_evaluate() of a plan with one row, tcu_polynomial_evaluate_batched() without derivatives,
 * tcu_polynomial_evaluate_indexed() and tcu_polynomial_evaluate_spline() without derivatives, and
 * tcu_polynomial_reduce() without derivatives allow `out == points` where both have one type and one layout.
 * What lies between the rows of a result or of batches of points counts as theirs.
 *
 * **Counts.** Where options->count points to a value in the context's memory, at a multiple of 8 bytes, every
 * evaluation of the plan is of the first min(n, *count) points, of each batch so many. n is the most that there can be,
 * by which arrays are checked and workspace and code path are chosen; in workspace queries counts are not looked at.
 * The count is read when the work runs, at each replay of a graph anew. What lies behind it is neither read nor
 * written. A TCU_POLYNOMIAL_SUM may be rounded otherwise than that of a call of as many points without a count. The
 * pointer is the plan's: the value has to stay in its place until the plan is destroyed and work with it is done,
 * graphs with its evaluations included, and other work may write it in between. Two arrays of different counts need two
 * plans (or one plan whose value is written anew between the calls).
 *
 * **Streams.** As in context.h: asynchronous, capturable, correct on every replay, with a plan updated between replays
 * too. Only tcu_polynomial_create() and tcu_polynomial_destroy() allocate and release the plan's own memory, wait for the
 * stream or the device, and cannot be captured: while the stream is captured, in any mode, tcu_polynomial_create() fails.
 * tcu_polynomial_destroy() may be called while streams are captured, by any thread and in any mode: it releases the plan
 * at once, is no part of a graph, and the captures go on.
 *
 * **Errors** of every function here, all but TCU_ERROR_DEVICE before anything is written: TCU_ERROR_INVALID_CONTEXT;
 * TCU_ERROR_INVALID_ARGUMENT (null pointer that is needed, value that is no enumerator, reserved field not 0, a plan
 * that is none (context.h) or is of another device, a degree above TCU_MAX_DEGREE, a stride that is too small,
 * an interval that is empty, not finite, or so narrow that 2 / (upper - lower) is not); TCU_ERROR_UNSUPPORTED_TYPE;
 * TCU_ERROR_MISALIGNED; TCU_ERROR_OVERLAP; TCU_ERROR_SIZE_OVERFLOW; TCU_ERROR_WORKSPACE_TOO_SMALL;
 * TCU_ERROR_OUT_OF_MEMORY; TCU_ERROR_DEVICE.
 */
#ifndef TCU_POLYNOMIAL_H
#define TCU_POLYNOMIAL_H

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "export.h"
#include "status.h"
#include "types.h"

TCU_BEGIN_DECLS

/** The highest degree. */
#define TCU_MAX_DEGREE ((uint64_t)1 << 24)

/** Opaque: P polynomials, ready for evaluation. Created by tcu_polynomial_create(). */
typedef struct tcu_polynomial tcu_polynomial;

/** What coefficients multiply. Values are pinned. */
typedef enum tcu_basis {
    TCU_BASIS_MONOMIAL = 0, /**< t^k */
    TCU_BASIS_CHEBYSHEV = 1 /**< T_k(t): T_0 = 1, T_1 = t, T_(k+1) = 2 t T_k - T_(k-1) */
} tcu_basis;

/** How a matrix lies in memory, with leading dimension `ld`. Values are pinned. */
typedef enum tcu_order {
    TCU_ORDER_ROW_MAJOR = 0,   /**< element (row, column) is number row * ld + column */
    TCU_ORDER_COLUMN_MAJOR = 1 /**< element (row, column) is number column * ld + row */
} tcu_order;

/** What tcu_polynomial_reduce() makes of the polynomials' values at a point. Values are pinned. */
typedef enum tcu_polynomial_reduction {
    TCU_POLYNOMIAL_MAX = 0, /**< the largest value; NaN if one is NaN */
    TCU_POLYNOMIAL_MIN = 1, /**< the smallest value; NaN if one is NaN */
    TCU_POLYNOMIAL_SUM = 2  /**< the sum of all values, formed in f32 or f64 (f64 for f64) */
} tcu_polynomial_reduction;

/** What tcu_polynomial_evaluate_spline() writes for points outside the breakpoints. Values are pinned. */
typedef enum tcu_spline_outside {
    TCU_SPLINE_EXTRAPOLATE = 0, /**< the first or the last piece's value */
    TCU_SPLINE_NAN = 1          /**< NaN */
} tcu_spline_outside;

/** Options of a plan; NULL means the defaults of TCU_POLYNOMIAL_OPTIONS_INIT. */
typedef struct tcu_polynomial_options {
    tcu_basis basis; /**< of the coefficients */
    /** q: evaluations give the value and the first q derivatives with respect to x. */
    uint32_t derivatives;
    /** Elements from the first coefficient of a polynomial to that of the next, d + 1 or more; 0 means d + 1. */
    uint64_t coefficient_stride;
    /** x where t = -1, finite. With `upper` the interval that t = -1 ... 1 stands for; both 0: t is x. */
    double lower;
    /** x where t = 1, finite, above `lower`. */
    double upper;
    /**
     * One value in the context's memory: every evaluation of the plan is of the first min(n, *count) points (of each
     * batch). NULL (the default): of all n.
     */
    const uint64_t *count;
    uint64_t reserved[4]; /**< must be 0 */
} tcu_polynomial_options;

/** The defaults: monomials in x, no derivatives, dense coefficients, all points. */
#define TCU_POLYNOMIAL_OPTIONS_INIT                                                                                    \
    {                                                                                                                  \
        TCU_BASIS_MONOMIAL, 0, 0, 0.0, 0.0, NULL,                                                                      \
        {                                                                                                              \
            0, 0, 0, 0                                                                                                 \
        }                                                                                                              \
    }

/**
 * Creates a plan of `num_polynomials` polynomials.
 *
 * @param context          the plan is for its backend and device. Its memory is the plan's own (cudaMalloc on the CUDA
 *                         backend), not of the context's workspace or allocator.
 * @param coefficients     (num_polynomials - 1) * stride + degree + 1 elements of `type` in context memory. Copied in
 *                         the order of the context's stream, for which the call waits.
 * @param num_polynomials  P, any 64-bit count; 0 makes a plan that writes nothing but by tcu_polynomial_reduce().
 * @param degree           d, 0 to TCU_MAX_DEGREE.
 * @param type             f16, bf16, f32 or f64: of coefficients and points.
 * @param options          NULL for the defaults.
 * @param[out] polynomial  receives the plan; NULL on failure. Host memory.
 */
TCU_API tcu_status tcu_polynomial_create(tcu_context *context, const void *coefficients, uint64_t num_polynomials,
                                         uint64_t degree, tcu_type type, const tcu_polynomial_options *options,
                                         tcu_polynomial **polynomial);

/**
 * Gives a plan new coefficients, in the same shape, type, basis and stride. In the order of the context's stream, and
 * capturable: evaluations that follow on the stream see them. Evaluations on other streams must be ordered by the
 * caller.
 */
TCU_API tcu_status tcu_polynomial_update(tcu_context *context, tcu_polynomial *polynomial, const void *coefficients);

/**
 * Releases a plan. On the CUDA backend it waits for work that may use it. NULL is allowed.
 *
 * @return TCU_SUCCESS; TCU_ERROR_INVALID_ARGUMENT if it is no plan (sentence: tcu_context_last_error(NULL)).
 */
TCU_API tcu_status tcu_polynomial_destroy(tcu_polynomial *polynomial);

/**
 * Every polynomial at every point:  result (r, i) = row r at points[i],  0 <= r < (q + 1) P,  0 <= i < n.
 *
 * @param points             n elements of the plan's type.
 * @param n                  any 64-bit count; 0 writes nothing.
 * @param out                the results, a matrix of (q + 1) P rows and n columns of `out_type`.
 * @param out_type           the plan's type; or f32 for plans of f16 and bf16.
 * @param order              of `out`.
 * @param leading_dimension  of `out`: n or more in row-major order, (q + 1) P or more in column-major order; 0 means
 *                           just that.
 */
TCU_API tcu_status tcu_polynomial_evaluate(tcu_context *context, const tcu_polynomial *polynomial, const void *points,
                                           uint64_t n, void *out, tcu_type out_type, tcu_order order,
                                           uint64_t leading_dimension);

/**
 * Bytes of workspace that tcu_polynomial_evaluate() needs with these arguments, whatever the order. No device work.
 *
 * @param[out] bytes  host memory; 0 is a possible answer. It never decreases with growing n.
 */
TCU_API tcu_status tcu_polynomial_evaluate_workspace(tcu_context *context, const tcu_polynomial *polynomial, uint64_t n,
                                                     tcu_type out_type, size_t *bytes);

/**
 * tcu_polynomial_create(), tcu_polynomial_evaluate() and tcu_polynomial_destroy() in one call, asynchronous and
 * capturable: for coefficients that are used once. In row-major order with leading dimension n. What would be the
 * plan's memory is workspace.
 */
TCU_API tcu_status tcu_polynomial_evaluate_once(tcu_context *context, const void *coefficients,
                                                uint64_t num_polynomials, uint64_t degree, tcu_type type,
                                                const void *points, uint64_t n, void *out, tcu_type out_type,
                                                const tcu_polynomial_options *options);

/** Bytes of workspace that tcu_polynomial_evaluate_once() needs; see tcu_polynomial_evaluate_workspace(). */
TCU_API tcu_status tcu_polynomial_evaluate_once_workspace(tcu_context *context, uint64_t num_polynomials,
                                                          uint64_t degree, tcu_type type, uint64_t n, tcu_type out_type,
                                                          const tcu_polynomial_options *options, size_t *bytes);

/**
 * Each polynomial at points of its own:
 *
 *     out[(j * P + p) * out_stride + i] = row (j, p) at points[p * point_stride + i],    0 <= i < n
 *
 * @param points        P batches of n elements of the plan's type.
 * @param point_stride  elements from a batch to the next, n or more; 0 means n.
 * @param n             points of each polynomial; 0 writes nothing.
 * @param out           (q + 1) P batches of n elements of `out_type`.
 * @param out_stride    elements from a batch to the next, n or more; 0 means n.
 */
TCU_API tcu_status tcu_polynomial_evaluate_batched(tcu_context *context, const tcu_polynomial *polynomial,
                                                   const void *points, uint64_t point_stride, uint64_t n, void *out,
                                                   tcu_type out_type, uint64_t out_stride);

/** Bytes of workspace that tcu_polynomial_evaluate_batched() needs; see tcu_polynomial_evaluate_workspace(). */
TCU_API tcu_status tcu_polynomial_evaluate_batched_workspace(tcu_context *context, const tcu_polynomial *polynomial,
                                                             uint64_t n, tcu_type out_type, size_t *bytes);

/**
 * A polynomial for each point, by its number:  out[j * out_stride + i] = row (j, indices[i]) at points[i].
 *
 * @param points      n elements of the plan's type.
 * @param indices     n integers of `index_type`; where one is negative, or P or more, the results are NaN.
 * @param index_type  i32, u32, i64 or u64.
 * @param n           any 64-bit count; 0 writes nothing.
 * @param out         q + 1 batches of n elements of `out_type`.
 * @param out_stride  elements from a derivative to the next, n or more; 0 means n.
 */
TCU_API tcu_status tcu_polynomial_evaluate_indexed(tcu_context *context, const tcu_polynomial *polynomial,
                                                   const void *points, const void *indices, tcu_type index_type,
                                                   uint64_t n, void *out, tcu_type out_type, uint64_t out_stride);

/** Bytes of workspace that tcu_polynomial_evaluate_indexed() needs; see tcu_polynomial_evaluate_workspace(). */
TCU_API tcu_status tcu_polynomial_evaluate_indexed_workspace(tcu_context *context, const tcu_polynomial *polynomial,
                                                             tcu_type index_type, uint64_t n, tcu_type out_type,
                                                             size_t *bytes);

/**
 * Piecewise polynomials (spline tables): polynomial p, as a function of x - breakpoints[p], is the piece
 *
 *     breakpoints[p] <= x < breakpoints[p + 1],    0 <= p < P
 *
 * x = breakpoints[P] belongs to the last piece. Of pieces that begin at one breakpoint the last one counts: the others
 * are empty. So coefficients are those of SciPy's PPoly, in ascending order. The difference x - breakpoints[p] is formed
 * in f32 (f64 for f64), and is what the plan's interval, if it names one, is about. A NaN point gives NaN.
 *
 * @param breakpoints  P + 1 values of the plan's type that do not decrease, none of them NaN (otherwise results are
 *                     unspecified; nothing outside the arrays is touched).
 * @param points       n elements of the plan's type, in any order.
 * @param n            any 64-bit count; 0 writes nothing.
 * @param out          q + 1 batches of n elements of `out_type`.
 * @param out_stride   elements from a derivative to the next, n or more; 0 means n.
 * @param outside      what points outside the breakpoints give.
 */
TCU_API tcu_status tcu_polynomial_evaluate_spline(tcu_context *context, const tcu_polynomial *polynomial,
                                                  const void *breakpoints, const void *points, uint64_t n, void *out,
                                                  tcu_type out_type, uint64_t out_stride, tcu_spline_outside outside);

/** Bytes of workspace that tcu_polynomial_evaluate_spline() needs; see tcu_polynomial_evaluate_workspace(). */
TCU_API tcu_status tcu_polynomial_evaluate_spline_workspace(tcu_context *context, const tcu_polynomial *polynomial,
                                                            uint64_t n, tcu_type out_type, size_t *bytes);

/**
 * Evaluates every polynomial at every point and keeps one value a point, without writing the others:
 *
 *     out[j * out_stride + i] = reduction over p of row (j, p) at points[i],    0 <= i < n
 *
 * @param reduction   of the polynomials' values: the largest, the smallest or the sum. Of no polynomials (P = 0) it is
 *                    -infinity, infinity or 0.
 * @param points      n elements of the plan's type; not read if P = 0.
 * @param n           any 64-bit count; 0 writes nothing.
 * @param out         q + 1 batches of n elements of `out_type`; NULL if only `which` is wanted.
 * @param out_stride  elements from a derivative to the next, n or more; 0 means n. Of `which` too.
 * @param which       NULL, or q + 1 batches of n numbers: the polynomial that has the value, the first of equal ones
 *                    (of NaNs, the first NaN; 0 if P = 0). Must be NULL for sums.
 */
TCU_API tcu_status tcu_polynomial_reduce(tcu_context *context, const tcu_polynomial *polynomial,
                                         tcu_polynomial_reduction reduction, const void *points, uint64_t n, void *out,
                                         tcu_type out_type, uint64_t out_stride, uint64_t *which);

/** Bytes of workspace that tcu_polynomial_reduce() needs, whatever the reduction; see
 * tcu_polynomial_evaluate_workspace(). */
TCU_API tcu_status tcu_polynomial_reduce_workspace(tcu_context *context, const tcu_polynomial *polynomial, uint64_t n,
                                                   tcu_type out_type, size_t *bytes);

TCU_END_DECLS

#endif /* TCU_POLYNOMIAL_H */
