/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counts of more bins than a block's shared memory has room for. Slots are divided into buckets that have: 2^b
 * neighbours each. In rounds, a kernel sorts tiles of samples by the upper bits of their slots and stores the lower
 * ones, 2 bytes a sample (sort.cuh), and another counts each bucket's in shared memory (count.cuh). So a sample of 4
 * bytes is read once, and 2 bytes are written and read, instead of an addition to global memory: those are 8 bytes of
 * memory traffic against a sector of L2.
 *
 * (The first pass of a sort by the most significant digit, but each tile keeps a place of its own, as nobody needs
 * buckets that lie together: so tiles do not wait for each other. After E. Stehle and H.-A. Jacobsen, "A Memory
 * Bandwidth-Efficient Hybrid Radix Sort on GPUs", SIGMOD 2017.)
 */
#include <algorithm>

#include "algorithms/histogram/cuda/paths.h"
#include "count.cuh"
#include "sort.cuh"

namespace
{

using namespace tcu;

uint64_t samples_in(const tcui_histogram_task *task)
{
    return task->n > UINT64_MAX / TCU_MAX_CHANNELS ? UINT64_MAX : task->n * task->num_channels;
}

struct bucket_sizes {
    uint32_t bits, buckets;
    uint64_t tile_bytes, counter_bytes; /* of shared memory */
};

/* Only where buckets_fit(). */
bucket_sizes sizes_of(const tcui_histogram_policy &policy, uint64_t slots)
{
    const uint32_t bits = policy.bucket_bits;
    const uint32_t buckets = static_cast<uint32_t>(std::max<uint64_t>(1, divide_up(slots, uint64_t{1} << bits)));
    return {bits, buckets, tile_bytes_of(buckets), counter_bytes_of(bits)};
}

bool buckets_fit(const tcu_context *context, const tcui_histogram_policy &policy, uint64_t slots)
{
    constexpr uint64_t statically = 3 << 10;
    if (policy.bucket_bits == 0 || divide_up(slots, uint64_t{1} << policy.bucket_bits) > most_buckets) {
        return false;
    }
    const bucket_sizes sizes = sizes_of(policy, slots);
    return std::max(sizes.tile_bytes, sizes.counter_bytes) + statically <= context->properties.shared_memory_per_block;
}

/* So many that a lane has some vectors to load together in an average run. */
uint32_t run_lanes_of(uint32_t buckets)
{
    const uint32_t vectors = tile_samples / vector_rests / buckets;
    uint32_t lanes = TCUI_WARP_LANES;
    while (lanes > TCUI_HISTOGRAM_LEAST_RUN_LANES && lanes * TCUI_HISTOGRAM_VECTORS_AT_ONCE > 2 * vectors) {
        lanes /= 2;
    }
    return lanes;
}

struct bucket_schedule {
    bucket_sizes sizes;
    key_places keys;
    size_t totals, rests, runs, block_counts;
    uint64_t round_tiles, sort_blocks, count_blocks;
};

uint64_t tile_vectors_of_source(const tcui_histogram_task *task)
{
    return tile_samples * tcu_type_size(task->sample_type) / 16;
}

/* Reserves the workspace, too: of as many tiles as a round has, or as samples without gaps would have. */
bucket_schedule schedule_of(const tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout)
{
    const tcui_histogram_policy policy = tcui_histogram_policy_of(context);
    const uint64_t multiprocessors = static_cast<uint64_t>(context->properties.multiprocessors);
    bucket_schedule schedule = {};
    schedule.keys = reserve_keys(task, layout);
    schedule.sizes = sizes_of(policy, slots_of(task));
    const uint32_t buckets = schedule.sizes.buckets;
    const uint64_t vectors = divide_up(samples_in(task), 16 / tcu_type_size(task->sample_type)) + 2;
    schedule.round_tiles = std::min(divide_up(vectors, tile_vectors_of_source(task)),
                                    std::max<uint64_t>(1, policy.bucket_round / tile_samples));
    schedule.sort_blocks = std::min(schedule.round_tiles, TCUI_HISTOGRAM_TILE_BLOCKS * multiprocessors);
    /* A block has at least as many samples as counters. */
    schedule.count_blocks =
        std::max<uint64_t>(1, std::min(multiprocessors, schedule.round_tiles * tile_samples >> schedule.sizes.bits));
    schedule.totals = tcui_layout_reserve(layout, slots_of(task), total_bytes_of(task));
    schedule.rests = tcui_layout_reserve(layout, schedule.round_tiles * tile_vectors_of(buckets), sizeof(uint4));
    schedule.runs = tcui_layout_reserve(layout, schedule.round_tiles * buckets, sizeof(uint32_t));
    schedule.block_counts = tcui_layout_reserve(layout, schedule.sort_blocks * buckets, sizeof(uint32_t));
    return schedule;
}

template <class Finder>
tcu_status sort_round(tcu_context *context, const bucket_schedule &schedule, const bucket_task &described,
                      const tile_round &round)
{
    return launch_as(launch_kind::overlapping, context, sort_into_buckets<Finder>, schedule.sort_blocks, tile_threads,
                     schedule.sizes.tile_bytes, described, round);
}

/* Enqueues all rounds. */
template <class Finder>
tcu_status run(tcu_context *context, const tcui_histogram_task *task, const bucket_schedule &schedule,
               const bucket_task &described)
{
    const uint64_t tiles = divide_up(described.rows.rows * described.rows.row_vectors, tile_vectors_of_source(task));
    tcu_status status = TCU_SUCCESS;
    for (uint64_t first = 0; first < tiles && status == TCU_SUCCESS; first += schedule.round_tiles) {
        const tile_round round = {first, static_cast<uint32_t>(std::min(schedule.round_tiles, tiles - first))};
        status = sort_round<Finder>(context, schedule, described, round);
        if (status == TCU_SUCCESS) {
            status = dispatch_totals(task, [&](auto zero) {
                return launch_as(launch_kind::overlapping, context, count_buckets<decltype(zero)>,
                                 schedule.count_blocks, count_threads, schedule.sizes.counter_bytes, described, round);
            });
        }
    }
    return status;
}

tcu_status run_by_bins(tcu_context *context, const tcui_histogram_task *task, const bucket_schedule &schedule,
                       bucket_task *described)
{
    if (tcui_histogram_policy_of(context).special_counters && tcu_type_size(task->sample_type) == 4) {
        const bool is_real = tcui_is_real(task->sample_type);
        if (!is_real && words_of(task, &described->found.words)) {
            return run<word_finder>(context, task, schedule, *described);
        }
        if (is_real && edge_bins_of(task, &described->found.edges)) {
            return run<edge_finder>(context, task, schedule, *described);
        }
    }
    return dispatch_width(task->sample_type, [&](auto sample) {
        return run<any_finder<decltype(sample)>>(context, task, schedule, *described);
    });
}

} // namespace

bool tcui_histogram_fits_buckets(const tcu_context *context, const tcui_histogram_task *task)
{
    return !task->weighted && buckets_fit(context, tcui_histogram_policy_of(context), slots_of(task));
}

/* (Levels are searched for, which takes longer than either way of counting.) */
bool tcui_histogram_buckets_pay(const tcu_context *context, const tcui_histogram_task *task)
{
    const tcui_histogram_policy policy = tcui_histogram_policy_of(context);
    return slots_of(task) >= policy.bucket_slots && samples_in(task) >= policy.bucket_samples &&
           std::all_of(task->channels, task->channels + task->num_channels,
                       [](const tcui_bins &bins) { return bins.num_bins == 0 || bins.kind == TCU_BINS_EVEN; });
}

/* Not less than fewer samples need, which another path counts. */
tcu_status tcui_histogram_buckets_reserve(tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout)
{
    const size_t before = layout->bytes;
    schedule_of(context, task, layout);
    const uint64_t pays_from = tcui_histogram_policy_of(context).bucket_samples;
    tcui_histogram_task fewer = *task;
    fewer.n = std::min(task->n, pays_from > 0 ? (pays_from - 1) / static_cast<uint64_t>(task->num_channels) : 0);
    if (fewer.n == 0) {
        return TCU_SUCCESS;
    }
    tcui_layout of_fewer = {before};
    const bool is_private =
        tcui_histogram_fits_private(context, &fewer) && tcui_histogram_private_pays(context, &fewer);
    const tcu_status status = is_private ? tcui_histogram_private_reserve(context, &fewer, &of_fewer)
                                         : tcui_histogram_global_reserve(context, &fewer, &of_fewer);
    layout->bytes = std::max(layout->bytes, of_fewer.bytes);
    return status;
}

tcu_status tcui_histogram_buckets_execute(tcu_context *context, const tcui_histogram_task *task, void *workspace)
{
    tcui_layout layout = {};
    const bucket_schedule schedule = schedule_of(context, task, &layout);
    unsigned char *const base = static_cast<unsigned char *>(workspace);
    bucket_task described = {};
    described.rows = rows_of(task);
    described.count = pixel_count_of(task);
    described.bins = bins_of(task, schedule.keys, workspace);
    described.copy = {outputs_of(task), verdicts_of(task, schedule.keys, workspace), base + schedule.totals, nullptr};
    described.bucket_bits = schedule.sizes.bits;
    described.buckets = schedule.sizes.buckets;
    described.blocks = static_cast<uint32_t>(schedule.sort_blocks);
    described.run_lanes = run_lanes_of(schedule.sizes.buckets);
    described.round_tiles = static_cast<uint32_t>(schedule.round_tiles);
    described.rests = reinterpret_cast<uint4 *>(base + schedule.rests);
    described.runs = reinterpret_cast<uint32_t *>(base + schedule.runs);
    described.block_counts = reinterpret_cast<uint32_t *>(base + schedule.block_counts);
    tcu_status status = enqueue_keys(context, task, schedule.keys, workspace);
    if (status == TCU_SUCCESS) {
        status = clear_totals(context, task, described.copy);
    }
    if (status == TCU_SUCCESS) {
        status = run_by_bins(context, task, schedule, &described);
    }
    return status == TCU_SUCCESS ? store_totals(context, task, described.copy) : status;
}
