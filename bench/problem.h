/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file problem.h
 * One thing to compute, as every contestant of the benchmark sees it: the library, CUB, the serial loops and the
 * reference. Plain C, so that each contestant is compiled apart from the others.
 */
#ifndef TCU_BENCH_PROBLEM_H
#define TCU_BENCH_PROBLEM_H

#include "bench/families/registry.h"
#include "bench/families/stencil/grid.h"
#include "bench/types.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif

#endif
