/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file moments.h
 * Count, mean and variance of the segments of an array and of the columns of a matrix.
 *
 * @code
 * const float in[6] = {1, 3, 2, 4, 6, 8}; // two segments of 4 elements, the last one shorter
 * uint64_t count[2];
 * float mean[2], variance[2];
 * tcu_status status = tcu_segmented_moments(context, in, TCU_TYPE_F32, count, mean, variance, TCU_TYPE_F32, 6, 4, NULL);
 * assert(status == TCU_SUCCESS && count[1] == 2 && mean[0] == 2.5f && mean[1] == 7);
 * assert(variance[0] == 1.25f && variance[1] == 1);
 * @endcode
 *
 * The variance of x[1] ... x[n] with mean m is  ((x[1] - m)^2 + ... + (x[n] - m)^2) / (n - correction).
 *
 * After T. F. Chan, G. H. Golub, R. J. LeVeque: "Algorithms for Computing the Sample Variance: Analysis and
 * Recommendations", The American Statistician 37 (1983): every element is read once. The sum of squared deviations M2
 * of a few vectors is formed about a shift near their mean, with the correction that their paper calls two-pass; the
 * (count, mean, M2) of two parts are joined by
 *
 *     delta = mean_b - mean_a    mean = mean_a + delta n_b / n    M2 = M2_a + M2_b + delta^2 n_a n_b / n
 *
 * No difference of a mean of squares and a squared mean is formed of reals.
 *
 * **Element types.** The pairs (in, out) that every operation of this header takes; all others return
 * TCU_ERROR_UNSUPPORTED_TYPE:
 *
 * | in               | out      | deviations and their sums are formed in                              |
 * |------------------|----------|----------------------------------------------------------------------|
 * | f16, bf16        | f32      | f32 or better, parts joined in f64                                   |
 * | f32              | f32, f64 | f32 or better for f32, parts joined in f64; f64 for f64              |
 * | f64              | f64      | f64                                                                  |
 * | i8, u8, i16, u16 | f32      | 8 bits: exact sums of x and x^2; 16 bits: as f16                     |
 *
 * **Accuracy.** Let m be the exact mean, s^2 the exact variance with correction 0, and kappa = sqrt(1 + m^2 / s^2) their
 * condition number. For finite input within the range below, results differ from the exact ones by at most
 *
 * | out | mean                   | variance, relative                          |
 * |-----|------------------------|---------------------------------------------|
 * | f32 | 2^-23 abs(m) + 2^-17 s | 2^-15 + 2^-56 kappa^2                       |
 * | f64 | 2^-42 (abs(m) + s)     | 2^-42 + 2^-41 kappa, for kappa up to 2^40   |
 *
 * So the variance of f32 elements has four digits where the mean is 2^20 (a million) times the standard deviation.
 * Elements that are all equal have that element as mean, rounded to `out`, and the variance 0. Squares of deviations that
 * are below the normal range of `out` add an error of up to the smallest denormal to the variance, for each element.
 *
 * **Range.** The bounds hold where magnitudes are at most 2^60 (bf16, f32 to f32) or 2^500 (f64), and always for f16, for
 * integers and for f32 to f64. With larger ones means and variances may be infinite or NaN.
 *
 * **NaN and infinity** of the input: a mean is what a loop of additions gives, infinity or NaN; the variance is NaN.
 * Other segments are not affected.
 *
 * **Determinism.** The same call (input, its alignment modulo 16 bytes) gives bitwise equal output from run to run, on
 * the same device with the same version, whichever outputs are NULL; on the host backend also for every number of
 * threads. On other devices and at other alignments results may differ in the last bits.
 *
 * **Reproducible moments.** With options->sum_mode TCU_SUM_REPRODUCIBLE moments of segments, of one size or by offsets,
 * have the same bits on every device and every backend (host, CUDA and reference), whatever the number of
 * multiprocessors or threads, alignment, tuning file, with a count or not. Every operation below is one IEEE 754
 * operation in f64, S is the sum of reduce.h for TCU_SUM_REPRODUCIBLE in f64; of the n elements x[0], x[1], ... of a
 * segment:
 *
 *     k = x[0] + S(x[i] - x[0]) / c    over the first c = min(n, 4096) elements, or 0 where that is not finite
 *     D = S(x[i] - k)                  over all elements
 *     Q = S((x[i] - k) (x[i] - k))
 *     mean = k + D / n                 rounded to `out`
 *     M2 = Q - (D D) / n               0 where that is negative
 *     variance = M2 / (n - correction) rounded to `out`
 *
 * NaN as results are quiet ones whose sign and lower bits are 0. Accuracy and range are those above, but that the
 * variance to f64 may be off by 2^-44 (k - m)^2 / s^2 more, relative to it. Moments of columns do not have it: they
 * return TCU_ERROR_UNSUPPORTED_ALGORITHM.
 *
 * **Counts.** Where options->count points to a value in the context's memory, the call is of the first min(n, *count)
 * elements; by offsets of the first min(num_segments, *count) segments, of the columns of a matrix of the first
 * min(rows, *count) rows. n (by offsets num_segments, of columns `rows`) is the most that there can be, by which arrays
 * are checked and workspace and code path are chosen; in workspace queries counts are not looked at. The count is read
 * when the work runs, at each replay of a graph anew. What lies behind it is neither read nor written; by offsets that
 * is whatever is behind the end of the last segment, offsets included. Results are those of the call of so many; on
 * CUDA devices they may differ from them in the last bits.
 *
 * **Pointers.** `in`, `count`, `mean`, `variance`, `offsets` and options->count lie in the context's memory space and are
 * aligned to their element (a slice `in + 1` is fine). Any of `count`, `mean` and `variance` may be NULL, where it is not
 * wanted, but not all of them. `in` may be NULL if it has no elements. No output may overlap another array: there are
 * no calls in place.
 *
 * **Streams.** See context.h: asynchronous, capturable, correct on every replay.
 *
 * **Errors** of every operation here, besides what its own comment adds, all but TCU_ERROR_DEVICE before anything is
 * written:
 * TCU_ERROR_INVALID_CONTEXT; TCU_ERROR_INVALID_ARGUMENT (null pointer that is needed, no output, value that is no
 * enumerator, reserved field not 0); TCU_ERROR_UNSUPPORTED_TYPE; TCU_ERROR_MISALIGNED; TCU_ERROR_OVERLAP;
 * TCU_ERROR_SIZE_OVERFLOW (see types.h; or a grid of more than 2^31 - 1 blocks);
 * TCU_ERROR_WORKSPACE_TOO_SMALL; TCU_ERROR_OUT_OF_MEMORY; TCU_ERROR_UNSUPPORTED_ALGORITHM; TCU_ERROR_DEVICE.
 */
#ifndef TCU_MOMENTS_H
#define TCU_MOMENTS_H

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "export.h"
#include "operator.h"
#include "status.h"
#include "types.h"

TCU_BEGIN_DECLS

/** Options of the moments; NULL means the defaults of TCU_MOMENTS_OPTIONS_INIT. */
typedef struct tcu_moments_options {
    /**
     * Variances are divided by count - correction: 0, the default, is that of NumPy and of batch normalisation; 1, the
     * default of PyTorch's var_mean, gives the unbiased estimate from a sample. Any 64-bit count: where count <= correction
     * the variance is NaN.
     */
    uint64_t correction;
    /**
     * One value in the context's memory: the call is of the first min(n, *count) elements, by offsets of the first
     * min(num_segments, *count) segments, of columns of the first min(rows, *count) rows. NULL (the default): of all.
     */
    const uint64_t *count;
    tcu_sum_mode sum_mode; /**< default TCU_SUM_FASTEST; of columns there is no other */
    unsigned reserved[5];  /**< must be 0 */
} tcu_moments_options;

/** Initialiser of tcu_moments_options. */
#define TCU_MOMENTS_OPTIONS_INIT                                                                                       \
    {                                                                                                                  \
        0, 0, TCU_SUM_FASTEST,                                                                                         \
        {                                                                                                              \
            0, 0, 0, 0, 0                                                                                              \
        }                                                                                                              \
    }

/**
 * Moments of segments of one size: segment k has the elements in[i] with k * segment_size <= i < min((k + 1) *
 * segment_size, n), for every k < ceil(n / segment_size). The last segment is shorter where n is not a multiple.
 *
 * @param in            n elements of `in_type`.
 * @param count         ceil(n / segment_size) numbers of elements, or NULL.
 * @param mean          ceil(n / segment_size) elements of `out_type`, or NULL.
 * @param variance      ceil(n / segment_size) elements of `out_type`, or NULL.
 * @param n             any 64-bit count; 0 writes nothing.
 * @param segment_size  1 or more, need not be a multiple of anything; 0 is TCU_ERROR_INVALID_ARGUMENT.
 * @param options       NULL for the defaults.
 */
TCU_API tcu_status tcu_segmented_moments(tcu_context *context, const void *in, tcu_type in_type, uint64_t *count,
                                         void *mean, void *variance, tcu_type out_type, uint64_t n,
                                         uint64_t segment_size, const tcu_moments_options *options);

/**
 * Bytes of workspace that tcu_segmented_moments() needs with these arguments. Needs no device work.
 *
 * @param[out] bytes  host memory; 0 is a possible answer.
 */
TCU_API tcu_status tcu_segmented_moments_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type,
                                                   uint64_t n, uint64_t segment_size,
                                                   const tcu_moments_options *options, size_t *bytes);

/**
 * Moments of segments given by offsets: segment k has the elements in[i] with offsets[k] <= i < offsets[k + 1], 0 <= k <
 * num_segments. An empty one has count 0, mean NaN and variance NaN. Elements before offsets[0] and from
 * offsets[num_segments] on belong to no segment.
 *
 * @param in            n elements of `in_type`.
 * @param count         num_segments numbers of elements, or NULL.
 * @param mean          num_segments elements of `out_type`, or NULL.
 * @param variance      num_segments elements of `out_type`, or NULL.
 * @param n             length of `in`, the bound that every offset is held against.
 * @param offsets       num_segments + 1 values that do not decrease, from 0 to n; aligned to 8 bytes. On the host and
 *                      the reference backend a violation is TCU_ERROR_INVALID_OFFSETS and nothing is written. On CUDA
 *                      they are read on the device only: values are clamped to [0, n], nothing outside the arrays is
 *                      touched and the call ends, but the results are unspecified.
 * @param num_segments  any 64-bit count; 0 writes nothing (`offsets` may then be NULL).
 * @param options       NULL for the defaults.
 */
TCU_API tcu_status tcu_segmented_moments_offsets(tcu_context *context, const void *in, tcu_type in_type,
                                                 uint64_t *count, void *mean, void *variance, tcu_type out_type,
                                                 uint64_t n, const int64_t *offsets, uint64_t num_segments,
                                                 const tcu_moments_options *options);

/**
 * Bytes of workspace that tcu_segmented_moments_offsets() needs with these arguments. Needs no device work.
 *
 * @param[out] bytes  host memory.
 */
TCU_API tcu_status tcu_segmented_moments_offsets_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type,
                                                           uint64_t n, uint64_t num_segments,
                                                           const tcu_moments_options *options, size_t *bytes);

/**
 * Moments of the columns of a row-major matrix: column c has the elements in[r * row_stride + c], 0 <= r < rows, for
 * every c < columns. Batch normalisation takes them of its channels.
 *
 * @param in          (rows - 1) * row_stride + columns elements of `in_type`; those between rows are not read.
 * @param count       `columns` numbers, each of which becomes `rows`, or NULL.
 * @param mean        `columns` elements of `out_type`, or NULL.
 * @param variance    `columns` elements of `out_type`, or NULL.
 * @param rows        any 64-bit count; of 0 rows columns are empty: mean NaN and variance NaN.
 * @param columns     any 64-bit count; 0 writes nothing.
 * @param row_stride  from one row to the next, in elements: `columns` or more, else TCU_ERROR_INVALID_ARGUMENT.
 * @param options     NULL for the defaults.
 */
TCU_API tcu_status tcu_column_moments(tcu_context *context, const void *in, tcu_type in_type, uint64_t *count,
                                      void *mean, void *variance, tcu_type out_type, uint64_t rows, uint64_t columns,
                                      uint64_t row_stride, const tcu_moments_options *options);

/**
 * Bytes of workspace that tcu_column_moments() needs with these arguments. Needs no device work.
 *
 * @param[out] bytes  host memory.
 */
TCU_API tcu_status tcu_column_moments_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type,
                                                uint64_t rows, uint64_t columns, uint64_t row_stride,
                                                const tcu_moments_options *options, size_t *bytes);

TCU_END_DECLS

#endif /* TCU_MOMENTS_H */
