/* SPDX-License-Identifier: Apache-2.0 */
/* What there is to say of a series of numbers: how many, their sum, the ends, the middle, and a histogram. */
#ifndef TCU_EXAMPLES_TOUR_SUMMARY_H
#define TCU_EXAMPLES_TOUR_SUMMARY_H

#include "numbers/bins.h"
#include "numbers/series.h"
#include <stdint.h>
#include <stdio.h>
#include <tcu/context.h>

typedef struct summary {
    uint64_t count;
    double sum, smallest, largest;
    double median;       /* the mean of both middle ones, where there are two */
    double lower_middle; /* the lower of them: one of the numbers */
    bins bins;
    uint64_t counts[BINS_MOST];
} summary;

/*
 * By tcu_reduce, tcu_radix_sort and tcu_histogram_range, each checked with a plain loop, all in f64. Returns 0, or -1
 * after a sentence on standard error.
 */
int summary_make(tcu_context *context, tcu_backend backend, const series *numbers, summary *s);

void summary_print(const summary *s, FILE *file);

#endif /* TCU_EXAMPLES_TOUR_SUMMARY_H */
