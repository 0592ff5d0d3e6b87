/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of the copies that the blocks of a grid leave in the workspace. */
#ifndef TCUI_HISTOGRAM_CUDA_PRIVATE_COPIES_CUH
#define TCUI_HISTOGRAM_CUDA_PRIVATE_COPIES_CUH

#include "task.cuh"

namespace tcu
{

/* Enqueues the sums of `copies` times task.result_slots counts in task.copies, as they are; ... */
tcu_status store_copies(tcu_context *context, const private_task &task, uint64_t copies);

/* ... and where those are of 8-bit values, to the values' bins. totals: room for a copy's slots. */
tcu_status store_copies_of_values(tcu_context *context, const private_task &task, uint64_t copies, uint64_t *totals);

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_PRIVATE_COPIES_CUH */
