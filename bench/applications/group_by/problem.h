/* SPDX-License-Identifier: Apache-2.0 */
/* SELECT key, SUM(value), MAX(value) FROM rows GROUP BY key ORDER BY key. */
#ifndef TCU_BENCH_APPLICATIONS_GROUP_BY_H
#define TCU_BENCH_APPLICATIONS_GROUP_BY_H

#include "bench/applications/application.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct group_by {
    uint64_t num_rows;
    const uint32_t *keys; /* of all 32 bits; some 256 rows share one */
    const float *values;  /* in [0, 1) */
    uint64_t *num_groups;
    uint32_t *group_keys; /* results have room for num_rows groups */
    float *sums, *maxima;
} group_by;

APP_DECLARE(group_by);

#ifdef __cplusplus
}
#endif

#endif
