/* SPDX-License-Identifier: Apache-2.0 */
/** @file measure.h Runs one problem of an application on both sides: results first, then times. */
#ifndef TCU_BENCH_APPLICATIONS_MEASURE_H
#define TCU_BENCH_APPLICATIONS_MEASURE_H

#include "arrays.h"

/** Of one problem. */
typedef struct app_times {
    double tcu_ms, cub_ms;     /**< of a frame: medians of the rounds */
    app_difference difference; /**< before the rounds and after them, the larger one */
} app_times;

/** Measures problem number `which`. The stream is not captured, and ends empty. */
app_times app_measure(const application *a, int which, int small, int rounds, cudaStream_t stream);

#endif /* TCU_BENCH_APPLICATIONS_MEASURE_H */
