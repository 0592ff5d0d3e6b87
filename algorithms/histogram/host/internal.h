/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the host's histograms share. */
#ifndef TCUI_HISTOGRAM_HOST_INTERNAL_H
#define TCUI_HISTOGRAM_HOST_INTERNAL_H

#include "find.h"
#include "primitives/threads/parallel.h"

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

/* Everything that threads share. A part has one copy of the histogram, or one for each replica of its counters. */
typedef struct tcui_histogram_work {
    const tcui_histogram_task *task;
    const tcui_finder *finders; /* of each channel that is counted */
    uint64_t first_slot[TCU_MAX_CHANNELS];
    uint64_t slots, parts, copies; /* slots of a copy, copies of all parts */
    uint64_t *outside;             /* of parts x TCU_MAX_CHANNELS, the samples that no bin holds */
    uint32_t *counts;              /* `copies` of `slots`; NULL: one part counts straight into the results */
    uint64_t *integers;            /* the same memory, sums of integers */
    double *sums;                  /* the same memory, sums of reals */
    double *lost;
} tcui_histogram_work;

/* Pixels begin ... end - 1. */
typedef struct tcui_pixels {
    uint64_t begin, end;
} tcui_pixels;

static inline tcui_pixels tcui_histogram_part(const tcui_histogram_work *work, uint64_t part)
{
    const uint64_t n = work->task->n, parts = work->parts;
    if (parts == 1) {
        return (tcui_pixels){0, n};
    }
    return (tcui_pixels){tcui_part_begin(n, parts, part), tcui_part_begin(n, parts, part + 1)};
}

/* Whether all pixels stand in one row: of few pixels divisions would take as long as these. */
static inline bool tcui_has_one_row(const tcui_histogram_task *task)
{
    return task->columns >= task->n;
}

/* The pixels from `pixel` on that stand in one row, before `end`, but `most` of them. */
static inline uint64_t tcui_pixels_of_row(const tcui_histogram_task *task, uint64_t pixel, uint64_t end, uint64_t most)
{
    const uint64_t column = tcui_has_one_row(task) ? pixel : pixel % task->columns;
    const uint64_t left = task->columns - column, n = end - pixel < left ? end - pixel : left;
    return n < most ? n : most;
}

/* Where pixel `pixel` begins in an array of `stride` bytes a row. */
static inline const char *tcui_pixel_address(const tcui_histogram_task *task, const void *array, uint64_t pixel,
                                             uint64_t stride, size_t pixel_bytes)
{
    if (tcui_has_one_row(task)) {
        return (const char *)array + pixel * pixel_bytes;
    }
    return (const char *)array + pixel / task->columns * stride + pixel % task->columns * pixel_bytes;
}

/* Counts the pixels of a part into its copies of the histogram; or sums their weights. */
void tcui_histogram_host_count(const tcui_histogram_work *work, uint64_t part);
void tcui_histogram_host_sum(const tcui_histogram_work *work, uint64_t part);

#endif /* TCUI_HISTOGRAM_HOST_INTERNAL_H */
