/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file histogram.h
 * Histograms: how many samples of an array lie in each of a number of bins, or the sum of their weights.
 *
 * @code
 * const uint8_t samples[6] = {0, 10, 63, 64, 255, 255};
 * const int32_t lower = 0, upper = 256; // the values of a byte, in four bins: 0 to 63, 64 to 127, ...
 * uint64_t counts[4];
 * tcu_status status = tcu_histogram_even(context, samples, TCU_TYPE_U8, counts, TCU_TYPE_U64, 4, &lower, &upper,
 *                                        TCU_TYPE_I32, 6, NULL);
 * assert(status == TCU_SUCCESS && counts[0] == 3 && counts[1] == 1 && counts[2] == 0 && counts[3] == 2);
 * @endcode
 *
 * Samples are counted into private copies of the histogram (on the CUDA backend into one where its bins are too many),
 * and the copies are added up; on the host backend by products with matrices of ones, as in reduce.h (A. Dakkak, C. Li,
 * J. Xiong, I. Gelado, W. Hwu: "Accelerating Reduction and Scan Using Tensor Core Units", ICS 2019).
 * tcu_context_set_arithmetic() makes no difference.
 *
 * **Bins.** There are two kinds. With num_bins = B, bin k, 0 <= k < B, holds a sample x if
 *
 *     even:   k = floor((x - lower) * B / (upper - lower))      B equal bins of lower <= x < upper
 *     range:  levels[k] <= x < levels[k + 1]                    B + 1 levels that do not decrease
 *
 * in exact arithmetic: samples and levels are the numbers that their bits stand for, whatever their types, and nothing
 * is rounded on the way. The edges of even bins, lower + k * (upper - lower) / B, need not be numbers of any type. Bins
 * are half open, the last one too (as CUB's and NPP's are; NumPy's last bin is closed), and the bin between two equal
 * levels is empty. B counts bins, not levels.
 *
 * **Ends that are found.** With tcu_histogram_options::ends, tcu_histogram_even() takes the least and the greatest
 * sample as lower and upper, as NumPy chooses them where it has no range; `lower` and `upper` may be NULL. The last bin
 * is then closed; where both are equal, the bins lie between lower - 0.5 and upper + 0.5, so that bin floor(B / 2)
 * holds all samples. Edges are exact here, and rounded in NumPy, so a sample at an edge may be one bin off: of the f64
 * samples 0, 1.0 / 3 and 1 in three bins the second one is less than 1/3, and in bin 0; NumPy has it in bin 1. Of no
 * samples nothing is counted, and the two values are those that tcu_reduce_extrema() has of no elements (NumPy: 0 and
 * 1). Where a sample is a NaN or infinite there are no such bins: on the host backend that is TCU_ERROR_INVALID_LEVELS,
 * and nothing is written; on the CUDA backend the two values are written, TCU_HISTOGRAM_INVALID_LEVELS is set in
 * `flags`, and nothing else is written. Nothing waits for the values that are found: a graph may be captured, and finds
 * others with each replay. Rows of samples must follow each other without gaps.
 *
 * A sample that no bin holds, and a NaN, is not counted, or is counted by tcu_histogram_options::outside.
 *
 * **Types.** Samples are of any of the twelve element types. `lower`, `upper` and levels are of a `level_type`, which
 * is any integer type for samples of integers and any floating-point type for samples of reals; others are
 * TCU_ERROR_UNSUPPORTED_TYPE. It may be narrower or wider than the samples' type: the 256 values of a byte are the even
 * bins of [0, 256), levels of type i32 (or i16, u64, ...), and [-2^31, 2^31) of i32 samples needs levels of type i64.
 * No level type holds 2^64, and none both 2^63 and negative numbers: so no bin holds a u64 sample of 2^64 - 1, and
 * beside bins of negative numbers none an i64 sample of 2^63 - 1. (A real level l of integers is the integer ceil(l),
 * as x >= l means x >= ceil(l).) -0.0 equals 0.0.
 *
 * **Results** are counts of type u32 or u64. A count of type u32 that would be more than 2^32 - 1 is 2^32 - 1: such a
 * count stands for itself or more, and tcu_histogram_options::flags says that it happened. Counts of type u64 are
 * exact.
 *
 * **Shape.** The n samples, or pixels of several channels, follow each other, or stand in rows: see
 * tcu_histogram_options::columns.
 *
 * **Counts.** Where options->count points to a value in the context's memory, the call is of the first min(n, *count)
 * samples, or pixels. n is the most that there can be, by which arrays are checked and workspace and code path are
 * chosen; in workspace queries counts are not looked at. The count is read when the work runs, at each replay of a
 * graph anew. What lies behind it is neither read nor written. Sums of reals may be rounded otherwise than those of a
 * call without a count, of as many samples.
 *
 * **Pointers.** `samples`, `weights`, counts, levels, `outside`, `flags`, `count` and `ends` lie in the context's
 * memory space and are aligned to their element; `lower` and `upper` in host memory, where they are read before the
 * call returns (a replayed graph keeps those of the captured call). Samples and weights may be NULL if n is 0. No
 * output may overlap an input or another output; what lies between the rows of an input counts as the input's.
 *
 * **Levels.** On the host backend a level that is NaN or below the one before it is TCU_ERROR_INVALID_LEVELS, and
 * nothing is written. On the CUDA backend levels are read on the device only, when the work runs (a replayed graph sees
 * new ones): such levels set TCU_HISTOGRAM_INVALID_LEVELS in `flags`, and nothing else is written; where `flags` is
 * NULL nothing tells. Where n is 0 they are not read there. With options->ends a sample that is a NaN or infinite has
 * the same effect, but that the two ends are written.
 *
 * **Determinism.** Counts, and sums of integers, are exact. The same call (input, alignment modulo 16 bytes, shape)
 * gives bitwise equal sums of reals from run to run on the same device with the same version, on streams with the same
 * number of multiprocessors; on the host backend for every number of threads.
 *
 * **Streams.** As in context.h.
 *
 * **Errors** of every operation here, all but TCU_ERROR_DEVICE before anything is written: TCU_ERROR_INVALID_CONTEXT;
 * TCU_ERROR_INVALID_ARGUMENT (null pointer that is needed, value that is no enumerator, reserved field not 0, number of
 * bins or channels, lower >= upper, lower or upper not finite, rows that overlap, options->ends of another operation
 * than tcu_histogram_even(), or with rows that have gaps); TCU_ERROR_UNSUPPORTED_TYPE; TCU_ERROR_MISALIGNED;
 * TCU_ERROR_OVERLAP; TCU_ERROR_SIZE_OVERFLOW; TCU_ERROR_INVALID_LEVELS; TCU_ERROR_WORKSPACE_TOO_SMALL;
 * TCU_ERROR_OUT_OF_MEMORY; TCU_ERROR_DEVICE.
 */
#ifndef TCU_HISTOGRAM_H
#define TCU_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "export.h"
#include "status.h"
#include "types.h"

TCU_BEGIN_DECLS

/** The most bins of a histogram. */
#define TCU_MAX_BINS ((uint64_t)1 << 30)

/** The most channels of interleaved samples. */
#define TCU_MAX_CHANNELS 8

/** How bins are given. Values are pinned. */
typedef enum tcu_bins_kind {
    TCU_BINS_EVEN = 0, /**< equal bins between `lower` and `upper` */
    TCU_BINS_RANGE = 1 /**< bins between neighbouring `levels` */
} tcu_bins_kind;

/** Bits of what `flags` of tcu_histogram_options points to. Values are pinned. */
typedef enum tcu_histogram_flag {
    TCU_HISTOGRAM_SATURATED = 1, /**< a count of type u32 would have been more than 2^32 - 1 */
    /** A level is NaN or below the one before it, or with options->ends a sample is NaN or infinite; nothing was
     * counted. */
    TCU_HISTOGRAM_INVALID_LEVELS = 2
} tcu_histogram_flag;

/** Options of the histograms; NULL means the defaults of TCU_HISTOGRAM_OPTIONS_INIT. */
typedef struct tcu_histogram_options {
    /** 0: outputs are overwritten. Not 0: they are added to what is there; to `flags`, bits. */
    int accumulate;
    /**
     * Samples (pixels) in a row; 0 if there are no rows. Pixel i, 0 <= i < n, is then pixel i mod columns of row
     * i / columns; the last row is shorter where n is not a multiple.
     */
    uint64_t columns;
    /**
     * Bytes from the beginning of a row of samples to that of the next, a multiple of the sample's size and not less
     * than a row; 0 if rows follow each other without a gap. Looked at only where there are rows.
     */
    uint64_t row_stride_bytes;
    /** The same of the weights. */
    uint64_t weights_row_stride_bytes;
    /** num_channels values: each channel's samples that no bin holds. NULL if they are not wanted. */
    uint64_t *outside;
    /** One value, of bits of tcu_histogram_flag. NULL if it is not wanted. */
    uint32_t *flags;
    /**
     * One value in the context's memory: the call is of the first min(n, *count) samples (pixels). NULL (the default): of
     * all n.
     */
    const uint64_t *count;
    /**
     * Of tcu_histogram_even() alone: two values of `sample_type` in the context's memory. The call finds the least and
     * the greatest sample, writes them here, and counts in even bins from the one to the other, of which the last one
     * holds the greatest sample too. NULL: `lower` and `upper` are given.
     */
    void *ends;
    unsigned reserved[8]; /**< must be 0 */
} tcu_histogram_options;

/** Initialiser of tcu_histogram_options. */
#define TCU_HISTOGRAM_OPTIONS_INIT                                                                                     \
    {                                                                                                                  \
        0, 0, 0, 0, NULL, NULL, NULL, NULL,                                                                            \
        {                                                                                                              \
            0, 0, 0, 0, 0, 0, 0, 0                                                                                     \
        }                                                                                                              \
    }

/**
 * Even bins:  counts[k] = number of samples x with k = floor((x - lower) * num_bins / (upper - lower)).
 *
 * @param context       where and how.
 * @param samples       n samples of `sample_type`.
 * @param sample_type   any element type.
 * @param counts        num_bins counts of `count_type`.
 * @param count_type    TCU_TYPE_U32 or TCU_TYPE_U64.
 * @param num_bins      1 to TCU_MAX_BINS; more bins than there are values between lower and upper leave some empty.
 * @param lower, upper  one value of `level_type` each, in host memory; finite, lower < upper. Not looked at where
 *                      options->ends is set.
 * @param level_type    any integer type for samples of integers, any floating-point type for samples of reals; it is
 *                      checked where options->ends is set, too.
 * @param n             any 64-bit count; 0 counts nothing.
 * @param options       NULL for the defaults.
 */
TCU_API tcu_status tcu_histogram_even(tcu_context *context, const void *samples, tcu_type sample_type, void *counts,
                                      tcu_type count_type, uint64_t num_bins, const void *lower, const void *upper,
                                      tcu_type level_type, uint64_t n, const tcu_histogram_options *options);

/**
 * Bytes of workspace that tcu_histogram_even() needs with these arguments, whatever the others. Needs no device work.
 *
 * @param options     those of the call; NULL for the defaults. Only whether `ends` is set makes a difference.
 * @param[out] bytes  host memory; 0 is a possible answer. It never decreases with growing n. On the CUDA backend, for
 *                    2^22 samples and more in 114,687 even bins and more, it is about 2 bytes a sample, up to 311 MB, and
 *                    4 bytes a bin (8 from 2^32 samples on).
 */
TCU_API tcu_status tcu_histogram_even_workspace(tcu_context *context, tcu_type sample_type, tcu_type count_type,
                                                uint64_t num_bins, tcu_type level_type, uint64_t n,
                                                const tcu_histogram_options *options, size_t *bytes);

/**
 * Bins between levels:  counts[k] = number of samples x with levels[k] <= x < levels[k + 1].
 *
 * @param samples      n samples of `sample_type`.
 * @param sample_type  any element type.
 * @param counts       num_bins counts of `count_type`.
 * @param count_type   TCU_TYPE_U32 or TCU_TYPE_U64.
 * @param num_bins     1 to TCU_MAX_BINS.
 * @param levels       num_bins + 1 values of `level_type` that do not decrease, none of them NaN; infinities may be.
 * @param level_type   as in tcu_histogram_even().
 * @param n            any 64-bit count; 0 counts nothing.
 * @param options      NULL for the defaults.
 */
TCU_API tcu_status tcu_histogram_range(tcu_context *context, const void *samples, tcu_type sample_type, void *counts,
                                       tcu_type count_type, uint64_t num_bins, const void *levels, tcu_type level_type,
                                       uint64_t n, const tcu_histogram_options *options);

/** Bytes of workspace that tcu_histogram_range() needs; see tcu_histogram_even_workspace(). */
TCU_API tcu_status tcu_histogram_range_workspace(tcu_context *context, tcu_type sample_type, tcu_type count_type,
                                                 uint64_t num_bins, tcu_type level_type, uint64_t n,
                                                 const tcu_histogram_options *options, size_t *bytes);

/** The histogram of one channel of interleaved samples. */
typedef struct tcu_histogram_channel {
    void *counts;         /**< num_bins counts, or sums of weights */
    uint64_t num_bins;    /**< 1 to TCU_MAX_BINS; 0 if the channel is not counted: all else is then not looked at */
    tcu_bins_kind kind;   /**< of the bins */
    tcu_type level_type;  /**< as in tcu_histogram_even() */
    const void *lower;    /**< TCU_BINS_EVEN: as in tcu_histogram_even(); in host memory */
    const void *upper;    /**< as `lower` */
    const void *levels;   /**< TCU_BINS_RANGE: as in tcu_histogram_range(); in the context's memory space */
    unsigned reserved[4]; /**< must be 0 */
} tcu_histogram_channel;

/** Initialiser of a tcu_histogram_channel with even bins. */
#define TCU_HISTOGRAM_CHANNEL_EVEN_INIT(counts, num_bins, lower, upper, level_type)                                    \
    {                                                                                                                  \
        (counts), (num_bins), TCU_BINS_EVEN, (level_type), (lower), (upper), NULL,                                     \
        {                                                                                                              \
            0, 0, 0, 0                                                                                                 \
        }                                                                                                              \
    }
/** Initialiser of a tcu_histogram_channel with bins between levels. */
#define TCU_HISTOGRAM_CHANNEL_RANGE_INIT(counts, num_bins, levels, level_type)                                         \
    {                                                                                                                  \
        (counts), (num_bins), TCU_BINS_RANGE, (level_type), NULL, NULL, (levels),                                      \
        {                                                                                                              \
            0, 0, 0, 0                                                                                                 \
        }                                                                                                              \
    }
/** Initialiser of a tcu_histogram_channel that is not counted. */
#define TCU_HISTOGRAM_CHANNEL_NONE_INIT                                                                                \
    {                                                                                                                  \
        NULL, 0, TCU_BINS_EVEN, TCU_TYPE_F32, NULL, NULL, NULL,                                                        \
        {                                                                                                              \
            0, 0, 0, 0                                                                                                 \
        }                                                                                                              \
    }

/**
 * Histograms of interleaved channels, in one pass: pixel i has the samples samples[num_channels * i + c], and channel
 * c's are counted in its own bins. For example three of the four channels of RGBA pixels.
 *
 * @param samples       n pixels of num_channels samples of `sample_type` each.
 * @param sample_type   any element type, of all channels.
 * @param num_channels  1 to TCU_MAX_CHANNELS: those that are there, counted or not.
 * @param channels      num_channels histograms, one or more of them counted; in host memory, read before the call
 *                      returns.
 * @param count_type    TCU_TYPE_U32 or TCU_TYPE_U64, of all counts.
 * @param n             pixels; any 64-bit count; 0 counts nothing.
 * @param options       NULL for the defaults. outside[c] of a channel that is not counted is not written.
 */
TCU_API tcu_status tcu_histogram_multi(tcu_context *context, const void *samples, tcu_type sample_type,
                                       int num_channels, const tcu_histogram_channel *channels, tcu_type count_type,
                                       uint64_t n, const tcu_histogram_options *options);

/** Bytes of workspace that tcu_histogram_multi() needs; see tcu_histogram_even_workspace(). Of each channel num_bins,
 * kind and level_type are looked at, and no pointer. */
TCU_API tcu_status tcu_histogram_multi_workspace(tcu_context *context, tcu_type sample_type, int num_channels,
                                                 const tcu_histogram_channel *channels, tcu_type count_type, uint64_t n,
                                                 const tcu_histogram_options *options, size_t *bytes);

/**
 * Sums of weights:  counts[k] of a channel = sum of weights[i] over the pixels i whose sample bin k holds.
 *
 * Weights and sums are of the pairs (in, out) that reduce.h lists, with the accuracy and range that it says: reals are
 * summed in f32 or better (f64 weights in f64) and rounded once, integers modulo 2^w, w being the width of `sum_type`;
 * sums of integers do not saturate. The value that a sum is accumulated to counts as one more weight. Weights of samples
 * that no bin holds do not matter, NaNs among them; `outside` counts such samples, each as 1.
 *
 * @param samples       n pixels of num_channels samples of `sample_type` each.
 * @param sample_type   any element type, of all channels.
 * @param weights       n weights of `weight_type`, one a pixel for all its channels.
 * @param weight_type   of all weights.
 * @param num_channels  1 to TCU_MAX_CHANNELS; 1 for plain samples.
 * @param channels      as in tcu_histogram_multi(), the counts being sums of `sum_type`.
 * @param sum_type      of all sums.
 * @param n             pixels; any 64-bit count; 0 sums nothing.
 * @param options       NULL for the defaults.
 */
TCU_API tcu_status tcu_histogram_weighted(tcu_context *context, const void *samples, tcu_type sample_type,
                                          const void *weights, tcu_type weight_type, int num_channels,
                                          const tcu_histogram_channel *channels, tcu_type sum_type, uint64_t n,
                                          const tcu_histogram_options *options);

/** Bytes of workspace that tcu_histogram_weighted() needs; see tcu_histogram_multi_workspace(). */
TCU_API tcu_status tcu_histogram_weighted_workspace(tcu_context *context, tcu_type sample_type, tcu_type weight_type,
                                                    int num_channels, const tcu_histogram_channel *channels,
                                                    tcu_type sum_type, uint64_t n, const tcu_histogram_options *options,
                                                    size_t *bytes);

TCU_END_DECLS

#endif /* TCU_HISTOGRAM_H */
