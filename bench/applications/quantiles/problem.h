/* SPDX-License-Identifier: Apache-2.0 */
/* Latencies, say: the 1st, 25th, 50th, 75th and 99th percentile of a long column, each a value of the column. */
#ifndef TCU_BENCH_APPLICATIONS_QUANTILES_H
#define TCU_BENCH_APPLICATIONS_QUANTILES_H

#include "bench/applications/application.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { QUANTILES_COUNT = 5 };

typedef struct quantiles {
    uint64_t n;
    double q[QUANTILES_COUNT]; /* of quantile j: the value at place floor(q[j] * (n - 1)) of the order */
    const float *column;       /* no NaN */
    float *values;
} quantiles;

APP_DECLARE(quantiles);

#ifdef __cplusplus
}
#endif

#endif
