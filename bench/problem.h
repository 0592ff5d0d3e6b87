/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file problem.h
 * One thing to compute, as every contestant of the benchmark sees it: the library, CUB, what users write and the reference;
 * for the host and for the device.
 */
#ifndef TCU_BENCH_PROBLEM_H
#define TCU_BENCH_PROBLEM_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/operations.h"
#include "tcu/tcu.h"

/* Also called by kernels. */
#ifdef __CUDACC__
#define BENCH_INLINE static inline __host__ __device__
#else
#define BENCH_INLINE static inline
#endif

/** A tcu_type, or this: 16 bytes that are only moved. */
#define BENCH_B128 ((tcu_type)TCU_TYPE_COUNT)

/** M(NAME, type) for each type of elements that C++ has: all but halves. */
#define BENCH_INTEGERS(M)                                                                                              \
    M(I8, int8_t)                                                                                                      \
    M(U8, uint8_t) M(I16, int16_t) M(U16, uint16_t) M(I32, int32_t) M(U32, uint32_t) M(I64, int64_t) M(U64, uint64_t)
#define BENCH_TYPES(M) M(F32, float) M(F64, double) BENCH_INTEGERS(M)

BENCH_INLINE int bench_is_float(tcu_type type)
{
    return type <= TCU_TYPE_F64;
}
/** Bytes of an element. */
BENCH_INLINE uint64_t bench_size(tcu_type type)
{
#define BENCH_SIZE_OF(NAME, T) type == TCU_TYPE_##NAME ? sizeof(T):
    return BENCH_TYPES(BENCH_SIZE_OF) type == BENCH_B128 ? 16 : 2;
}

#define BENCH_ENUMERATE_OP(family, OP, name, segments) BENCH_##OP,
#define BENCH_ENUMERATE_FORM(FORM, name, what)         BENCH_##FORM,

typedef enum bench_op { BENCH_OPS(BENCH_ENUMERATE_OP) BENCH_OP_COUNT } bench_op;

/** What an operation has besides types and sizes: "case" in the output. */
typedef enum bench_form { BENCH_NO_FORM, BENCH_FORMS(BENCH_ENUMERATE_FORM) BENCH_FORM_COUNT } bench_form;

/** How an operation's input is cut. */
typedef enum bench_segments { BENCH_WHOLE, BENCH_FIXED_SIZE, BENCH_OFFSETS } bench_segments;

/** Rows that move fewer bytes, and do fewer multiplications, are timed as trains of calls. */
#define BENCH_TRAIN_BYTES           (64u << 20)
#define BENCH_TRAIN_MULTIPLICATIONS (256u << 20)

/**
 * A grid and a box of weights around each of its points, of axes z, y and x: those that a case does not have are one
 * point long. Elements are dense.
 */
typedef struct bench_grid {
    uint32_t dimensions;
    uint64_t extents[3];
    uint64_t channels, batch;   /**< elements of a point; grids */
    int32_t radius[3];          /**< the box has 2 radius + 1 weights along an axis */
    uint64_t taps;              /**< weights other than 0 */
    int is_product;             /**< weights are products of one along y and one along x */
    tcu_boundary boundary;      /**< of all axes */
    const double *weights;      /**< in C order, exact in what is computed in */
    const double *weights_here; /**< the same in memory of the host, whatever the backend */
} bench_grid;

/** Pointers lie in the memory space of the backend that is measured. */
typedef struct bench_problem {
    bench_op op;
    bench_form form;
    tcu_type in_type, out_type; /**< compact_indices: in_type is U8, that of the flags */
    const void *in;             /**< NULL for compact_indices */
    void *out;                  /**< compactions: n items a column, whatever is kept */
    uint64_t n;
    const uint64_t *length; /**< the option `count` of the library's call, which holds n; NULL: it has none */

    /* Sums. */
    uint64_t segment_size;  /**< fixed-size forms; a divisor of n */
    const int64_t *offsets; /**< offsets forms: num_segments + 1 values from 0 to n */
    uint64_t num_segments;  /**< all forms; 1 without segments */
    const uint32_t *keys;   /**< offsets forms: the segment of each element, for CUB's by-key scans; may be NULL */

    /* Compactions. */
    const void *flags;     /**< by flags */
    uint64_t value, upper; /**< by a predicate: an element each, in the first bytes; here, whatever the backend */
    uint64_t *count;
    uint64_t *run_lengths; /**< unique with run lengths: n values */
    uint64_t kept;         /**< what *count has to become; set by the reference */

    /* Histograms: n samples (pixels of BENCH_CHANNELS for histogram_multi) in `in`. */
    uint64_t num_bins; /**< of each channel */
    tcu_type level_type;
    double lower_level, upper_level; /**< even bins: values of level_type */
    const void *levels;              /**< bins between levels: num_bins + 1 of level_type */
    const void *weights;             /**< weighted: n of out_type */

    /*
     * Sorts: n keys of in_type in `in`. Results are keys in `out`; with values, which are positions of out_type and lie
     * in their order in values_in, these in values_out; argsort: positions of out_type in `out`.
     */
    const void *values_in;
    void *values_out;
    void *spare, *spare_values; /**< room for as many keys and values, for sorts between two arrays and for CUB */
    tcu_ranking ranking;        /**< which of the library's */

    /*
     * Polynomials of one degree at n points of in_type in `in`; BENCH_OWN: n / num_polynomials points for each, one
     * batch behind the other. Coefficients are dense, in ascending order; those of a spline multiply powers of the
     * distance from its piece's breakpoint.
     */
    uint64_t num_polynomials, degree;
    const void *coefficients;      /**< num_polynomials * (degree + 1) of in_type */
    const void *coefficients_here; /**< the same in memory of the host, whatever the backend */
    const tcu_polynomial *plan;    /**< the library's, of these coefficients */
    const void *breakpoints;       /**< BENCH_TABLE: num_polynomials + 1 of in_type */
    const uint32_t *indices;       /**< BENCH_INDEXED: n */
    uint64_t *which;               /**< BENCH_ARGMAX: n */

    /*
     * Stencils, convolutions and layers: n elements of `out`, and as many of `in`. Iterations begin with `in` in `out`.
     */
    bench_grid grid;
    const tcu_stencil *stencil; /**< the library's plan */
    const void *kernel;         /**< BENCH_CONVOLVE: the weights as the library wants them */
    const void *factors[2];     /**< and of a product the column's and the row's; NULL: the library gets `kernel` */
    void *scratch;              /**< BENCH_STENCIL_ITERATE: as many elements as `out` */
    uint64_t steps;
    tcu_convolution_layer_desc layer;
    const void *filters; /**< of the layer */

    /* Moments: in `out` the means of all segments or columns, behind them the variances. */
    uint64_t columns; /**< column_moments: of a dense matrix of n / columns rows */

    /* Extrema: in `out` all minima, behind them the maxima, then the positions of both (bench_positions_at()). */

    /* Dot products: x is `in`, y `a`. */

    /* Recurrences: b is `in`, x `out`. */
    const void *a; /**< n factors of in_type; BENCH_CONSTANT: NULL, each is BENCH_CONSTANT_FACTOR */
    /*
     * Merges: n keys of in_type in `in`, of which the first half is sorted, and the second one; the result is in `out`.
     * Searches: n values in `in`, searched_keys sorted keys in values_in, positions of out_type in `out`.
     */
    uint64_t searched_keys;
    /*
     * Selections: n keys of in_type in `in`, num_results results in `out`: keys, of each segment the largest ones, sorted;
     * of quantiles f64 (inputs/selection.h says which).
     */
    uint64_t num_results; /**< of each segment */
    /*
     * By key: n keys of in_type in `in`, as many values of out_type in values_in. Results are in `out`, the keys of runs or
     * groups in values_out, how many these are in *count, which has to become `kept`.
     */
    uint64_t groups; /**< group_by: keys are a power of two of numbers from 0 on, of which all occur */
    /*
     * Gathers and scatters: n items of item_bytes in `in` and `out`, and a permutation in `indices`. Run-length decoding:
     * num_runs items of out_type in `in`, their lengths in `indices`, n elements of out_type in `out`, n in *count.
     */
    uint64_t item_bytes, num_runs;
} bench_problem;

#define BENCH_IS_CUT(family, OP, name, segments) || (op == BENCH_##OP && BENCH_##segments == how)

BENCH_INLINE int bench_is_cut(bench_op op, bench_segments how)
{
    return 0 BENCH_OPS(BENCH_IS_CUT);
}
BENCH_INLINE int bench_has_offsets(bench_op op)
{
    return bench_is_cut(op, BENCH_OFFSETS);
}
BENCH_INLINE int bench_has_segment_size(bench_op op)
{
    return bench_is_cut(op, BENCH_FIXED_SIZE);
}

/* ------------------------------------------------------------------------------------------------------------ sums --- */

/** Whether a reduction looks for the least or the greatest element instead of summing. */
BENCH_INLINE int bench_is_extremum(bench_form form)
{
    return form == BENCH_MINIMUM || form == BENCH_MAXIMUM;
}
BENCH_INLINE int bench_is_scan(bench_op op)
{
    return op >= BENCH_SCAN && op <= BENCH_SEGMENTED_SCAN_OFFSETS;
}

/* ----------------------------------------------------------------------------------------------------- compactions --- */

/** The columns of compact_columns, side by side in `in` and `out`, n items each. */
#define BENCH_COLUMNS 4

BENCH_INLINE int bench_has_flags(bench_op op)
{
    return op == BENCH_COMPACT || op == BENCH_COMPACT_INDICES || op == BENCH_COMPACT_COLUMNS || op == BENCH_PARTITION;
}
BENCH_INLINE int bench_has_predicate(bench_op op)
{
    return op == BENCH_COMPACT_IF || op == BENCH_PARTITION_IF;
}
BENCH_INLINE int bench_is_partition(bench_op op)
{
    return op == BENCH_PARTITION || op == BENCH_PARTITION_IF;
}
BENCH_INLINE uint64_t bench_columns(bench_op op)
{
    return op == BENCH_COMPACT_COLUMNS ? BENCH_COLUMNS : 1;
}
/** Bytes of n flags. */
BENCH_INLINE uint64_t bench_flag_bytes(bench_form form, uint64_t n)
{
    return form == BENCH_BITS ? n / 8 + (n % 8 != 0) : n;
}

/* ------------------------------------------------------------------------------------------------------ histograms --- */

/** The channels of histogram_multi, one behind the other in `out`; of each pixel the first so many are counted. */
#define BENCH_CHANNELS        4
#define BENCH_ACTIVE_CHANNELS 3

BENCH_INLINE uint64_t bench_channels(bench_op op)
{
    return op == BENCH_HISTOGRAM_MULTI ? BENCH_CHANNELS : 1;
}
BENCH_INLINE uint64_t bench_active_channels(bench_op op)
{
    return op == BENCH_HISTOGRAM_MULTI ? BENCH_ACTIVE_CHANNELS : 1;
}
/** Counts or sums of all channels. */
BENCH_INLINE uint64_t bench_histogram_out_count(const bench_problem *problem)
{
    return problem->num_bins * bench_active_channels(problem->op);
}

/* ----------------------------------------------------------------------------------------------------------- sorts --- */

BENCH_INLINE int bench_moves_values(bench_op op)
{
    return op == BENCH_SORT_PAIRS || op == BENCH_SEGMENTED_SORT_PAIRS;
}
/** Bytes of a value that moves with its key; 0 without values. */
BENCH_INLINE uint64_t bench_value_bytes(const bench_problem *problem)
{
    return bench_moves_values(problem->op) ? bench_size(problem->out_type) : 0;
}
/** Where a sort between two arrays finds its input, so that after a pass each 8 bits its result lies in `out`. */
BENCH_INLINE int bench_begins_in_spare(const bench_problem *problem)
{
    return bench_size(problem->in_type) % 2 != 0;
}
/** Bytes of `out`. */
BENCH_INLINE uint64_t bench_sort_out_bytes(const bench_problem *problem)
{
    return problem->n * bench_size(bench_moves_values(problem->op) ? problem->in_type : problem->out_type);
}

/* ----------------------------------------------------------------------------------------------------- polynomials --- */

BENCH_INLINE int bench_reduces_polynomials(bench_form form)
{
    return form >= BENCH_MAX && form <= BENCH_SUM;
}
/** Elements of coefficients. */
BENCH_INLINE uint64_t bench_coefficient_count(const bench_problem *problem)
{
    return problem->num_polynomials * (problem->degree + 1);
}
/** Values in `out`. */
BENCH_INLINE uint64_t bench_polynomial_out_count(const bench_problem *problem)
{
    return problem->form == BENCH_GRID ? problem->num_polynomials * problem->n : problem->n;
}

/* --------------------------------------------------------------------------------------------------------- extrema --- */

/** The byte of `out` where positions begin: int64_t, of the minima, then of the maxima. */
BENCH_INLINE uint64_t bench_positions_at(const bench_problem *problem)
{
    return (2 * problem->num_segments * bench_size(problem->in_type) + 7) / 8 * 8;
}

/* ---------------------------------------------------------------------------------------------------- dot products --- */

/** How far a sum of n products may be from the exact one: dot.h. `terms` is the sum of |x[i] y[i]|. */
BENCH_INLINE double bench_dot_bound(tcu_type out, uint64_t n, double terms)
{
    const double unit = out == TCU_TYPE_F64 ? 0x1p-51 : 0x1p-24, depth = log2((double)n);
    return 4 * unit * (depth > 1 ? depth : 1) * terms + (double)n * 0x1p-149;
}

/* --------------------------------------------------------------------------------------------------------- moments --- */

/** Means in `out`, and as many variances. */
BENCH_INLINE uint64_t bench_moments_count(const bench_problem *problem)
{
    return problem->op == BENCH_COLUMN_MOMENTS ? problem->columns : problem->num_segments;
}
/**
 * How far the mean and the variance in an array of `type` may be from `mean` and `variance`, the exact ones (moments.h);
 * the reference's own rounding included.
 */
BENCH_INLINE double bench_mean_bound(tcu_type type, double mean, double deviation)
{
    const double size = mean < 0 ? -mean : mean;
    return type == TCU_TYPE_F32 ? 0x1p-23 * size + 0x1p-17 * deviation : 0x1p-40 * (size + deviation);
}
BENCH_INLINE double bench_variance_bound(tcu_type type, double mean, double variance)
{
    return type == TCU_TYPE_F32 ? 0x1p-15 * variance + 0x1p-56 * (variance + mean * mean)
                                : 0x1p-40 * (variance + mean * mean);
}

/* ----------------------------------------------------------------------------------------------------- recurrences --- */

#define BENCH_CONSTANT_FACTOR 0.9f

/**
 * How far x in an array of `type` may be from `value`, its exact value, the sum of terms of sizes `terms` together, and
 * `weighted` with the numbers of their factors (recurrence.h); the reference's own rounding included.
 */
BENCH_INLINE double bench_recurrence_bound(tcu_type type, double value, double terms, double weighted)
{
    const double size = value < 0 ? -value : value, unit = type == TCU_TYPE_F64 ? 0x1p-51 : 0x1p-23;
    const double sum = unit * (weighted + 33 * terms) + 0x1p-126;
    switch (type) {
    case TCU_TYPE_F16:
        return sum + 1.001 * (0x1p-11 * size + 0x1p-25);
    case TCU_TYPE_BF16:
        return sum + 1.001 * 0x1p-8 * size;
    default:
        return sum;
    }
}

/* -------------------------------------------------------------------------------------------------------- stencils --- */

/** Elements of a layer's filters. */
BENCH_INLINE uint64_t bench_filter_count(const tcu_convolution_layer_desc *layer)
{
    return layer->out_channels * layer->in_channels * layer->kernel_height * layer->kernel_width;
}
/** Weights of the box. */
BENCH_INLINE uint64_t bench_box(const bench_grid *grid)
{
    return (uint64_t)(2 * grid->radius[0] + 1) * (uint64_t)(2 * grid->radius[1] + 1) *
           (uint64_t)(2 * grid->radius[2] + 1);
}
/**
 * How far a sum of `terms` products of magnitude `magnitude` together may be from `value`, its exact value, in an array of
 * `type` (stencil.h, convolution.h).
 */
BENCH_INLINE double bench_sum_bound(tcu_type type, uint64_t terms, double value, double magnitude)
{
    const double size = value < 0 ? -value : value, unit = type == TCU_TYPE_F64 ? 0x1p-53 : 0x1p-24;
    const double sum = (double)(terms + (type == TCU_TYPE_F64    ? 2
                                         : type == TCU_TYPE_BF16 ? 268
                                                                 : 12)) *
                       unit * magnitude;
    switch (type) {
    case TCU_TYPE_F16:
        return sum + 1.001 * (0x1p-11 * size + 0x1p-25);
    case TCU_TYPE_BF16:
        return sum + 1.001 * 0x1p-8 * size;
    case TCU_TYPE_U8:
        return sum + 0.5;
    default:
        return sum;
    }
}

#endif
