/* SPDX-License-Identifier: Apache-2.0 */
/* Heat in a plate: many explicit steps of the heat equation on a square grid, u += r * (sum of 4 neighbours - 4 u). The edge
 * keeps its temperature. */
#ifndef TCU_BENCH_APPLICATIONS_HEAT_H
#define TCU_BENCH_APPLICATIONS_HEAT_H

#include "bench/applications/application.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct heat {
    uint64_t edge, steps;  /* points along each axis; of time */
    double r;              /* diffusivity * dt / spacing^2, at most 1/4 */
    const double *initial; /* temperatures from 0 to 1 */
    double *temperatures;  /* after all steps */
} heat;

APP_DECLARE(heat);

#ifdef __cplusplus
}
#endif

#endif
