/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Looks at a sample of the keys and plans the sort. If n keys agree in all but their lowest bits, and the 16 highest of
 * these have spread the sample over many values, two passes over these 16 bits leave segments that blocks can sort.
 *
 * A sampled key is taken for one of a long segment if more of the sample have its 16 bits than keys of a segment that
 * fits a block, plus four for the sample's noise. Both plans sort whatever the keys are: a sample that misleads costs
 * time. That bits do not vary is checked with all keys, when they are counted (passes/digits/count.cuh).
 */
#ifndef TCUI_RADIX_SORT_CUDA_HYBRID_SURVEY_CUH
#define TCUI_RADIX_SORT_CUDA_HYBRID_SURVEY_CUH

#include <cooperative_groups.h>

#include "algorithms/radix_sort/cuda/block_radix/task.h"
#include "algorithms/radix_sort/cuda/order.cuh"
#include "algorithms/radix_sort/cuda/passes/plan.cuh"
#include "primitives/tile/row_tile.cuh"
#include "tuning.h"

namespace tcu
{

constexpr int most_upper_bits = TCUI_SORT_UPPER_PASSES * TCUI_DIGIT_BITS, most_prefixes = 1 << most_upper_bits;

struct sort_survey_counts {
    uint32_t of_prefix[most_prefixes]; /* of the sample's keys */
    unsigned long long varying;        /* compared bits, from bit 0 on, in which they differ */
    uint32_t in_long_segments;
};

template <class Key>
struct sort_survey {
    const Key *keys;
    uint64_t n, block_items;
    int upper_bits; /* that are sorted by first, up to most_upper_bits */
    sort_order<Key> order;
    sort_passes passes;
    sort_survey_counts *counts;
    sort_plan *plan;
    tcui_radix_rest *rest;
};

/* Bits that are left behind two passes, if `bits` vary: none if these are no more digits. */
__device__ __forceinline__ int rest_of(int bits, int upper_bits)
{
    return bits > most_upper_bits ? bits - upper_bits : 0;
}

/* Two passes of the whole array over all but the lowest `rest` of `bits` bits, then as many of runs as leave the keys in the
 * array that the passes of the whole array would leave them in. */
__device__ __forceinline__ void plan_upper_digits(sort_plan &plan, const sort_passes &passes, int bits, int rest)
{
    constexpr int upper = TCUI_SORT_UPPER_PASSES;
    const int shift = passes.begin_bit + rest;
    int of_runs = (rest + TCUI_DIGIT_BITS - 1) / TCUI_DIGIT_BITS;
    of_runs += rest > 0 && (passes.count - upper - of_runs) % 2 != 0;
    plan.whole = {upper, shift, passes.begin_bit + bits};
    plan.runs = {of_runs, passes.begin_bit, shift};
    for (int pass = 0; pass < sort_most_steps; ++pass) {
        if (pass < upper)
            plan.steps[pass] = sort_step_of(plan.whole, pass, sort_scope::whole);
        else
            plan.steps[pass] =
                sort_step_of(plan.runs, pass - upper, pass - upper < of_runs ? sort_scope::runs : sort_scope::nothing);
    }
    plan.steps[upper - 1].is_last = rest == 0;
    plan.constant_bits = bits < 64 ? (passes.mask() >> bits << bits) << passes.begin_bit : 0;
    plan.has_others = 0;
}

/* Whether that is faster than a pass for each digit. (Where no bits are left the second pass has to leave the keys in
 * the output.) */
__device__ __forceinline__ bool upper_digits_pay(const sort_passes &passes, int rest, uint64_t samples,
                                                 uint64_t in_long_segments)
{
    if (rest == 0)
        return passes.count % 2 == 0;
    const uint64_t other_passes = passes.count - TCUI_SORT_UPPER_PASSES;
    const uint64_t in_runs = 100 * other_passes + TCUI_SORT_READ_PERCENT;
    return in_long_segments * in_runs + (samples - in_long_segments) * TCUI_SORT_REST_PERCENT <
           samples * 100 * other_passes;
}

/* A thread takes a key. */
template <class Key>
__global__ void __launch_bounds__(TCUI_SORT_SURVEY_THREADS) survey_keys(const __grid_constant__ sort_survey<Key> survey)
{
    constexpr uint64_t noise = 4;
    const auto grid = cooperative_groups::this_grid();
    const uint32_t samples = gridDim.x * TCUI_SORT_SURVEY_THREADS;
    const uint32_t sample = blockIdx.x * TCUI_SORT_SURVEY_THREADS + threadIdx.x;
    sort_survey_counts &counts = *survey.counts;
    for (uint32_t i = sample; i < most_prefixes; i += samples)
        counts.of_prefix[i] = 0;
    if (sample == 0) {
        counts.varying = 0;
        counts.in_long_segments = 0;
    }
    /* Not at equal distances, at which tables repeat: by up to one apart, at random. */
    const uint64_t distance = survey.n / samples, place = survey.n * sample / samples;
    const uint32_t hash = (sample * 0x9e3779b1u ^ sample >> 7) * 0x85ebca6bu;
    const uint64_t offset = distance > 0 ? (hash ^ static_cast<uint64_t>(hash) << 17) % distance : 0;
    const uint64_t mask = survey.passes.mask();
    const auto compared = [&](uint64_t i) -> uint64_t {
        return survey.order.bits_of(survey.keys[i]) >> survey.passes.begin_bit & mask;
    };
    const uint64_t own = compared(min(place + offset, survey.n - 1)), differing = own ^ compared(0);
    grid.sync();

    const uint32_t low = __reduce_or_sync(all_lanes, static_cast<uint32_t>(differing)),
                   high = __reduce_or_sync(all_lanes, static_cast<uint32_t>(differing >> 32));
    if (threadIdx.x % TCUI_WARP_LANES == 0)
        atomicOr(&counts.varying, static_cast<unsigned long long>(high) << 32 | low);
    grid.sync();

    const uint64_t varying = counts.varying;
    const int bits = varying >> 32 != 0 ? 33 + highest_bit(static_cast<uint32_t>(varying >> 32))
                     : varying != 0     ? 1 + highest_bit(static_cast<uint32_t>(varying))
                                        : 1;
    const int rest = rest_of(bits, survey.upper_bits);
    const uint32_t prefix = static_cast<uint32_t>(own >> rest) % most_prefixes;
    atomicAdd(&counts.of_prefix[prefix], 1u);
    grid.sync();

    const uint64_t expected = 2 * survey.block_items * samples / survey.n + noise;
    const bool is_long = load_relaxed(&counts.of_prefix[prefix]) > expected;
    const int of_block = __syncthreads_count(is_long);
    if (threadIdx.x == 0)
        atomicAdd(&counts.in_long_segments, static_cast<uint32_t>(of_block));
    grid.sync();

    if (sample == 0) {
        *survey.rest = {survey.passes.begin_bit, rest, 0};
        if (upper_digits_pay(survey.passes, rest, samples, counts.in_long_segments))
            plan_upper_digits(*survey.plan, survey.passes, bits, rest);
        else
            plan_all_digits(*survey.plan, survey.passes, 0);
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_HYBRID_SURVEY_CUH */
