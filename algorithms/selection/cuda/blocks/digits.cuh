/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cut behind the results of a segment, by digits of 8 bits, the highest first: the keys are counted by their
 * digit, the counts say in which digit the last result is, and only keys with that digit are counted by their next one
 * (T. Alabi, J. D. Blanchard, B. Gordon, R. Steinbach: "Fast k-selection algorithms for graphics processing units",
 * JEA 17, 2012).
 *
 *     digits    0   1   2   3        the last of 6 results has digit 2, and is the first of the 9 that have it
 *     counts    2   3   9   4
 *
 * A digit reads the whole segment, for segments of any length and any number of results.
 */
#ifndef TCUI_SELECTION_CUDA_BLOCKS_DIGITS_CUH
#define TCUI_SELECTION_CUDA_BLOCKS_DIGITS_CUH

#include "cut.cuh"
#include "visit.cuh"

namespace tcu
{

constexpr int digit_values = 1 << TCUI_SELECTION_DIGIT_BITS;
static_assert(digit_values == TCUI_SELECTION_BLOCK_THREADS, "a thread has the count of one");

struct digit_counts {
    u32 counters[digit_values];
    u64 warps[block_warps]; /* keys of the warps' digits */
    u32 digit;              /* in which the last result is, */
    u64 before, count;      /* keys with lower digits, and with it */
};

/* How many keys have this thread's digit, of those whose bits above it are those of `prefix`. (Counters are emptied
 * into 64 bits before they could overflow.) */
template <class Key>
__device__ __forceinline__ u64 count_digit(const selection_rows<Key> &rows, const selection_segment &segment,
                                           key_register<Key> prefix, int shift, digit_counts &shared)
{
    using Bits = key_register<Key>;
    constexpr u64 at_once = TCUI_SELECTION_COUNTED_AT_ONCE;
    constexpr int digit_bits = TCUI_SELECTION_DIGIT_BITS;
    const u32 counters = shared_address(shared.counters);
    u64 count = 0;
    for (u64 first = 0; first < segment.length; first += at_once) {
        shared.counters[threadIdx.x] = 0;
        __syncthreads();
        visit_keys(rows.keys + segment.begin + first, static_cast<u32>(min(segment.length - first, at_once)),
                   [&](const auto &keys, u32) {
#pragma unroll
                       for (Key key : keys) {
                           const Bits bits = rows.bits_of(key);
                           /* (In two steps: of the highest digit nothing is left above.) */
                           if (((bits ^ prefix) >> shift >> digit_bits) == 0) {
                               count_shared(counters +
                                            sizeof(u32) * (static_cast<u32>(bits >> shift) & (digit_values - 1)));
                           }
                       }
                   });
        __syncthreads();
        count += shared.counters[threadIdx.x];
    }
    return count;
}

/* The digit in which the `rest`-th key is, from the count of this thread's digit, to shared memory. */
__device__ __forceinline__ void find_digit_of(u64 count, u64 rest, digit_counts &shared)
{
    const int lane = threadIdx.x % TCUI_WARP_LANES, warp = threadIdx.x / TCUI_WARP_LANES;
    u64 last = count; /* of the digits up to this one */
#pragma unroll
    for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
        add_from_left(last, distance, 0);
    }
    if (lane == TCUI_WARP_LANES - 1) {
        shared.warps[warp] = last;
    }
    __syncthreads();
#pragma unroll
    for (int w = 0; w < block_warps; w++) {
        last += w < warp ? shared.warps[w] : 0;
    }
    if (last - count < rest && rest <= last) {
        shared.digit = threadIdx.x;
        shared.before = last - count;
        shared.count = count;
    }
    __syncthreads();
}

/* Call by all threads of the block; there is a result. */
template <class Key>
__device__ __forceinline__ selection_cut<key_register<Key>>
find_cut(const selection_rows<Key> &rows, const selection_segment &segment, digit_counts &shared)
{
    using Bits = key_register<Key>;
    constexpr int digit_bits = TCUI_SELECTION_DIGIT_BITS;
    Bits prefix = 0;
    u64 rest = segment.results;
    for (int shift = 8 * static_cast<int>(sizeof(Key)) - digit_bits; shift >= 0; shift -= digit_bits) {
        find_digit_of(count_digit(rows, segment, prefix, shift, shared), rest, shared);
        prefix |= static_cast<Bits>(shared.digit) << shift;
        rest -= shared.before;
        if (rest == shared.count) {
            /* All keys with this prefix are results. */
            return {static_cast<Bits>(prefix | ((Bits(1) << shift) - 1)), ~u64(0)};
        }
    }
    return {prefix, rest};
}

} // namespace tcu

#endif /* TCUI_SELECTION_CUDA_BLOCKS_DIGITS_CUH */
