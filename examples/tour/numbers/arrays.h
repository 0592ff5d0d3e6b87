/* SPDX-License-Identifier: Apache-2.0 */
/* The arrays of a problem: their memory on both sides, what goes into it and what comes back. */
#ifndef TCU_EXAMPLES_TOUR_ARRAYS_H
#define TCU_EXAMPLES_TOUR_ARRAYS_H

#include "calls/operations.h"
#include "numbers/series.h"

/* An array in the context's memory, or NULL. */
void *arrays_allocate(const problem *p, size_t bytes);

/* Each returns 0, or -1 after a sentence on standard error. */

/*
 * Fills the arrays for all operations on p->n elements of p->in_type, the series over and over. p->context, backend,
 * n and types are set; `median` is one of the series' numbers. p->bins may be NULL until a histogram is asked for.
 * After a failure, too, arrays_free() is called.
 */
int arrays_make(problem *p, const series *numbers, double median);
void arrays_free(problem *p);

/* Hands the bins' levels to the context's side. */
int arrays_set_bins(problem *p, const bins *b);

/* Before a call: its segments; its polynomial or stencil; and no results of an earlier call that would look right. */
int arrays_prepare(problem *p, operation what);

/* After a call: the results, and how many they are. */
int arrays_fetch(problem *p, uint64_t *written);

#endif /* TCU_EXAMPLES_TOUR_ARRAYS_H */
