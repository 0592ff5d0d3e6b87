/* SPDX-License-Identifier: Apache-2.0 */
/* Even bins of 16-bit reals: the methods by which half_counter finds them (halves.cuh). */
#ifndef TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_HALVES_H
#define TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_HALVES_H

#include "algorithms/histogram/cuda/private/kernel.cuh"

namespace tcu
{

/* A verdict for each of the blocks that check methods. */
constexpr uint32_t half_check_blocks = TCUI_HISTOGRAM_HALF_BLOCKS, half_check_threads = TCUI_HISTOGRAM_HALF_THREADS;

/* The methods that may be right for the bins, the fastest first. */
half_candidates half_candidates_of(const tcui_bins *bins);

/* Enqueues the check of which methods are right; to `verdicts`, which halves->verdicts becomes. */
tcu_status enqueue_half_checks(tcu_context *context, const tcui_histogram_task *task, uint32_t *verdicts,
                               half_candidates *halves);

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_HALVES_H */
