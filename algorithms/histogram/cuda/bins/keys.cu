/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Levels, read when the work runs: whether they are in order, and their keys in the order of the samples
 * (exact.cuh).
 */
#include "keys.cuh"

#include <algorithm>

#include "algorithms/histogram/cuda/tuning.h"
#include "found_ends.cuh"
#include "level_arrays.cuh"

namespace tcu
{
namespace
{

constexpr int key_threads = TCUI_HISTOGRAM_KEY_THREADS;
constexpr uint64_t most_key_blocks = TCUI_HISTOGRAM_MOST_KEY_BLOCKS;

__global__ void __launch_bounds__(key_threads) make_keys(const __grid_constant__ level_arrays all)
{
    let_next_kernel_begin();
    wait_for_previous_kernel();
    bool bad = false;
    for (int c = 0; c < all.num_channels; c++) {
        const level_array &array = all.of[c];
        for (uint64_t k = static_cast<uint64_t>(blockIdx.x) * key_threads + threadIdx.x; k < array.count;
             k += static_cast<uint64_t>(gridDim.x) * key_threads) {
            bad = bad || !is_in_order(all, array, k);
            /* Levels above all samples come last: one thread sees where they begin. */
            make_key(all, array, k);
            const bool reached = is_reached(all, array, k);
            if (reached && k + 1 == array.count) {
                all.num_keys[c] = array.count;
            }
            if (!reached && (k == 0 || is_reached(all, array, k - 1))) {
                all.num_keys[c] = k;
            }
        }
    }
    const int any = __syncthreads_count(bad);
    if (threadIdx.x == 0) {
        all.bad[blockIdx.x] = any > 0;
    }
}

/* The levels at which even bins meet that lie between ends which were found. */
__global__ void __launch_bounds__(key_threads) make_keys_between_ends(const __grid_constant__ found_ends found)
{
    let_next_kernel_begin();
    wait_for_previous_kernel();
    const edges_between_ends edges(found);
    for (uint64_t k = static_cast<uint64_t>(blockIdx.x) * key_threads + threadIdx.x; k < edges.count();
         k += static_cast<uint64_t>(gridDim.x) * key_threads) {
        edges.make_key(k);
    }
    if (threadIdx.x == 0) {
        found.bad[blockIdx.x] = edges.are_bad();
        if (blockIdx.x == 0) {
            *found.num_keys = edges.count();
        }
    }
}

uint64_t levels_of(const tcui_bins &bins)
{
    return bins.num_bins > 0 && bins.kind == TCU_BINS_RANGE ? bins.num_bins + 1 : 0;
}

size_t key_bytes(const tcui_histogram_task *task)
{
    return tcu_type_size(task->sample_type) == 8 ? 8 : 4;
}

uint64_t blocks_of(const tcui_histogram_task *task)
{
    uint64_t most = 0;
    for (int c = 0; c < task->num_channels; c++) {
        most = std::max(most, levels_of(task->channels[c]));
    }
    return std::min((most + key_threads - 1) / key_threads, most_key_blocks);
}

template <class T>
T *at(void *workspace, size_t offset)
{
    return reinterpret_cast<T *>(static_cast<unsigned char *>(workspace) + offset);
}

} // namespace

key_places reserve_keys(const tcui_histogram_task *task, tcui_layout *layout)
{
    key_places places = {};
    for (int c = 0; c < task->num_channels; c++) {
        const uint64_t levels = levels_of(task->channels[c]);
        places.keys[c] = tcui_layout_reserve(layout, levels, key_bytes(task));
        places.any = places.any || levels > 0;
    }
    if (places.any) {
        places.num_keys = tcui_layout_reserve(layout, TCU_MAX_CHANNELS, sizeof(uint64_t));
        places.bad = tcui_layout_reserve(layout, most_key_blocks, sizeof(uint32_t));
    }
    return places;
}

uint64_t slots_of(const tcui_histogram_task *task)
{
    uint64_t slots = 0;
    for (int c = 0; c < task->num_channels; c++) {
        slots += task->channels[c].num_bins > 0 ? task->channels[c].num_bins + 1 : 0;
    }
    return slots;
}

task_bins bins_of(const tcui_histogram_task *task, const key_places &places, void *workspace)
{
    task_bins all = {};
    all.num_channels = task->num_channels;
    uint64_t slot = 0;
    for (int c = 0; c < task->num_channels; c++) {
        const tcui_bins &from = task->channels[c];
        channel_bins &bins = all.channels[c];
        all.first_slot[c] = slot;
        bins.num_bins = static_cast<uint32_t>(from.num_bins);
        if (from.num_bins == 0) {
            continue;
        }
        slot += from.num_bins + 1;
        const bool real = tcui_is_real(task->sample_type);
        if (!real && tcui_is_signed(task->sample_type)) {
            bins.key_flip = uint64_t{1} << (8 * tcu_type_size(task->sample_type) - 1);
        }
        if (from.kind == TCU_BINS_RANGE) {
            bins.rule = bin_rule::levels;
            bins.keys = at<void>(workspace, places.keys[c]);
            bins.num_keys = at<uint64_t>(workspace, places.num_keys) + c;
        } else if (real) {
            bins.rule = bin_rule::reals;
            bins.reals = tcui_real_bins_of(&from.reals, from.num_bins);
        } else {
            bins.rule = from.integers.none ? bin_rule::none : bin_rule::integers;
            bins.integers = from.integers;
            bins.multiplier = tcui_multiplier_of(from.num_bins, from.integers.width);
        }
    }
    return all;
}

count_outputs outputs_of(const tcui_histogram_task *task)
{
    count_outputs to = {};
    to.num_channels = task->num_channels;
    for (int c = 0; c < task->num_channels; c++) {
        const tcui_bins &from = task->channels[c];
        to.counts[c] = from.counts;
        to.num_bins[c] = from.num_bins;
        to.first_slot[c] = to.slots;
        to.slots += from.num_bins > 0 ? from.num_bins + 1 : 0;
    }
    to.outside = task->outside;
    to.flags = task->flags;
    to.out_type = task->out_type;
    to.accumulate = task->accumulate;
    to.weighted = task->weighted;
    return to;
}

level_verdicts verdicts_of(const tcui_histogram_task *task, const key_places &places, void *workspace)
{
    return {at<uint32_t>(workspace, places.bad), places.any ? static_cast<uint32_t>(blocks_of(task)) : 0};
}

tcu_status enqueue_keys(tcu_context *context, const tcui_histogram_task *task, const key_places &places,
                        void *workspace)
{
    if (!places.any) {
        return TCU_SUCCESS;
    }
    if (task->finds_ends) {
        const found_ends found = {task->ends,
                                  task->sample_type,
                                  8 * static_cast<int>(tcu_type_size(task->sample_type)),
                                  tcui_is_real(task->sample_type),
                                  tcui_is_signed(task->sample_type),
                                  task->channels[0].num_bins,
                                  at<void>(workspace, places.keys[0]),
                                  at<uint64_t>(workspace, places.num_keys),
                                  at<uint32_t>(workspace, places.bad)};
        return launch_as(launch_kind::overlapping, context, make_keys_between_ends, blocks_of(task), key_threads, 0,
                         found);
    }
    level_arrays all = {};
    all.num_channels = task->num_channels;
    for (int c = 0; c < task->num_channels; c++) {
        const tcui_bins &from = task->channels[c];
        all.of[c] = {from.levels, from.level_type, levels_of(from), at<void>(workspace, places.keys[c])};
    }
    all.samples_are_real = tcui_is_real(task->sample_type);
    all.sample_bits = 8 * static_cast<int>(tcu_type_size(task->sample_type));
    all.samples_are_signed = tcui_is_signed(task->sample_type);
    all.num_keys = at<uint64_t>(workspace, places.num_keys);
    all.bad = at<uint32_t>(workspace, places.bad);
    return launch_as(launch_kind::overlapping, context, make_keys, blocks_of(task), key_threads, 0, all);
}

} // namespace tcu
