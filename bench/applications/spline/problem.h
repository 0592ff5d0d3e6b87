/* SPDX-License-Identifier: Apache-2.0 */
/* A table of cubic pieces between uneven breakpoints, looked up at points in no order: calibration, equations of state. */
#ifndef TCU_BENCH_APPLICATIONS_SPLINE_H
#define TCU_BENCH_APPLICATIONS_SPLINE_H

#include "bench/applications/application.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SPLINE_DEGREE = 3 };

typedef struct spline {
    uint64_t num_pieces, num_points;
    const float *breakpoints;  /* num_pieces + 1, ascending, from 0 to 1 */
    const float *coefficients; /* SPLINE_DEGREE + 1 of each piece, in powers of x - breakpoints[piece], ascending */
    const float *points;       /* in [0, 1) */
    float *values;
} spline;

APP_DECLARE(spline);

#ifdef __cplusplus
}
#endif

#endif
