/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waves in a cube, by steps of second order in time and fourth order in space:
 *
 *     u_next = 2 u - u_before + courant^2 * (sum over axes of the second difference by five points)
 *
 * Outside of the cube u is 0. At the start all is at rest.
 */
#ifndef TCU_BENCH_APPLICATIONS_WAVE_H
#define TCU_BENCH_APPLICATIONS_WAVE_H

#include "bench/applications/application.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WAVE_AXES = 3, WAVE_ALONG = 5 };

typedef struct wave {
    uint64_t edge, steps;     /* points along each axis; of time */
    double along[WAVE_ALONG]; /* courant^2 times the weights along an axis */
    const double *initial;    /* u and u_before, edge^3 points */
    double *fields;           /* u after all steps, and behind it u one step before */
} wave;

APP_DECLARE(wave);

#ifdef __cplusplus
}
#endif

#endif
