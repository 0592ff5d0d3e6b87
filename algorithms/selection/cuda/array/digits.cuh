/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The keys of several ranks by their digits, from the top (T. Alabi et al.: "Fast k-selection algorithms for graphics
 * processing units", JEA 17, 2012). A kernel counts one digit of the keys that begin with a prefix that is still sought;
 * its last block finds for each rank the digit at which the counts reach it, which makes the prefix longer and leaves a
 * rank among the keys with that prefix. Ranks with the same prefix have the same counters.
 *
 * Many keys may have the same digit, such as the exponents of reals: lanes that count the same one are merged by the
 * hardware (count_shared()).
 */
#ifndef TCUI_SELECTION_CUDA_ARRAY_DIGITS_CUH
#define TCUI_SELECTION_CUDA_ARRAY_DIGITS_CUH

#include "primitives/tile/instructions.cuh"
#include "ranks.cuh"
#include "tiles.cuh"

namespace tcu::array_selection
{

/* Which keys are searched. */
enum class searched { sample, keys };

/* The keys that a kernel looks at: the sample, the candidates, or all. */
template <class Key>
__device__ __forceinline__ key_tiles<Key> searched_keys(const selection_call<Key> &call, searched which)
{
    const selection_state &state = *call.state;
    if (which == searched::sample) {
        return key_tiles<Key>(call.sample, UINT64_C(1) << call.sample_bits);
    }
    return state.has_candidates ? key_tiles<Key>(call.candidates, state.candidates)
                                : key_tiles<Key>(call.keys, state.length);
}

/* By a warp: the digit of rank r. */
__device__ __forceinline__ void find_digit(rank_search &search, u32 r, const u64 *digit_counts, int shift)
{
    constexpr int lane_digits = selection_digits / TCUI_WARP_LANES;
    const u64 *counts = digit_counts + search.prefix_of[r] * selection_digits + own_lane() * lane_digits;
    const u64 rank = search.rank[r];
    u64 count[lane_digits], own = 0;
#pragma unroll
    for (int d = 0; d < lane_digits; d++) {
        count[d] = load_relaxed(counts + d);
        own += count[d];
    }
    u64 behind = own;
#pragma unroll
    for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
        add_from_left(behind, distance, 0);
    }
    u64 before = behind - own;
    __syncwarp();
#pragma unroll
    for (int d = 0; d < lane_digits; d++) {
        if (rank >= before && rank - before < count[d]) {
            search.rank[r] = rank - before;
            search.prefix[r] |= static_cast<u64>(own_lane() * lane_digits + d) << shift;
        }
        before += count[d];
    }
}

/* By a warp, a lane for each rank: which different prefixes there are now. */
__device__ __forceinline__ void group_prefixes(rank_search &search)
{
    static_assert(selection_ranks <= TCUI_WARP_LANES, "a lane for each rank");
    const u32 r = own_lane();
    const bool is_rank = r < search.ranks;
    const u64 prefix = is_rank ? search.prefix[r] : 0;
    const u32 ranks = __ballot_sync(all_lanes, is_rank);
    const u32 equal = __match_any_sync(all_lanes, prefix) & ranks;
    const int first = is_rank ? __ffs(static_cast<int>(equal)) - 1 : 0;
    const u32 firsts = __ballot_sync(all_lanes, is_rank && first == static_cast<int>(r));
    if (is_rank) {
        const u32 number = __popc(firsts & ((1u << first) - 1u));
        search.prefix_of[r] = number;
        if (first == static_cast<int>(r)) {
            search.counted[number] = prefix;
        }
    }
    if (r == 0) {
        search.prefixes = __popc(firsts);
    }
}

/* By the last block: one digit more of all prefixes; counters are zeros again. */
__device__ __forceinline__ void narrow_search(rank_search &search, u64 *digit_counts, int shift)
{
    const u32 prefixes = search.prefixes;
    for (u32 r = threadIdx.x / TCUI_WARP_LANES; r < search.ranks; r += selection_warps) {
        find_digit(search, r, digit_counts, shift);
    }
    __syncthreads();
    if (threadIdx.x < TCUI_WARP_LANES) {
        group_prefixes(search);
    }
    for (u32 i = threadIdx.x; i < prefixes * selection_digits; i += selection_threads) {
        digit_counts[i] = 0;
    }
}

/* The digit at bit `shift`. Dynamic shared memory: counters of all prefixes that there may be. */
template <class Key>
__global__ void __launch_bounds__(selection_threads, TCUI_SELECTION_BLOCKS)
    count_digits(const __grid_constant__ selection_call<Key> call, searched which, int shift)
{
    follow_kernel();
    using Bits = key_register<Key>;
    __shared__ Bits counted[selection_ranks];
    rank_search &search = which == searched::sample ? call.state->of_sample : call.state->of_keys;
    u32 *const counters = reinterpret_cast<u32 *>(dynamic_shared_memory());
    const u32 prefixes = search.prefixes;
    if (prefixes == 0) {
        return;
    }
    for (u32 i = threadIdx.x; i < prefixes * selection_digits; i += selection_threads) {
        counters[i] = 0;
    }
    for (u32 p = threadIdx.x; p < prefixes; p += selection_threads) {
        counted[p] = static_cast<Bits>(search.counted[p]);
    }
    __syncthreads();

    const key_tiles<Key> keys = searched_keys(call, which);
    const int known_bit = shift + selection_digit_bits;
    const Bits known = known_bit < 8 * static_cast<int>(sizeof(Key)) ? static_cast<Bits>(~Bits(0) << known_bit) : 0;
    const Bits first_counted = counted[0];
    const u32 first_counter = shared_address(counters);
    for (u64 tile = grid_warp(); tile < keys.count(); tile += grid_warps()) {
        keys.template visit<TCUI_SELECTION_LOADS_OF_DIGITS>(tile, [&](int, Key key) {
            const Bits bits = call.bits_of(key);
            const u32 counter = first_counter + 4 * (static_cast<u32>(bits >> shift) % selection_digits);
            if (((bits ^ first_counted) & known) == 0) {
                count_shared(counter);
            } else {
                for (u32 p = 1; p < prefixes; p++) {
                    if (((bits ^ counted[p]) & known) == 0) {
                        count_shared(counter + 4 * p * selection_digits);
                        break;
                    }
                }
            }
        });
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < prefixes * selection_digits; i += selection_threads) {
        if (counters[i] > 0) {
            add_to(call.digit_counts + i, counters[i]);
        }
    }
    if (is_last_block(&call.state->ended_blocks)) {
        narrow_search(search, call.digit_counts, shift);
        __syncthreads();
        if (shift == 0 && threadIdx.x == 0 && which == searched::sample) {
            set_brackets(call);
        }
    }
}

} // namespace tcu::array_selection

#endif /* TCUI_SELECTION_CUDA_ARRAY_DIGITS_CUH */
