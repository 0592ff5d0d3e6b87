/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file scan.h
 * Scans of an array and of its segments: prefix sums, and by option prefix products, minima, maxima, AND, OR and XOR
 * (operator.h).
 *
 * @code
 * const uint32_t in[5] = {3, 1, 4, 1, 5};
 * uint32_t inclusive[5], exclusive[5];
 * tcu_status status = tcu_scan(context, TCU_SCAN_INCLUSIVE, in, TCU_TYPE_U32, inclusive, TCU_TYPE_U32, 5, NULL);
 * assert(status == TCU_SUCCESS && inclusive[0] == 3 && inclusive[4] == 14); // 3 4 8 9 14
 * status = tcu_scan(context, TCU_SCAN_EXCLUSIVE, in, TCU_TYPE_U32, exclusive, TCU_TYPE_U32, 5, NULL);
 * assert(status == TCU_SUCCESS && exclusive[0] == 0 && exclusive[4] == 9); // 0 3 4 8 9
 * tcu_scan_options options = TCU_SCAN_OPTIONS_INIT;
 * options.op = TCU_OPERATOR_MAX;
 * uint32_t most[5];
 * status = tcu_scan(context, TCU_SCAN_INCLUSIVE, in, TCU_TYPE_U32, most, TCU_TYPE_U32, 5, &options);
 * assert(status == TCU_SUCCESS && most[1] == 3 && most[4] == 5); // 3 3 4 4 5
 * @endcode
 *
 * After A. Dakkak, C. Li, J. Xiong, I. Gelado, W. Hwu: "Accelerating Reduction and Scan Using Tensor Core Units", ICS
 * 2019 (algorithms 5 to 7): a row-wise scan is a product with an upper triangular matrix of ones.
 *
 * **Element types, streams, errors**: as in reduce.h, the same pairs (in, out) of each operator. There are no maps.
 *
 * **Accuracy, range.** Every output is within the bounds of reduce.h, n being the number of elements that it combines,
 * with an initial value one more; all operators but sums and products of reals are exact. Of a sum the bound holds
 * where the sum of its elements' |x| is in the range that reduce.h names; else it may be infinite or NaN, as may those
 * behind it in its segment. The exclusive result at i combines the same elements as the inclusive one at i - 1 of its
 * segment: they are equal, but that sums and products of reals may differ in the last bits, because the order of
 * operations may. A NaN, where it is not ignored, or an infinity shows in the outputs from its position on, never
 * before it.
 *
 * **Determinism.** As in reduce.h.
 *
 * **Reproducible sums.** With options->sum_mode TCU_SUM_REPRODUCIBLE tcu_scan() of reals has the same bits on every
 * device and every backend (host, CUDA and reference), whatever the number of multiprocessors or threads, alignment,
 * arithmetic, tuning file, in place or not, with a count or not. Every operation below is one IEEE 754 operation in t,
 * as in reduce.h. With x[i] = +0 for i >= n, g = 0, 1, ... and 0 <= k < 8, integers divided rounding down:
 *
 *     in[g, k]            = ((0 + x[8 g]) + x[8 g + 1]) + ... + x[8 g + k]        of group g, 8 elements
 *     total[0, g]         = in[g, 7]
 *     s[0], ..., s[31]    = total[l, 32 j], ..., total[l, 32 j + 31], then s[i] = s[i - d] + s[i] for all i >= d at
 *                           once, d = 1, 2, 4, 8, 16 one after the other
 *     before[l, 32 j + i] = s[i - 1], and 0 where i is 0
 *     total[l + 1, j]     = s[31]
 *     before(g)           = (((0 + before[L, g / 32^L]) + ...) + before[1, g / 32]) + before[0, g],  32^(L + 1) > g
 *     inclusive:  out[8 g + k] = before(g) + in[g, k]
 *     exclusive:  out[8 g + k] = before(g) + in[g, k - 1], where k is 0 before(g)
 *
 * and with an initial value initial + that, rounded to `out`. Zeros, NaN as results, and what is refused: as in
 * reduce.h. Scans of segments do not have it: of sums of reals they return TCU_ERROR_UNSUPPORTED_ALGORITHM.
 *
 * **Counts.** Where options->count points to a value in the context's memory, the call is of the first min(n, *count)
 * elements; by offsets of the first min(num_segments, *count) segments. n (by offsets num_segments) is the most that
 * there can be, by which arrays are checked and workspace and code path are chosen; in workspace queries counts are not
 * looked at. The count is read when the work runs, at each replay of a graph anew. What lies behind it is neither read
 * nor written; by offsets that is whatever is behind the end of the last segment, offsets included. Results are those
 * of the call of so many elements; on CUDA devices sums and products of reals that are not reproducible may differ from
 * them in the last bits.
 *
 * **Pointers.** As in reduce.h: aligned to their element; `out == in` is allowed where both types have one size (no
 * extra workspace); any other overlap is TCU_ERROR_OVERLAP.
 */
#ifndef TCU_SCAN_H
#define TCU_SCAN_H

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "export.h"
#include "operator.h"
#include "status.h"
#include "types.h"

TCU_BEGIN_DECLS

/** Whether an output includes the element at its own position. Values are pinned. */
typedef enum tcu_scan_kind {
    TCU_SCAN_INCLUSIVE = 0, /**< out[i] combines all up to and with in[i] */
    /** out[i] combines all up to in[i - 1]; the first of a segment is the initial value, or the operator's result of no
     * elements (of sums 0) */
    TCU_SCAN_EXCLUSIVE = 1
} tcu_scan_kind;

/** Options of the scans; NULL means the defaults of TCU_SCAN_OPTIONS_INIT. */
typedef struct tcu_scan_options {
    tcu_operator op;       /**< default TCU_OPERATOR_SUM */
    tcu_nan_mode nan_mode; /**< of MIN and MAX; default TCU_NAN_PROPAGATE */
    /**
     * One element of `out_type` in host memory, read before the call returns; NULL (the default): none. Every segment
     * begins with it: out[i] = initial op in[first] op ... It need not be aligned. A NaN that MIN and MAX ignore is
     * none.
     */
    const void *initial;
    /**
     * One value in the context's memory: the call is of the first min(n, *count) elements, by offsets of the first
     * min(num_segments, *count) segments. NULL (the default): of all.
     */
    const uint64_t *count;
    tcu_sum_mode sum_mode; /**< of sums of reals; default TCU_SUM_FASTEST */
    unsigned reserved[7];  /**< must be 0 */
} tcu_scan_options;

/** Initialiser of tcu_scan_options. */
#define TCU_SCAN_OPTIONS_INIT                                                                                          \
    {                                                                                                                  \
        TCU_OPERATOR_SUM, TCU_NAN_PROPAGATE, 0, 0, TCU_SUM_FASTEST,                                                    \
        {                                                                                                              \
            0, 0, 0, 0, 0, 0, 0                                                                                        \
        }                                                                                                              \
    }

/**
 * Scan of an array, prefix sums unless the options say otherwise:
 *
 *     inclusive:  out[i] = in[0] + ... + in[i]
 *     exclusive:  out[i] = in[0] + ... + in[i-1],  out[0] = 0        (0 <= i < n)
 *
 * With the operator of the options in place of +, its result of no elements (operator.h) in place of 0, and, where there
 * is one, `initial op` in front of all.
 *
 * @param context  where and how.
 * @param kind     inclusive or exclusive.
 * @param in       n elements of `in_type`; may be NULL if n is 0.
 * @param out      n elements of `out_type`; may equal `in` where both types have one size.
 * @param n        any 64-bit count; 0 writes nothing.
 * @param options  NULL for the defaults.
 */
TCU_API tcu_status tcu_scan(tcu_context *context, tcu_scan_kind kind, const void *in, tcu_type in_type, void *out,
                            tcu_type out_type, uint64_t n, const tcu_scan_options *options);

/**
 * Bytes of workspace that tcu_scan() needs with these arguments, whatever the kind. Needs no device work.
 *
 * @param options     those of the call; counts are not looked at. NULL for the defaults.
 * @param[out] bytes  host memory; 0 is a possible answer. It never decreases with growing n.
 */
TCU_API tcu_status tcu_scan_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type, uint64_t n,
                                      const tcu_scan_options *options, size_t *bytes);

/**
 * Scans that start anew every `segment_size` elements; the last segment is shorter where n is not a multiple.
 *
 * @param in            n elements of `in_type`.
 * @param out           n elements of `out_type`; may equal `in` where both types have one size.
 * @param n             any 64-bit count; 0 writes nothing.
 * @param segment_size  1 or more, need not be a multiple of anything; 0 is TCU_ERROR_INVALID_ARGUMENT.
 * @param options       NULL for the defaults.
 */
TCU_API tcu_status tcu_segmented_scan(tcu_context *context, tcu_scan_kind kind, const void *in, tcu_type in_type,
                                      void *out, tcu_type out_type, uint64_t n, uint64_t segment_size,
                                      const tcu_scan_options *options);

/** Bytes of workspace that tcu_segmented_scan() needs with these arguments, whatever the kind; see
 * tcu_scan_workspace(). */
TCU_API tcu_status tcu_segmented_scan_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type, uint64_t n,
                                                uint64_t segment_size, const tcu_scan_options *options, size_t *bytes);

/**
 * Scans that start anew at every offset: segment k is offsets[k] <= i < offsets[k + 1], 0 <= k < num_segments.
 * Outputs before offsets[0] and from offsets[num_segments] on belong to no segment and are not written.
 *
 * @param in            n elements of `in_type`.
 * @param out           n elements of `out_type`; may equal `in` where both types have one size.
 * @param n             length of `in` and `out`, the bound that every offset is held against.
 * @param offsets       num_segments + 1 values that do not decrease, from 0 to n; aligned to 8 bytes. On the host
 *                      backend a violation is TCU_ERROR_INVALID_OFFSETS and nothing is written. On the CUDA backend
 *                      they are read on the device only: values are clamped to [0, n], nothing outside `in` and `out`
 *                      is touched and the call ends, but the sums are unspecified.
 * @param num_segments  any 64-bit count; 0 writes nothing (`offsets` may then be NULL).
 * @param options       NULL for the defaults.
 */
TCU_API tcu_status tcu_segmented_scan_offsets(tcu_context *context, tcu_scan_kind kind, const void *in,
                                              tcu_type in_type, void *out, tcu_type out_type, uint64_t n,
                                              const int64_t *offsets, uint64_t num_segments,
                                              const tcu_scan_options *options);

/** Bytes of workspace that tcu_segmented_scan_offsets() needs with these arguments, whatever the kind; see
 * tcu_scan_workspace(). */
TCU_API tcu_status tcu_segmented_scan_offsets_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type,
                                                        uint64_t n, uint64_t num_segments,
                                                        const tcu_scan_options *options, size_t *bytes);

TCU_END_DECLS

#endif /* TCU_SCAN_H */
