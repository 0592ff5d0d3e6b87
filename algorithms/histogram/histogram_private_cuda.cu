/* SPDX-License-Identifier: Apache-2.0 */
/* Histograms in shared memory: the kernels of a call, as its plan has them. */
#include "histogram_copies.cuh"
#include "histogram_cuda.h"
#include "histogram_edges.cuh"
#include "histogram_halves.h"
#include "histogram_mma.h"
#include "histogram_private_counters.cuh"
#include "histogram_private_plan.cuh"

namespace
{

using namespace tcu;

/* Of a call whose counting kernel knows nothing of results. */
__global__ void begin_flags(const __grid_constant__ count_outputs to, level_verdicts verdicts)
{
    wait_for_previous_kernel();
    const bool bad = levels_are_bad(verdicts);
    if (threadIdx.x == 0)
        store_flags(to, bad);
}

tcu_status count_on_matrix_unit(tcu_context *context, const tcui_histogram_task *task, const private_task &described)
{
    if (task->flags != nullptr) {
        const tcu_status status = launch_as(launch_kind::overlapping, context, begin_flags, 1, TCUI_WARP_LANES, 0,
                                            described.outputs, described.verdicts);
        if (status != TCU_SUCCESS)
            return status;
    }
    return tcui_histogram_mma_execute(context, static_cast<const uint8_t *>(task->samples), task->n, described.copies);
}

} // namespace

tcu_status tcui_histogram_private_plan(tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout)
{
    plan_of(context, task, layout);
    return TCU_SUCCESS;
}

tcu_status tcui_histogram_private_execute(tcu_context *context, const tcui_histogram_task *task, void *workspace)
{
    tcui_layout layout = {};
    private_plan plan = plan_of(context, task, &layout);
    unsigned char *const base = static_cast<unsigned char *>(workspace);
    private_task described = {};
    described.rows = rows_of(task);
    described.bins = bins_of(task, plan.keys, workspace);
    described.outputs = outputs_of(task);
    described.verdicts = verdicts_of(task, plan.keys, workspace);
    described.shape = plan.launch.shape;
    described.slots = plan.slots;
    described.parts = plan.parts;
    described.part_slots = plan.part_slots;
    described.replicas = plan.replicas;
    described.result_slots = plan.result_slots;
    described.copies = reinterpret_cast<uint32_t *>(base + plan.copies);
    uint32_t value_slot = 0;
    for (int c = 0; c < task->num_channels; ++c) {
        described.value_slot[c] = value_slot;
        value_slot += task->channels[c].num_bins > 0 ? byte_values : 0;
    }
    described.values_to_bins = plan.values_to_bins;
    described.has_cells = plan.has_cells;
    described.own_bits = plan.own_bits;
    tcu_status status = enqueue_keys(context, task, plan.keys, workspace);
    const tcui_bins *const bins = &task->channels[0];
    const bool has_estimate = plan.may_estimate && estimate_reals(bins, &described.special.reals);
    described.is_exact = has_estimate && is_exact_estimate(bins);
    described.has_edges = has_estimate && plan.edges > 0;
    if (status == TCU_SUCCESS && described.has_edges) {
        f32 *const edges = reinterpret_cast<f32 *>(base + plan.edge_place);
        described.special.reals.edges = edges;
        status = enqueue_edges(context, bins, edges);
        if (status == TCU_SUCCESS && tcu_type_size(task->sample_type) == 2)
            status = enqueue_half_checks(context, task, reinterpret_cast<uint32_t *>(base + plan.half_place),
                                         &described.halves);
    }
    const bool on_matrix_unit = plan.has_matrix && described.rows.rows == 1;
    if (on_matrix_unit)
        plan.copies_of_slots = tcui_histogram_mma_blocks(context, task->n);
    if (status == TCU_SUCCESS)
        status = on_matrix_unit ? count_on_matrix_unit(context, task, described)
                                : launch_private(context, task, plan.launch, described);
    if (status == TCU_SUCCESS && plan.launch.shape == private_shape::grid)
        status = plan.by_value ? store_copies_of_values(context, described, plan.copies_of_slots,
                                                        reinterpret_cast<uint64_t *>(base + plan.totals))
                               : store_copies(context, described, plan.copies_of_slots);
    return status;
}
