/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of the host's recurrences. */
#ifndef TCUI_RECURRENCE_HOST_KERNELS_H
#define TCUI_RECURRENCE_HOST_KERNELS_H

#include "algorithms/recurrence/backend.h"

/* Elements of a block, which is cut into lanes: parts whose steps do not wait for each other. */
enum { TCUI_RECURRENCE_BLOCK = 512, TCUI_RECURRENCE_LANES = 8 };

/* Segments of up to so many elements go by a plain loop. */
enum { TCUI_RECURRENCE_FEW = 64 };

/* What a run of elements does to the x before it: behind the run it is a x + b. */
typedef struct tcui_recurrence_pair {
    double a, b;
} tcui_recurrence_pair;

typedef struct tcui_recurrence_kernels {
    /* The pair of elements begin ... end - 1, which are of one segment. */
    tcui_recurrence_pair (*compose)(const tcui_recurrence_task *task, uint64_t begin, uint64_t end);
    /* Their x, `before` being what comes before them; returns what compose() does, bit by bit. */
    tcui_recurrence_pair (*apply)(const tcui_recurrence_task *task, uint64_t begin, uint64_t end, double before);
    /* x of a few elements, by a plain loop. */
    void (*apply_few)(const tcui_recurrence_task *task, uint64_t begin, uint64_t end, double before);
} tcui_recurrence_kernels;

/* Those for the type and the processor. */
const tcui_recurrence_kernels *tcui_recurrence_host_kernels(tcu_type type);

#endif /* TCUI_RECURRENCE_HOST_KERNELS_H */
