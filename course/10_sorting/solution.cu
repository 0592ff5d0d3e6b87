/* SPDX-License-Identifier: Apache-2.0 */
/* Stable sorts of keys with values in three steps. Each step's kernel is complete but for one hole; passes.h has the
 * rest. */
#include "passes.h"

using namespace course;

/* Step 1: a pass for one bit, by one block that goes through the array, `threads` keys in each round. `zeros` is the
 * number of all keys whose bit is 0; `zeros_before_round` of those before this round. is_zero is about this thread's
 * key (false behind the end). Set `place` to where the key goes: behind the zeros before it if its bit is 0, else
 * behind all zeros and the ones before it. Votes of a warp (__ballot_sync, __popc) count the lanes before. The warps'
 * counts go through of_warps[warp], which lane 0 writes (several lanes would race, even with one value), with a barrier
 * before they are read. At last add the round's zeros to zeros_before_round. */
__global__ void split_step(pass p)
{
    [[maybe_unused]] __shared__ uint32_t of_warps[warps];
    [[maybe_unused]] const int warp = static_cast<int>(threadIdx.x / 32), lane = static_cast<int>(threadIdx.x % 32);
    [[maybe_unused]] uint32_t zeros_before_round = 0;
    __shared__ uint32_t zeros;
    if (threadIdx.x == 0) {
        zeros = 0;
    }
    __syncthreads();
    for (size_t i = threadIdx.x; i < p.n; i += threads) {
        atomicAdd(&zeros, (p.keys[i] >> p.shift & 1) == 0 ? 1u : 0u);
    }
    __syncthreads();
    for (size_t first = 0; first < p.n; first += threads) {
        const size_t i = first + threadIdx.x;
        [[maybe_unused]] const bool is_zero = i < p.n && (p.keys[i] >> p.shift & 1) == 0;
        size_t place = i;
        /* FILL IN 1 */
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
        place = is_zero ? zeros_before : zeros + (i - zeros_before);
        /* END */
        if (i < p.n) {
            p.keys_out[place] = p.keys[i];
            p.values_out[place] = p.values[i];
        }
        __syncthreads();
    }
}

static void by_bits(const task &t)
{
    by_passes(t, 1, t.n + 1, [](const pass &p) { launch(split_step, 1, threads, p); });
}

/* Step 2: of(digit) is called by all lanes of a warp. It returns a mask with a bit for each lane, lane 0 the lowest,
 * that is set where that lane's digit is the same as this lane's. Two digits are the same if they agree in each of
 * their four bits; __ballot_sync(0xffffffff, a) gives all lanes the mask of those whose a is true. */
struct by_ballots {
    static __device__ unsigned of([[maybe_unused]] unsigned digit)
    {
        unsigned peers = 0xffffffff;
        /* FILL IN 2 */
        for (int bit = 0; bit < 4; bit++) {
            const bool one = (digit >> bit & 1) != 0;
            const unsigned votes = __ballot_sync(0xffffffff, one);
            peers &= one ? votes : ~votes;
        }
        /* END */
        return peers;
    }
};

constexpr int rounds = rounds_4, tile = rounds * threads;

__global__ void ballots_step(pass p)
{
    __shared__ ranking<4> shared;
    row<rounds> own;
    rank_tile<4, rounds, by_ballots>(p, shared, own);
    const size_t begin = row_begin<rounds>();
    for (int round = 0; round < rounds; round++) {
        if (begin + static_cast<size_t>(round * 32) < p.n) {
            const unsigned digit = digit_of<4>(own.keys[round], p.shift);
            const uint32_t start = p.counts[digit * static_cast<size_t>(p.tiles) + blockIdx.x];
            const uint32_t place = start + own.places[round] - shared.counters[digit][0];
            p.keys_out[place] = own.keys[round];
            p.values_out[place] = own.values[round];
        }
    }
}

/* (What step 2 is to find, by an instruction that compares all lanes.) */
struct by_match {
    static __device__ unsigned of(unsigned digit) { return __match_any_sync(0xffffffff, digit); }
};

/* Step 3: the tile lies in shared memory in order, `count` pairs. Store pair k = threadIdx.x, threadIdx.x + threads,
 * ... to the output: p.counts[digit * p.tiles + blockIdx.x] is where this tile's first key of the digit goes, and
 * shared.counters[digit][0] where it is in the tile. digit_of<4>(key, p.shift) is a key's digit. */
__global__ void staged_step(pass p)
{
    __shared__ ranking<4> shared;
    __shared__ uint32_t keys[tile], values[tile];
    row<rounds> own;
    rank_tile<4, rounds, by_match>(p, shared, own);
    const size_t begin = row_begin<rounds>(), tile_begin = blockIdx.x * static_cast<size_t>(tile);
    for (int round = 0; round < rounds; round++) {
        if (begin + static_cast<size_t>(round * 32) < p.n) {
            keys[own.places[round]] = own.keys[round];
            values[own.places[round]] = own.values[round];
        }
    }
    __syncthreads();
    [[maybe_unused]] const uint32_t count = static_cast<uint32_t>(min(p.n - tile_begin, static_cast<size_t>(tile)));
    /* FILL IN 3 */
    for (uint32_t k = threadIdx.x; k < count; k += threads) {
        const unsigned digit = digit_of<4>(keys[k], p.shift);
        const uint32_t place = p.counts[digit * p.tiles + blockIdx.x] + k - shared.counters[digit][0];
        p.keys_out[place] = keys[k];
        p.values_out[place] = values[k];
    }
    /* END */
}

std::vector<version> course::versions()
{
    return {{"1 a pass for one bit", by_bits},
            {"2 lanes with the same digit",
             [](const task &t) { sort_by_digits(4, rounds, count_4_kernel, ballots_step, t); }},
            {"3 stores from shared memory",
             [](const task &t) { sort_by_digits(4, rounds, count_4_kernel, staged_step, t); }}};
}
