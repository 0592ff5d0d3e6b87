/* SPDX-License-Identifier: Apache-2.0 */
/** @file inputs.h Inputs of histograms. */
#ifndef TCU_BENCH_FAMILIES_HISTOGRAM_GPU_INPUTS_H
#define TCU_BENCH_FAMILIES_HISTOGRAM_GPU_INPUTS_H

#include "bench/device/device.h"
#include "bench/families/histogram/problem.h"
#include "bench/families/histogram/samples.h"

#ifdef __cplusplus
extern "C" {
#endif

/** So many random samples of the sampler's type. */
int bench_make_samples(const bench_sampler *sampler, void *samples, uint64_t count, uint64_t seed, void *stream);

#ifdef __cplusplus
}
#endif

#endif
