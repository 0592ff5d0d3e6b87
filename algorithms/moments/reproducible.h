/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reproducible moments, as moments.h states them: two reproducible sums in f64 (primitives/reduce/reproducible.h), of
 * deviations from a shift and of their squares. The shift is near the mean of the first chunk: so one pass over memory does,
 * and what squares lose in Q - D^2 / n is the distance of that mean from the mean of all. Deviations from the first element
 * are what it is formed of, so that of equal elements it is that element, all deviations are 0, and so is the variance.
 */
#ifndef TCUI_MOMENTS_REPRODUCIBLE_H
#define TCUI_MOMENTS_REPRODUCIBLE_H

#include <math.h>

#include "backend.h"

/* Stores what sums of deviations from the shift come to, of `count` elements. Operations round one by one: the compiler is
 * told not to fuse them (-ffp-contract=off). */
static inline void tcui_moments_store_reproducible(const tcui_moments_task *task, uint64_t k, uint64_t count,
                                                   double shift, double sum, double squares)
{
    const double n = (double)count, rest = squares - sum * sum / n;
    double mean = count > 0 ? shift + sum / n : NAN;
    double variance = count > task->correction ? (rest < 0 ? 0 : rest) / (double)(count - task->correction) : NAN;
    if (task->count != NULL) {
        task->count[k] = count;
    }
    mean = isnan(mean) ? (double)NAN : mean;
    variance = isnan(variance) ? (double)NAN : variance;
    for (int which = 0; which < 2; which++) {
        void *const out = which == 0 ? task->mean : task->variance;
        const double result = which == 0 ? mean : variance;
        const float narrow = (float)result;
        if (out != NULL && task->out_type == TCU_TYPE_F64) {
            ((double *)out)[k] = result;
        } else if (out != NULL) {
            ((float *)out)[k] = narrow;
        }
    }
}

/* The shift: the mean of the first `count` elements, by the sum of their deviations from the first one; 0 where that is no
 * finite number. */
static inline double tcui_moments_shift(double first, double sum, uint64_t count)
{
    const double shift = first + sum / (double)count;
    return isfinite(shift) ? shift : 0;
}

#endif /* TCUI_MOMENTS_REPRODUCIBLE_H */
