/* SPDX-License-Identifier: Apache-2.0 */
/* Even bins of samples of 16 bits that are reals: the ways in which half_counter finds them (halves.cuh). */
#ifndef TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_HALVES_H
#define TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_HALVES_H

#include "algorithms/histogram/cuda/private/kernel.cuh"

namespace tcu
{

/* A verdict for each of the blocks that check ways. */
constexpr uint32_t half_check_blocks = 256, half_check_threads = 256;

/* What may serve for the bins, the fastest first. */
half_candidates half_candidates_of(const tcui_bins *bins);

/* Enqueues what finds out which of the ways are right; to `verdicts`, which halves->verdicts becomes. */
tcu_status enqueue_half_checks(tcu_context *context, const tcui_histogram_task *task, uint32_t *verdicts,
                               half_candidates *halves);

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_HALVES_H */
