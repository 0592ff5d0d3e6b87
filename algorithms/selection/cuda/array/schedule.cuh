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
#include "primitives/call/call.h"
#include "primitives/pipeline/launch.cuh"
#include "primitives/scan/backend.h"
#include "state.cuh"
#include "tiles.cuh"

namespace tcu
{

/* Positions are u32 where they fit, whatever those of the caller are. */
inline bool has_long_positions(const tcui_selection_task *task)
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

/* More quantiles than are found by their digits together. */
inline bool sorts_for_quantiles(const tcui_selection_task *task)
{
    return task->kind == TCUI_SELECTION_QUANTILES && task->num_q > static_cast<uint64_t>(selection_quantiles) &&
           task->segments.n > 0;
}

/* How many keys the brackets hold at most, but for one sample in a million. As ranks.cuh places them. */
inline double most_bracketed(const tcui_selection_task *task, int sample_bits)
{
    const double n = static_cast<double>(task->segments.n), samples = static_cast<double>(UINT64_C(1) << sample_bits);
    const auto and_noise = [](double expected, int deviations)
    { return expected + deviations * std::sqrt(expected) + TCUI_SELECTION_MORE_SAMPLES; };
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

struct selection_schedule {
    bool sorts; /* many quantiles: from a sorted copy */
    bool samples;
    int sample_bits;
    uint64_t most_candidates;

    template <class Key>
    static selection_schedule of(const tcui_selection_task *task, const tcui_selection_array_policy &policy, Key)
    {
        const uint64_t n = task->segments.n;
        selection_schedule schedule = {sorts_for_quantiles(task), false, policy.sample_bits, 0};
        /* (Of keys of 1 or 2 bytes the digits are so few that a sample saves nothing.) */
        if (schedule.sorts || sizeof(Key) < 4 || n < policy.sampled_items || n == 0 ||
            (task->kind == TCUI_SELECTION_QUANTILES ? task->num_q : most_results(task)) == 0) {
            return schedule;
        }
        const double most = most_bracketed(task, policy.sample_bits);
        schedule.samples = most <= static_cast<double>(n) / 2;
        schedule.most_candidates = schedule.samples ? static_cast<uint64_t>(most) : 0;
        return schedule;
    }
};

/* The arrays of a call. */
template <class Key>
struct selection_arrays {
    selection_state *state;
    u64 *digit_counts;
    size_t zeroed_bytes; /* of both together */
    Key *sample, *candidates, *taken, *sorted;
    void *candidate_positions, *taken_positions, *sorted_positions;
    u32 *marks, *tile_counts;
    u64 *tile_places;
    void *rest; /* of scans and sorts, one after the other */

    selection_arrays(const tcui_selection_task *task, const selection_schedule &schedule, tcui_layout *layout,
                     void *base)
    {
        const uint64_t n = task->segments.n, tiles = most_tiles<Key>(n), results = most_results(task);
        const size_t position_bytes = has_long_positions(task) ? sizeof(u64) : sizeof(u32);
        const bool takes = results > 0;
        const size_t begin = layout->bytes;
        state = place<selection_state>(layout, base, 1);
        digit_counts = place<u64>(layout, base,
                                  schedule.sorts ? 0 : static_cast<uint64_t>(selection_search_ranks(task)) *
                                                           selection_digits);
        zeroed_bytes = layout->bytes - begin;
        sample = place<Key>(layout, base, schedule.samples ? UINT64_C(1) << schedule.sample_bits : 0);
        candidates = place<Key>(layout, base, schedule.most_candidates);
        candidate_positions =
            tcui_layout_place(layout, base, takes ? schedule.most_candidates : 0, position_bytes);
        marks = place<u32>(layout, base, schedule.samples ? tiles * TCUI_WARP_LANES : 0);
        tile_counts = place<u32>(layout, base, takes ? 2 * tiles : schedule.samples ? tiles : 0);
        tile_places = place<u64>(layout, base, takes ? 2 * tiles : schedule.samples ? tiles : 0);
        taken = place<Key>(layout, base, results);
        taken_positions = tcui_layout_place(layout, base, results, position_bytes);
        const bool is_sorted = task->kind == TCUI_SELECTION_TOP_K && !task->input_order;
        sorted = place<Key>(layout, base, is_sorted ? results : schedule.sorts ? n : 0);
        sorted_positions = tcui_layout_place(layout, base, is_sorted ? results : 0, position_bytes);
        if (schedule.sorts) {
            taken = place<Key>(layout, base, n);
        }
        rest = tcui_layout_rest(layout, base);
    }
};

/* ------------------------------------------------------------------------------------- the other operations --- */

/* Where each tile's results begin, in each of `rows` rows of counts. */
template <class Key>
tcui_scan_task scan_of_tiles(const tcui_selection_task *task, const selection_arrays<Key> &arrays, uint64_t rows)
{
    const uint64_t tiles = most_tiles<Key>(task->segments.n);
    tcui_scan_task scan = {};
    scan.kind = TCU_SCAN_EXCLUSIVE;
    scan.in = arrays.tile_counts;
    scan.in_type = TCU_TYPE_U32;
    scan.out = arrays.tile_places;
    scan.out_type = TCU_TYPE_U64;
    scan.segments = rows == 1 ? tcui_segments_whole(tiles) : tcui_segments_fixed(rows * tiles, tiles);
    return scan;
}

/* Of top-k's results with their positions, or of all keys. */
template <class Key>
tcui_radix_sort_task sort_of_keys(const tcui_selection_task *task, const selection_arrays<Key> &arrays,
                                  const void *keys, bool has_positions, uint64_t n)
{
    tcui_radix_sort_task sort = {};
    sort.keys_in = keys;
    sort.keys_out = arrays.sorted;
    sort.key_type = task->key_type;
    if (has_positions) {
        sort.payload = TCUI_PAYLOAD_VALUES;
        sort.values_in = arrays.taken_positions;
        sort.values_out = arrays.sorted_positions;
        sort.value_bytes = has_long_positions(task) ? sizeof(u64) : sizeof(u32);
    }
    sort.descending = task->descending;
    sort.end_bit = 8 * static_cast<int>(sizeof(Key));
    sort.segments = tcui_segments_whole(n);
    return sort;
}

} // namespace tcu

#endif /* TCUI_SELECTION_CUDA_ARRAY_SCHEDULE_CUH */
