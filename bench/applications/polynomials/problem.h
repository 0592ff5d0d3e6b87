/* SPDX-License-Identifier: Apache-2.0 */
/* Many fitted curves, all at the same points. */
#ifndef TCU_BENCH_APPLICATIONS_POLYNOMIALS_H
#define TCU_BENCH_APPLICATIONS_POLYNOMIALS_H

#include "bench/applications/application.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { POLYNOMIALS_DEGREE = 20 };

typedef struct polynomials {
    uint64_t num_polynomials, num_points; /* points: a multiple of 4 */
    const float *coefficients;            /* POLYNOMIALS_DEGREE + 1 of each, ascending */
    const float *points;                  /* in [-1, 1] */
    float *values;                        /* a row of num_points for each polynomial */
} polynomials;

APP_DECLARE(polynomials);

#ifdef __cplusplus
}
#endif

#endif
