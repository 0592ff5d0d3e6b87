/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file operations.h
 * The families of operations, each a folder of families/, with their operations and forms. What the benchmark does with a
 * family it does through these lists and the classes that a family's files define (family.h, gpu/family.h, bars.py).
 */
#ifndef TCU_BENCH_OPERATIONS_H
#define TCU_BENCH_OPERATIONS_H

/** M(family) for each, in the order in which their rows are measured. */
#define BENCH_FAMILIES(M)                                                                                              \
    M(sums)                                                                                                            \
    M(compact)                                                                                                         \
    M(histogram)                                                                                                       \
    M(sort)                                                                                                            \
    M(polynomial)                                                                                                      \
    M(stencil)                                                                                                         \
    M(moments)                                                                                                         \
    M(recurrence)                                                                                                      \
    M(by_key)                                                                                                          \
    M(merge)                                                                                                           \
    M(selection)                                                                                                       \
    M(extrema)                                                                                                         \
    M(dot)                                                                                                             \
    M(gather)

/** M(family, OP, name, segments) for each operation; segments: how its input is cut, a bench_segments. */
#define BENCH_OPS(M)                                                                                                   \
    M(sums, REDUCE, "reduce", WHOLE)                                                                                   \
    M(sums, SEGMENTED_REDUCE, "segmented_reduce", FIXED_SIZE)                                                          \
    M(sums, SEGMENTED_REDUCE_OFFSETS, "segmented_reduce_offsets", OFFSETS)                                             \
    M(sums, SCAN, "scan", WHOLE)                                                                                       \
    M(sums, SEGMENTED_SCAN, "segmented_scan", FIXED_SIZE)                                                              \
    M(sums, SEGMENTED_SCAN_OFFSETS, "segmented_scan_offsets", OFFSETS)                                                 \
    M(compact, COMPACT, "compact", WHOLE)                                                                              \
    M(compact, COMPACT_IF, "compact_if", WHOLE)                                                                        \
    M(compact, COMPACT_INDICES, "compact_indices", WHOLE)                                                              \
    M(compact, COMPACT_COLUMNS, "compact_columns", WHOLE)                                                              \
    M(compact, PARTITION, "partition", WHOLE)                                                                          \
    M(compact, PARTITION_IF, "partition_if", WHOLE)                                                                    \
    M(compact, UNIQUE, "unique", WHOLE)                                                                                \
    M(histogram, HISTOGRAM_EVEN, "histogram_even", WHOLE)                                                              \
    M(histogram, HISTOGRAM_RANGE, "histogram_range", WHOLE)                                                            \
    M(histogram, HISTOGRAM_MULTI, "histogram_multi", WHOLE)                                                            \
    M(histogram, HISTOGRAM_WEIGHTED, "histogram_weighted", WHOLE)                                                      \
    M(sort, SORT, "radix_sort", WHOLE)                                                                                 \
    M(sort, SORT_PAIRS, "radix_sort_pairs", WHOLE)                                                                     \
    M(sort, ARGSORT, "argsort", WHOLE)                                                                                 \
    M(sort, SEGMENTED_SORT, "segmented_sort", FIXED_SIZE)                                                              \
    M(sort, SEGMENTED_SORT_PAIRS, "segmented_sort_pairs", FIXED_SIZE)                                                  \
    M(sort, SEGMENTED_SORT_OFFSETS, "segmented_sort_offsets", OFFSETS)                                                 \
    M(polynomial, POLYNOMIAL, "polynomial", WHOLE)                                                                     \
    M(stencil, ADJACENT_DIFFERENCE, "adjacent_difference", WHOLE)                                                      \
    M(stencil, STENCIL, "stencil", WHOLE)                                                                              \
    M(stencil, STENCIL_ITERATE, "stencil_iterate", WHOLE)                                                              \
    M(stencil, CONVOLVE, "convolve", WHOLE)                                                                            \
    M(stencil, CONVOLUTION_LAYER, "convolution_layer", WHOLE)                                                          \
    M(moments, SEGMENTED_MOMENTS, "segmented_moments", FIXED_SIZE)                                                     \
    M(moments, SEGMENTED_MOMENTS_OFFSETS, "segmented_moments_offsets", OFFSETS)                                        \
    M(moments, COLUMN_MOMENTS, "column_moments", WHOLE)                                                                \
    M(recurrence, LINEAR_RECURRENCE, "linear_recurrence", WHOLE)                                                       \
    M(recurrence, SEGMENTED_LINEAR_RECURRENCE, "segmented_linear_recurrence", FIXED_SIZE)                              \
    M(recurrence, SEGMENTED_LINEAR_RECURRENCE_OFFSETS, "segmented_linear_recurrence_offsets", OFFSETS)                 \
    M(by_key, REDUCE_BY_KEY, "reduce_by_key", WHOLE)                                                                   \
    M(by_key, SCAN_BY_KEY, "scan_by_key", WHOLE)                                                                       \
    M(by_key, UNIQUE_BY_KEY, "unique_by_key", WHOLE)                                                                   \
    M(by_key, GROUP_BY, "group_by", WHOLE)                                                                             \
    M(merge, MERGE, "merge", WHOLE)                                                                                    \
    M(merge, SEARCH_SORTED, "search_sorted", WHOLE)                                                                    \
    M(selection, TOP_K, "top_k", WHOLE)                                                                                \
    M(selection, SEGMENTED_TOP_K, "segmented_top_k", FIXED_SIZE)                                                       \
    M(selection, NTH_ELEMENT, "nth_element", WHOLE)                                                                    \
    M(selection, QUANTILES, "quantiles", WHOLE)                                                                        \
    M(extrema, REDUCE_EXTREMA, "reduce_extrema", WHOLE)                                                                \
    M(extrema, SEGMENTED_REDUCE_EXTREMA, "segmented_reduce_extrema", FIXED_SIZE)                                       \
    M(extrema, SEGMENTED_REDUCE_EXTREMA_OFFSETS, "segmented_reduce_extrema_offsets", OFFSETS)                          \
    M(dot, DOT, "dot", WHOLE)                                                                                          \
    M(dot, SEGMENTED_DOT, "segmented_dot", FIXED_SIZE)                                                                 \
    M(gather, GATHER, "gather", WHOLE)                                                                                 \
    M(gather, SCATTER, "scatter", WHOLE)                                                                               \
    M(gather, RUN_LENGTH_DECODE, "run_length_decode", WHOLE)

/** M(FORM, name, what) for each form, in --help behind `what`. */
#define BENCH_FORMS(M)                                                                                                 \
    M(INCLUSIVE, "inclusive", "scans")                                                                                 \
    M(EXCLUSIVE, "exclusive", "scans")                                                                                 \
    M(MINIMUM, "min", "reductions") /* the operator; without a case it is a sum */                                     \
    M(MAXIMUM, "max", "reductions, and scans, inclusive ones")                                                         \
    M(PRODUCT, "product", "scans, inclusive ones")                                                                     \
    M(REPRODUCIBLE, "reproducible", "reductions, and scans, inclusive ones, of reals")                                 \
    M(BYTES, "bytes", "flags")    /* a byte a flag */                                                                  \
    M(BITS, "bits", "flags")      /* a bit a flag */                                                                   \
    M(LESS, "less", "predicates") /* x < value */                                                                      \
    M(INSIDE, "inside", "predicates")                                                                                  \
    M(LENGTHS, "lengths", "unique with run lengths")                                                                   \
    M(LINEAR, "linear", "levels of bins") /* how these lie (samples.h) */                                              \
    M(POWER, "power", "levels of bins")                                                                                \
    M(LOG, "log", "levels of bins")                                                                                    \
    M(RANDOM, "random", "levels of bins")                                                                              \
    M(BUFFERS, "buffers", "sorts between two arrays") /* both of which are written */                                  \
    M(IN_PLACE, "in_place", "sorts of keys alone")    /* input and output are one array */                             \
    M(GRID, "grid", "polynomials")                    /* all of them at all points */                                  \
    M(MAX, "reduce", "polynomials")                   /* the largest value of all of them at each point */             \
    M(ARGMAX, "argmax", "polynomials")                /* and which of them has it */                                   \
    M(SUM, "sum", "polynomials")                      /* the sum of their values */                                    \
    M(ONE, "one", "polynomials")                      /* one polynomial */                                             \
    M(OWN, "own", "polynomials")                      /* each at as many points of its own */                          \
    M(TABLE, "table", "polynomials")                  /* at each point the piece of a spline, by breakpoints */        \
    M(INDEXED, "indexed", "polynomials")              /* at each point the one that its index names */                 \
    M(1D_3, "1d_3", "stencils and convolutions")      /* by dimensions and points: inputs/plans.cpp has them */        \
    M(1D_17, "1d_17", "stencils and convolutions")                                                                     \
    M(1D_33, "1d_33", "stencils and convolutions")                                                                     \
    M(1D_65, "1d_65", "stencils and convolutions")                                                                     \
    M(1D_129, "1d_129", "stencils and convolutions")                                                                   \
    M(2D_5POINT, "2d_5point", "stencils and convolutions")                                                             \
    M(2D_BOX9, "2d_box9", "stencils and convolutions")                                                                 \
    M(2D_BOX25, "2d_box25", "stencils and convolutions")                                                               \
    M(2D_BOX49, "2d_box49", "stencils and convolutions")                                                               \
    M(2D_BOX81, "2d_box81", "stencils and convolutions")                                                               \
    M(2D_BOX289, "2d_box289", "stencils and convolutions")                                                             \
    M(3D_7POINT, "3d_7point", "stencils and convolutions")                                                             \
    M(3D_13STAR, "3d_13star", "stencils and convolutions")                                                             \
    M(3D_27BOX, "3d_27box", "stencils and convolutions")                                                               \
    M(3D_BOX125, "3d_box125", "stencils and convolutions")                                                             \
    M(SEPARABLE_17, "separable_17", "stencils and convolutions") /* 17 x 17 weights that are a product */              \
    M(U8_5X5, "u8_5x5", "stencils and convolutions")             /* images of three channels */                        \
    M(LAYER_3X3, "layer_3x3", "stencils and convolutions")       /* 64 channels of 56 x 56 points to 64 */             \
    M(ORDERED, "ordered", "searches")                            /* of values that are sorted */                       \
    M(CONSTANT, "constant", "recurrences")                       /* one factor for all elements */

#endif
