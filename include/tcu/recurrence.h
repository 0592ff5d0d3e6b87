/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file recurrence.h
 * Linear recurrences of the first order along an array and along its segments: recursive filters, exponential moving
 * averages, state-space models.
 *
 *     x[i] = a[i] x[i-1] + b[i]
 *
 * @code
 * const float a[4] = {0.5f, 2, 1, 0.5f}, b[4] = {1, 1, 3, -2};
 * float x[4], average[4];
 * tcu_status status = tcu_linear_recurrence(context, a, b, NULL, x, TCU_TYPE_F32, 4, NULL);
 * assert(status == TCU_SUCCESS && x[0] == 1 && x[1] == 3 && x[2] == 6 && x[3] == 1);
 * tcu_recurrence_options options = TCU_RECURRENCE_OPTIONS_INIT;
 * options.constant_a = 1;
 * options.a = 0.75; // y[i] = 0.25 b[i] + 0.75 y[i-1]
 * options.scale_b = 0.25;
 * status = tcu_linear_recurrence(context, NULL, b, b, average, TCU_TYPE_F32, 4, &options); // y[-1] = b[0]
 * assert(status == TCU_SUCCESS && average[0] == 1 && average[1] == 1 && average[2] == 1.5f);
 * @endcode
 *
 * An element is the pair (a[i], b[i]), and pairs are composed: (a, b), then (A, B), is (A a, A b + B). Composition is
 * associative, so that x is a scan of pairs. After P. M. Kogge, H. S. Stone: "A Parallel Algorithm for the Efficient
 * Solution of a General Class of Recurrence Equations", IEEE Transactions on Computers C-22 (1973); G. E. Blelloch:
 * "Prefix Sums and Their Applications", CMU-CS-90-190 (1990), section 1.4; E. Martin, C. Cundy: "Parallelizing Linear
 * Recurrent Neural Nets Over Sequence Length", ICLR 2018; and, for one pass over memory, D. Merrill, M. Garland:
 * "Single-pass Parallel Prefix Scan with Decoupled Look-back", NVIDIA NVR-2016-002.
 *
 * **Element types.** f16, bf16, f32 and f64; a, b, the initial values and x are of one type. f16 and bf16 are computed
 * in f32 and rounded once, in x: from element to element x is not rounded to halves. Others are
 * TCU_ERROR_UNSUPPORTED_TYPE.
 *
 * **The exponential moving average** y[i] = alpha b[i] + (1 - alpha) y[i-1] is one call, with constant_a = 1, a = 1 -
 * alpha, scale_b = alpha. y[-1] is `initial`: NULL for 0, or the array `b` itself for y[0] = b[0], as pandas'
 * `ewm(adjust=False)` has it.
 *
 * **Accuracy.** x[i] is a sum of terms: b[j] a[j+1] ... a[i] for every j <= i of its segment, and the initial value
 * times all a up to i. With |t| for the size of a term and d for the number of its factors,
 *
 *     |error| <= 2^-23 * sum (d + 32) |t|        f64: 2^-52
 *
 * (a loop's is 2^-24 * sum (2 d + 1) |t|), and f16 and bf16 add one rounding, to nearest even. It holds where sum |t|
 * is at most 2^127 (f64: 2^1023) at i and all positions before, and of the a of the segment
 *
 * - all are from -1 to 1, or
 * - the product of any neighbours is 0 by a factor 0, or in the normal range: 2^-126 to 2^127 (f64: 2^-1022 to 2^1023).
 *
 * What falls below the normal range adds an error of up to 2^-149 (f64: 2^-1074) for each element of the segment so far,
 * times the largest of 1, of sum |t| so far and of the products of neighbouring a.
 *
 * In other cases products of neighbouring a may overflow or underflow where a loop, which never forms them, does not: x
 * may then be infinite or NaN, or lack a term. So for |a| > 1 over hundreds of elements take f64, or segments.
 *
 * **NaN and infinity** show in x from their position to the end of the segment, as infinity or NaN, never before it and
 * never in another segment.
 *
 * **Determinism.** The same call gives bitwise equal output from run to run, on the same device with the same version;
 * it depends neither on the alignment of arrays nor, on the host backend, on the number of threads.
 *
 * **Counts.** Where options->count points to a value in the context's memory, the call is of the first min(n, *count)
 * elements; by offsets of the first min(num_segments, *count) segments. n (by offsets num_segments) is the most that
 * there can be, by which arrays are checked and workspace and code path are chosen; in workspace queries counts are not
 * looked at. The count is read when the work runs, at each replay of a graph anew. What lies behind it is neither read
 * nor written; by offsets that is whatever is behind the end of the last segment, offsets included. Results are those
 * of the call of so many elements; those of segments on CUDA devices may differ from them in the last bits.
 *
 * **Pointers.** Arrays, those of initial values too (which reduce.h and scan.h have in host memory), lie in the
 * context's memory space and are aligned to their element (a slice `b + 1` is fine).
 * `x == b` is allowed; x must overlap nothing else, and `a`, `b` and `initial` may overlap each other. They may be NULL
 * where no element is read or written through them.
 *
 * **Streams.** See context.h: asynchronous, capturable, correct on every replay.
 *
 * **Errors** of every operation here, besides what its own comment adds, all but TCU_ERROR_DEVICE before anything is
 * written: TCU_ERROR_INVALID_CONTEXT; TCU_ERROR_INVALID_ARGUMENT (null pointer that is needed, `a` that is not NULL
 * with constant_a, value that is no enumerator, reserved field not 0); TCU_ERROR_UNSUPPORTED_TYPE;
 * TCU_ERROR_MISALIGNED; TCU_ERROR_OVERLAP; TCU_ERROR_SIZE_OVERFLOW (see types.h; or a grid of more than 2^31 - 1
 * blocks); TCU_ERROR_WORKSPACE_TOO_SMALL; TCU_ERROR_OUT_OF_MEMORY; TCU_ERROR_DEVICE.
 */
#ifndef TCU_RECURRENCE_H
#define TCU_RECURRENCE_H

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "export.h"
#include "status.h"
#include "types.h"

TCU_BEGIN_DECLS

/** Options of the recurrences; NULL means the defaults of TCU_RECURRENCE_OPTIONS_INIT. */
typedef struct tcu_recurrence_options {
    int constant_a; /**< not 0: every a[i] is the field `a`, and the argument `a` is NULL; default 0 */
    double a;       /**< with constant_a; rounded to what is computed in, f32 or f64; default 0 */
    double scale_b; /**< b[i] counts so many times; rounded likewise; default 1 */
    /**
     * One value in the context's memory: the call is of the first min(n, *count) elements, by offsets of the first
     * min(num_segments, *count) segments. NULL (the default): of all.
     */
    const uint64_t *count;
    unsigned reserved[8]; /**< must be 0 */
} tcu_recurrence_options;

/** Initialiser of tcu_recurrence_options. */
#define TCU_RECURRENCE_OPTIONS_INIT                                                                                    \
    {                                                                                                                  \
        0, 0, 1, 0,                                                                                                    \
        {                                                                                                              \
            0, 0, 0, 0, 0, 0, 0, 0                                                                                     \
        }                                                                                                              \
    }

/**
 * x[i] = a[i] x[i-1] + b[i]  for 0 <= i < n, with x[-1] = initial[0], or 0 without an initial value.
 *
 * @param context   where and how.
 * @param a         n elements of `type`; NULL with options->constant_a.
 * @param b         n elements of `type`.
 * @param initial   one element of `type`, in the context's memory space as all arrays here, or NULL.
 * @param x         n elements of `type`; may equal `b`.
 * @param type      f16, bf16, f32 or f64.
 * @param n         any 64-bit count; 0 writes nothing.
 * @param options   NULL for the defaults.
 */
TCU_API tcu_status tcu_linear_recurrence(tcu_context *context, const void *a, const void *b, const void *initial,
                                         void *x, tcu_type type, uint64_t n, const tcu_recurrence_options *options);

/**
 * Bytes of workspace that tcu_linear_recurrence() needs with these arguments. Needs no device work.
 *
 * @param[out] bytes  host memory; 0 is a possible answer. It never decreases with growing n.
 */
TCU_API tcu_status tcu_linear_recurrence_workspace(tcu_context *context, tcu_type type, uint64_t n,
                                                   const tcu_recurrence_options *options, size_t *bytes);

/**
 * Recurrences that start anew every `segment_size` elements; the last segment is shorter where n is not a multiple.
 * The element before the first one of segment k is initial[k], or 0.
 *
 * @param a             n elements of `type`; NULL with options->constant_a.
 * @param b             n elements of `type`.
 * @param initial       ceil(n / segment_size) elements of `type` in the context's memory space, or NULL.
 * @param x             n elements of `type`; may equal `b`.
 * @param n             any 64-bit count; 0 writes nothing.
 * @param segment_size  1 or more, need not be a multiple of anything; 0 is TCU_ERROR_INVALID_ARGUMENT.
 * @param options       NULL for the defaults.
 */
TCU_API tcu_status tcu_segmented_linear_recurrence(tcu_context *context, const void *a, const void *b,
                                                   const void *initial, void *x, tcu_type type, uint64_t n,
                                                   uint64_t segment_size, const tcu_recurrence_options *options);

/** Bytes of workspace that tcu_segmented_linear_recurrence() needs with these arguments; see
 * tcu_linear_recurrence_workspace(). */
TCU_API tcu_status tcu_segmented_linear_recurrence_workspace(tcu_context *context, tcu_type type, uint64_t n,
                                                             uint64_t segment_size,
                                                             const tcu_recurrence_options *options, size_t *bytes);

/**
 * Recurrences that start anew at every offset: segment k is offsets[k] <= i < offsets[k + 1], 0 <= k < num_segments.
 * The element before its first one is initial[k], or 0; an empty segment does nothing. Elements of x before offsets[0]
 * and from offsets[num_segments] on belong to no segment and are not written.
 *
 * @param a             n elements of `type`; NULL with options->constant_a.
 * @param b             n elements of `type`.
 * @param initial       num_segments elements of `type` in the context's memory space, or NULL.
 * @param x             n elements of `type`; may equal `b`.
 * @param n             length of `a`, `b` and `x`, the bound that every offset is held against.
 * @param offsets       num_segments + 1 values that do not decrease, from 0 to n; aligned to 8 bytes. On the host and
 *                      the reference backend a violation is TCU_ERROR_INVALID_OFFSETS and nothing is written. On CUDA
 *                      they are read on the device only: values are clamped to [0, n], nothing outside the arrays is
 *                      touched and the call ends, but the results are unspecified.
 * @param num_segments  any 64-bit count; 0 writes nothing (`offsets` may then be NULL).
 * @param options       NULL for the defaults.
 */
TCU_API tcu_status tcu_segmented_linear_recurrence_offsets(tcu_context *context, const void *a, const void *b,
                                                           const void *initial, void *x, tcu_type type, uint64_t n,
                                                           const int64_t *offsets, uint64_t num_segments,
                                                           const tcu_recurrence_options *options);

/** Bytes of workspace that tcu_segmented_linear_recurrence_offsets() needs with these arguments; see
 * tcu_linear_recurrence_workspace(). */
TCU_API tcu_status tcu_segmented_linear_recurrence_offsets_workspace(tcu_context *context, tcu_type type, uint64_t n,
                                                                     uint64_t num_segments,
                                                                     const tcu_recurrence_options *options,
                                                                     size_t *bytes);

TCU_END_DECLS

#endif /* TCU_RECURRENCE_H */
