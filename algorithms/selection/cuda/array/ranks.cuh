/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which ranks a selection asks for; the brackets of the sample in which their keys are expected (R. W. Floyd, R. L.
 * Rivest: "Expected time bounds for selection", CACM 18(3), 1975); and whether the keys that were collected hold them.
 * By one thread: there are 32 ranks at most.
 */
#ifndef TCUI_SELECTION_CUDA_ARRAY_RANKS_CUH
#define TCUI_SELECTION_CUDA_ARRAY_RANKS_CUH

#include <cmath>

#include "algorithms/selection/quantile.h"
#include "primitives/tile/instructions.cuh"
#include "state.cuh"

namespace tcu::array_selection
{

/* NaNs before all numbers, and behind them. */
struct nan_counts {
    u64 before, behind;
};

struct rank_pair {
    u64 low, high;
};

/* The results that top-k and nth have of `length` keys. */
template <class Key>
__device__ __forceinline__ u64 results_of(const selection_call<Key> &call, u64 length)
{
    return call.kind == TCUI_SELECTION_TOP_K ? min(call.k, length) : call.k < length;
}

/* How many pairs of ranks a selection from `length` keys asks for. */
template <class Key>
__device__ __forceinline__ u32 wanted_pairs(const selection_call<Key> &call, u64 length, nan_counts nans)
{
    if (call.kind == TCUI_SELECTION_QUANTILES) {
        return length > nans.before + nans.behind ? call.quantiles : 0;
    }
    return results_of(call, length) > 0;
}

template <class Key>
__device__ __forceinline__ rank_pair wanted_pair(const selection_call<Key> &call, u32 i, u64 length, nan_counts nans)
{
    if (call.kind == TCUI_SELECTION_QUANTILES) {
        const tcui_quantile_place place =
            tcui_quantile_place_of(call.q[i], length - nans.before - nans.behind, call.method);
        return {nans.before + place.low, nans.before + place.high};
    }
    const u64 rank = call.kind == TCUI_SELECTION_TOP_K ? results_of(call, length) - 1 : call.k;
    return {rank, rank};
}

__device__ __forceinline__ void begin_search(rank_search &search, u32 ranks)
{
    search.ranks = ranks;
    search.prefixes = ranks > 0;
    search.counted[0] = 0;
    for (u32 r = 0; r < ranks; r++) {
        search.prefix_of[r] = 0;
        search.prefix[r] = 0;
    }
}

/* How many keys of the sample are expected before the array's rank, and how far that may be from what it has. */
struct sampled_rank {
    double expected, deviation;
};

template <class Key>
__device__ __forceinline__ sampled_rank sampled_rank_of(const selection_call<Key> &call, u64 rank, u64 length,
                                                        bool has_nans)
{
    const double samples = static_cast<double>(UINT64_C(1) << call.sample_bits);
    const double part = static_cast<double>(rank) / static_cast<double>(length), expected = samples * part;
    const int deviations = has_nans ? TCUI_SELECTION_NAN_DEVIATIONS : TCUI_SELECTION_DEVIATIONS;
    /* (With NaNs part of the deviation is that of their number.) */
    const double variance = has_nans ? samples / 4 : expected * (1 - part);
    return {expected, deviations * sqrt(variance > 0 ? variance : 0) + TCUI_SELECTION_MORE_SAMPLES};
}

/* The sample's ranks that bracket those of the array: two for each pair. */
template <class Key>
__device__ __forceinline__ void search_sample(const selection_call<Key> &call)
{
    selection_state &state = *call.state;
    rank_search &search = state.of_sample;
    const u64 samples = UINT64_C(1) << call.sample_bits, length = state.length;
    const u64 before = load_relaxed(&state.sampled_nans_before), behind = load_relaxed(&state.sampled_nans_behind);
    const double scale = static_cast<double>(length) / static_cast<double>(samples);
    nan_counts nans = {static_cast<u64>(scale * static_cast<double>(before)),
                       static_cast<u64>(scale * static_cast<double>(behind))};
    if (before + behind == samples) {
        nans = {0, 0};
    }
    const bool has_nans = before + behind > 0;
    const u32 pairs = wanted_pairs(call, length, nans);
    begin_search(search, 2 * pairs);
    for (u32 i = 0; i < pairs; i++) {
        const rank_pair pair = wanted_pair(call, i, length, nans);
        const sampled_rank low = sampled_rank_of(call, pair.low, length, has_nans),
                           high = sampled_rank_of(call, pair.high, length, has_nans);
        const double first = low.expected - low.deviation, last = high.expected + high.deviation;
        search.is_at_end[2 * i] = first <= 0;
        search.is_at_end[2 * i + 1] = last >= static_cast<double>(samples - 1);
        search.rank[2 * i] = search.is_at_end[2 * i] ? 0 : static_cast<u64>(first);
        search.rank[2 * i + 1] = search.is_at_end[2 * i + 1] ? samples - 1 : static_cast<u64>(last);
    }
}

/* Disjoint brackets of keys from what the search of the sample found. Ranks at the sample's ends stand for all keys
 * beyond, and so does the first rank of top-k. */
template <class Key>
__device__ __forceinline__ void set_brackets(const selection_call<Key> &call)
{
    selection_state &state = *call.state;
    const rank_search &search = state.of_sample;
    u32 brackets = 0;
    for (u32 r = 0; r < search.ranks; r += 2) {
        const bool is_first = search.is_at_end[r] || call.kind == TCUI_SELECTION_TOP_K;
        const u64 first = is_first ? 0 : search.prefix[r];
        const u64 last = search.is_at_end[r + 1] ? last_order_bits<Key> : search.prefix[r + 1];
        if (brackets > 0 && first <= state.bracket[brackets - 1].last) {
            state.bracket[brackets - 1].last = max(state.bracket[brackets - 1].last, last);
        } else {
            state.bracket[brackets++] = {first, last, 0, 0};
        }
    }
    state.brackets = brackets;
}

/* The ranks of the search among the array's keys, or among the candidates if these hold all of them. */
template <class Key>
__device__ __forceinline__ void search_keys(const selection_call<Key> &call)
{
    selection_state &state = *call.state;
    rank_search &search = state.of_keys;
    const nan_counts nans = {load_relaxed(&state.nans_before), load_relaxed(&state.nans_behind)};
    const u32 pairs = wanted_pairs(call, state.length, nans);
    state.nans_before = nans.before;
    state.nans_behind = nans.behind;
    u64 kept = 0;
    for (u32 m = 0; m < state.brackets; m++) {
        state.bracket[m].before = load_relaxed(&state.bracket[m].before);
        state.bracket[m].kept = load_relaxed(&state.bracket[m].kept);
        kept += state.bracket[m].kept;
    }
    bool holds_all = pairs > 0 && kept > 0 && kept <= call.most_candidates;
    begin_search(search, 2 * pairs);
    for (u32 r = 0; r < search.ranks; r++) {
        const rank_pair pair = wanted_pair(call, r / 2, state.length, nans);
        search.rank[r] = r % 2 == 0 ? pair.low : pair.high;
    }
    /* Keys of no bracket that come before a rank are not candidates. */
    u64 shifted[selection_ranks];
    for (u32 r = 0; r < search.ranks; r++) {
        const u64 rank = search.rank[r];
        u64 kept_before = 0;
        bool is_held = false;
        for (u32 m = 0; m < state.brackets; m++) {
            const key_bracket &bracket = state.bracket[m];
            if (rank >= bracket.before && rank - bracket.before < bracket.kept) {
                is_held = true;
                shifted[r] = kept_before + (rank - bracket.before);
            }
            kept_before += bracket.kept;
        }
        holds_all = holds_all && is_held;
    }
    for (u32 r = 0; r < search.ranks && holds_all; r++) {
        search.rank[r] = shifted[r];
    }
    state.has_candidates = holds_all;
    state.candidates = holds_all ? kept : 0;
    state.results = call.kind == TCUI_SELECTION_QUANTILES ? 0 : results_of(call, state.length);
    state.sorted = state.results;
    if (call.sorts_candidates && holds_all) {
        state.sorted = kept;
        search.prefixes = 0; /* no key is sought */
    }
}

} // namespace tcu::array_selection

#endif /* TCUI_SELECTION_CUDA_ARRAY_RANKS_CUH */
