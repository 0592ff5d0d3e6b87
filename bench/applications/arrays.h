/* SPDX-License-Identifier: Apache-2.0 */
/** @file arrays.h Inputs and outputs of both sides of a problem, and whether the results are equal. */
#ifndef TCU_BENCH_APPLICATIONS_ARRAYS_H
#define TCU_BENCH_APPLICATIONS_ARRAYS_H

#include "application.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Arrays of `problem`, none yet. */
app_arrays *app_arrays_create(void *problem);

/** Makes `other`, a copy of the problem's structure, one with the same inputs and outputs of its own. */
void app_arrays_share(app_arrays *arrays, void *other);

/** Fills all outputs with bytes that no result consists of, others for each of the two sides. */
void app_arrays_poison(app_arrays *arrays, cudaStream_t stream);

/** What app_arrays_compare() found. */
typedef struct app_difference {
    uint64_t compared; /**< elements */
    uint64_t unequal;  /**< elements beyond the tolerance; a count that differs is one */
    double worst;      /**< the largest |a - b| / max(|a|, |b|) of reals with a tolerance */
} app_difference;

/** Compares the outputs of both sides. Waits for the stream. */
app_difference app_arrays_compare(const app_arrays *arrays, cudaStream_t stream);

void app_arrays_free(app_arrays *arrays);

/** The release of CUB that the other sides are compiled with: 300000 is 3.0.0. */
int app_cub_version(void);

#ifdef __cplusplus
}
#endif

#endif /* TCU_BENCH_APPLICATIONS_ARRAYS_H */
