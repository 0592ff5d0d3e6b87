/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Histograms of any number of bins, and of integer weights: one copy in the workspace, to which blocks add with atomic
 * operations; sums of integers do not depend on their order. Where the bins fit into shared memory, a block sums there
 * first. Otherwise it sums some of them there: those of a few pixels that it samples first. Bins that hold many pixels
 * are most likely among them, so that no address in global memory is hit by all blocks. (Which bins these are may
 * differ from run to run, the sums do not.)
 */
#include <algorithm>

#include "algorithms/histogram/cuda/paths.h"
#include "sums.cuh"

namespace
{

using namespace tcu;

/* Counted: how many pixels there are is in memory. (Else n takes no registers, of which a thread has 32.) */
template <class In, class Total, bool Counted>
__global__ void __launch_bounds__(global_threads) add_to_totals(const __grid_constant__ global_task task)
{
    const block_sums<Total> sums(task);
    sums.clear();
    wait_for_previous_kernel();
    if (levels_are_bad(task.copy.verdicts)) {
        return;
    }
    const uint64_t threads = static_cast<uint64_t>(gridDim.x) * global_threads;
    const uint64_t thread = static_cast<uint64_t>(blockIdx.x) * global_threads + threadIdx.x;
    const auto for_slots = [&](uint64_t pixel, auto function) {
        const pixel_place<In> place(task.pixels, pixel);
#pragma unroll 1
        for (int c = 0; c < task.bins.num_channels; c++) {
            if (task.bins.channels[c].num_bins > 0) {
                function(c, place, bin_of(task.bins.channels[c], place.samples[c]));
            }
        }
    };
    const uint64_t counted = Counted ? task.pixels.pixels() : 0;
    const auto num_pixels = [&] { return Counted ? counted : task.pixels.n; };
    if (task.caches && (!Counted || counted > 0)) {
        for (int look = 0; look < looks; look++) {
            for_slots(some_pixel(thread, look, num_pixels()), [&](int c, const pixel_place<In> &, uint32_t bin) {
                if (bin < task.bins.channels[c].num_bins) {
                    sums.own(task.bins.first_slot[c] + bin);
                }
            });
        }
    }
    __shared__ uint32_t outside[TCU_MAX_CHANNELS];
    if (threadIdx.x < TCU_MAX_CHANNELS) {
        outside[threadIdx.x] = 0;
    }
    __syncthreads();
    for (uint64_t pixel = thread; pixel < num_pixels(); pixel += threads) {
        for_slots(pixel, [&](int c, const pixel_place<In> &place, uint32_t bin) {
            const uint64_t weight = task.pixels.weights == nullptr
                                        ? 1
                                        : integer_weight(task.pixels.weight_type, place.weights, place.column);
            if (bin < task.bins.channels[c].num_bins) {
                sums.add_to(task.bins.first_slot[c] + bin, weight);
            } else {
                atomicAdd(outside + c, 1u);
            }
        });
    }
    sums.leave();
    if (threadIdx.x < TCU_MAX_CHANNELS && outside[threadIdx.x] > 0) {
        atomicAdd(task.copy.outside + threadIdx.x, static_cast<unsigned long long>(outside[threadIdx.x]));
    }
}

struct global_schedule {
    key_places keys;
    size_t totals, outside;
    uint64_t slots, blocks;
    size_t total_bytes, shared_bytes;
    uint32_t shared_slots;
    bool caches;
};

global_schedule schedule_of(const tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout)
{
    global_schedule schedule = {};
    schedule.keys = reserve_keys(task, layout);
    schedule.slots = slots_of(task);
    schedule.total_bytes = total_bytes_of(task);
    schedule.totals = tcui_layout_reserve(layout, schedule.slots, schedule.total_bytes);
    schedule.outside = tcui_layout_reserve(layout, TCU_MAX_CHANNELS, sizeof(uint64_t));
    const uint64_t room = context->properties.shared_memory_per_block;
    const uint64_t cache_bytes = cached_sums * (schedule.total_bytes + sizeof(uint32_t));
    const bool fits = schedule.slots * schedule.total_bytes <= std::min<uint64_t>(TCUI_HISTOGRAM_HALF_BYTES, room / 2);
    schedule.caches = !fits && cache_bytes + 1024 <= room && task->n >= tcui_histogram_policy_of(context).cached_pixels;
    schedule.shared_slots = fits ? static_cast<uint32_t>(schedule.slots) : schedule.caches ? cached_sums : 0;
    schedule.shared_bytes = fits ? schedule.slots * schedule.total_bytes : schedule.caches ? cache_bytes : 0;
    /* A block counts the samples outside with 32 bits. */
    const uint64_t resident = static_cast<uint64_t>(tcui_stream_multiprocessors(context)) * (schedule.caches ? 1 : 2);
    const uint64_t useful = std::max<uint64_t>(1, task->n / (4 * global_threads));
    schedule.blocks = std::max(std::min(resident, useful), task->n >> 31);
    return schedule;
}

template <class Total>
tcu_status add_pixels(tcu_context *context, const tcui_histogram_task *task, const global_schedule &schedule,
                      const global_task &described)
{
    return dispatch_width(task->sample_type, [&](auto sample) {
        using In = decltype(sample);
        return launch_as(launch_kind::overlapping, context,
                         task->count != nullptr ? add_to_totals<In, Total, true> : add_to_totals<In, Total, false>,
                         schedule.blocks, global_threads, schedule.shared_bytes, described);
    });
}

} // namespace

tcu_status tcui_histogram_global_reserve(tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout)
{
    schedule_of(context, task, layout);
    return TCU_SUCCESS;
}

tcu_status tcui_histogram_global_execute(tcu_context *context, const tcui_histogram_task *task, void *workspace)
{
    tcui_layout layout = {};
    const global_schedule schedule = schedule_of(context, task, &layout);
    unsigned char *const base = static_cast<unsigned char *>(workspace);
    global_task described = {};
    described.pixels = pixels_of(task);
    described.bins = bins_of(task, schedule.keys, workspace);
    described.copy = {outputs_of(task), verdicts_of(task, schedule.keys, workspace), base + schedule.totals,
                      reinterpret_cast<unsigned long long *>(base + schedule.outside)};
    described.shared_slots = schedule.shared_slots;
    described.caches = schedule.caches;
    tcu_status status = enqueue_keys(context, task, schedule.keys, workspace);
    if (status == TCU_SUCCESS) {
        status = clear_totals(context, task, described.copy);
    }
    if (status == TCU_SUCCESS && task->n > 0) {
        status = dispatch_totals(
            task, [&](auto zero) { return add_pixels<decltype(zero)>(context, task, schedule, described); });
    }
    return status == TCU_SUCCESS ? store_totals(context, task, described.copy) : status;
}
