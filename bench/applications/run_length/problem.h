/* SPDX-License-Identifier: Apache-2.0 */
/* A column is run-length encoded, and decoded again from what was written. */
#ifndef TCU_BENCH_APPLICATIONS_RUN_LENGTH_H
#define TCU_BENCH_APPLICATIONS_RUN_LENGTH_H

#include "bench/applications/application.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct run_length {
    uint64_t n;
    uint64_t most_runs; /* of more the encoded column is not worth it, and is not decoded */
    const uint32_t *column;
    uint64_t *num_runs;
    /* One item for each run, with room for n. Its length is each side's own, as wide as it likes: the decoded column shows
     * that lengths are right, as neighbouring runs have different items. */
    uint32_t *items;
    uint32_t *decoded;
} run_length;

APP_DECLARE(run_length);

#ifdef __cplusplus
}
#endif

#endif
