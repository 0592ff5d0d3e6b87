/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file extrema.h
 * The minimum and the maximum of an array or of each of its segments, and their positions, in one pass over memory.
 * Every output is optional: with the positions alone these are argmin and argmax.
 *
 * @code
 * const float in[6] = {3, -7, 2, 5, 5, -7};
 * float min, max, most[2];
 * int64_t argmin, argmax, most_at[2];
 * tcu_status status = tcu_reduce_extrema(context, in, TCU_TYPE_F32, &min, &argmin, &max, &argmax, 6, NULL);
 * assert(status == TCU_SUCCESS && min == -7 && argmin == 1 && max == 5 && argmax == 3);
 * status = tcu_segmented_reduce_extrema(context, in, TCU_TYPE_F32, NULL, NULL, most, most_at, 6, 3, NULL);
 * assert(status == TCU_SUCCESS && most[0] == 3 && most_at[0] == 0 && most[1] == 5 && most_at[1] == 0);
 * @endcode
 *
 * After A. Dakkak, C. Li, J. Xiong, I. Gelado, W. Hwu: "Accelerating Reduction and Scan Using Tensor Core Units", ICS
 * 2019 (algorithms 1 to 4), whose sums are taken in an algebra where the greater of two pairs of a value and a position
 * stands for +.
 *
 * **Element types.** All twelve. Minima and maxima have the elements' type, positions are int64_t.
 *
 * **Order.** That of numbers, with -0 less than +0. Of equal elements the one at the lowest position is taken. NumPy
 * takes zeros of both signs as equal: its argmin of {0, -0} is 0, here it is 1, and so with argmax of {-0, 0}.
 *
 * **NaN.** By default (TCU_NAN_PROPAGATE), where an element is NaN, both positions are that of the first NaN, and
 * minimum and maximum are a quiet NaN, always the same one whatever the element's bits: positive, of the fraction only
 * the highest bit is set (f32: 0x7fc00000). With TCU_NAN_IGNORE a NaN counts as no element.
 *
 * **Positions** begin with 0 at the segment's first element (of whole arrays at `in`). Of no elements, which is an
 * empty array or segment, or with TCU_NAN_IGNORE one of NaN alone, the position is -1, the minimum the type's largest
 * value and the maximum its least one (infinity and -infinity, or an integer type's limits).
 *
 * **Determinism.** All results are exact: the same on every backend, with any number of threads.
 *
 * **Counts.** Where options->count points to a value in the context's memory, the call is of the first min(n, *count)
 * elements; by offsets of the first min(num_segments, *count) segments. n (by offsets num_segments) is the most that
 * there can be, by which arrays are checked and workspace and code path are chosen; in workspace queries counts are not
 * looked at. The count is read when the work runs, at each replay of a graph anew. What lies behind it is neither read
 * nor written; by offsets that is whatever is behind the end of the last segment, offsets included. Results are exactly
 * those of the call of so many elements.
 *
 * **Pointers.** `in`, the outputs, `offsets` and counts lie in the context's memory space and are aligned to their
 * element (a slice `in + 1` is fine). An output that is NULL is not computed; one at least has to be set where there is
 * something to write. `in` and `offsets` may be NULL where no element is read through them. No output may overlap `in`,
 * `offsets`, a count or another output.
 *
 * **Streams.** See context.h: asynchronous, capturable, correct on every replay.
 *
 * **Errors** of every operation here, all but TCU_ERROR_DEVICE before anything is written:
 * TCU_ERROR_INVALID_CONTEXT; TCU_ERROR_INVALID_ARGUMENT (null pointer that is needed, all outputs NULL, value that is
 * no enumerator, reserved field not 0, segment size 0); TCU_ERROR_INVALID_OFFSETS (host);
 * TCU_ERROR_UNSUPPORTED_TYPE; TCU_ERROR_MISALIGNED; TCU_ERROR_OVERLAP; TCU_ERROR_SIZE_OVERFLOW (see types.h; or a grid
 * of more than 2^31 - 1 blocks); TCU_ERROR_WORKSPACE_TOO_SMALL; TCU_ERROR_OUT_OF_MEMORY; TCU_ERROR_DEVICE.
 */
#ifndef TCU_EXTREMA_H
#define TCU_EXTREMA_H

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "export.h"
#include "operator.h"
#include "status.h"
#include "types.h"

TCU_BEGIN_DECLS

/** Options of the extrema; NULL means the defaults of TCU_EXTREMA_OPTIONS_INIT. */
typedef struct tcu_extrema_options {
    tcu_nan_mode nan_mode; /**< default TCU_NAN_PROPAGATE */
    /**
     * One value in the context's memory: the call is of the first min(n, *count) elements, by offsets of the first
     * min(num_segments, *count) segments. NULL (the default): of all.
     */
    const uint64_t *count;
    unsigned reserved[8]; /**< must be 0 */
} tcu_extrema_options;

/** Initialiser of tcu_extrema_options. */
#define TCU_EXTREMA_OPTIONS_INIT                                                                                       \
    {                                                                                                                  \
        TCU_NAN_PROPAGATE, 0,                                                                                          \
        {                                                                                                              \
            0, 0, 0, 0, 0, 0, 0, 0                                                                                     \
        }                                                                                                              \
    }

/**
 * Extrema of an array: `*min` is the element of in[0], ..., in[n-1] that comes first in the order above, `*max` the one
 * that comes last; `*argmin` and `*argmax` are their positions, of equal elements the lowest one. Where an element is NaN
 * and NaN is not ignored, `*min` and `*max` are a quiet NaN, `*argmin` and `*argmax` the position of the first NaN.
 *
 * @param context  where and how.
 * @param in       n elements of `type`; may be NULL if n is 0.
 * @param type     of the elements, and of `min` and `max`.
 * @param min      one element of `type`, or NULL.
 * @param argmin   one position, or NULL.
 * @param max      one element of `type`, or NULL.
 * @param argmax   one position, or NULL.
 * @param n        any 64-bit count; 0 gives the results of no elements (above).
 * @param options  NULL for the defaults.
 */
TCU_API tcu_status tcu_reduce_extrema(tcu_context *context, const void *in, tcu_type type, void *min, int64_t *argmin,
                                      void *max, int64_t *argmax, uint64_t n, const tcu_extrema_options *options);

/**
 * Bytes of workspace that tcu_reduce_extrema() needs with these arguments. Needs no device work.
 *
 * @param[out] bytes  host memory; 0 is a possible answer. It never decreases with growing n.
 */
TCU_API tcu_status tcu_reduce_extrema_workspace(tcu_context *context, tcu_type type, uint64_t n,
                                                const tcu_extrema_options *options, size_t *bytes);

/**
 * Extrema of segments of one size: result k is of the elements in[i] with
 * k * segment_size <= i < min((k + 1) * segment_size, n),  for every k < ceil(n / segment_size). The last segment is
 * shorter where n is not a multiple.
 *
 * @param in            n elements of `type`.
 * @param min,argmin,max,argmax  ceil(n / segment_size) results each, or NULL. Positions are within the segment.
 * @param n             any 64-bit count; 0 writes nothing.
 * @param segment_size  1 or more, need not be a multiple of anything; 0 is TCU_ERROR_INVALID_ARGUMENT.
 * @param options       NULL for the defaults.
 */
TCU_API tcu_status tcu_segmented_reduce_extrema(tcu_context *context, const void *in, tcu_type type, void *min,
                                                int64_t *argmin, void *max, int64_t *argmax, uint64_t n,
                                                uint64_t segment_size, const tcu_extrema_options *options);

/**
 * Bytes of workspace that tcu_segmented_reduce_extrema() needs with these arguments. Needs no device work.
 *
 * @param[out] bytes  host memory; 0 is a possible answer.
 */
TCU_API tcu_status tcu_segmented_reduce_extrema_workspace(tcu_context *context, tcu_type type, uint64_t n,
                                                          uint64_t segment_size, const tcu_extrema_options *options,
                                                          size_t *bytes);

/**
 * Extrema of segments given by offsets: result k is of the elements in[i] with offsets[k] <= i < offsets[k + 1],
 * 0 <= k < num_segments. An empty segment gives the results of no elements (above).
 *
 * @param in            n elements of `type`.
 * @param min,argmin,max,argmax  num_segments results each, or NULL. Positions are within the segment.
 * @param n             length of `in`, the bound that every offset is held against.
 * @param offsets       num_segments + 1 values that do not decrease, from 0 to n; aligned to 8 bytes. On the host
 *                      backend a violation is TCU_ERROR_INVALID_OFFSETS and nothing is written. On the CUDA backend
 *                      they are read on the device only: nothing outside `in` and the outputs is touched and the call
 *                      ends, but the results are unspecified.
 * @param num_segments  any 64-bit count; 0 writes nothing (`offsets` may then be NULL).
 * @param options       NULL for the defaults.
 */
TCU_API tcu_status tcu_segmented_reduce_extrema_offsets(tcu_context *context, const void *in, tcu_type type, void *min,
                                                        int64_t *argmin, void *max, int64_t *argmax, uint64_t n,
                                                        const int64_t *offsets, uint64_t num_segments,
                                                        const tcu_extrema_options *options);

/**
 * Bytes of workspace that tcu_segmented_reduce_extrema_offsets() needs with these arguments. Needs no device work.
 *
 * @param[out] bytes  host memory; 0 is a possible answer.
 */
TCU_API tcu_status tcu_segmented_reduce_extrema_offsets_workspace(tcu_context *context, tcu_type type, uint64_t n,
                                                                  uint64_t num_segments,
                                                                  const tcu_extrema_options *options, size_t *bytes);

TCU_END_DECLS

#endif /* TCU_EXTREMA_H */
