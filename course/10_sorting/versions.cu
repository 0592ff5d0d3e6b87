/* SPDX-License-Identifier: Apache-2.0 */
/* Stable sorts of keys with values: from one bit a pass to eight. */
#include "passes.h"

using namespace course;

/* --------------------------------------------------------------------------------------------- one bit a pass --- */

constexpr int split_rounds = 4, split_tile = split_rounds * threads;

/* How many keys of a tile have a 0 in the pass's bit. */
__global__ void zeros_kernel(pass p)
{
    int zeros = 0;
    for (int round = 0; round < split_rounds; round++) {
        const size_t i =
            blockIdx.x * static_cast<size_t>(split_tile) + static_cast<size_t>(round * threads) + threadIdx.x;
        zeros += __syncthreads_count(i < p.n && (p.keys[i] >> p.shift & 1) == 0);
    }
    if (threadIdx.x == 0) {
        p.counts[blockIdx.x] = static_cast<uint32_t>(zeros);
        if (blockIdx.x == p.tiles - 1) {
            p.counts[p.tiles] = 0; /* which becomes the number of all zeros by the scan */
        }
    }
}

/* 1. The split: a key with a 0 goes behind the zeros before it, a key with a 1 behind all zeros and the ones before it.
 * (Ones before = position - zeros before.) Each pass moves every pair for one bit. */
__global__ void split_kernel(pass p)
{
    __shared__ uint32_t of_warps[warps];
    const int warp = static_cast<int>(threadIdx.x / 32), lane = static_cast<int>(threadIdx.x % 32);
    const size_t begin = blockIdx.x * static_cast<size_t>(split_tile), end = min(begin + split_tile, p.n);
    uint32_t zeros_before_round = p.counts[blockIdx.x];
    const uint32_t all_zeros = p.counts[p.tiles];
    for (size_t first = begin; first < end; first += threads) {
        const size_t i = first + threadIdx.x;
        const uint32_t key = i < p.n ? p.keys[i] : UINT32_MAX;
        const bool is_zero = (key >> p.shift & 1) == 0;
        const unsigned votes = __ballot_sync(0xffffffff, is_zero);
        if (lane == 0) {
            of_warps[warp] = static_cast<uint32_t>(__popc(votes));
        }
        __syncthreads();
        uint32_t zeros_before = zeros_before_round + static_cast<uint32_t>(__popc(votes & ((1u << lane) - 1)));
        for (int w = 0; w < warps; w++) {
            zeros_before += w < warp ? of_warps[w] : 0;
            zeros_before_round += of_warps[w];
        }
        if (i < p.n) {
            const size_t place = is_zero ? zeros_before : all_zeros + (i - zeros_before);
            p.keys_out[place] = key;
            p.values_out[place] = p.values[i];
        }
        __syncthreads();
    }
}

static void by_bits(const task &t)
{
    by_passes(t, 1, split_tile, [](const pass &p) {
        launch(zeros_kernel, p.tiles, threads, p);
        scan_counts(p.counts, p.tiles == 0 ? 0 : p.tiles + 1);
        launch(split_kernel, p.tiles, threads, p);
    });
}

/* ---------------------------------------------------------------------------------------- digits of four bits --- */

/* The lanes of a warp whose digit is the same: those that agree in each bit. */
template <int Bits>
struct by_ballots {
    static __device__ unsigned of(unsigned digit)
    {
        unsigned peers = 0xffffffff;
        for (int bit = 0; bit < Bits; bit++) {
            const bool one = (digit >> bit & 1) != 0;
            const unsigned votes = __ballot_sync(0xffffffff, one);
            peers &= one ? votes : ~votes;
        }
        return peers;
    }
};

/* 2. A quarter of the passes. A key's place is that of its digit, from the scanned counts of all tiles, plus its rank
 * among the equal digits of the tile. Neighbouring lanes store to 16 distant places. */
__global__ void place_kernel(pass p)
{
    __shared__ ranking<4> shared;
    row<rounds_4> own;
    rank_tile<4, rounds_4, by_ballots<4>>(p, shared, own);
    const size_t begin = row_begin<rounds_4>();
#pragma unroll
    for (int round = 0; round < rounds_4; round++) {
        if (begin + static_cast<size_t>(round * 32) < p.n) {
            const unsigned digit = digit_of<4>(own.keys[round], p.shift);
            const uint32_t start = p.counts[digit * static_cast<size_t>(p.tiles) + blockIdx.x];
            const uint32_t place = start + own.places[round] - shared.counters[digit][0];
            p.keys_out[place] = own.keys[round];
            p.values_out[place] = own.values[round];
        }
    }
}

/* ------------------------------------------------------------------------------------- in shared memory first --- */

/* 3. The tile is put in order in shared memory. Then neighbouring threads have neighbouring keys, and those of one
 * digit are stored side by side. 4. So tiles may be larger and digits longer: with 8 bits there are half as many
 * passes. */
template <int Bits, int Rounds>
__device__ void place_staged(const pass &p, ranking<Bits> &shared, uint32_t *keys, uint32_t *values)
{
    constexpr int tile = Rounds * threads;
    row<Rounds> own;
    rank_tile<Bits, Rounds, by_ballots<Bits>>(p, shared, own);
    const size_t begin = row_begin<Rounds>(), tile_begin = blockIdx.x * static_cast<size_t>(tile);
#pragma unroll
    for (int round = 0; round < Rounds; round++) {
        if (begin + static_cast<size_t>(round * 32) < p.n) {
            keys[own.places[round]] = own.keys[round];
            values[own.places[round]] = own.values[round];
        }
    }
    __syncthreads();
    const uint32_t count = static_cast<uint32_t>(min(p.n - tile_begin, static_cast<size_t>(tile)));
    for (uint32_t k = threadIdx.x; k < count; k += threads) {
        const unsigned digit = digit_of<Bits>(keys[k], p.shift);
        const uint32_t place =
            p.counts[digit * static_cast<size_t>(p.tiles) + blockIdx.x] + k - shared.counters[digit][0];
        p.keys_out[place] = keys[k];
        p.values_out[place] = values[k];
    }
}

__global__ void staged_4_kernel(pass p)
{
    __shared__ ranking<4> shared;
    __shared__ uint32_t keys[rounds_4 * threads], values[rounds_4 * threads];
    place_staged<4, rounds_4>(p, shared, keys, values);
}

__global__ void count_8_kernel(pass p)
{
    __shared__ uint32_t counters[1 << 8];
    count_digits<8, rounds_8>(p, counters);
}

__global__ void staged_8_kernel(pass p)
{
    __shared__ ranking<8> shared;
    __shared__ uint32_t keys[rounds_8 * threads], values[rounds_8 * threads];
    place_staged<8, rounds_8>(p, shared, keys, values);
}

static void by_tcu(const task &t)
{
    tcu_sort_options options = TCU_SORT_OPTIONS_INIT;
    options.end_bit = t.bits;
    expect_success(tcu_radix_sort_pairs(context(), t.keys, t.keys_out, TCU_TYPE_U32, t.values, t.values_out,
                                        sizeof(uint32_t), t.n, &options));
}

std::vector<version> course::versions()
{
    return {
        {"1 a bit a pass, split", by_bits},
        {"2 digits of 4 bits", [](const task &t) { sort_by_digits(4, rounds_4, count_4_kernel, place_kernel, t); }},
        {"3 staged", [](const task &t) { sort_by_digits(4, rounds_4, count_4_kernel, staged_4_kernel, t); }},
        {"4 digits of 8 bits", [](const task &t) { sort_by_digits(8, rounds_8, count_8_kernel, staged_8_kernel, t); }},
        {"5 tcu_radix_sort_pairs", by_tcu}};
}
