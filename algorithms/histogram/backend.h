/* SPDX-License-Identifier: Apache-2.0 */
/* What a backend implements for the histograms. One task describes all of them. */
#ifndef TCUI_HISTOGRAM_BACKEND_H
#define TCUI_HISTOGRAM_BACKEND_H

#include "primitives/context/path.h"
#include "primitives/context/types.h"
#include "tcu/histogram.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Even bins of integers, freed of their types. All values have 64 bits, sign-extended where their type is signed, and
 * wrap. A sample x lies in a bin if x - first <= span; its bin is then floor(d * num_bins / width) of the distance
 * d = (x - first) + offset from lower, which is less than width.
 */
typedef struct tcui_even_integers {
    bool none;            /* no value of the samples' type lies in a bin */
    uint64_t first, span; /* the values of the samples' type that do: first ... first + span */
    uint64_t offset;      /* first - lower */
    uint64_t width;       /* upper - lower, 1 or more */
} tcui_even_integers;

/* Even bins of reals. All floating-point types' values are doubles. */
typedef struct tcui_even_reals {
    double lower, upper; /* finite, lower < upper */
} tcui_even_reals;

/* The bins of a channel. */
typedef struct tcui_bins {
    uint64_t num_bins; /* 0: the channel is not counted */
    tcu_bins_kind kind;
    tcui_even_integers integers; /* TCU_BINS_EVEN, samples of integers */
    tcui_even_reals reals;       /* TCU_BINS_EVEN, samples of reals */
    const void *levels;          /* TCU_BINS_RANGE: num_bins + 1 in context memory */
    tcu_type level_type;         /* either kind */
    void *counts;                /* num_bins of out_type */
} tcui_bins;

/* Arguments are checked. Nothing that is written overlaps anything else. */
typedef struct tcui_histogram_task {
    const void *samples; /* pixels of num_channels each */
    tcu_type sample_type;
    int num_channels;
    tcui_bins channels[TCU_MAX_CHANNELS];
    bool weighted;
    const void *weights; /* weighted: one a pixel */
    tcu_type weight_type;
    tcu_type out_type;   /* of counts (u32 or u64), or of sums */
    uint64_t n, columns; /* pixels: all, and in a row; the last row may be shorter. columns > 0 */
    uint64_t row_stride_bytes, weights_row_stride_bytes; /* 0 if there is one row only */
    bool accumulate;
    uint64_t *outside; /* num_channels values, or NULL */
    uint32_t *flags;   /* or NULL */
    bool finds_ends;   /* bins of channel 0, the only one, lie between the least and the greatest sample (ends.h) */
    void *ends;        /* these: two of sample_type. On a device the bins' levels are made of them. */
    /* In the context's memory, or NULL: there are min(n, *count) pixels. The host backends' tasks have none: their n is
     * that. */
    const uint64_t *count;
} tcui_histogram_task;

/*
 * reserve() uses types, n, num_channels, weighted, finds_ends and of the channels num_bins, kind and level_type: a query
 * has nothing else. It never decreases with growing n. n > 0. A backend whose levels are not checked before (not the
 * host's) checks them in execute(): where one is NaN or below the one before it, it sets TCU_HISTOGRAM_INVALID_LEVELS in
 * *flags and writes nothing else.
 */

#ifdef __cplusplus
}
#endif

#endif /* TCUI_HISTOGRAM_BACKEND_H */
