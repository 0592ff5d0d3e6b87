/* SPDX-License-Identifier: Apache-2.0 */
/* Histograms in shared memory: the kernels of a call, as its schedule has them. */
#include "algorithms/histogram/cuda/paths.h"
#include "algorithms/histogram/cuda/private/counters/edges.cuh"
#include "algorithms/histogram/cuda/private/counters/halves.h"
#include "copies.cuh"
#include "launchers.cuh"
#include "schedule.cuh"

namespace
{

using namespace tcu;

constexpr int begin_threads = TCUI_HISTOGRAM_CLEAR_THREADS;

/* For a call whose counting kernel adds to `slots` cleared results; or to no results at all. */
__global__ void __launch_bounds__(begin_threads)
    begin_results(const __grid_constant__ count_outputs to, level_verdicts verdicts, uint32_t slots)
{
    let_next_kernel_begin();
    const uint32_t slot = blockIdx.x * begin_threads + threadIdx.x;
    const slot_place place(to, slot);
    wait_for_previous_kernel();
    const bool bad = levels_are_bad(verdicts);
    if (slot == 0) {
        store_flags(to, bad);
    }
    if (slot < slots && !bad) {
        place.store(to, 0);
    }
}

tcu_status begin(tcu_context *context, const private_task &described, uint32_t slots)
{
    return launch_as(launch_kind::overlapping, context, begin_results, slots / begin_threads + 1, begin_threads, 0,
                     described.outputs, described.verdicts, slots);
}

/* For 8-bit samples: slot x has the value x, and there are none behind. */
bool values_are_bins(const tcui_histogram_task *task)
{
    const tcui_bins &bins = task->channels[0];
    return task->sample_type == TCU_TYPE_U8 && task->num_channels == 1 && bins.kind == TCU_BINS_EVEN &&
           bins.num_bins == byte_values && bins.integers.width == byte_values && bins.integers.first == 0 &&
           bins.integers.offset == 0 && !bins.integers.none;
}

} // namespace

tcu_status tcui_histogram_private_reserve(tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout)
{
    schedule_of(context, task, layout);
    return TCU_SUCCESS;
}

tcu_status tcui_histogram_private_execute(tcu_context *context, const tcui_histogram_task *task, void *workspace)
{
    tcui_layout layout = {};
    const private_schedule schedule = schedule_of(context, task, &layout);
    unsigned char *const base = static_cast<unsigned char *>(workspace);
    private_task described = {};
    described.rows = rows_of(task);
    described.bins = bins_of(task, schedule.keys, workspace);
    described.outputs = outputs_of(task);
    described.verdicts = verdicts_of(task, schedule.keys, workspace);
    described.shape = schedule.launch.shape;
    described.slots = schedule.slots;
    described.parts = schedule.parts;
    described.part_slots = schedule.part_slots;
    described.replicas = schedule.replicas;
    described.result_slots = schedule.result_slots;
    described.copies = reinterpret_cast<uint32_t *>(base + schedule.copies);
    uint32_t value_slot = 0;
    for (int c = 0; c < task->num_channels; c++) {
        described.value_slot[c] = value_slot;
        value_slot += task->channels[c].num_bins > 0 ? byte_values : 0;
    }
    described.values_to_bins = schedule.values_to_bins && !values_are_bins(task);
    described.has_cells = schedule.has_cells;
    described.cluster_blocks = schedule.launch.cluster_blocks;
    described.own_bits = schedule.own_bits;
    tcu_status status = enqueue_keys(context, task, schedule.keys, workspace);
    const tcui_bins *const bins = &task->channels[0];
    const bool has_estimate = schedule.may_estimate && estimate_reals(bins, &described.special.reals);
    described.is_exact = has_estimate && edges_in_f32(bins, &described.special.reals);
    described.has_edges = has_estimate && schedule.edges > 0;
    if (status == TCU_SUCCESS && described.has_edges) {
        f32 *const edges = reinterpret_cast<f32 *>(base + schedule.edge_place);
        described.special.reals.edges = edges;
        status = enqueue_edges(context, bins, edges);
        if (status == TCU_SUCCESS && tcu_type_size(task->sample_type) == 2) {
            status = enqueue_half_checks(context, task, reinterpret_cast<uint32_t *>(base + schedule.half_place),
                                         &described.halves);
        }
    }
    const bool has_flags = task->flags != nullptr && described.verdicts.count > 0;
    if (status == TCU_SUCCESS && schedule.launch.shape == private_shape::clusters && (!task->accumulate || has_flags)) {
        status = begin(context, described, task->accumulate ? 0 : schedule.result_slots);
    }
    if (status == TCU_SUCCESS) {
        private_launch shape = schedule.launch;
        shape.count = pixel_count_of(task);
        status = launch_private(context, task, shape, described);
    }
    if (status == TCU_SUCCESS && schedule.launch.shape == private_shape::grid) {
        status = schedule.by_value ? store_copies_of_values(context, described, schedule.copies_of_slots,
                                                            reinterpret_cast<uint64_t *>(base + schedule.totals))
                                   : store_copies(context, described, schedule.copies_of_slots);
    }
    return status;
}
