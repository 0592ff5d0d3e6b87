/* SPDX-License-Identifier: Apache-2.0 */
/* The best scores of each row, best first: candidates of a search, a beam, a recommendation. */
#ifndef TCU_BENCH_APPLICATIONS_TOP_ROWS_H
#define TCU_BENCH_APPLICATIONS_TOP_ROWS_H

#include "bench/applications/application.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TOP_ROWS_SIZE = 10000, TOP_ROWS_RESULTS = 100 };

typedef struct top_rows {
    uint64_t num_rows;
    const float *scores; /* TOP_ROWS_SIZE of each row */
    float *best;         /* TOP_ROWS_RESULTS of each row, descending */
} top_rows;

APP_DECLARE(top_rows);

#ifdef __cplusplus
}
#endif

#endif
