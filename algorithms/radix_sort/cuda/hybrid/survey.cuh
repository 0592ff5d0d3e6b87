/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Looks at a sample of the keys and schedules the sort. If keys agree in all but their lowest bits, and the highest of these
 * have spread the sample over many values, two or three passes over the highest ones leave segments that blocks can
 * sort. (Reals need three: exponents take most of the highest bits, and have few values.)
 *
 * A sampled key is taken for one of a long segment if more of the sample have its upper bits than keys of a segment that
 * fits a block, plus some for the sample's noise; and each such key counts as its part of that segment, so that it is
 * known about how many there are. All schedules sort whatever the keys are: a sample that misleads costs
 * time. That bits do not vary is checked with all keys, when they are counted (passes/digits/count.cuh).
 */
#ifndef TCUI_RADIX_SORT_CUDA_HYBRID_SURVEY_CUH
#define TCUI_RADIX_SORT_CUDA_HYBRID_SURVEY_CUH

#include "algorithms/radix_sort/cuda/block/task.h"
#include "algorithms/radix_sort/cuda/passes/survey.cuh"
#include "leading.cuh"
#include "primitives/tile/lanes.h"
#include "tuning.h"

namespace tcu
{

/* Parts of a long segment are found by the next bits, if there are three passes. */
constexpr int part_bits = 8, sort_parts = 1 << part_bits;

struct hybrid_survey_counts {
    uint32_t of_prefix[2][most_prefixes]; /* of the sample's keys, if two passes are made, and three */
    unsigned long long varying;           /* compared bits, from bit 0 on, in which they differ */
    uint32_t in_long_segments[2];
    unsigned long long long_segments[2]; /* times 2^16 */
    uint32_t with_neighbours;            /* that have the highest digit of the key behind them */
};

/* What the upper passes leave, for the kernels behind them. */
struct sort_segments_schedule {
    int prefix_bit; /* segments agree from here on */
    int part_bit;   /* parts of long ones agree from here on; the same if there are none */
    tcui_radix_rest rest;
};

template <class Key>
struct hybrid_survey : sort_survey<Key, hybrid_survey_counts> {
    uint64_t most_runs;
    int prefix_bits; /* up to most_prefix_bits */
    bool is_apart;   /* any number of passes may come first; else an even one, so that none writes what it reads */
    sort_segments_schedule *segments;
    sort_schedule *leading; /* or NULL: no leading pass (leading.cuh) */
};

/* `upper` passes of the whole array over all but the lowest `rest` of `bits` bits, then those of runs. */
__device__ __forceinline__ void schedule_upper_digits(sort_schedule &schedule, const sort_passes &passes, int upper,
                                                      int bits, int rest)
{
    schedule = {};
    schedule.counted[0] = {upper, passes.begin_bit + rest, passes.begin_bit + bits};
    for (int pass = 0; pass < upper; pass++) {
        schedule.steps[sort_upper_passes - upper + pass] = sort_step_of(schedule.counted[0], pass, sort_scope::whole);
    }
    schedule.steps[sort_upper_passes - 1].is_last = rest == 0;
    if (rest > 0) {
        schedule_rest(schedule, passes, 1, rest);
    }
    schedule.constant_bits = passes.mask_above(bits);
}

/* The time in percent of a pass over the sample, of `upper` passes and what is left. */
__device__ __forceinline__ uint64_t upper_cost(const sort_passes &passes, int upper, uint64_t samples,
                                               uint64_t in_long_segments)
{
    const uint64_t in_runs = 100 * (passes.count - upper) + TCUI_SORT_READ_PERCENT;
    return 100 * upper * samples + in_long_segments * in_runs + (samples - in_long_segments) * TCUI_SORT_REST_PERCENT;
}

/* By one thread: nothing is behind upper passes, and there is no leading one. */
template <class Key>
__device__ __forceinline__ void clear_schedules(const hybrid_survey<Key> &survey)
{
    *survey.segments = {};
    if (survey.leading != nullptr) {
        *survey.leading = {};
    }
}

/* By one thread, if `bits` bits vary. */
template <class Key>
__device__ __forceinline__ void choose_schedule(const hybrid_survey<Key> &survey, int bits, uint64_t samples)
{
    const sort_passes &passes = survey.passes;
    const uint32_t *in_long_segments = survey.counts->in_long_segments;
    const int by_two = bits - survey.prefix_bits, by_three = by_two - part_bits;
    const unsigned long long *long_segments = survey.counts->long_segments;
    const uint64_t room = survey.most_runs << 16, all = passes.count * samples * (100 - TCUI_SORT_HYBRID_MARGIN),
                   two = long_segments[0] <= room ? upper_cost(passes, 2, samples, in_long_segments[0]) : all,
                   three = survey.is_apart && by_three > 0 && long_segments[1] <= room
                               ? upper_cost(passes, 3, samples, in_long_segments[1])
                               : all;
    clear_schedules(survey);
    if (bits <= 2 * TCUI_DIGIT_BITS && passes.count % 2 == 0) {
        /* No bits are left, and the last of these passes ends in the output. */
        const int upper = survey.is_apart && bits <= TCUI_DIGIT_BITS ? 1 : 2;
        schedule_upper_digits(*survey.schedule, passes, upper, bits, 0);
    } else if (bits <= 2 * TCUI_DIGIT_BITS || (two >= all && three >= all)) {
        schedule_all_digits(*survey.schedule, passes, sort_scope::whole, true);
    } else {
        const int rest = three < two ? by_three : by_two;
        schedule_upper_digits(*survey.schedule, passes, three < two ? 3 : 2, bits, rest);
        /* (Segments that are short as they are may differ from by_two on.) */
        *survey.segments = {passes.begin_bit + by_two, passes.begin_bit + rest, {passes.begin_bit, by_two}};
        if (survey.leading != nullptr && three >= two &&
            100 * static_cast<uint64_t>(survey.counts->with_neighbours) < TCUI_SORT_NEIGHBOURS_PERCENT * samples) {
            schedule_leading_pass(*survey.leading, passes, bits, by_two);
        }
    }
}

/* By all lanes of a warp: keys of the sample that agree with the lane's own in a schedule's upper bits. */
__device__ __forceinline__ void count_long(hybrid_survey_counts &counts, int schedule, uint32_t agree,
                                           uint64_t expected)
{
    const bool is_long = agree > expected;
    const uint32_t part = is_long ? (1u << 16) / agree : 0;
    const uint32_t lanes = __popc(__ballot_sync(all_lanes, is_long)), parts = __reduce_add_sync(all_lanes, part);
    if (lanes > 0 && threadIdx.x % TCUI_WARP_LANES == 0) {
        atomicAdd(&counts.in_long_segments[schedule], lanes);
        atomicAdd(&counts.long_segments[schedule], static_cast<unsigned long long>(parts));
    }
}

template <class Key>
__global__ void __launch_bounds__(TCUI_SORT_SURVEY_THREADS)
    survey_keys(const __grid_constant__ hybrid_survey<Key> survey)
{
    const auto grid = cooperative_groups::this_grid();
    const sampled_key sample = sampled_key::of_thread();
    hybrid_survey_counts &counts = *survey.counts;
    const uint64_t n = survey.elements();
    if (n == 0) {
        if (sample.number == 0) {
            clear_schedules(survey);
            schedule_all_digits(*survey.schedule, survey.passes, sort_scope::whole, true);
        }
        return;
    }
    sample.clear(counts);
    const uint64_t place = sample.place(n);
    const uint64_t own = survey.compared(place), differing = own ^ survey.compared(0);
    const uint64_t from_next = own ^ survey.compared(min(place + 1, n - 1));
    grid.sync();

    add_varying(&counts.varying, differing);
    grid.sync();

    const int bits = bits_up_to(counts.varying);
    /* Longer prefixes share counters. */
    const int by_two = max(bits - survey.prefix_bits, 0), by_three = max(by_two - part_bits, 0);
    const uint32_t prefix = static_cast<uint32_t>(own >> by_two) % most_prefixes,
                   longer = (static_cast<uint32_t>(own >> by_three) % (most_prefixes * sort_parts)) * 0x9e3779b1u >> 16;
    count_in_warp(counts.of_prefix[0], prefix);
    count_in_warp(counts.of_prefix[1], longer);
    grid.sync();

    const uint64_t expected = with_sample_noise(survey.block_items * sample.samples / n);
    count_long(counts, 0, load_relaxed(&counts.of_prefix[0][prefix]), expected);
    count_long(counts, 1, load_relaxed(&counts.of_prefix[1][longer]), expected);
    const unsigned alike = __ballot_sync(all_lanes, from_next >> max(bits - TCUI_DIGIT_BITS, 0) == 0);
    if (threadIdx.x % TCUI_WARP_LANES == 0) {
        atomicAdd(&counts.with_neighbours, static_cast<uint32_t>(__popc(alike)));
    }
    grid.sync();

    if (sample.number == 0) {
        choose_schedule(survey, bits, sample.samples);
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_HYBRID_SURVEY_CUH */
