/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tour's stencil: the mean of the day around each hour. The hours half a day before and behind count half, so that the
 * day has 24 of them and the hour is in its middle. Behind the last number the first one follows.
 */
#ifndef TCU_EXAMPLES_TOUR_MOVING_MEAN_H
#define TCU_EXAMPLES_TOUR_MOVING_MEAN_H

#include "calls/operations.h"

enum { MEAN_RADIUS = HOURS_A_DAY / 2, MEAN_TAPS = 2 * MEAN_RADIUS + 1 };

/* Makes p->moving_mean. Returns 0, or -1 after a sentence on standard error. */
int moving_mean_make(problem *p);
void moving_mean_free(problem *p);

/* Around element i, by a plain loop; *magnitude is the sum of the terms' magnitudes. */
long double moving_mean_value(const problem *p, uint64_t i, long double *magnitude);

#endif /* TCU_EXAMPLES_TOUR_MOVING_MEAN_H */
