/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions on the host with any operator, map and initial value. Plain sums have kernels of their own (../reduce.c).
 *
 *     operators.c             chunks in parallel, the parts of segments that cross chunks in order, initial values
 *     kernels.c               at each level of instructions, what `count` neighbours are combined to:
 *     extrema_template.h      MIN and MAX, a loop for each width of elements
 *     few_template.h          the same of short segments, in vectors
 *     bits_template.h         AND, OR, XOR, in words of 8 bytes, and counts of what is not zero
 *     arithmetic_template.h   sums of mapped elements and products, in f64 and u64
 *
 * The operator is chosen at run time, once for some runs of neighbours.
 */
#ifndef TCUI_REDUCE_HOST_OPERATORS_H
#define TCUI_REDUCE_HOST_OPERATORS_H

#include "primitives/reduce/elements.h"

/* What some elements are combined to: f64 for sums and products of reals, else bits, of which results have the
 * lowest. */
typedef union tcui_host_value {
    double real;
    uint64_t bits;
} tcui_host_value;

/* A reduction and what follows from it, found out once a call. */
typedef struct tcui_host_reduction {
    const tcui_reduce_task *task;
    tcui_format format; /* of the elements */
    size_t in_bytes, out_bytes;
    bool in_reals; /* combines in f64 */
    tcui_host_value neutral;
} tcui_host_reduction;

tcui_host_reduction tcui_host_reduction_of(const tcui_reduce_task *task);

/* The greater of two keys is the value that MIN or MAX takes: the order of values, or the reverse, and NaN above
 * all. */
uint64_t tcui_host_key_of(const tcui_host_reduction *reduction, uint64_t bits);

/* values[i] = elements borders[i] ... borders[i + 1] - 1 combined, for i < runs; no run has more than 2^20 of them. MIN and
 * MAX give a quiet NaN. */
typedef void (*tcui_host_fold)(const tcui_host_reduction *reduction, const uint64_t *borders, int runs,
                               tcui_host_value *values);

/* The processor's. */
tcui_host_fold tcui_reduce_host_fold(void);

/* For tasks that are no plain sums; `workspace` is what reserve reserved. */
void tcui_reduce_host_operator_reserve(const tcui_reduce_task *task, tcui_layout *layout);
void tcui_reduce_host_operator(const tcu_context *context, const tcui_reduce_task *task, void *workspace);

#endif /* TCUI_REDUCE_HOST_OPERATORS_H */
