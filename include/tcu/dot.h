/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file dot.h
 * Dot products of two arrays and of their segments: sums of x[i] * y[i], in one pass over memory.
 *
 * @code
 * const float x[6] = {1, 2, 3, 4, 5, 6}, y[6] = {1, 1, 1, -1, 0, 2};
 * float all, both[2];
 * tcu_status status = tcu_dot(context, x, y, TCU_TYPE_F32, &all, TCU_TYPE_F32, 6, NULL);
 * assert(status == TCU_SUCCESS && all == 14);
 * status = tcu_segmented_dot(context, x, y, TCU_TYPE_F32, both, TCU_TYPE_F32, 6, 3, NULL);
 * assert(status == TCU_SUCCESS && both[0] == 6 && both[1] == 8);
 * @endcode
 *
 * After A. Dakkak, C. Li, J. Xiong, I. Gelado, W. Hwu: "Accelerating Reduction and Scan Using Tensor Core Units", ICS
 * 2019 (algorithms 1 to 4): the reductions of reduce.h, of products in place of elements.
 *
 * **Element types.** The pairs (in, out) of sums in reduce.h; x and y have the type `in`. All others return
 * TCU_ERROR_UNSUPPORTED_TYPE. Products are formed where sums are: of f16, bf16 and f32 in f32 or better, of f32 with
 * f64 output in f64, of f64 in f64, of integers modulo 2^w, w the width of `out`.
 *
 * **Accuracy.** For f16, bf16 and f32 input: |error| <= 4 * 2^-24 * max(1, log2(n)) * sum |x[i] * y[i]| + n * 2^-149
 * for f32 output (n: the number of products summed); f16, bf16 and f64 output add one rounding to it, to nearest even.
 * For f64 input the same with 2^-51 and 2^-1074 in place of 2^-24 and 2^-149. NaN and infinity propagate as in a loop
 * of multiplications and additions; a sum of nothing is +0. Integers are exact modulo 2^w.
 *
 * **Range.** The bound holds where sum |x[i] * y[i]| is at most 2^127 (f64 input, f32 to f64: 2^1023), as that of sums.
 *
 * **Determinism.** The same call (input, pointers' alignment modulo 16 bytes) gives bitwise equal output from run to
 * run, on the same device with the same version; on the host backend also for every number of threads. On devices with
 * other numbers of multiprocessors, and at other alignments, results of reals may differ in the last bits.
 *
 * **Counts.** Where options->count points to a value in the context's memory, the call is of the first min(n, *count)
 * products; by offsets of the first min(num_segments, *count) segments. n (by offsets num_segments) is the most that
 * there can be, by which arrays are checked and workspace and code path are chosen; in workspace queries counts are not
 * looked at. The count is read when the work runs, at each replay of a graph anew. What lies behind it is neither read
 * nor written; by offsets that is whatever is behind the end of the last segment, offsets included. Results are those
 * of the call of so many products; on CUDA devices those of reals may differ from them in the last bits.
 *
 * **Pointers.** `x`, `y`, `out`, `offsets` and counts lie in the context's memory space and are aligned to their element
 * (a slice `x + 1` is fine; the fastest are arrays that begin at the same place modulo 16 bytes). They may be NULL where
 * no element is read or written through them. `x` and `y` may be the same array, or overlap; `out` must overlap none of
 * the others.
 *
 * **Streams.** See context.h: asynchronous, capturable, correct on every replay.
 *
 * **Errors** of every operation here, all but TCU_ERROR_DEVICE before anything is written:
 * TCU_ERROR_INVALID_CONTEXT; TCU_ERROR_INVALID_ARGUMENT (null pointer that is needed, reserved field not 0, segment
 * size 0); TCU_ERROR_INVALID_OFFSETS (host); TCU_ERROR_UNSUPPORTED_TYPE; TCU_ERROR_MISALIGNED; TCU_ERROR_OVERLAP;
 * TCU_ERROR_SIZE_OVERFLOW (see types.h; or a grid of more than 2^31 - 1 blocks); TCU_ERROR_WORKSPACE_TOO_SMALL;
 * TCU_ERROR_OUT_OF_MEMORY; TCU_ERROR_DEVICE.
 */
#ifndef TCU_DOT_H
#define TCU_DOT_H

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "export.h"
#include "status.h"
#include "types.h"

TCU_BEGIN_DECLS

/** Options of dot products; NULL means the defaults of TCU_DOT_OPTIONS_INIT. */
typedef struct tcu_dot_options {
    /**
     * One value in the context's memory: the call is of the first min(n, *count) elements, by offsets of the first
     * min(num_segments, *count) segments. NULL (the default): of all.
     */
    const uint64_t *count;
    unsigned reserved[8]; /**< must be 0 */
} tcu_dot_options;

/** Initialiser of tcu_dot_options. */
#define TCU_DOT_OPTIONS_INIT                                                                                           \
    {                                                                                                                  \
        0,                                                                                                             \
        {                                                                                                              \
            0, 0, 0, 0, 0, 0, 0, 0                                                                                     \
        }                                                                                                              \
    }

/**
 * Dot product of two arrays:  out[0] = x[0] * y[0] + x[1] * y[1] + ... + x[n-1] * y[n-1].
 *
 * @param context   where and how.
 * @param x,y       n elements of `in_type` each; may be NULL if n is 0.
 * @param out       one element of `out_type`.
 * @param n         any 64-bit count; 0 gives 0.
 * @param options   NULL for the defaults.
 */
TCU_API tcu_status tcu_dot(tcu_context *context, const void *x, const void *y, tcu_type in_type, void *out,
                           tcu_type out_type, uint64_t n, const tcu_dot_options *options);

/**
 * Bytes of workspace that tcu_dot() needs with these arguments. Needs no device work.
 *
 * @param[out] bytes  host memory; 0 is a possible answer. It never decreases with growing n.
 */
TCU_API tcu_status tcu_dot_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type, uint64_t n,
                                     const tcu_dot_options *options, size_t *bytes);

/**
 * Dot products of segments of one size:
 * out[k] = sum of x[i] * y[i] for k * segment_size <= i < min((k + 1) * segment_size, n),  for every
 * k < ceil(n / segment_size). The last segment is shorter where n is not a multiple.
 *
 * @param x,y           n elements of `in_type` each.
 * @param out           ceil(n / segment_size) elements of `out_type`.
 * @param n             any 64-bit count; 0 writes nothing.
 * @param segment_size  1 or more, need not be a multiple of anything; 0 is TCU_ERROR_INVALID_ARGUMENT.
 * @param options       NULL for the defaults.
 */
TCU_API tcu_status tcu_segmented_dot(tcu_context *context, const void *x, const void *y, tcu_type in_type, void *out,
                                     tcu_type out_type, uint64_t n, uint64_t segment_size,
                                     const tcu_dot_options *options);

/**
 * Bytes of workspace that tcu_segmented_dot() needs with these arguments. Needs no device work.
 *
 * @param[out] bytes  host memory; 0 is a possible answer.
 */
TCU_API tcu_status tcu_segmented_dot_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type, uint64_t n,
                                               uint64_t segment_size, const tcu_dot_options *options, size_t *bytes);

/**
 * Dot products of segments given by offsets:
 * out[k] = sum of x[i] * y[i] for offsets[k] <= i < offsets[k + 1],  0 <= k < num_segments; of an empty segment 0.
 *
 * @param x,y           n elements of `in_type` each.
 * @param out           num_segments elements of `out_type`.
 * @param n             length of `x` and `y`, the bound that every offset is held against.
 * @param offsets       num_segments + 1 values that do not decrease, from 0 to n; aligned to 8 bytes. On the host
 *                      backend a violation is TCU_ERROR_INVALID_OFFSETS and nothing is written. On the CUDA backend
 *                      they are read on the device only: nothing outside the arrays is touched and the call ends, but
 *                      the results are unspecified.
 * @param num_segments  any 64-bit count; 0 writes nothing (`offsets` may then be NULL).
 * @param options       NULL for the defaults.
 */
TCU_API tcu_status tcu_segmented_dot_offsets(tcu_context *context, const void *x, const void *y, tcu_type in_type,
                                             void *out, tcu_type out_type, uint64_t n, const int64_t *offsets,
                                             uint64_t num_segments, const tcu_dot_options *options);

/**
 * Bytes of workspace that tcu_segmented_dot_offsets() needs with these arguments. Needs no device work.
 *
 * @param[out] bytes  host memory; 0 is a possible answer.
 */
TCU_API tcu_status tcu_segmented_dot_offsets_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type,
                                                       uint64_t n, uint64_t num_segments,
                                                       const tcu_dot_options *options, size_t *bytes);

TCU_END_DECLS

#endif /* TCU_DOT_H */
