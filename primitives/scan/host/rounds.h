/* SPDX-License-Identifier: Apache-2.0 */
/* Scans of arrays and of segments that may be longer than what one thread does at a time. */
#ifndef TCUI_SCAN_HOST_ROUNDS_H
#define TCUI_SCAN_HOST_ROUNDS_H

#include <math.h>

#include "primitives/reduce/host/sums.h"
#include "primitives/scan/backend.h"
#include "primitives/threads/chunks.h"

/* What comes before a chunk in the segment that it begins in: sum + lost (see tcui_add_f64()). */
typedef struct tcui_scan_carry {
    tcui_host_sum sum;
    tcui_host_sum lost;
} tcui_scan_carry;

/* A carry that is NaN is always the same one. Of two NaNs processors return the first, and which one that is depends on
 * how the code of a sum was compiled: a chunk that is scanned in the same pass is summed by other code. */
static inline void tcui_one_nan_f64(double *x)
{
    *x = isnan(*x) ? (double)NAN : *x;
}

static inline void tcui_one_nan_u64(const uint64_t *x)
{
    (void)x;
}

static inline void tcui_one_nan_u32(const uint32_t *x)
{
    (void)x;
}

/* One instruction set's functions for one (in, acc, out) of sum_pairs.h. */
typedef struct tcui_scan_kernels {
    /* Segments first ... last-1. */
    void (*small)(const tcui_scan_task *task, uint64_t first, uint64_t last);
    /* The sum of what the chunk has of the segment that it leaves open. */
    tcui_host_sum (*sum)(const tcui_scan_task *task, const tcui_chunk *chunk);
    /* From what comes before `chunk`, whose sum is `sum`, to what comes before the next one. */
    void (*advance)(tcui_scan_carry *carry, const tcui_chunk *chunk, tcui_host_sum sum);
    /* Scans a chunk; returns what sum() does, bit by bit, if `sums`. */
    tcui_host_sum (*chunk)(const tcui_scan_task *task, const tcui_chunk *chunk, const tcui_scan_carry *before,
                           bool sums);
} tcui_scan_kernels;

/* All of the task, which is not empty. */
void tcui_scan_rounds(const tcui_scan_kernels *kernels, const tcui_scan_task *task, int threads);

#endif /* TCUI_SCAN_HOST_ROUNDS_H */
