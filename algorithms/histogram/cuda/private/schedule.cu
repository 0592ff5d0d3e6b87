/* SPDX-License-Identifier: Apache-2.0 */
/* A histogram's schedule: of its shape (shapes.cuh) as many replicas and tables as shared memory has room for. */
#include "schedule.cuh"

#include <algorithm>

#include "algorithms/histogram/cuda/private/counters/edges.cuh"
#include "algorithms/histogram/cuda/private/counters/halves.h"
#include "shapes.cuh"

namespace
{

using namespace tcu;

/* Levels of one channel whose samples have keys of 32 bits, and are many more than them. */
bool has_cells(const private_sizes &s)
{
    const tcui_bins &bins = s.task->channels[0];
    return s.policy.special_counters && s.task->num_channels == 1 && bins.kind == TCU_BINS_RANGE &&
           (s.sample_bytes == 2 || s.sample_bytes == 4) && bins.num_bins < most_levels_of_cells &&
           (words_of_cells(bins.num_bins + 1) + slots_of(s.task)) * sizeof(uint32_t) <= s.whole;
}

/* How bins are found. */
void choose_tables(const private_sizes &s, private_schedule &schedule)
{
    const bool is_large = schedule.launch.shape == private_shape::grid && s.samples >= s.policy.table_samples;
    schedule.may_estimate = is_real_in_f32(s);
    schedule.edges = is_large ? edges_of(s) : 0;
    schedule.has_cells = is_large && has_cells(s);
    schedule.by_value = s.is_byte && !s.has_few_bins;
    schedule.values_to_bins = s.is_byte && s.has_few_bins;
    schedule.result_slots = static_cast<uint32_t>(schedule.values_to_bins ? slots_of(s.task) : s.slots);
}

bool has_halves(const private_sizes &s, const private_schedule &schedule)
{
    return schedule.edges > 0 && s.sample_bytes == 2;
}

/* Counters, and behind them a table and what a block receives of a cluster's others. */
void divide_shared_memory(const private_sizes &s, private_schedule &schedule)
{
    private_launch &launch = schedule.launch;
    uint64_t words_behind = schedule.has_cells        ? words_of_cells(s.task->channels[0].num_bins + 1)
                            : schedule.values_to_bins ? words_of_values(s.slots, schedule.result_slots)
                                                      : schedule.edges;
    if (launch.shape == private_shape::cluster || launch.shape == private_shape::clusters) {
        while (launch.cluster_blocks << schedule.own_bits < schedule.result_slots) {
            schedule.own_bits++;
        }
        words_behind += words_received(uint64_t{1} << schedule.own_bits, launch.cluster_blocks);
    }
    const uint64_t bytes_behind = words_behind * sizeof(uint32_t), room = launch.alone ? s.whole : s.half;
    const uint64_t counters =
        has_halves(s, schedule) ? spread_counters::place_of(schedule.part_slots) : counters_of_part(s);
    const uint64_t most_replicas = schedule.has_cells    ? TCUI_HISTOGRAM_REPLICAS_CELLS
                                   : s.sample_bytes == 1 ? TCUI_HISTOGRAM_REPLICAS_1
                                   : s.sample_bytes == 2 ? TCUI_HISTOGRAM_REPLICAS_2
                                                         : TCUI_HISTOGRAM_REPLICAS_4;
    /* Clearing and summing counters must not take longer than counting the samples. */
    const uint64_t useful = s.parts > 1 ? 1 : std::max<uint64_t>(1, 4 * divide_up(s.samples, launch.blocks) / s.slots);
    schedule.replicas =
        replicas_of(counters, std::min(most_replicas, useful), room < bytes_behind ? 0 : room - bytes_behind);
    launch.shared_bytes = counters * schedule.replicas * sizeof(uint32_t) + bytes_behind;
    launch.alone = launch.threads > few_threads && (launch.alone || launch.shared_bytes > s.half);
}

void reserve_memory(const private_sizes &s, private_schedule &schedule, tcui_layout *layout)
{
    const uint64_t copies = schedule.launch.shape == private_shape::grid ? most_copies_of(s) : 0;
    schedule.copies = tcui_layout_reserve(layout, copies * schedule.result_slots, sizeof(uint32_t));
    schedule.totals = tcui_layout_reserve(layout, schedule.by_value ? s.slots : 0, sizeof(uint64_t));
    schedule.edge_place = tcui_layout_reserve(layout, schedule.edges, sizeof(f32));
    schedule.half_place =
        tcui_layout_reserve(layout, has_halves(s, schedule) ? half_check_blocks : 0, sizeof(uint32_t));
}

} // namespace

private_schedule tcu::schedule_of(const tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout)
{
    private_schedule schedule = {};
    schedule.keys = reserve_keys(task, layout);
    const private_sizes s = sizes_of(context, task);
    schedule.slots = static_cast<uint32_t>(s.slots);
    schedule.parts = static_cast<uint32_t>(s.parts);
    schedule.part_slots = static_cast<uint32_t>(s.part_slots);
    schedule.launch = launch_of(s);
    choose_tables(s, schedule);
    divide_shared_memory(s, schedule);
    reserve_memory(s, schedule, layout);
    schedule.copies_of_slots = schedule.launch.blocks;
    schedule.launch.blocks *= s.parts;
    return schedule;
}
