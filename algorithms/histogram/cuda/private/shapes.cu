/* SPDX-License-Identifier: Apache-2.0 */
/* The shapes of a histogram in shared memory: a table, of which the first row that applies is taken. */
#include "shapes.cuh"

#include <algorithm>
#include <iterator>

#include "algorithms/histogram/cuda/paths.h"
#include "algorithms/histogram/cuda/private/counters/edges.cuh"

namespace
{

using namespace tcu;

/* More slots would be too many parts, whose blocks all read the same samples; with less shared memory there is no
 * room for tables and one replica. */
constexpr uint64_t most_private_slots = 1 << 24, least_shared_bytes = 80 << 10;

/* Of a block that is alone on its multiprocessor. */
uint64_t shared_bytes_alone(const tcu_context *context)
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

bool fits_block(const private_sizes &s)
{
    return s.is_one_part() && s.samples <= s.policy.block_bytes / s.sample_bytes;
}

bool fits_cluster(const private_sizes &s)
{
    return s.is_one_part() && s.has_clusters() && s.samples <= s.policy.cluster_bytes / s.sample_bytes;
}

/* As many as have something to do, of a power of two; where there are no clusters, 1. */
unsigned cluster_blocks_of(const tcui_resources &has, uint64_t vectors)
{
    const unsigned most = std::min<unsigned>(has.cluster_blocks, most_cluster_blocks);
    unsigned blocks = most > 1 ? 2 : 1;
    while (2 * blocks <= most && blocks * TCUI_HISTOGRAM_CLUSTER_VECTORS < vectors) {
        blocks *= 2;
    }
    return blocks;
}

/* Not as many as there are multiprocessors for: those of a cluster have to be neighbours. */
uint64_t blocks_of_clusters(const tcui_resources &has, unsigned cluster_blocks)
{
    const uint64_t most = static_cast<uint64_t>(has.multiprocessors) / cluster_blocks;
    return cluster_blocks * (most > 2 ? most - 1 : 1);
}

/* Whether bins are found in many instructions. Then all multiprocessors are of use, also for few samples. */
bool takes_longer(const private_sizes &s)
{
    const tcui_bins *const channels = s.task->channels;
    return s.sample_bytes == 8 || (s.task->num_channels > 1 && !s.is_byte) ||
           std::any_of(channels, channels + s.task->num_channels,
                       [](const tcui_bins &bins) { return bins.kind != TCU_BINS_EVEN; });
}

/* Clusters that are as large as they may be have to keep at least three quarters of the device busy. */
bool fits_clusters(const private_sizes &s)
{
    const tcui_resources device = tcui_device_resources(s.context);
    return s.is_one_part() && s.has_clusters() && s.samples < s.policy.table_samples &&
           s.samples <= s.policy.clusters_bytes / (takes_longer(s) ? 32 : 1) / s.sample_bytes &&
           4 * blocks_of_clusters(device, cluster_blocks_of(device, UINT64_MAX)) >= 3 * s.multiprocessors;
}

/* Whether kernels have blocks for many samples that are alone on their multiprocessors: pictures, and even bins of 16
 * bits. */
bool has_kernels_alone(const private_sizes &s)
{
    const tcui_histogram_task &task = *s.task;
    const tcui_bins &bins = task.channels[0];
    real_bins estimate;
    return s.is_byte             ? (task.num_channels == 2 || task.num_channels == 4) && rows_of(&task).rows == 1
           : s.sample_bytes != 2 ? false
           : tcui_is_real(task.sample_type) ? edges_of(s) > 0 && estimate_reals(&bins, &estimate)
                                            : bins.num_bins < most_edges && has_short_bins(&task);
}

/* Many samples whose blocks could share a multiprocessor but are faster alone: they have more replicas then (f16 in
 * 4096 bins 92 for 87 % of reading), or the counters of two blocks leave L1 too little room for samples in flight.
 * (Queries cannot decide this; there is room for as many copies as of blocks that share.) */
bool fits_grid_alone(const private_sizes &s)
{
    if (s.samples < s.policy.table_samples || !s.shares || !s.policy.special_counters || !has_kernels_alone(s)) {
        return false;
    }
    const uint64_t places = s.is_byte ? s.slots : spread_counters::place_of(static_cast<uint32_t>(s.slots));
    const uint64_t most = s.is_byte ? TCUI_HISTOGRAM_REPLICAS_1 : TCUI_HISTOGRAM_REPLICAS_2;
    const uint64_t of_two = replicas_of(places, most, s.half);
    return of_two < replicas_of(places, most, s.whole) ||
           places * of_two * sizeof(uint32_t) >= TCUI_HISTOGRAM_FULL_BYTES;
}

bool fits_grid(const private_sizes &)
{
    return true;
}

/* The first shape that applies is taken. */
const struct shape_row {
    private_shape shape;
    bool alone; /* on its multiprocessor a block is, even if two have room */
    bool (*applies)(const private_sizes &);
} shapes[] = {
    {private_shape::block, false, fits_block},       /* up to 16 KB */
    {private_shape::cluster, false, fits_cluster},   /* up to 256 KB */
    {private_shape::clusters, false, fits_clusters}, /* up to 16 MB */
    {private_shape::grid, true, fits_grid_alone},    /* from 2^23 samples on, if kernels have such blocks */
    {private_shape::grid, false, fits_grid},         /* all else */
};

constexpr uint64_t few_vectors = TCUI_HISTOGRAM_FEW_BYTES / 16, some_vectors = TCUI_HISTOGRAM_SOME_BYTES / 16;

/* Groups of as many blocks as there are parts; of few vectors one a multiprocessor at most. */
private_launch grid_of(const private_sizes &s, uint64_t multiprocessors, bool alone)
{
    constexpr uint64_t most_samples_of_block = uint64_t{1} << 31; /* it counts with 32 bits */
    const int threads = s.vectors <= few_vectors && s.parts == 1 ? few_threads : TCUI_HISTOGRAM_GRID_THREADS;
    const uint64_t resident = multiprocessors * (alone || s.vectors <= some_vectors ? 1 : 2);
    const uint64_t most = std::max<uint64_t>(1, resident / s.parts);
    const uint64_t useful = divide_up(s.vectors, static_cast<uint64_t>(threads) * TCUI_HISTOGRAM_LEAST_VECTORS);
    const uint64_t groups = std::max<uint64_t>(1, std::min(most, useful));
    return {private_shape::grid, std::max(groups, divide_up(s.samples, most_samples_of_block)), threads, 0, 1, alone};
}

} // namespace

private_launch tcu::launch_of(const private_sizes &s)
{
    const shape_row *const row =
        std::find_if(std::begin(shapes), std::end(shapes), [&](const shape_row &row) { return row.applies(s); });
    const private_shape shape = row->shape;
    const bool alone = row->alone || !s.shares;
    if (shape == private_shape::grid) {
        return grid_of(s, static_cast<uint64_t>(s.stream.multiprocessors), alone);
    }
    const unsigned cluster_blocks = shape == private_shape::block ? 1 : cluster_blocks_of(s.stream, s.vectors);
    const uint64_t blocks =
        shape == private_shape::clusters ? blocks_of_clusters(s.stream, cluster_blocks) : cluster_blocks;
    return {shape, blocks, few_threads, 0, cluster_blocks, alone};
}

/* Of more than few vectors blocks have more threads, and so only half as many of them have something to do. */
uint64_t tcu::most_copies_of(const private_sizes &s)
{
    constexpr uint64_t most_of_few = few_vectors / (uint64_t{few_threads} * TCUI_HISTOGRAM_LEAST_VECTORS);
    const uint64_t copies = grid_of(s, s.multiprocessors, !s.shares).blocks;
    return s.parts > 1 || s.vectors <= few_vectors ? copies
                                                   : std::max(copies, std::min(s.multiprocessors, most_of_few));
}

private_sizes tcu::sizes_of(const tcu_context *context, const tcui_histogram_task *task)
{
    private_sizes s = {};
    s.context = context;
    s.task = task;
    s.policy = tcui_histogram_policy_of(context);
    s.multiprocessors = static_cast<uint64_t>(context->properties.multiprocessors);
    s.stream = tcui_stream_resources(context);
    s.sample_bytes = tcu_type_size(task->sample_type);
    s.samples = task->n > UINT64_MAX / TCU_MAX_CHANNELS ? UINT64_MAX : task->n * task->num_channels;
    s.vectors = divide_up(s.samples, 16 / s.sample_bytes);
    s.whole = shared_bytes_alone(context);
    s.half = s.whole / 2;
    s.slots = private_slots_of(task);
    const uint64_t most_slots = s.whole / sizeof(uint32_t);
    s.parts = s.slots <= most_slots ? 1 : divide_up(s.slots, most_slots - 1);
    s.part_slots = divide_up(s.slots, s.parts);
    s.is_byte = counts_by_value(task);
    s.has_few_bins = slots_of(task) <= TCUI_HISTOGRAM_MOST_SLOTS_OF_VALUES;
    s.shares = counters_of_part(s) * sizeof(uint32_t) <= s.half;
    return s;
}

bool tcu::is_real_in_f32(const private_sizes &s)
{
    return s.policy.special_counters && s.task->num_channels == 1 && s.task->channels[0].kind == TCU_BINS_EVEN &&
           tcui_is_real(s.task->sample_type) && s.task->sample_type != TCU_TYPE_F64;
}

uint64_t tcu::edges_of(const private_sizes &s)
{
    const uint64_t num_bins = s.task->channels[0].num_bins;
    return is_real_in_f32(s) && num_bins < most_edges ? num_bins + 1 : 0;
}

uint32_t tcu::replicas_of(uint64_t slots, uint64_t most, uint64_t bytes)
{
    uint32_t replicas = 1;
    while (replicas < most && slots * 2 * replicas * sizeof(uint32_t) <= bytes) {
        replicas *= 2;
    }
    return replicas;
}

bool tcui_histogram_fits_private(const tcu_context *context, const tcui_histogram_task *task)
{
    return !task->weighted && private_slots_of(task) <= most_private_slots &&
           shared_bytes_alone(context) >= least_shared_bytes;
}

bool tcui_histogram_private_pays(const tcu_context *context, const tcui_histogram_task *task)
{
    return private_slots_of(task) <= tcui_histogram_policy_of(context).private_slots;
}
