/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the host decides about a selection from what it knows, which is capacities: whether there is a sample, how many
 * candidates it may give, and where the arrays of the workspace are.
 */
#ifndef TCUI_SELECTION_CUDA_ARRAY_SCHEDULE_CUH
#define TCUI_SELECTION_CUDA_ARRAY_SCHEDULE_CUH

#include <algorithm>
#include <cmath>

#include "algorithms/radix_sort/backend.h"
#include "algorithms/selection/cuda/tuning.h"
#include "blocks.cuh"
#include "primitives/call/call.h"
#include "primitives/pipeline/launch.cuh"

namespace tcu::array_selection
{

/* Positions are u32 where they fit, whatever those of the caller are. */
inline bool has_wide_positions(const tcui_selection_task *task)
{
    return task->segments.n > UINT64_C(1) << 32;
}

/* Results of top-k or nth, at most. */
inline uint64_t most_results(const tcui_selection_task *task)
{
    return task->kind == TCUI_SELECTION_TOP_K ? std::min(task->k, task->segments.n)
                                              : task->kind == TCUI_SELECTION_NTH && task->segments.n > 0;
}

inline int selection_search_ranks(const tcui_selection_task *task)
{
    return task->kind == TCUI_SELECTION_QUANTILES ? static_cast<int>(2 * task->num_q) : 2;
}

/* How many keys the brackets hold at most, but for one sample in a million, as ranks.cuh places them. */
inline double most_bracketed(const tcui_selection_task *task, int sample_bits)
{
    const double n = static_cast<double>(task->segments.n), samples = static_cast<double>(UINT64_C(1) << sample_bits);
    const auto and_noise = [](double expected, int deviations) {
        return expected + deviations * std::sqrt(expected) + TCUI_SELECTION_MORE_SAMPLES;
    };
    double of_sample;
    if (task->kind == TCUI_SELECTION_TOP_K) {
        const double expected = samples * (static_cast<double>(most_results(task)) / n);
        of_sample = and_noise(expected, TCUI_SELECTION_DEVIATIONS);
    } else {
        const bool is_nth = task->kind == TCUI_SELECTION_NTH;
        const int deviations = is_nth ? TCUI_SELECTION_DEVIATIONS : TCUI_SELECTION_NAN_DEVIATIONS;
        const double width = deviations * std::sqrt(samples) + 2 * TCUI_SELECTION_MORE_SAMPLES;
        of_sample = width * (is_nth ? 1 : static_cast<double>(task->num_q));
    }
    return and_noise(of_sample, TCUI_SELECTION_DEVIATIONS) * (n / samples);
}

/* Whether results come in the order of keys, and are so many that they have one. */
inline bool sorts_results(const tcui_selection_task *task)
{
    return task->kind == TCUI_SELECTION_TOP_K && !task->input_order && most_results(task) > 1;
}

struct selection_schedule {
    bool sorts; /* all keys, to the workspace, in which each rank is a place */
    bool samples;
    int sample_bits;
    uint64_t most_candidates;
    bool sorts_candidates; /* of top-k: a stable sort, whose first keys are the results */

    template <class Key>
    static selection_schedule of(const tcu_context *context, const tcui_selection_task *task, Key)
    {
        const tcui_selection_policy policy = tcui_selection_policy_of(context);
        const uint64_t n = task->segments.n;
        const bool is_quantiles = task->kind == TCUI_SELECTION_QUANTILES;
        const uint64_t wanted = is_quantiles ? task->num_q : most_results(task);
        selection_schedule schedule = {false, false, static_cast<int>(policy.sample_bits), 0, false};
        if (is_quantiles && wanted > static_cast<uint64_t>(selection_quantiles)) {
            schedule.sorts = true;
            return schedule;
        }
        if (n == 0 || wanted == 0) {
            return schedule;
        }
        schedule.sorts = n <= policy.sorted_items && !(task->kind == TCUI_SELECTION_TOP_K && task->input_order);
        /* (Of keys of 1 or 2 bytes the digits are so few that a sample saves nothing.) */
        if (schedule.sorts || sizeof(Key) < 4 || n < policy.sampled_items) {
            return schedule;
        }
        const double most = most_bracketed(task, policy.sample_bits);
        schedule.samples = most <= static_cast<double>(n) / 2;
        schedule.most_candidates = schedule.samples ? static_cast<uint64_t>(most) : 0;
        schedule.sorts_candidates = schedule.samples && sorts_results(task) &&
                                    schedule.most_candidates / TCUI_SELECTION_SORTED_CANDIDATES <= wanted;
        return schedule;
    }
};

/* Blocks of `threads` threads together, or as many as so many multiprocessors hold. */
inline uint64_t selection_blocks(int multiprocessors, uint64_t threads)
{
    const uint64_t most = static_cast<uint64_t>(multiprocessors) * TCUI_SELECTION_BLOCKS;
    return std::max(UINT64_C(1), std::min(most, divide_up(threads, selection_threads)));
}

/* Of kernels that go over all keys. */
template <class Key>
uint64_t array_blocks(int multiprocessors, const tcui_selection_task *task)
{
    return selection_blocks(multiprocessors, most_tiles<Key>(task->segments.n) * TCUI_WARP_LANES);
}

/* The arrays of a call. */
template <class Key>
struct selection_arrays {
    selection_state *state;
    u64 *digit_counts;
    size_t zeroed_bytes; /* of both together */
    Key *sample, *candidates, *taken, *sorted;
    void *candidate_positions, *taken_positions, *sorted_positions;
    u32 *marks, *tile_counts;
    kept_counts *block_counts;
    void *rest; /* of sorts */

    selection_arrays(const tcu_context *context, const tcui_selection_task *task, const selection_schedule &schedule,
                     tcui_layout *layout, void *base)
    {
        const uint64_t n = task->segments.n,
                       results = schedule.sorts || schedule.sorts_candidates ? 0 : most_results(task);
        const uint64_t tiles = schedule.samples || results > 0 ? most_tiles<Key>(n) : 0;
        const bool is_top_k = task->kind == TCUI_SELECTION_TOP_K, is_quantiles = task->kind == TCUI_SELECTION_QUANTILES;
        const uint64_t sorted_keys = schedule.sorts                   ? n
                                     : schedule.sorts_candidates      ? schedule.most_candidates
                                     : is_top_k && !task->input_order ? results
                                                                      : 0;
        const size_t position_bytes = has_wide_positions(task) ? sizeof(u64) : sizeof(u32), begin = layout->bytes;
        state = place<selection_state>(layout, base, 1);
        digit_counts = place<u64>(
            layout, base, schedule.sorts ? 0 : static_cast<uint64_t>(selection_search_ranks(task)) * selection_digits);
        zeroed_bytes = layout->bytes - begin;
        sample = place<Key>(layout, base, schedule.samples ? UINT64_C(1) << schedule.sample_bits : 0);
        candidates = place<Key>(layout, base, schedule.most_candidates);
        candidate_positions =
            tcui_layout_place(layout, base, is_quantiles ? 0 : schedule.most_candidates, position_bytes);
        marks = place<u32>(layout, base, schedule.samples ? tiles * TCUI_WARP_LANES : 0);
        tile_counts = place<u32>(layout, base, tiles);
        block_counts = place<kept_counts>(layout, base,
                                          tiles > 0 ? array_blocks<Key>(context->properties.multiprocessors, task) : 0);
        taken = place<Key>(layout, base, results);
        taken_positions = tcui_layout_place(layout, base, results, position_bytes);
        sorted = place<Key>(layout, base, schedule.sorts && !is_quantiles ? 0 : sorted_keys);
        sorted_positions = tcui_layout_place(layout, base, is_quantiles ? 0 : sorted_keys, position_bytes);
        rest = tcui_layout_rest(layout, base);
    }
};

/* Of results with the positions that they have, or of all keys with those that the sort gives them. */
template <class Key>
tcui_radix_sort_task sort_of_keys(const tcui_selection_task *task, const selection_schedule &schedule,
                                  const selection_arrays<Key> &arrays, const void *keys)
{
    tcui_radix_sort_task sort = {};
    sort.keys_in = keys;
    sort.keys_out = arrays.sorted; /* NULL where positions are enough */
    sort.key_type = task->key_type;
    if (task->kind != TCUI_SELECTION_QUANTILES) {
        sort.payload = schedule.sorts ? TCUI_PAYLOAD_INDICES : TCUI_PAYLOAD_VALUES;
        sort.values_in = schedule.sorts_candidates ? arrays.candidate_positions : arrays.taken_positions;
        sort.values_out = arrays.sorted_positions;
        sort.value_bytes = has_wide_positions(task) ? sizeof(u64) : sizeof(u32);
    }
    sort.descending = task->descending;
    sort.end_bit = 8 * static_cast<int>(sizeof(Key));
    sort.segments = tcui_segments_whole(schedule.sorts              ? task->segments.n
                                        : schedule.sorts_candidates ? schedule.most_candidates
                                                                    : most_results(task));
    if (schedule.sorts) {
        sort.segments.length = task->segments.length;
    } else if (arrays.state != nullptr) {
        sort.segments.length = &arrays.state->sorted;
    }
    return sort;
}

/* Whether there is one. */
inline bool has_sort(const tcui_selection_task *task, const selection_schedule &schedule)
{
    return schedule.sorts ? task->segments.n > 0 : sorts_results(task);
}

} // namespace tcu::array_selection

#endif /* TCUI_SELECTION_CUDA_ARRAY_SCHEDULE_CUH */
