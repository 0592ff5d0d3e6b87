/* SPDX-License-Identifier: Apache-2.0 */
/* How a histogram is counted in shared memory: the launch, the copies and tables of a block, and their workspace. */
#ifndef TCUI_HISTOGRAM_CUDA_PRIVATE_SCHEDULE_CUH
#define TCUI_HISTOGRAM_CUDA_PRIVATE_SCHEDULE_CUH

#include "kernel.cuh"

namespace tcu
{

struct private_schedule {
    private_launch launch;
    uint32_t slots, replicas, parts, part_slots, result_slots, own_bits;
    bool values_to_bins, by_value; /* of 8-bit samples: blocks find the bins of values, or these come last */
    bool may_estimate;             /* even bins of one channel of reals that f32 holds */
    key_places keys;
    uint64_t edges; /* that have room in the workspace, and in shared memory; or 0 */
    bool has_cells;
    uint64_t copies_of_slots;
    size_t copies, totals, edge_place, half_place;
};

/* Reserves the workspace, too. Only what a query has decides. */
private_schedule schedule_of(const tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout);

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_PRIVATE_SCHEDULE_CUH */
