/* SPDX-License-Identifier: Apache-2.0 */
/* One copy of the histogram in the workspace, to which all blocks add: cleared before, and stored as results behind. */
#ifndef TCUI_HISTOGRAM_CUDA_TOTALS_CUH
#define TCUI_HISTOGRAM_CUDA_TOTALS_CUH

#include "algorithms/histogram/cuda/bins/keys.cuh"

namespace tcu
{

struct slot_totals {
    count_outputs outputs;
    level_verdicts verdicts;
    void *totals; /* of all slots, of 32 or 64 bits */
    unsigned long long
        *outside; /* TCU_MAX_CHANNELS, beside sums of weights; nullptr: the slots behind bins have them */
};

/* Whether totals need 64 bits. */
inline bool has_wide_totals(const tcui_histogram_task *task)
{
    return task->weighted ? tcu_type_size(task->out_type) == 8 : task->n > UINT32_MAX;
}

inline size_t total_bytes_of(const tcui_histogram_task *task)
{
    return has_wide_totals(task) ? sizeof(uint64_t) : sizeof(uint32_t);
}

/* function(a total's type as zero). */
template <class Function>
tcu_status dispatch_totals(const tcui_histogram_task *task, Function function)
{
    return has_wide_totals(task) ? function(uint64_t{0}) : function(uint32_t{0});
}

/* Of blocks that add. */
__device__ __forceinline__ void add_sum(uint32_t *to, uint64_t value)
{
    atomicAdd(to, static_cast<uint32_t>(value));
}

__device__ __forceinline__ void add_sum(uint64_t *to, uint64_t value)
{
    atomicAdd(reinterpret_cast<unsigned long long *>(to), static_cast<unsigned long long>(value));
}

/* Enqueue these. */
tcu_status clear_totals(tcu_context *context, const tcui_histogram_task *task, const slot_totals &to);
tcu_status store_totals(tcu_context *context, const tcui_histogram_task *task, const slot_totals &from);

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_TOTALS_CUH */
