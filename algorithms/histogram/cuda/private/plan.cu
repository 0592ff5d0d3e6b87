/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A plan's parts, replicas, tables and blocks: as many as the samples are worth and shared memory has room for. Grids
 * have room for the copies of fewer samples, too, as the workspace must not shrink with growing n.
 */
#include "plan.cuh"

#include <algorithm>

#include "algorithms/histogram/cuda/paths.h"
#include "algorithms/histogram/cuda/private/counters/edges.cuh"
#include "algorithms/histogram/cuda/private/counters/halves.h"
#include "algorithms/histogram/cuda/tuning.h"

namespace
{

using namespace tcu;

/* Of 8-bit samples: where there are more slots, blocks hand on the counts of values. */
constexpr uint64_t most_slots_of_values = 4096;

/* Of so many vectors a grid has blocks of few threads. */
constexpr uint64_t few_vectors = TCUI_HISTOGRAM_FEW_BYTES / 16;

/* A block counts with 32 bits. */
constexpr uint64_t most_samples_of_block = uint64_t{1} << 31;

/* More slots would be too many parts, whose blocks all read the same samples; with less shared memory there is no
 * room for tables and one replica. */
constexpr uint64_t most_private_slots = 1 << 24, least_shared_bytes = 80 << 10;

/* Shared memory of a block that is alone on its multiprocessor. */
uint64_t whole_bytes(const tcu_context *context)
{
    constexpr uint64_t statically = 3 << 10;
    const uint64_t most = context->properties.shared_memory_per_block;
    return std::min<uint64_t>(TCUI_HISTOGRAM_WHOLE_BYTES, most < statically ? 0 : most - statically);
}

bool counts_by_value(const tcui_histogram_task *task)
{
    return tcu_type_size(task->sample_type) == 1;
}

uint64_t private_slots_of(const tcui_histogram_task *task)
{
    if (!counts_by_value(task)) {
        return slots_of(task);
    }
    uint64_t slots = 0;
    for (int c = 0; c < task->num_channels; c++) {
        slots += task->channels[c].num_bins > 0 ? byte_values : 0;
    }
    return slots;
}

/* Even bins of one channel of reals that f32 holds. */
bool is_real_in_f32(const tcui_histogram_policy &policy, const tcui_histogram_task *task)
{
    return policy.special_counters && task->num_channels == 1 && task->channels[0].kind == TCU_BINS_EVEN &&
           tcui_is_real(task->sample_type) && task->sample_type != TCU_TYPE_F64;
}

uint64_t edges_of(const tcui_histogram_policy &policy, const tcui_histogram_task *task)
{
    const uint64_t num_bins = task->channels[0].num_bins;
    return is_real_in_f32(policy, task) && num_bins < most_edges ? num_bins + 1 : 0;
}

/* Levels of one channel whose samples have keys of 32 bits, and are many more than them. */
bool has_cells(const tcui_histogram_policy &policy, const tcui_histogram_task *task, uint64_t shared_bytes)
{
    const tcui_bins &bins = task->channels[0];
    const size_t sample_bytes = tcu_type_size(task->sample_type);
    return policy.special_counters && task->num_channels == 1 && bins.kind == TCU_BINS_RANGE &&
           (sample_bytes == 2 || sample_bytes == 4) && bins.num_bins < most_levels_of_cells &&
           (words_of_cells(bins.num_bins + 1) + slots_of(task)) * sizeof(uint32_t) <= shared_bytes;
}

/* As many replicas as have room, up to what is of use. */
uint32_t replicas_of(uint64_t slots, uint64_t most, uint64_t bytes)
{
    uint32_t replicas = 1;
    while (replicas < most && slots * 2 * replicas * sizeof(uint32_t) <= bytes) {
        replicas *= 2;
    }
    return replicas;
}

/* Whether bins are found in many instructions. Then all multiprocessors are of use, also for few samples. */
bool takes_longer(const tcui_histogram_task *task)
{
    for (int c = 0; c < task->num_channels; c++) {
        if (task->channels[c].kind != TCU_BINS_EVEN) {
            return true;
        }
    }
    return tcu_type_size(task->sample_type) == 8 || (task->num_channels > 1 && !counts_by_value(task));
}

/* Whether kernels have blocks for many samples that are alone on their multiprocessors: even bins of 16 bits, ... */
bool has_words_alone(const tcui_histogram_policy &policy, const tcui_histogram_task *task)
{
    const tcui_bins &bins = task->channels[0];
    real_bins estimate;
    return tcui_is_real(task->sample_type) ? edges_of(policy, task) > 0 && estimate_reals(&bins, &estimate)
                                           : bins.num_bins < most_edges && has_short_bins(task);
}

/* ... and pictures. */
bool has_pictures_alone(const tcui_histogram_task *task)
{
    return (task->num_channels == 2 || task->num_channels == 4) && rows_of(task).rows == 1;
}

/* Whether they are faster: where they have more replicas (2^30 samples in 4096 bins, % of reading, uniform and
 * constant: f16 87 and 92 with 4 replicas, 92 and 94 with 8; bf16 87 and 91, 94 and 94; u16 90 and 95, 95 and 95), or
 * where the counters of two blocks leave L1 too little room for samples in flight. */
bool is_better_alone(const tcui_histogram_policy &policy, const tcui_histogram_task *task, uint64_t slots,
                     uint64_t shared_bytes)
{
    constexpr uint64_t many_bytes = 96 << 10;
    const bool is_byte = counts_by_value(task);
    if (!policy.special_counters ||
        (is_byte ? !has_pictures_alone(task)
                 : tcu_type_size(task->sample_type) != 2 || !has_words_alone(policy, task))) {
        return false;
    }
    const uint64_t places = is_byte ? slots : spread_counters::place_of(static_cast<uint32_t>(slots));
    const uint64_t most = is_byte ? TCUI_HISTOGRAM_REPLICAS_1 : TCUI_HISTOGRAM_REPLICAS_2;
    const uint64_t of_two = replicas_of(places, most, shared_bytes / 2);
    return of_two < replicas_of(places, most, shared_bytes) || places * of_two * sizeof(uint32_t) >= many_bytes;
}

/* As many blocks as have something to do. */
private_launch cluster_of(const tcu_context *context, uint64_t vectors)
{
    const unsigned most = std::min<unsigned>(context->cluster_blocks, most_cluster_blocks);
    unsigned blocks = 2;
    while (2 * blocks <= most && blocks * TCUI_HISTOGRAM_CLUSTER_VECTORS < vectors) {
        blocks *= 2;
    }
    return {private_shape::cluster, blocks, few_threads, 0, blocks, false};
}

/* Not as many as there are multiprocessors for: those of a cluster have to be neighbours. */
private_launch clusters_of(const tcu_context *context, uint64_t vectors)
{
    private_launch launch = cluster_of(context, vectors);
    const uint64_t multiprocessors = static_cast<uint64_t>(context->properties.multiprocessors);
    const uint64_t most = multiprocessors / launch.cluster_blocks;
    launch.shape = private_shape::clusters;
    launch.blocks *= most > 2 ? most - 1 : 1;
    return launch;
}

/* Whether several clusters keep at least three quarters of the device busy, if they are as large as they may be. */
bool has_room_for_clusters(const tcu_context *context)
{
    const private_launch most = clusters_of(context, UINT64_MAX);
    return 4 * most.blocks >= 3 * static_cast<uint64_t>(context->properties.multiprocessors);
}

/* Groups of `parts` blocks each; of few vectors one a multiprocessor at most. */
private_launch grid_of(const tcu_context *context, uint64_t vectors, uint64_t samples, uint64_t parts, bool share)
{
    constexpr int many_threads = 1024;
    const bool is_few = vectors <= few_vectors, is_some = vectors <= TCUI_HISTOGRAM_SOME_BYTES / 16;
    const int threads = is_few && parts == 1 ? few_threads : many_threads;
    const uint64_t multiprocessors = static_cast<uint64_t>(context->properties.multiprocessors);
    const uint64_t most = std::max<uint64_t>(1, multiprocessors * (share && !is_some ? 2 : 1) / parts);
    const uint64_t useful = divide_up(vectors, static_cast<uint64_t>(threads) * TCUI_HISTOGRAM_LEAST_VECTORS);
    const uint64_t groups = std::max<uint64_t>(1, std::min(most, useful));
    return {private_shape::grid, std::max(groups, divide_up(samples, most_samples_of_block)), threads, 0, 1, false};
}

/* Copies to reserve room for, of groups of `parts` blocks: not fewer than fewer samples need. Of more than few vectors
 * blocks have more threads, and so only half as many of them have something to do. */
uint64_t most_copies_of(const tcu_context *context, uint64_t vectors, uint64_t parts, uint64_t copies)
{
    constexpr uint64_t most_of_few = few_vectors / (uint64_t{few_threads} * TCUI_HISTOGRAM_LEAST_VECTORS);
    const uint64_t multiprocessors = static_cast<uint64_t>(context->properties.multiprocessors);
    return parts > 1 || vectors <= few_vectors ? copies : std::max(copies, std::min(multiprocessors, most_of_few));
}

} // namespace

bool tcui_histogram_fits_private(const tcu_context *context, const tcui_histogram_task *task)
{
    return !task->weighted && private_slots_of(task) <= most_private_slots &&
           whole_bytes(context) >= least_shared_bytes;
}

bool tcui_histogram_private_pays(const tcu_context *context, const tcui_histogram_task *task)
{
    return private_slots_of(task) <= tcui_histogram_policy_of(context).private_slots;
}

private_plan tcu::plan_of(const tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout)
{
    const tcui_histogram_policy policy = tcui_histogram_policy_of(context);
    private_plan plan = {};
    plan.slots = static_cast<uint32_t>(private_slots_of(task));
    plan.keys = reserve_keys(task, layout);

    const uint64_t sample_bytes = tcu_type_size(task->sample_type);
    const uint64_t samples = task->n > UINT64_MAX / TCU_MAX_CHANNELS ? UINT64_MAX : task->n * task->num_channels;
    const uint64_t vectors = divide_up(samples, 16 / sample_bytes);
    const uint64_t whole = whole_bytes(context), half = whole / 2;
    const uint64_t most_slots = whole / sizeof(uint32_t);
    plan.parts = plan.slots <= most_slots ? 1 : static_cast<uint32_t>(divide_up(plan.slots, most_slots - 1));
    plan.part_slots = static_cast<uint32_t>(divide_up(plan.slots, plan.parts));
    uint64_t counters_of_part = plan.part_slots + (plan.parts > 1 ? 1 : 0);
    bool is_half = counters_of_part * sizeof(uint32_t) <= half;

    const bool is_byte = counts_by_value(task), has_few_bins = slots_of(task) <= most_slots_of_values;
    const bool is_small = plan.parts == 1 && (!is_byte || has_few_bins);
    const bool fits_cluster = context->cluster_blocks > 1 && 4 * plan.slots * sizeof(uint32_t) <= half;
    if (is_small && samples <= policy.block_bytes / sample_bytes) {
        plan.launch = {private_shape::block, 1, few_threads, 0, 1, false};
    } else if (is_small && fits_cluster && samples <= policy.cluster_bytes / sample_bytes) {
        plan.launch = cluster_of(context, vectors);
    } else if (is_small && fits_cluster && samples < policy.table_samples &&
               samples <= policy.clusters_bytes / (takes_longer(task) ? 32 : 1) / sample_bytes &&
               has_room_for_clusters(context)) {
        plan.launch = clusters_of(context, vectors);
    } else {
        plan.launch = grid_of(context, vectors, samples, plan.parts, is_half);
    }
    const bool is_grid = plan.launch.shape == private_shape::grid;
    const bool is_large = is_grid && samples >= policy.table_samples;
    plan.edges = is_large ? edges_of(policy, task) : 0;
    plan.has_cells = is_large && has_cells(policy, task, whole);
    if (plan.edges > 0 && sample_bytes == 2) {
        counters_of_part = spread_counters::place_of(plan.part_slots);
    }
    const uint64_t copies = is_grid ? plan.launch.blocks : 0;
    if (is_large && is_half && is_better_alone(policy, task, plan.slots, whole)) {
        is_half = false; /* (queries cannot decide this: there is room for as many copies as without) */
        plan.launch = grid_of(context, vectors, samples, plan.parts, is_half);
    }
    plan.may_estimate = is_real_in_f32(policy, task);
    plan.by_value = is_byte && !has_few_bins;
    plan.values_to_bins = is_byte && !plan.by_value;
    plan.result_slots = plan.values_to_bins ? static_cast<uint32_t>(slots_of(task)) : plan.slots;

    const uint64_t most_replicas = plan.has_cells      ? TCUI_HISTOGRAM_REPLICAS_CELLS
                                   : sample_bytes == 1 ? TCUI_HISTOGRAM_REPLICAS_1
                                   : sample_bytes == 2 ? TCUI_HISTOGRAM_REPLICAS_2
                                                       : TCUI_HISTOGRAM_REPLICAS_4;
    uint64_t words_behind = plan.has_cells ? words_of_cells(task->channels[0].num_bins + 1) : plan.edges;
    if (plan.values_to_bins) {
        words_behind += words_of_values(plan.slots, plan.result_slots);
    }
    if (plan.launch.cluster_blocks > 1) {
        while (plan.launch.cluster_blocks << plan.own_bits < plan.result_slots) {
            plan.own_bits++;
        }
        words_behind += words_received(uint64_t{1} << plan.own_bits, plan.launch.cluster_blocks);
    }
    const uint64_t bytes_behind = words_behind * sizeof(uint32_t);
    /* Clearing and summing counters must not take longer than counting the samples. */
    const uint64_t counters = 4 * divide_up(samples, plan.launch.blocks);
    const uint64_t useful_replicas = plan.parts > 1 ? 1 : std::max<uint64_t>(1, counters / plan.slots);
    const uint64_t room = is_half ? half : whole;
    plan.replicas = replicas_of(counters_of_part, std::min(most_replicas, useful_replicas),
                                room < bytes_behind ? 0 : room - bytes_behind);
    plan.launch.shared_bytes = counters_of_part * plan.replicas * sizeof(uint32_t) + bytes_behind;
    plan.launch.alone = plan.launch.threads > few_threads && (!is_half || plan.launch.shared_bytes > half);
    const uint64_t most_copies = most_copies_of(context, vectors, plan.parts, copies);
    plan.copies = tcui_layout_reserve(layout, is_grid ? most_copies * plan.result_slots : 0, sizeof(uint32_t));
    plan.copies_of_slots = plan.launch.blocks;
    plan.launch.blocks *= plan.parts;
    plan.totals = tcui_layout_reserve(layout, plan.by_value ? plan.slots : 0, sizeof(uint64_t));
    plan.edge_place = tcui_layout_reserve(layout, plan.edges, sizeof(f32));
    plan.half_place =
        tcui_layout_reserve(layout, plan.edges > 0 && sample_bytes == 2 ? half_check_blocks : 0, sizeof(uint32_t));
    return plan;
}
