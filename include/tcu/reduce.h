/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file reduce.h
 * Reductions of an array and of its segments: sums, and by option products, minima, maxima, AND, OR and XOR
 * (operator.h), of elements or of their squares, absolute values or of whether they are not zero.
 *
 * @code
 * const int32_t in[6] = {1, 2, 3, 4, 5, 6};
 * const int64_t offsets[4] = {0, 2, 2, 6}; // of three segments, one of them empty
 * int64_t sum, sums[3];
 * tcu_status status = tcu_reduce(context, in, TCU_TYPE_I32, &sum, TCU_TYPE_I64, 6, NULL);
 * assert(status == TCU_SUCCESS && sum == 21);
 * status = tcu_segmented_reduce_offsets(context, in, TCU_TYPE_I32, sums, TCU_TYPE_I64, 6, offsets, 3, NULL);
 * assert(status == TCU_SUCCESS && sums[0] == 3 && sums[1] == 0 && sums[2] == 18);
 * tcu_reduce_options options = TCU_REDUCE_OPTIONS_INIT;
 * int32_t most;
 * options.op = TCU_OPERATOR_MAX;
 * status = tcu_reduce(context, in, TCU_TYPE_I32, &most, TCU_TYPE_I32, 6, &options);
 * assert(status == TCU_SUCCESS && most == 6);
 * @endcode
 *
 * After A. Dakkak, C. Li, J. Xiong, I. Gelado, W. Hwu: "Accelerating Reduction and Scan Using Tensor Core Units", ICS
 * 2019 (algorithms 1 to 4): elements are laid into a matrix and multiplied by constant matrices of zeros and ones.
 *
 * **Element types.** The pairs (in, out) that every operation of this header takes with SUM and PRODUCT; all others
 * return TCU_ERROR_UNSUPPORTED_TYPE:
 *
 * | in         | out                | sums are formed in                                                |
 * |------------|--------------------|-------------------------------------------------------------------|
 * | f16        | f16, f32           | f32 or better, rounded once to `out` (beyond its range: infinity) |
 * | bf16       | bf16, f32          | f32 or better, rounded once to `out`                              |
 * | f32        | f32, f64           | f32 or better for f32; f64 for f64                                |
 * | f64        | f64                | f64                                                               |
 * | i8, i16    | same, i32, i64     | exact modulo 2^w, w the width of `out`                            |
 * | u8, u16    | same, u32, u64     | exact modulo 2^w                                                  |
 * | i32        | i32, i64           | exact modulo 2^w                                                  |
 * | u32        | u32, u64           | exact modulo 2^w                                                  |
 * | i64, u64   | same               | exact modulo 2^64                                                 |
 *
 * MIN and MAX take every type with itself, AND, OR and XOR every integer type with itself; SUM of TCU_MAP_NONZERO takes
 * every type with u64 and i64. An operator and a map that do not go together (operator.h) are
 * TCU_ERROR_INVALID_ARGUMENT.
 *
 * **Accuracy.** Of sums. For f16, bf16 and f32 input: |error| <= 4 * 2^-24 * max(1, log2(n)) * sum |x| for f32 output
 * (n: the number of elements summed, with an initial value one more); f16, bf16 and f64 output add one rounding to it,
 * to nearest even. For f64 input the same with 2^-51 in place of 2^-24. NaN and infinity of the input propagate as in a
 * loop of additions; a sum of nothing is +0. Of squares the bound has |x|^2 in place of |x|, and each square may lose
 * 2^-149 (f64: 2^-1074) where it is below the normal range. A product of n elements is formed in the same type, is
 * within n * 2^-23 (f64: n * 2^-52) relative error and one rounding to `out` where no partial product, of any of the
 * elements, leaves the normal range, and may be anything where one does. All other operators and all integers are
 * exact.
 *
 * **Range.** The bound holds where sum |x| is at most 2^127 (bf16, f32 to f32) or 2^1023 (f64, f32 to f64), and always
 * for f16. No partial sum overflows then, and a result is infinite only if the sum, rounded to `out`, is beyond the
 * range of `out`: 65504 + 65504 - 65504 is 65504 in f16. With a larger sum |x| the result may be infinite or NaN, even
 * where a loop over the array stays finite, since partial sums are of any of the elements, not of the first ones only:
 * 3e38, -3e38, 3e38, -3e38 in f32 may give NaN, as elements 0 and 2 may be added first. Sums of other segments are not
 * affected.
 *
 * **Determinism.** The same call (input, pointers' alignment modulo 16 bytes, whether `out == in`, arithmetic) gives
 * bitwise equal output from run to run, on the same device with the same version; on the host backend also for every
 * number of threads. On devices and streams with other numbers of multiprocessors or other limits to clusters, and at
 * other alignments, sums of reals may differ in the last bits, unless they are reproducible ones.
 *
 * **Reproducible sums.** With options->sum_mode TCU_SUM_REPRODUCIBLE sums of reals, mapped or not, have the same bits on
 * every device and every backend (host, CUDA and reference), whatever the number of multiprocessors or threads,
 * alignment, arithmetic, tuning file and form of the call (whole array, segments of one size, offsets, in place, with a
 * count). Of x[0], x[1], ..., the n elements of a segment, mapped, every operation below is one IEEE 754 operation in
 * t, rounded to nearest even, denormals kept; t is f64 where the input or the output is, else f32. With x[i] = +0 for
 * i >= n:
 *
 *     chunk(x), 4096 elements:  s[c] = ((0 + x[c]) + x[c + 256]) + ... + x[c + 15 * 256]    for 0 <= c < 256
 *                               s[c] = s[c] + s[c + h]  for 0 <= c < h,    h = 128, 64, ..., 1, one after the other
 *                               chunk(x) = s[0]
 *     S(x) = chunk(x)           where n <= 4096
 *     S(x) = S(chunk(x[0], ..., x[4095]), chunk(x[4096], ..., x[8191]), ...)                where it is greater
 *     out  = S(x), or initial + S(x), rounded to `out`
 *
 * So a sum of zeros is +0, -0 as initial value is +0, and a NaN as result is the quiet one whose sign and lower bits
 * are 0. Accuracy and range are those above. Sums of integers and all other operators have the same bits anyway;
 * products of reals and other algorithms than AUTO are TCU_ERROR_UNSUPPORTED_ALGORITHM.
 *
 * **Counts.** Where options->count points to a value in the context's memory, the call is of the first min(n, *count)
 * elements, so that there are fewer segments of one size; by offsets of the first min(num_segments, *count) segments. n
 * (by offsets num_segments) is the most that there can be, by which arrays are checked and workspace and code path are
 * chosen; in workspace queries counts are not looked at. The count is read when the work runs, at each replay of a
 * graph anew. What lies behind it is neither read nor written; by offsets that is whatever is behind the end of the
 * last segment, offsets included. Results are those of the call of so many elements; on CUDA devices sums and products
 * of reals that are not reproducible may differ from them in the last bits, as n says how the array is cut.
 *
 * **Pointers.** `in`, `out`, `offsets` and counts lie in the context's memory space and are aligned to their element (a
 * slice `in + 1` is fine). They may be NULL where no element is read or written through them. `out` must not overlap `in`,
 * except that `out == in` is allowed where both types have one size; it must overlap neither `offsets` nor a count.
 *
 * **Streams.** See context.h: asynchronous, capturable, correct on every replay.
 *
 * **Errors** of every operation here, besides what its own comment adds, all but TCU_ERROR_DEVICE before anything is
 * written:
 * TCU_ERROR_INVALID_CONTEXT; TCU_ERROR_INVALID_ARGUMENT (null pointer that is needed, value that is no enumerator,
 * operator and map that do not go together, reserved field not 0); TCU_ERROR_UNSUPPORTED_TYPE; TCU_ERROR_MISALIGNED;
 * TCU_ERROR_OVERLAP; TCU_ERROR_SIZE_OVERFLOW (see types.h; or a grid of more than 2^31 - 1 blocks);
 * TCU_ERROR_WORKSPACE_TOO_SMALL; TCU_ERROR_OUT_OF_MEMORY; TCU_ERROR_UNSUPPORTED_ALGORITHM; TCU_ERROR_DEVICE.
 */
#ifndef TCU_REDUCE_H
#define TCU_REDUCE_H

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "export.h"
#include "operator.h"
#include "status.h"
#include "types.h"

TCU_BEGIN_DECLS

/** The algorithm behind tcu_reduce(). Values are pinned. */
typedef enum tcu_reduce_algorithm {
    /** The policy's choice. */
    TCU_REDUCE_ALGORITHM_AUTO = 0,
    /** Dakkak et al.: V = P * A + V over tiles, one last product V * P^T: one multiplication per tile. */
    TCU_REDUCE_ALGORITHM_WORK_EFFICIENT = 1,
    /**
     * R. Carrasco, R. Vega, C. A. Navarro: "Analyzing GPU Tensor Core Potential for Fast Reductions", SCCC 2018: two
     * products with the all-ones matrix turn m^2 numbers into one; repeated on the results until one is left. Sums
     * stay in the accumulator's type between the levels. Not on the CUDA backend; floating-point input and tcu_reduce()
     * only; elsewhere TCU_ERROR_UNSUPPORTED_ALGORITHM.
     */
    TCU_REDUCE_ALGORITHM_ALL_ONES = 2
} tcu_reduce_algorithm;

/** Options of the reductions; NULL means the defaults of TCU_REDUCE_OPTIONS_INIT. */
typedef struct tcu_reduce_options {
    tcu_reduce_algorithm algorithm; /**< default TCU_REDUCE_ALGORITHM_AUTO; others are of SUM of the elements alone */
    tcu_operator op;                /**< default TCU_OPERATOR_SUM */
    tcu_map map;                    /**< default TCU_MAP_NONE */
    tcu_nan_mode nan_mode;          /**< of MIN and MAX; default TCU_NAN_PROPAGATE */
    /**
     * One element of `out_type` in host memory, read before the call returns; NULL (the default): none. Every result is
     * initial op (the segment's elements, mapped); of no elements it is `initial`. It is not mapped, and need not be
     * aligned. A NaN that MIN and MAX ignore is none.
     */
    const void *initial;
    /**
     * One value in the context's memory: the call is of the first min(n, *count) elements, by offsets of the first
     * min(num_segments, *count) segments. NULL (the default): of all.
     */
    const uint64_t *count;
    tcu_sum_mode sum_mode; /**< of sums of reals; default TCU_SUM_FASTEST */
    unsigned reserved[7];  /**< must be 0 */
} tcu_reduce_options;

/** Initialiser of tcu_reduce_options. */
#define TCU_REDUCE_OPTIONS_INIT                                                                                        \
    {                                                                                                                  \
        TCU_REDUCE_ALGORITHM_AUTO, TCU_OPERATOR_SUM, TCU_MAP_NONE, TCU_NAN_PROPAGATE, 0, 0, TCU_SUM_FASTEST,           \
        {                                                                                                              \
            0, 0, 0, 0, 0, 0, 0                                                                                        \
        }                                                                                                              \
    }

/**
 * Reduction of an array:  out[0] = in[0] + in[1] + ... + in[n-1], or with the operator of the options in place of +.
 *
 * @param context   where and how.
 * @param in        n elements of `in_type`; may be NULL if n is 0.
 * @param out       one element of `out_type`; may equal `in` where both types have one size.
 * @param n         any 64-bit count; 0 gives the operator's result of no elements (operator.h).
 * @param options   NULL for the defaults.
 */
TCU_API tcu_status tcu_reduce(tcu_context *context, const void *in, tcu_type in_type, void *out, tcu_type out_type,
                              uint64_t n, const tcu_reduce_options *options);

/**
 * Bytes of workspace that tcu_reduce() needs with these arguments. Needs no device work.
 *
 * @param[out] bytes  host memory; 0 is a possible answer. It never decreases with growing n.
 */
TCU_API tcu_status tcu_reduce_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type, uint64_t n,
                                        const tcu_reduce_options *options, size_t *bytes);

/**
 * Reductions of segments of one size, sums unless the options say otherwise:
 * out[k] = sum of in[i] for k * segment_size <= i < min((k + 1) * segment_size, n),  for every k < ceil(n /
 * segment_size). The last segment is shorter where n is not a multiple.
 *
 * @param in            n elements of `in_type`.
 * @param out           ceil(n / segment_size) elements of `out_type`; `out == in` needs the larger workspace (below).
 * @param n             any 64-bit count; 0 writes nothing.
 * @param segment_size  1 or more, need not be a multiple of anything; 0 is TCU_ERROR_INVALID_ARGUMENT.
 * @param options       NULL for the defaults.
 */
TCU_API tcu_status tcu_segmented_reduce(tcu_context *context, const void *in, tcu_type in_type, void *out,
                                        tcu_type out_type, uint64_t n, uint64_t segment_size,
                                        const tcu_reduce_options *options);

/**
 * Bytes of workspace that tcu_segmented_reduce() needs with these arguments. Needs no device work.
 *
 * @param in_place    not 0 for a call with `out == in`, which needs room for all results besides.
 * @param[out] bytes  host memory.
 */
TCU_API tcu_status tcu_segmented_reduce_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type, uint64_t n,
                                                  uint64_t segment_size, int in_place,
                                                  const tcu_reduce_options *options, size_t *bytes);

/**
 * Reductions of segments given by offsets, sums unless the options say otherwise:
 * out[k] = sum of in[i] for offsets[k] <= i < offsets[k + 1],  0 <= k < num_segments.
 * An empty segment gives the operator's result of no elements (of sums 0), or the initial value. Elements before
 * offsets[0] and from offsets[num_segments] on belong to no segment.
 *
 * @param in            n elements of `in_type`.
 * @param out           num_segments elements of `out_type`; `out == in` needs the larger workspace (below).
 * @param n             length of `in`, the bound that every offset is held against.
 * @param offsets       num_segments + 1 values that do not decrease, from 0 to n; aligned to 8 bytes. On the host
 *                      backend a violation is TCU_ERROR_INVALID_OFFSETS and nothing is written. On the CUDA backend
 *                      they are read on the device only: values are clamped to [0, n], nothing outside `in` and `out`
 *                      is touched and the call ends, but the sums are unspecified.
 * @param num_segments  any 64-bit count; 0 writes nothing (`offsets` may then be NULL).
 * @param options       NULL for the defaults.
 */
TCU_API tcu_status tcu_segmented_reduce_offsets(tcu_context *context, const void *in, tcu_type in_type, void *out,
                                                tcu_type out_type, uint64_t n, const int64_t *offsets,
                                                uint64_t num_segments, const tcu_reduce_options *options);

/**
 * Bytes of workspace that tcu_segmented_reduce_offsets() needs with these arguments. Needs no device work.
 *
 * @param in_place    not 0 for a call with `out == in`, which needs room for all results besides.
 * @param[out] bytes  host memory.
 */
TCU_API tcu_status tcu_segmented_reduce_offsets_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type,
                                                          uint64_t n, uint64_t num_segments, int in_place,
                                                          const tcu_reduce_options *options, size_t *bytes);

TCU_END_DECLS

#endif /* TCU_REDUCE_H */
