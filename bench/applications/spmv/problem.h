/* SPDX-License-Identifier: Apache-2.0 */
/* y = A x, A sparse, in rows (CSR). */
#ifndef TCU_BENCH_APPLICATIONS_SPMV_H
#define TCU_BENCH_APPLICATIONS_SPMV_H

#include "bench/applications/application.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct spmv {
    uint64_t num_rows, num_columns, num_values;
    const int64_t *offsets; /* of rows, num_rows + 1 */
    const uint32_t *columns;
    const float *values, *x; /* in [0, 1) */
    float *y;
} spmv;

APP_DECLARE(spmv);

#ifdef __cplusplus
}
#endif

#endif
