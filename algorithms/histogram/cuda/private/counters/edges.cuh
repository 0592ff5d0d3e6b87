/* SPDX-License-Identifier: Apache-2.0 */
/* Even bins of reals by estimates in f32 and, near the edges of bins, a look at these (real_counter). */
#ifndef TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_EDGES_CUH
#define TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_EDGES_CUH

#include "algorithms/histogram/cuda/private/kernel.cuh"

namespace tcu
{

/* The most bins with a table of edges, which is in shared memory. */
constexpr int most_edges = TCUI_HISTOGRAM_MOST_EDGES;

/* Everything but the edges; false where estimates would be near to an edge too often. */
bool estimate_reals(const tcui_bins *bins, real_bins *estimate);

/* Of an estimate that estimate_reals() was content with, factor, first and width; false where f32 does not hold some of
 * the edges' numerators. */
bool edges_in_f32(const tcui_bins *bins, real_bins *estimate);

/* Enqueues what fills in num_bins + 1 edges. */
tcu_status enqueue_edges(tcu_context *context, const tcui_bins *bins, f32 *edges);

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_EDGES_CUH */
