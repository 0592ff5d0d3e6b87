/* SPDX-License-Identifier: Apache-2.0 */
/* What the passes of a radix sort have in common, in versions and exercise: which arrays a pass goes between, the
 * count of digits, and a key's place in its tile. */
#ifndef TCU_COURSE_PASSES_H
#define TCU_COURSE_PASSES_H

#include <tcu/tcu.h>

#include "task.h"

namespace course
{

constexpr int threads = 256, warps = threads / 32;

/* Of one pass: pairs in, pairs out, by the digit of key >> shift. */
struct pass {
    const uint32_t *keys, *values;
    uint32_t *keys_out, *values_out;
    size_t n;
    int shift;
    uint32_t *counts; /* counts[digit * tiles + tile]; when they are scanned, where the tile's keys of the digit go */
    unsigned tiles;
};

template <int Bits>
__device__ unsigned digit_of(uint32_t key, int shift)
{
    return key >> shift & ((1u << Bits) - 1);
}

/* ------------------------------------------------------------------------------------------------ count, scan --- */

/* Counts the digits of a tile of Rounds * threads keys. `counters` are in shared memory, one for each digit. */
template <int Bits, int Rounds>
__device__ void count_digits(const pass &p, uint32_t *counters)
{
    for (int digit = static_cast<int>(threadIdx.x); digit < 1 << Bits; digit += threads) {
        counters[digit] = 0;
    }
    __syncthreads();
    const size_t begin = blockIdx.x * static_cast<size_t>(Rounds * threads) + threadIdx.x;
    for (int round = 0; round < Rounds; round++) {
        const size_t i = begin + static_cast<size_t>(round * threads);
        if (i < p.n) {
            atomicAdd(&counters[digit_of<Bits>(p.keys[i], p.shift)], 1u);
        }
    }
    __syncthreads();
    for (int digit = static_cast<int>(threadIdx.x); digit < 1 << Bits; digit += threads) {
        p.counts[digit * static_cast<size_t>(p.tiles) + blockIdx.x] = counters[digit];
    }
}

constexpr int rounds_4 = 4, rounds_8 = 16; /* of a tile that is sorted by digits of 4 and of 8 bits */

__global__ void count_4_kernel(pass p)
{
    __shared__ uint32_t counters[1 << 4];
    count_digits<4, rounds_4>(p, counters);
}

/* Exclusive, in place: lesson 02's scan, here the library's. */
inline void scan_counts(uint32_t *counts, size_t n)
{
    expect_success(tcu_scan(context(), TCU_SCAN_EXCLUSIVE, counts, TCU_TYPE_U32, counts, TCU_TYPE_U32, n, nullptr));
}

/* ------------------------------------------------------------------------------------------- places in a tile --- */

/* What ranks the keys of a tile, in shared memory: a counter for each digit and warp. (The column more moves
 * neighbouring digits to different banks.) */
constexpr int columns = warps + 1;
template <int Bits>
struct ranking {
    uint32_t counters[1 << Bits][columns];
    uint32_t of_warps[warps];
};

/* Exclusive scan of N numbers, by all threads of a block: each adds up a part. */
template <int N>
__device__ void scan_in_block(uint32_t *numbers, uint32_t *of_warps)
{
    constexpr int part = (N + threads - 1) / threads;
    const int warp = static_cast<int>(threadIdx.x / 32), lane = static_cast<int>(threadIdx.x % 32);
    const int begin = min(static_cast<int>(threadIdx.x) * part, N), end = min(begin + part, N);
    uint32_t own = 0;
    for (int i = begin; i < end; i++) {
        own += numbers[i];
    }
    uint32_t sum = own;
    for (int distance = 1; distance < 32; distance *= 2) {
        const uint32_t before = __shfl_up_sync(0xffffffff, sum, distance);
        sum += lane >= distance ? before : 0;
    }
    if (lane == 31) {
        of_warps[warp] = sum;
    }
    __syncthreads();
    uint32_t place = sum - own;
    for (int w = 0; w < warp; w++) {
        place += of_warps[w];
    }
    for (int i = begin; i < end; i++) {
        const uint32_t number = numbers[i];
        numbers[i] = place;
        place += number;
    }
    __syncthreads();
}

/* Pairs of a thread: element `round` is 32 behind the one before, a warp's rows follow each other. */
template <int Rounds>
struct row {
    uint32_t keys[Rounds], values[Rounds], places[Rounds];
};

/* Position of the row's first element. */
template <int Rounds>
__device__ size_t row_begin()
{
    return blockIdx.x * static_cast<size_t>(Rounds * threads) + threadIdx.x / 32 * (Rounds * 32) + threadIdx.x % 32;
}

/* Reads the pairs of a tile, and finds the place in the tile that each has when it is ordered by the digit, stably.
 * Peers::of(digit) gives the lanes whose digit is the same. shared.counters[digit][0] becomes the place of a digit's
 * first key. (Positions behind the array's end count as keys of the last digit: there they change no place.) */
template <int Bits, int Rounds, class Peers>
__device__ void rank_tile(const pass &p, ranking<Bits> &shared, row<Rounds> &own)
{
    constexpr int bins = 1 << Bits;
    uint32_t(*const counters)[columns] = shared.counters;
    const int warp = static_cast<int>(threadIdx.x / 32), lane = static_cast<int>(threadIdx.x % 32);
    for (int k = static_cast<int>(threadIdx.x); k < bins * columns; k += threads) {
        counters[k / columns][k % columns] = 0;
    }
    __syncthreads();
    const size_t begin = row_begin<Rounds>();
#pragma unroll
    for (int round = 0; round < Rounds; round++) {
        const size_t i = begin + static_cast<size_t>(round * 32);
        if (i - static_cast<size_t>(lane) < p.n) { /* the same for all lanes */
            own.keys[round] = i < p.n ? p.keys[i] : UINT32_MAX;
            own.values[round] = i < p.n ? p.values[i] : 0;
            const unsigned digit = digit_of<Bits>(own.keys[round], p.shift);
            const unsigned peers = Peers::of(digit), before = peers & ((1u << lane) - 1);
            const uint32_t count = counters[digit][warp]; /* of the rows above */
            __syncwarp();
            own.places[round] = count + static_cast<uint32_t>(__popc(before));
            if (before == 0) {
                counters[digit][warp] = count + static_cast<uint32_t>(__popc(peers));
            }
            __syncwarp();
        }
    }
    __syncthreads();
    scan_in_block<bins * columns>(&counters[0][0], shared.of_warps);
#pragma unroll
    for (int round = 0; round < Rounds; round++) {
        if (begin + static_cast<size_t>(round * 32) < p.n) {
            own.places[round] += counters[digit_of<Bits>(own.keys[round], p.shift)][warp];
        }
    }
}

/* ------------------------------------------------------------------------------------------------- the passes --- */

/* One pass for each digit, lowest first, between the output and the other arrays, so that the last one writes the
 * output. one_pass(p) does it; tiles have `tile` keys. */
template <class OnePass>
void by_passes(const task &t, int digit_bits, size_t tile, const OnePass &one_pass)
{
    const int passes = t.bits / digit_bits;
    pass p = {t.keys, t.values, nullptr, nullptr, t.n, 0, t.counts, blocks_for(t.n, tile)};
    for (int k = 0; k < passes; k++) {
        const bool is_to_output = (passes - k) % 2 == 1;
        p.keys_out = is_to_output ? t.keys_out : t.other_keys;
        p.values_out = is_to_output ? t.values_out : t.other_values;
        p.shift = k * digit_bits;
        one_pass(p);
        p.keys = p.keys_out;
        p.values = p.values_out;
    }
}

/* A pass: count, scan, place. */
inline void sort_by_digits(int digit_bits, int rounds, void (*count)(pass), void (*place)(pass), const task &t)
{
    by_passes(t, digit_bits, static_cast<size_t>(rounds * threads), [&](const pass &p) {
        launch(count, p.tiles, threads, p);
        scan_counts(p.counts, (size_t{1} << digit_bits) * p.tiles);
        launch(place, p.tiles, threads, p);
    });
}

} // namespace course

#endif /* TCU_COURSE_PASSES_H */
