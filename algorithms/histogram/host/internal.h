/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the host's histograms share. */
#ifndef TCUI_HISTOGRAM_HOST_INTERNAL_H
#define TCUI_HISTOGRAM_HOST_INTERNAL_H

#include "find.h"

static inline bool tcui_histogram_sums_reals(const tcui_histogram_task *task)
{
    return task->weighted && tcui_is_real(task->weight_type);
}

/* Reals are summed as doubles. Of f64 weights a copy also sums what rounding loses, as one thread adds up more of them
 * in a row than the error bound allows. */
static inline bool tcui_histogram_sums_lost(const tcui_histogram_task *task)
{
    return task->weighted && task->weight_type == TCU_TYPE_F64;
}

/* Everything that threads share. */
typedef struct tcui_histogram_work {
    const tcui_histogram_task *task;
    tcui_finder finders[TCU_MAX_CHANNELS];
    uint64_t first_slot[TCU_MAX_CHANNELS];
    uint64_t slots, parts;
    uint64_t *outside; /* of parts x TCU_MAX_CHANNELS, the samples that no bin holds */
    uint64_t *counts;  /* parts copies of `slots` counts, or sums of integers */
    double *sums;      /* the same memory, sums of reals */
    double *lost;
} tcui_histogram_work;

/* Counts, or sums, the pixels of a part into its copy of the histogram. */
void tcui_histogram_host_part(const tcui_histogram_work *work, uint64_t part);

#endif /* TCUI_HISTOGRAM_HOST_INTERNAL_H */
