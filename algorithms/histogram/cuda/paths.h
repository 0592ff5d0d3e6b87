/* SPDX-License-Identifier: Apache-2.0 */
/* The code paths by which the CUDA backend makes histograms; paths.cu chooses. They reserve and execute like a
 * backend. */
#ifndef TCUI_HISTOGRAM_CUDA_PATHS_H
#define TCUI_HISTOGRAM_CUDA_PATHS_H

#include "algorithms/histogram/backend.h"

/* Counts in shared memory, one bucket of the bins after another (buckets/path.cu): of many samples in many bins. */
bool tcui_histogram_fits_buckets(const tcu_context *context, const tcui_histogram_task *task);
bool tcui_histogram_buckets_pay(const tcu_context *context, const tcui_histogram_task *task);
tcu_status tcui_histogram_buckets_reserve(tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout);
tcu_status tcui_histogram_buckets_execute(tcu_context *context, const tcui_histogram_task *task, void *workspace);

/* Counts in shared memory, one or more copies a block (private/kernel.cuh): as many bins as fit there. */
bool tcui_histogram_fits_private(const tcu_context *context, const tcui_histogram_task *task);
bool tcui_histogram_private_pays(const tcu_context *context, const tcui_histogram_task *task);
tcu_status tcui_histogram_private_reserve(tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout);
tcu_status tcui_histogram_private_execute(tcu_context *context, const tcui_histogram_task *task, void *workspace);

/* Counts, and sums of integers, in one copy in global memory: any number of bins. */
tcu_status tcui_histogram_global_reserve(tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout);
tcu_status tcui_histogram_global_execute(tcu_context *context, const tcui_histogram_task *task, void *workspace);

/* Sums of reals: copies at which a few warps of a block take turns, so that all is added in a fixed order. */
tcu_status tcui_histogram_ordered_reserve(tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout);
tcu_status tcui_histogram_ordered_execute(tcu_context *context, const tcui_histogram_task *task, void *workspace);

#endif /* TCUI_HISTOGRAM_CUDA_PATHS_H */
