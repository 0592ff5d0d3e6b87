/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file problem.h
 * One thing to compute, as every contestant of the benchmark sees it: the library, CUB, the serial loops and the
 * reference. Plain C, so that each contestant is compiled apart from the others.
 */
#ifndef TCU_BENCH_PROBLEM_H
#define TCU_BENCH_PROBLEM_H

#include <stdint.h>

#include "bench/problems/grid.h"
#include "tcu/tcu.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum bench_op {
    BENCH_REDUCE,
    BENCH_SEGMENTED_REDUCE,
    BENCH_SEGMENTED_REDUCE_OFFSETS,
    BENCH_SCAN,
    BENCH_SEGMENTED_SCAN,
    BENCH_SEGMENTED_SCAN_OFFSETS,
    BENCH_COMPACT,
    BENCH_COMPACT_IF,
    BENCH_COMPACT_INDICES,
    BENCH_COMPACT_COLUMNS,
    BENCH_PARTITION,
    BENCH_PARTITION_IF,
    BENCH_UNIQUE,
    BENCH_HISTOGRAM_EVEN,
    BENCH_HISTOGRAM_RANGE,
    BENCH_HISTOGRAM_MULTI,
    BENCH_HISTOGRAM_WEIGHTED,
    BENCH_SORT,
    BENCH_SORT_PAIRS,
    BENCH_ARGSORT,
    BENCH_SEGMENTED_SORT,
    BENCH_SEGMENTED_SORT_OFFSETS,
    BENCH_POLYNOMIAL,
    BENCH_ADJACENT_DIFFERENCE,
    BENCH_STENCIL,
    BENCH_STENCIL_ITERATE,
    BENCH_CONVOLVE,
    BENCH_CONVOLUTION_LAYER,
    BENCH_OP_COUNT
} bench_op;

/** What an operation has besides types and sizes: "case" in the output. */
typedef enum bench_form {
    BENCH_NO_FORM,   /**< reductions; unique without run lengths; even bins; sorts that leave their input alone */
    BENCH_INCLUSIVE, /**< scans */
    BENCH_EXCLUSIVE,
    BENCH_BYTES, /**< compactions by flags: a byte a flag */
    BENCH_BITS,  /**< a bit a flag */
    BENCH_LESS,  /**< compactions by a predicate: x < value */
    BENCH_INSIDE,
    BENCH_LENGTHS, /**< unique with run lengths */
    BENCH_LINEAR,  /**< bins between levels: how these lie (bench_make_levels()) */
    BENCH_POWER,
    BENCH_LOG,
    BENCH_RANDOM,
    BENCH_BUFFERS, /**< sorts between two arrays, both of which are written */
    BENCH_GRID,    /**< all polynomials at all points */
    BENCH_MAX,     /**< the largest value of all polynomials at each point */
    BENCH_ARGMAX,  /**< and which polynomial has it */
    BENCH_SUM,     /**< the sum of their values */
    BENCH_ONE,     /**< one polynomial */
    BENCH_OWN,     /**< each polynomial at as many points of its own */
    BENCH_TABLE,   /**< at each point the piece of a spline, by breakpoints */
    BENCH_INDEXED, /**< at each point the polynomial that its index names */
    BENCH_1D_17,   /**< stencils, by dimensions and points: stencils.cpp has their shapes */
    BENCH_1D_33,
    BENCH_1D_65,
    BENCH_1D_129,
    BENCH_2D_5POINT,
    BENCH_2D_BOX9,
    BENCH_2D_BOX25,
    BENCH_2D_BOX49,
    BENCH_2D_BOX81,
    BENCH_2D_BOX289,
    BENCH_3D_7POINT,
    BENCH_3D_13STAR,
    BENCH_3D_27BOX,
    BENCH_3D_BOX125,
    BENCH_SEPARABLE_17, /**< 17 x 17 weights that are a product */
    BENCH_U8_5X5,       /**< images of three channels */
    BENCH_LAYER_3X3,    /**< 64 channels of 56 x 56 points to 64 */
    BENCH_FORM_COUNT
} bench_form;

/** A tcu_type, or this: 16 bytes that are only moved. */
#define BENCH_B128 ((tcu_type)TCU_TYPE_COUNT)

/** The channels of histogram_multi, one behind the other in `out`; of each pixel the first so many are counted. */
#define BENCH_CHANNELS        4
#define BENCH_ACTIVE_CHANNELS 3

/** Rows that move fewer bytes, and do fewer multiplications, are timed as trains of calls. */
#define BENCH_TRAIN_BYTES           (64u << 20)
#define BENCH_TRAIN_MULTIPLICATIONS (256u << 20)

/** The columns of compact_columns, side by side in `in` and `out`, n items each. */
#define BENCH_COLUMNS 4

/** Pointers lie in the memory space of the backend that is measured. */
typedef struct bench_problem {
    bench_op op;
    bench_form form;
    tcu_type in_type, out_type; /**< compact_indices: in_type is U8, that of the flags */
    const void *in;             /**< NULL for compact_indices */
    void *out;                  /**< compactions: n items a column, whatever is kept */
    uint64_t n;

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
} bench_problem;

BENCH_INLINE int bench_is_scan(bench_op op)
{
    return op >= BENCH_SCAN && op <= BENCH_SEGMENTED_SCAN_OFFSETS;
}
BENCH_INLINE int bench_is_compaction(bench_op op)
{
    return op >= BENCH_COMPACT && op <= BENCH_UNIQUE;
}
BENCH_INLINE int bench_is_histogram(bench_op op)
{
    return op >= BENCH_HISTOGRAM_EVEN && op <= BENCH_HISTOGRAM_WEIGHTED;
}
BENCH_INLINE int bench_is_stencil(bench_op op)
{
    return op >= BENCH_ADJACENT_DIFFERENCE && op <= BENCH_CONVOLUTION_LAYER;
}
BENCH_INLINE int bench_is_sort(bench_op op)
{
    return op >= BENCH_SORT && op <= BENCH_SEGMENTED_SORT_OFFSETS;
}
/** Forms that evaluate all polynomials at each point. */
BENCH_INLINE int bench_evaluates_all(bench_form form)
{
    return form >= BENCH_GRID && form <= BENCH_SUM;
}
BENCH_INLINE int bench_reduces_polynomials(bench_form form)
{
    return form >= BENCH_MAX && form <= BENCH_SUM;
}
BENCH_INLINE uint64_t bench_channels(bench_op op)
{
    return op == BENCH_HISTOGRAM_MULTI ? BENCH_CHANNELS : 1;
}
BENCH_INLINE uint64_t bench_active_channels(bench_op op)
{
    return op == BENCH_HISTOGRAM_MULTI ? BENCH_ACTIVE_CHANNELS : 1;
}
BENCH_INLINE int bench_has_offsets(bench_op op)
{
    return op == BENCH_SEGMENTED_REDUCE_OFFSETS || op == BENCH_SEGMENTED_SCAN_OFFSETS ||
           op == BENCH_SEGMENTED_SORT_OFFSETS;
}
BENCH_INLINE int bench_has_segment_size(bench_op op)
{
    return op == BENCH_SEGMENTED_REDUCE || op == BENCH_SEGMENTED_SCAN || op == BENCH_SEGMENTED_SORT;
}
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
BENCH_INLINE int bench_is_float(tcu_type type)
{
    return type <= TCU_TYPE_F64;
}
/** Bytes of an element. */
BENCH_INLINE uint64_t bench_size(tcu_type type)
{
    if (type == BENCH_B128) {
        return 16;
    }
    switch (type) {
    case TCU_TYPE_I8:
    case TCU_TYPE_U8:
        return 1;
    case TCU_TYPE_F16:
    case TCU_TYPE_BF16:
    case TCU_TYPE_I16:
    case TCU_TYPE_U16:
        return 2;
    case TCU_TYPE_F32:
    case TCU_TYPE_I32:
    case TCU_TYPE_U32:
        return 4;
    default:
        return 8;
    }
}
/** Elements that `out` has room for. */
BENCH_INLINE uint64_t bench_out_count(const bench_problem *problem)
{
    if (bench_is_compaction(problem->op)) {
        return problem->n * bench_columns(problem->op);
    }
    if (bench_is_histogram(problem->op)) {
        return problem->num_bins * bench_active_channels(problem->op);
    }
    if (problem->op == BENCH_POLYNOMIAL) {
        return problem->form == BENCH_GRID ? problem->num_polynomials * problem->n : problem->n;
    }
    return bench_is_scan(problem->op) || bench_is_sort(problem->op) || bench_is_stencil(problem->op)
               ? problem->n
               : problem->num_segments;
}
BENCH_INLINE uint64_t bench_out_bytes(const bench_problem *problem)
{
    const tcu_type type = problem->op == BENCH_SORT_PAIRS ? problem->in_type : problem->out_type;
    return bench_out_count(problem) * bench_size(type);
}
/** Evaluations of a polynomial. */
BENCH_INLINE uint64_t bench_evaluations(const bench_problem *problem)
{
    return bench_evaluates_all(problem->form) ? problem->num_polynomials * problem->n : problem->n;
}
/** Elements of coefficients. */
BENCH_INLINE uint64_t bench_coefficient_count(const bench_problem *problem)
{
    return problem->num_polynomials * (problem->degree + 1);
}
/** Bytes of a value that moves with its key; 0 without values. */
BENCH_INLINE uint64_t bench_value_bytes(const bench_problem *problem)
{
    return problem->op == BENCH_SORT_PAIRS ? bench_size(problem->out_type) : 0;
}
/** Where a sort between two arrays finds its input, so that after a pass each 8 bits its result lies in `out`. */
BENCH_INLINE int bench_begins_in_spare(const bench_problem *problem)
{
    return bench_size(problem->in_type) % 2 != 0;
}
/** Elements of a layer's filters. */
BENCH_INLINE uint64_t bench_filter_count(const tcu_convolution_layer_desc *layer)
{
    return layer->out_channels * layer->in_channels * layer->kernel_height * layer->kernel_width;
}
/** Multiplications of Horner's scheme. */
BENCH_INLINE uint64_t bench_multiplications(const bench_problem *problem)
{
    return problem->op == BENCH_POLYNOMIAL ? bench_evaluations(problem) * problem->degree : 0;
}
/** Bytes of n flags. */
BENCH_INLINE uint64_t bench_flag_bytes(bench_form form, uint64_t n)
{
    return form == BENCH_BITS ? n / 8 + (n % 8 != 0) : n;
}

#ifdef __cplusplus
}
#endif

#endif
