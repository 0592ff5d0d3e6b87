/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The registry of operations. A new one adds a line: X(its number, the name of its tables of code paths), which are
 * tcui_<name>_host, tcui_<name>_reference and, in builds with CUDA, tcui_<name>_cuda (path.h). Each backend has a table of
 * them, and a context may have a policy for each.
 */
#ifndef TCUI_OPERATIONS_H
#define TCUI_OPERATIONS_H

#define TCUI_FOR_OPERATIONS(X)                                                                                         \
    X(TCUI_REDUCE, reduce)                                                                                             \
    X(TCUI_SCAN, scan)                                                                                                 \
    X(TCUI_COMPACT, compact)                                                                                           \
    X(TCUI_HISTOGRAM, histogram)                                                                                       \
    X(TCUI_RADIX_SORT, radix_sort)                                                                                     \
    X(TCUI_POLYNOMIAL, polynomial)                                                                                     \
    X(TCUI_STENCIL, stencil)                                                                                           \
    X(TCUI_CONVOLUTION_LAYER, convolution_layer)                                                                       \
    X(TCUI_MOMENTS, moments)                                                                                           \
    X(TCUI_RECURRENCE, recurrence)                                                                                     \
    X(TCUI_BY_KEY, by_key)                                                                                             \
    X(TCUI_EXTREMA, extrema)                                                                                           \
    X(TCUI_GATHER, gather)                                                                                             \
    X(TCUI_RUN_LENGTH, run_length)                                                                                     \
    X(TCUI_MERGE, merge)                                                                                               \
    X(TCUI_SELECTION, selection)

#define TCUI_NUMBER(number, name) number,
typedef enum tcui_operation_id { TCUI_FOR_OPERATIONS(TCUI_NUMBER) TCUI_OPERATIONS } tcui_operation_id;
#undef TCUI_NUMBER

#endif /* TCUI_OPERATIONS_H */
