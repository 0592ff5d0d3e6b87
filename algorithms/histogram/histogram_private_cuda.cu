/* SPDX-License-Identifier: Apache-2.0 */
/* Histograms in shared memory: the shape of a call, its launch, and the sums of a grid's copies. */
#include "histogram_private.cuh"

#include <algorithm>

#include "histogram_cuda.h"
#include "histogram_edges.cuh"
#include "histogram_halves.h"
#include "histogram_mma.h"
#include "histogram_private_counters.cuh"
#include "histogram_tuning.h"
#include "primitives/tile/fragment.h"

namespace
{

using namespace tcu;

/* A block counts with 32 bits. */
constexpr uint64_t most_samples_of_block = uint64_t{1} << 31;

/* More slots are not looked at from so many sides; and with this memory there is room for tables and one replica. */
constexpr uint64_t most_private_slots = 1 << 24, least_shared_bytes = 80 << 10;

struct private_plan {
    private_launch launch;
    uint32_t slots, replicas, parts, part_slots;
    bool by_value;
    bool has_matrix; /* if the samples lie side by side: which is not known in a query */
    key_places keys;
    uint64_t edges; /* that have room in the workspace, and in shared memory; or 0 */
    bool has_cells;
    uint64_t copies_of_slots;
    size_t copies, totals, edge_place, half_place;
};

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
    if (!counts_by_value(task))
        return slots_of(task);
    uint64_t slots = 0;
    for (int c = 0; c < task->num_channels; ++c)
        slots += task->channels[c].num_bins > 0 ? byte_values : 0;
    return slots;
}

uint64_t bins_of_all(const tcui_histogram_task *task)
{
    uint64_t bins = 0;
    for (int c = 0; c < task->num_channels; ++c)
        bins += task->channels[c].num_bins;
    return bins;
}

/* Of reals that f32 holds, one channel, large. */
uint64_t edges_of(const tcui_histogram_policy &policy, const tcui_histogram_task *task)
{
    const tcui_bins &bins = task->channels[0];
    return policy.special_counters && task->num_channels == 1 && bins.kind == TCU_BINS_EVEN &&
                   tcui_is_real(task->sample_type) && task->sample_type != TCU_TYPE_F64 && bins.num_bins < most_edges
               ? bins.num_bins + 1
               : 0;
}

/* Levels of one channel whose samples have keys of 32 bits, and are many more than them. */
bool has_cells(const tcui_histogram_policy &policy, const tcui_histogram_task *task, uint64_t shared_bytes)
{
    const tcui_bins &bins = task->channels[0];
    const size_t sample_bytes = tcu_type_size(task->sample_type);
    return policy.special_counters && task->num_channels == 1 && bins.kind == TCU_BINS_RANGE &&
           (sample_bytes == 2 || sample_bytes == 4) && bins.num_bins < most_levels_of_cells &&
           cell_table_bytes(bins.num_bins + 1) + slots_of(task) * sizeof(uint32_t) <= shared_bytes;
}

bool has_matrix(const tcu_context *context, const tcui_histogram_policy &policy, const tcui_histogram_task *task)
{
    return tcui_uses_matrix(context, policy.byte_values) && counts_by_value(task) && task->num_channels == 1;
}

/* As many replicas as have room, up to what is of use. */
uint32_t replicas_of(uint64_t slots, uint64_t most, uint64_t bytes)
{
    uint32_t replicas = 1;
    while (replicas < most && slots * 2 * replicas * sizeof(uint32_t) <= bytes)
        replicas *= 2;
    return replicas;
}

/* Nothing but what plan() knows decides. */
private_plan plan_of(const tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout)
{
    const tcui_histogram_policy policy = tcui_histogram_policy_of(context);
    private_plan plan = {};
    plan.by_value = counts_by_value(task);
    plan.slots = static_cast<uint32_t>(private_slots_of(task));
    plan.keys = reserve_keys(task, layout);

    const uint64_t sample_bytes = tcu_type_size(task->sample_type);
    const uint64_t samples = task->n > UINT64_MAX / TCU_MAX_CHANNELS ? UINT64_MAX : task->n * task->num_channels;
    const uint64_t whole = whole_bytes(context), half = whole / 2;
    const uint64_t most_slots = whole / sizeof(uint32_t);
    plan.parts = plan.slots <= most_slots ? 1 : static_cast<uint32_t>(divide_up(plan.slots, most_slots - 1));
    plan.part_slots = static_cast<uint32_t>(divide_up(plan.slots, plan.parts));
    uint64_t counters_of_part = plan.part_slots + (plan.parts > 1 ? 1 : 0);
    const bool is_half = counters_of_part * sizeof(uint32_t) <= half;
    const uint64_t threads = 1024;
    /* Groups of blocks, one for each part. */
    const uint64_t most_blocks =
        std::max<uint64_t>(1, context->properties.multiprocessors * (is_half ? 2u : 1u) / plan.parts);
    /* Of values the bins come last, and where these are many a grid stores them. */
    const bool few_bins = plan.parts == 1 && (!plan.by_value || bins_of_all(task) <= 64 * bins_of_values_at_once);
    if (few_bins && samples <= policy.block_bytes / sample_bytes) {
        plan.launch = {private_shape::block, 1, 0};
    } else if (few_bins && samples <= policy.cluster_bytes / sample_bytes && context->cluster_blocks > 1) {
        plan.launch = {private_shape::cluster,
                       std::min<uint64_t>(context->cluster_blocks, TCUI_HISTOGRAM_CLUSTER_BLOCKS), 0};
    } else {
        const uint64_t vectors = divide_up(samples, 16 / sample_bytes);
        const uint64_t useful = divide_up(vectors, threads * TCUI_HISTOGRAM_LEAST_VECTORS);
        const uint64_t blocks = std::max<uint64_t>(1, std::min(most_blocks, useful));
        plan.launch = {private_shape::grid, std::max(blocks, divide_up(samples, most_samples_of_block)), 0};
    }
    const bool is_grid = plan.launch.shape == private_shape::grid;
    const bool is_large = is_grid && samples >= policy.table_samples;
    plan.edges = is_large ? edges_of(policy, task) : 0;
    plan.has_cells = is_large && has_cells(policy, task, whole);
    if (plan.edges > 0 && sample_bytes == 2)
        counters_of_part = spread_counters::place_of(plan.part_slots);
    const uint64_t most_replicas = plan.has_cells      ? TCUI_HISTOGRAM_REPLICAS_CELLS
                                   : sample_bytes == 1 ? TCUI_HISTOGRAM_REPLICAS_1
                                   : sample_bytes == 2 ? TCUI_HISTOGRAM_REPLICAS_2
                                                       : TCUI_HISTOGRAM_REPLICAS_4;
    /* Behind the counters. */
    const uint64_t table_bytes =
        plan.has_cells ? cell_table_bytes(task->channels[0].num_bins + 1) : plan.edges * sizeof(f32);
    /* Counters that are cleared and summed are worth no more time than the samples take. */
    const uint64_t counters = 4 * divide_up(samples, plan.launch.blocks);
    const uint64_t useful_replicas = plan.parts > 1 ? 1 : std::max<uint64_t>(1, counters / plan.slots);
    const uint64_t room = is_half ? half : whole;
    plan.replicas = replicas_of(counters_of_part, std::min(most_replicas, useful_replicas),
                                room < table_bytes ? 0 : room - table_bytes);
    plan.launch.shared_bytes = counters_of_part * plan.replicas * sizeof(uint32_t) + table_bytes;
    if (plan.by_value && !is_grid)
        plan.launch.shared_bytes += (plan.slots + bins_of_values_at_once) * sizeof(uint64_t);
    plan.has_matrix = is_grid && has_matrix(context, policy, task);
    const uint64_t most_copies =
        std::max(plan.launch.blocks, plan.has_matrix ? tcui_histogram_mma_blocks(context, task->n) : 0);
    plan.copies = tcui_layout_reserve(layout, is_grid ? most_copies * plan.slots : 0, sizeof(uint32_t));
    plan.copies_of_slots = plan.launch.blocks;
    plan.launch.blocks *= plan.parts;
    plan.totals = tcui_layout_reserve(layout, is_grid && plan.by_value ? plan.slots : 0, sizeof(uint64_t));
    plan.edge_place = tcui_layout_reserve(layout, plan.edges, sizeof(f32));
    plan.half_place =
        tcui_layout_reserve(layout, plan.edges > 0 && sample_bytes == 2 ? half_check_blocks : 0, sizeof(uint32_t));
    return plan;
}

/* ---------------------------------------------------------------------------------------- the copies of a grid --- */

/* The sum of a slot's counts by `groups_of_sum` threads, in the first of them. */
__device__ __forceinline__ uint64_t sum_of_copies(const uint32_t *copies, uint64_t blocks, uint32_t slots,
                                                  uint32_t slot)
{
    __shared__ uint64_t part[groups_of_sum][lanes_of_sum];
    const uint32_t lane = threadIdx.x % lanes_of_sum, group = threadIdx.x / lanes_of_sum;
    uint64_t sum = 0;
    if (slot < slots)
#pragma unroll 4
        for (uint64_t block = group; block < blocks; block += groups_of_sum)
            sum += copies[block * slots + slot];
    part[group][lane] = sum;
    __syncthreads();
    if (group > 0)
        return 0;
    sum = 0;
    for (int g = 0; g < groups_of_sum; ++g)
        sum += part[g][lane];
    return sum;
}

__global__ void __launch_bounds__(lanes_of_sum *groups_of_sum)
    store_copies(const uint32_t *copies, uint64_t blocks, uint32_t slots, const __grid_constant__ count_outputs to,
                 level_verdicts verdicts)
{
    wait_for_previous_kernel();
    if (levels_are_bad(verdicts))
        return;
    const uint32_t slot = blockIdx.x * lanes_of_sum + threadIdx.x % lanes_of_sum;
    const uint64_t total = sum_of_copies(copies, blocks, slots, slot);
    if (threadIdx.x < lanes_of_sum && slot < slots)
        store_slot(to, slot, total);
}

__global__ void __launch_bounds__(lanes_of_sum *groups_of_sum)
    sum_copies(const uint32_t *copies, uint64_t blocks, uint32_t slots, uint64_t *totals)
{
    wait_for_previous_kernel();
    const uint32_t slot = blockIdx.x * lanes_of_sum + threadIdx.x % lanes_of_sum;
    const uint64_t total = sum_of_copies(copies, blocks, slots, slot);
    if (threadIdx.x < lanes_of_sum && slot < slots)
        totals[slot] = total;
}

/* Up to so many copies are added up by the kernel that stores the bins. */
constexpr uint64_t few_copies = 64;

/* The totals of a channel's values, by a block. */
__device__ __forceinline__ void total_values(const private_task &task, uint64_t copies, int channel,
                                             uint64_t (&totals)[byte_values])
{
    constexpr uint32_t groups = bins_of_values_at_once / byte_values;
    __shared__ uint64_t part[groups][byte_values];
    const uint32_t value = threadIdx.x % byte_values, group = threadIdx.x / byte_values;
    uint64_t sum = 0;
#pragma unroll 4
    for (uint64_t copy = group; copy < copies; copy += groups)
        sum += task.copies[copy * task.slots + task.value_slot[channel] + value];
    part[group][value] = sum;
    __syncthreads();
    if (group == 0) {
        for (uint32_t g = 1; g < groups; ++g)
            sum += part[g][value];
        totals[value] = sum;
    }
    __syncthreads();
}

/* totals: of all values, or NULL. */
__global__ void __launch_bounds__(bins_of_values_at_once)
    store_values(const __grid_constant__ private_task task, const uint64_t *totals, uint64_t copies, int channel)
{
    __shared__ uint64_t sums[bins_of_values_at_once], own[byte_values];
    wait_for_previous_kernel();
    if (levels_are_bad(task.verdicts))
        return;
    if (totals == nullptr)
        total_values(task, copies, channel, own);
    store_bins_of_values(task, channel, totals == nullptr ? own : totals + task.value_slot[channel],
                         static_cast<uint64_t>(blockIdx.x) * bins_of_values_at_once, bins_of_values_at_once, sums);
}

tcu_status store_grid(tcu_context *context, const private_plan &plan, const private_task &task, uint64_t *totals)
{
    constexpr int threads = lanes_of_sum * groups_of_sum;
    const uint64_t blocks = divide_up(plan.slots, lanes_of_sum);
    if (!plan.by_value)
        return launch_as(launch_kind::overlapping, context, store_copies, blocks, threads, 0, task.copies,
                         plan.copies_of_slots, plan.slots, task.outputs, task.verdicts);
    const bool few = plan.copies_of_slots <= few_copies;
    tcu_status status = TCU_SUCCESS;
    if (!few)
        status = launch_as(launch_kind::overlapping, context, sum_copies, blocks, threads, 0, task.copies,
                           plan.copies_of_slots, plan.slots, totals);
    for (int c = 0; c < task.bins.num_channels && status == TCU_SUCCESS; ++c)
        if (task.bins.channels[c].num_bins > 0)
            status = launch_as(launch_kind::overlapping, context, store_values,
                               divide_up(task.bins.channels[c].num_bins, bins_of_values_at_once),
                               static_cast<int>(bins_of_values_at_once), 0, task,
                               few ? static_cast<const uint64_t *>(nullptr) : totals, plan.copies_of_slots, c);
    return status;
}

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

bool tcui_histogram_is_private(const tcu_context *context, const tcui_histogram_task *task)
{
    const uint64_t slots = private_slots_of(task);
    return !task->weighted && slots <= tcui_histogram_policy_of(context).private_slots && slots <= most_private_slots &&
           whole_bytes(context) >= least_shared_bytes;
}

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
    described.copies = reinterpret_cast<uint32_t *>(base + plan.copies);
    uint32_t value_slot = 0;
    for (int c = 0; c < task->num_channels; ++c) {
        described.value_slot[c] = value_slot;
        value_slot += task->channels[c].num_bins > 0 ? byte_values : 0;
    }
    described.has_cells = plan.has_cells;
    tcu_status status = enqueue_keys(context, task, plan.keys, workspace);
    described.has_edges = plan.edges > 0 && estimate_reals(&task->channels[0], &described.special.reals);
    if (status == TCU_SUCCESS && described.has_edges) {
        f32 *const edges = reinterpret_cast<f32 *>(base + plan.edge_place);
        described.special.reals.edges = edges;
        status = enqueue_edges(context, &task->channels[0], edges);
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
        status = store_grid(context, plan, described, reinterpret_cast<uint64_t *>(base + plan.totals));
    return status;
}
