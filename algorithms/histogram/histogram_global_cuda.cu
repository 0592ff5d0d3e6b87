/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Histograms of any number of bins, and of integer weights: one copy in the workspace, to which blocks add with atomic
 * operations; sums of integers do not depend on their order. Where the bins fit into shared memory, a block sums there
 * first.
 */
#include <algorithm>

#include "histogram_cuda.h"
#include "histogram_keys.cuh"
#include "histogram_pixels.cuh"
#include "histogram_tuning.h"

namespace
{

using namespace tcu;

constexpr int global_threads = 512;

struct global_task {
    pixel_rows pixels;
    task_bins bins;
    count_outputs outputs;
    level_verdicts verdicts;
    void *totals;                /* of all slots, of whatever type sums are formed in */
    unsigned long long *outside; /* TCU_MAX_CHANNELS */
    uint32_t shared_slots;       /* all slots, or 0 where they do not fit */
};

__device__ __forceinline__ void add(uint32_t *to, uint64_t value)
{
    atomicAdd(to, static_cast<uint32_t>(value));
}

__device__ __forceinline__ void add(uint64_t *to, uint64_t value)
{
    atomicAdd(reinterpret_cast<unsigned long long *>(to), static_cast<unsigned long long>(value));
}

template <class Total>
__global__ void __launch_bounds__(global_threads) clear_totals(const __grid_constant__ global_task task)
{
    wait_for_previous_kernel();
    const bool bad = levels_are_bad(task.verdicts);
    const uint64_t thread = static_cast<uint64_t>(blockIdx.x) * global_threads + threadIdx.x;
    if (thread == 0)
        store_flags(task.outputs, bad);
    if (thread < TCU_MAX_CHANNELS)
        task.outside[thread] = 0;
    for (uint64_t slot = thread; slot < task.outputs.slots; slot += static_cast<uint64_t>(gridDim.x) * global_threads)
        static_cast<Total *>(task.totals)[slot] = 0;
}

template <class In, class Total>
__global__ void __launch_bounds__(global_threads) add_to_totals(const __grid_constant__ global_task task)
{
    Total *const shared = reinterpret_cast<Total *>(dynamic_shared_memory());
    for (uint32_t slot = threadIdx.x; slot < task.shared_slots; slot += global_threads)
        shared[slot] = 0;
    wait_for_previous_kernel();
    if (levels_are_bad(task.verdicts))
        return;
    __syncthreads();
    Total *const totals = static_cast<Total *>(task.totals);
    const uint64_t threads = static_cast<uint64_t>(gridDim.x) * global_threads;
    const uint64_t thread = static_cast<uint64_t>(blockIdx.x) * global_threads + threadIdx.x;
    uint32_t outside[TCU_MAX_CHANNELS] = {};
    for (uint64_t pixel = thread; pixel < task.pixels.n; pixel += threads) {
        const pixel_place<In> place(task.pixels, pixel);
        const uint64_t weight = task.pixels.weights == nullptr
                                    ? 1
                                    : integer_weight(task.pixels.weight_type, place.weights, place.column);
#pragma unroll
        for (int c = 0; c < TCU_MAX_CHANNELS; ++c) {
            if (c >= task.bins.num_channels || task.bins.channels[c].num_bins == 0)
                continue;
            const uint32_t bin = bin_of(task.bins.channels[c], place.samples[c]);
            const uint64_t slot = task.bins.first_slot[c] + bin;
            if (bin == task.bins.channels[c].num_bins)
                ++outside[c];
            else
                add(slot < task.shared_slots ? shared + slot : totals + slot, weight);
        }
    }
#pragma unroll
    for (int c = 0; c < TCU_MAX_CHANNELS; ++c) {
        const unsigned count = __reduce_add_sync(0xffffffffu, outside[c]);
        if (count > 0 && threadIdx.x % TCUI_WARP_LANES == 0)
            atomicAdd(task.outside + c, static_cast<unsigned long long>(count));
    }
    __syncthreads();
    for (uint32_t slot = threadIdx.x; slot < task.shared_slots; slot += global_threads)
        if (shared[slot] != 0)
            add(totals + slot, shared[slot]);
}

template <class Total>
__global__ void __launch_bounds__(global_threads) store_totals(const __grid_constant__ global_task task)
{
    wait_for_previous_kernel();
    if (levels_are_bad(task.verdicts))
        return;
    const uint64_t thread = static_cast<uint64_t>(blockIdx.x) * global_threads + threadIdx.x;
    for (uint64_t slot = thread; slot < task.outputs.slots;
         slot += static_cast<uint64_t>(gridDim.x) * global_threads) {
        const int c = channel_of_slot(task.outputs, slot);
        const uint64_t bin = slot - task.outputs.first_slot[c];
        if (bin < task.outputs.num_bins[c])
            store_bin(task.outputs, c, bin, static_cast<const Total *>(task.totals)[slot]);
        else
            store_outside(task.outputs, c, task.outside[c]);
    }
}

/* Whether totals have 64 bits. */
bool is_wide(const tcui_histogram_task *task)
{
    return task->weighted ? tcu_type_size(task->out_type) == 8 : task->n > UINT32_MAX;
}

struct global_plan {
    key_places keys;
    size_t totals, outside;
    uint64_t slots, blocks, slot_blocks;
    size_t total_bytes;
    uint32_t shared_slots;
};

global_plan plan_of(const tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout)
{
    global_plan plan = {};
    plan.keys = reserve_keys(task, layout);
    plan.slots = slots_of(task);
    plan.total_bytes = is_wide(task) ? sizeof(uint64_t) : sizeof(uint32_t);
    plan.totals = tcui_layout_reserve(layout, plan.slots, plan.total_bytes);
    plan.outside = tcui_layout_reserve(layout, TCU_MAX_CHANNELS, sizeof(uint64_t));
    const bool fits = plan.slots * plan.total_bytes <= std::min<uint64_t>(TCUI_HISTOGRAM_HALF_BYTES,
                                                                          context->properties.shared_memory_per_block);
    plan.shared_slots = fits ? static_cast<uint32_t>(plan.slots) : 0;
    /* A thread counts what is outside with 32 bits. */
    const uint64_t resident = static_cast<uint64_t>(context->properties.multiprocessors) * (fits ? 2 : 4);
    const uint64_t useful = std::max<uint64_t>(1, task->n / (4 * global_threads));
    plan.blocks = std::max(std::min(resident, useful), task->n >> 40);
    plan.slot_blocks = std::min<uint64_t>((plan.slots + global_threads - 1) / global_threads, 8 * resident);
    return plan;
}

template <class Total>
tcu_status run(tcu_context *context, const tcui_histogram_task *task, const global_plan &plan,
               const global_task &described)
{
    tcu_status status = launch_as(launch_kind::overlapping, context, clear_totals<Total>, plan.slot_blocks,
                                  global_threads, 0, described);
    if (status == TCU_SUCCESS && task->n > 0)
        status = with_sample_type(task->sample_type, [&](auto sample) {
            return launch_as(launch_kind::overlapping, context, add_to_totals<decltype(sample), Total>, plan.blocks,
                             global_threads, plan.shared_slots * sizeof(Total), described);
        });
    if (status == TCU_SUCCESS)
        status = launch_as(launch_kind::overlapping, context, store_totals<Total>, plan.slot_blocks, global_threads, 0,
                           described);
    return status;
}

} // namespace

tcu_status tcui_histogram_global_plan(tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout)
{
    plan_of(context, task, layout);
    return TCU_SUCCESS;
}

tcu_status tcui_histogram_global_execute(tcu_context *context, const tcui_histogram_task *task, void *workspace)
{
    tcui_layout layout = {};
    const global_plan plan = plan_of(context, task, &layout);
    unsigned char *const base = static_cast<unsigned char *>(workspace);
    global_task described = {};
    described.pixels = pixels_of(task);
    described.bins = bins_of(task, plan.keys, workspace);
    described.outputs = outputs_of(task);
    described.verdicts = verdicts_of(task, plan.keys, workspace);
    described.totals = base + plan.totals;
    described.outside = reinterpret_cast<unsigned long long *>(base + plan.outside);
    described.shared_slots = plan.shared_slots;
    tcu_status status = enqueue_keys(context, task, plan.keys, workspace);
    if (status != TCU_SUCCESS)
        return status;
    return is_wide(task) ? run<uint64_t>(context, task, plan, described)
                         : run<uint32_t>(context, task, plan, described);
}
