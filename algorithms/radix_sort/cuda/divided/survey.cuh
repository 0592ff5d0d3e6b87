/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Looks at a sample of the keys and schedules whether long segments are divided. The keys of different segments are taken to
 * be spread alike: then the share of the sample that has a key's highest digits, times the length of its segment, is the
 * length of the part in which it will be. Both schedules sort whatever the keys are: a sample that misleads costs time.
 */
#ifndef TCUI_RADIX_SORT_CUDA_DIVIDED_SURVEY_CUH
#define TCUI_RADIX_SORT_CUDA_DIVIDED_SURVEY_CUH

#include "algorithms/radix_sort/cuda/passes/survey.cuh"
#include "algorithms/radix_sort/cuda/segments/lists.cuh"
#include "primitives/pipeline/segment_begin.cuh"
#include "primitives/tile/lanes.h"
#include "schedule.cuh"
#include "tuning.h"

namespace tcu
{

struct division_survey_counts {
    uint32_t of_parts[most_parts_of_run]; /* of the sample's keys that are in runs, by the first digit */
    uint32_t of_prefix[most_prefixes];    /* and by both */
    unsigned long long varying;           /* compared bits, from bit 0 on, in which keys of one segment differ */
    uint32_t in_runs;                     /* keys of the sample that are in runs */
    uint32_t
        in_long_parts[sort_divisions]; /* and in parts too long for a block, when so many digits have divided them */
    /* What each division has to do: the lengths of its keys' runs, added up, and the time of its pass in percent of one
     * over as many keys in whole tiles. */
    unsigned long long lengths[sort_divisions], costs[sort_divisions];
};

template <class Key>
struct division_survey : sort_survey<Key, division_survey_counts> {
    tcui_segments segments;
    uint64_t tile_items;
    uint64_t part_items; /* parts of at most so many elements are wanted */
    bool is_real;
    bool always_divides;
    const uint32_t *runs_found; /* more than there may be: their offsets decrease, and none is sorted */
    uint64_t most_runs;
    uint32_t *num_runs; /* to be written, as what follows */
    sort_division *division;
};

/* The segment of a position, if there is one: the last that does not begin behind it. */
__device__ __forceinline__ uint64_t segment_of(const tcui_segments &segments, uint64_t place)
{
    if (segments.size > 0) {
        return place / segments.size;
    }
    uint64_t low = 0, high = segment_count(segments);
    while (low + 1 < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (segment_begin(segments, middle) <= place) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Bits of a digit that divides runs of this length, of those that are left. */
__device__ __forceinline__ int dividing_bits(uint64_t length, uint64_t part_items, int left)
{
    int bits = 1;
    while (bits < TCUI_DIGIT_BITS && length >> bits > part_items) {
        bits++;
    }
    return min(bits, left);
}

/* By a whole warp: what a lane's key takes of a pass over its run, of which the last tile is not full. */
__device__ __forceinline__ void add_pass_cost(division_survey_counts &counts, int division, uint64_t length,
                                              uint64_t tile_items, bool is_there)
{
    const uint64_t tiles = (length + tile_items - 1) / tile_items;
    const uint32_t cost = is_there ? static_cast<uint32_t>(100 * tiles * tile_items / length) : 0;
    const uint32_t all = __reduce_add_sync(all_lanes, cost);
    if (all > 0 && threadIdx.x % TCUI_WARP_LANES == 0) {
        atomicAdd(&counts.costs[division], static_cast<unsigned long long>(all));
    }
    if (is_there) {
        atomicAdd(&counts.lengths[division], static_cast<unsigned long long>(length));
    }
}

/* By one thread, if `bits` bits vary. */
template <class Key>
__device__ __forceinline__ void choose_division(const division_survey<Key> &survey, int bits,
                                                const int (&digits)[sort_divisions])
{
    const division_survey_counts &counts = *survey.counts;
    const uint64_t in_second = counts.in_long_parts[0], in_rest = counts.in_long_parts[1];
    /* The time in percent of a pass over the sample; both schedules begin with a read. */
    const int of_rest = (bits - digits[0] - digits[1] + TCUI_DIGIT_BITS - 1) / TCUI_DIGIT_BITS;
    const uint64_t of_part = survey.is_real ? +TCUI_SORT_DIVIDED_REAL_PART_PERCENT : +TCUI_SORT_DIVIDED_PART_PERCENT;
    const uint64_t divided = counts.costs[0] + counts.costs[1] + TCUI_SORT_READ_PERCENT * in_second +
                             (100 * of_rest + TCUI_SORT_READ_PERCENT) * in_rest + of_part * (counts.in_runs - in_rest),
                   all = survey.passes.count * counts.costs[0];
    /* (Where no key of the sample is in a run that is too long for a block, lists may have no room for parts.) */
    if ((survey.always_divides || divided < all) && counts.in_runs > 0) {
        schedule_division(*survey.schedule, *survey.division, survey.passes, bits, digits);
    } else {
        schedule_all_digits(*survey.schedule, survey.passes, sort_scope::runs, true);
        *survey.division = {};
    }
    *survey.num_runs = *survey.runs_found <= survey.most_runs ? *survey.runs_found : 0;
}

template <class Key>
__global__ void __launch_bounds__(TCUI_SORT_SURVEY_THREADS)
    survey_segments(const __grid_constant__ division_survey<Key> survey)
{
    const auto grid = cooperative_groups::this_grid();
    const sampled_key sample = sampled_key::of_thread();
    division_survey_counts &counts = *survey.counts;
    sample.clear(counts);
    const uint64_t n = survey.elements(), place = n > 0 ? sample.place(n) : 0;
    const uint64_t segment = segment_of(survey.segments, place);
    const bool is_there = n > 0 && segment_count(survey.segments) > 0;
    const uint64_t begin = segment_begin(survey.segments, segment),
                   end = is_there ? min(segment_begin(survey.segments, segment + 1), n) : 0;
    const bool is_in_run = begin <= place && place < end && end - begin > survey.block_items;
    const uint64_t length = is_in_run ? end - begin : 1;
    const uint64_t own = is_in_run ? survey.compared(place) : 0,
                   differing = is_in_run ? own ^ survey.compared(begin) : 0;
    grid.sync();

    add_varying(&counts.varying, differing);
    count_in_warp(&counts.in_runs, 0, is_in_run);
    add_pass_cost(counts, 0, length, survey.tile_items, is_in_run);
    grid.sync();

    const int bits = bits_up_to(counts.varying);
    const uint64_t in_runs = counts.in_runs;
    int digits[sort_divisions] = {};
    /* (Of reals the highest bits are the exponent's, of which there are few values.) */
    digits[0] = survey.is_real ? min(+TCUI_DIGIT_BITS, bits)
                               : dividing_bits(counts.lengths[0] / max(in_runs, uint64_t{1}), survey.part_items, bits);
    const uint32_t part = static_cast<uint32_t>(own >> (bits - digits[0])) % (1u << digits[0]);
    count_in_warp(counts.of_parts, part, is_in_run);
    grid.sync();

    /* Keys of the sample that a block would hold of the segment, if all of them were of it. */
    const uint64_t fitting = with_sample_noise(survey.block_items * in_runs / length);
    const uint64_t in_part = counts.of_parts[part];
    const bool is_in_long_part = is_in_run && in_part > fitting;
    count_in_warp(&counts.in_long_parts[0], 0, is_in_long_part);
    add_pass_cost(counts, 1, max(length * in_part / max(in_runs, uint64_t{1}), uint64_t{1}), survey.tile_items,
                  is_in_long_part);
    grid.sync();

    const uint64_t in_second = counts.in_long_parts[0];
    digits[1] = in_second == 0 ? 0 : dividing_bits(counts.lengths[1] / in_second, survey.part_items, bits - digits[0]);
    const int both = digits[0] + digits[1];
    const uint32_t prefix = static_cast<uint32_t>(own >> (bits - both)) % (1u << both);
    count_in_warp(counts.of_prefix, prefix, is_in_long_part);
    grid.sync();

    count_in_warp(&counts.in_long_parts[1], 0, is_in_long_part && counts.of_prefix[prefix] > fitting);
    grid.sync();

    if (sample.number == 0) {
        choose_division(survey, bits, digits);
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_DIVIDED_SURVEY_CUH */
